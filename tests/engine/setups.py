"""Any setup that a kind of game can begin with."""

from __future__ import annotations

from hypothesis import strategies as st

from engine import Kind, Setup


def setups(kind: Kind) -> st.SearchStrategy[Setup]:
    """Every number of seats and every choice of house options."""
    return st.builds(
        lambda count, options: Setup(kind.key, tuple(range(1, count + 1)), options),
        st.integers(kind.least, kind.most),
        st.fixed_dictionaries({}, optional={o.key: st.sampled_from(o.choices) for o in kind.options}),
    )
