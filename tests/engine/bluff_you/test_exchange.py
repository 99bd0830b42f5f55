"""Every fitting set of own tokens is offered for a token of the middle, and to find them is little work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bluff_you import exchange
from engine.bluff_you.exchange import exchanges
from engine.bluff_you.tokens import POINTS, TOKENS, Tokens, worth

MOST_LOOKS = 6_000  # at tokens, for all that fourteen of them can bring; there are 16 384 sets of these
DEALS = st.lists(st.sampled_from("om."), min_size=16, max_size=16)  # own, in the middle, elsewhere


def dealt(places: list[str]) -> tuple[Tokens, Tokens]:
    lie = list(zip(TOKENS, places, strict=True))
    return tuple(token for token, at in lie if at == "o"), tuple(token for token, at in lie if at == "m")


def all_sets(own: Tokens, token: int) -> set[Tokens]:
    """By trying each set there is."""
    return {
        given
        for size in range(2, len(own) + 1)
        for given in combinations(own, size)
        if worth(given) == POINTS[token]
    }


@given(DEALS)
def test_just_the_sets_of_two_or_more_that_are_worth_as_much_are_offered(places: list[str]) -> None:
    own, middle = dealt(places)
    offered = exchanges(own, middle)
    for token in middle:
        sets = offered.get(token, ())
        assert set(sets) == all_sets(own, token)
        assert len(set(sets)) == len(sets)
    assert set(offered) <= set(middle)
    assert all(offered.values()), "what cannot be had is not offered"


def test_the_sheets_example_is_offered() -> None:
    assert exchanges((8, 13), (4, 10)) == {4: ((8, 13),)}  # 004:L66.4


class Counted(dict[int, int]):
    """Points, and how often somebody has looked them up."""

    def __init__(self, points: Mapping[int, int]) -> None:
        super().__init__(points)
        self.looks = 0

    def __getitem__(self, token: int) -> int:
        self.looks += 1
        return super().__getitem__(token)


def fourteens() -> Iterator[tuple[Tokens, Tokens]]:
    for middle in combinations(TOKENS, 2):
        yield tuple(token for token in TOKENS if token not in middle), middle


def test_fourteen_tokens_take_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever two are in the middle."""
    most = offered = 0
    for own, middle in fourteens():
        points = Counted(POINTS)
        monkeypatch.setattr(exchange, "POINTS", points)
        offered = max(offered, sum(map(len, exchanges(own, middle).values())))
        most = max(most, points.looks)
    assert most <= MOST_LOOKS
    assert offered > 100, "there is something to be found"


def test_the_points_are_those_of_the_sheet() -> None:
    assert [POINTS[token] for token in TOKENS] == [5, 4, 3, 3, 2, 2, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5]
    assert worth(TOKENS) == 42
