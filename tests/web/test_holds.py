"""Fingers that come over a network: nothing is lost that arrives in a heap, nothing stays down."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from firmware.pods.debounce import Debouncer
from firmware.pods.gesture import Button, Kind
from firmware.web.holds import APART, MOST_WAITING, Holds

Edge = tuple[float, int, Button, bool]


def played(do: Callable[[Holds], None]) -> list[Edge]:
    """What comes of it, each edge with the time at which it came; the clock is a fake one that jumps."""
    edges: list[Edge] = []
    loop = asyncio.new_event_loop()
    now = [100.0]
    select = loop._selector.select  # type: ignore[attr-defined]

    def jump(timeout: float | None) -> object:
        now[0] += timeout or 0.0
        return select(0)

    loop.time = lambda: now[0]  # type: ignore[method-assign]
    loop._selector.select = jump  # type: ignore[attr-defined]

    async def run() -> None:
        do(Holds(lambda pod, button, down: edges.append((loop.time(), pod, button, down))))
        await asyncio.sleep(10)

    try:
        loop.run_until_complete(run())
    finally:
        loop.close()
    return edges


def test_presses_that_arrive_at_once_are_all_felt() -> None:
    def three_taps(holds: Holds) -> None:
        for _ in range(3):
            holds.down("me", 1, Button.MORE)
            holds.up("me", 1, Button.MORE)

    edges = played(three_taps)
    feeler = Debouncer(1, Button.MORE)
    felt, level = feeler.tick(99.0, False), False
    for at, _, _, down in edges:
        felt += feeler.tick(at - 0.001, level)
        feeler.edge(down, at)
        level = down
    felt += feeler.tick(edges[-1][0] + 1.0, level)
    assert [gesture.kind for gesture in felt] == [Kind.TAP] * 3


STEPS = st.lists(
    st.tuples(st.booleans(), st.sampled_from("abc"), st.sampled_from([1, 2]), st.sampled_from(Button))
)


@given(STEPS, st.booleans())
def test_edges_alternate_stay_apart_and_end_up(
    steps: list[tuple[bool, str, int, Button]], closes: bool
) -> None:
    def do(holds: Holds) -> None:
        for down, who, pod, button in steps:
            (holds.down if down else holds.up)(who, pod, button)
        if closes:
            holds.close()
        else:
            for who in "abc":
                holds.let_go(who)

    edges = played(do)
    for pod in (1, 2):
        for button in Button:
            mine = [(at, down) for at, p, b, down in edges if (p, b) == (pod, button)]
            assert [down for _, down in mine] == [n % 2 == 0 for n in range(len(mine))]
            assert len(mine) % 2 == 0, "a button stays down"
            if not closes:
                gaps = [later - sooner for (sooner, _), (later, _) in itertools.pairwise(mine)]
                assert all(gap >= APART - 1e-9 for gap in gaps)


def test_a_flood_of_presses_is_over_soon_after_the_page_that_sent_it() -> None:
    def flood(holds: Holds) -> None:
        for _ in range(2000):
            holds.down("me", 1, Button.MORE)
            holds.up("me", 1, Button.MORE)
        holds.let_go("me")

    edges = played(flood)
    assert edges[-1][0] - edges[0][0] <= (MOST_WAITING + 2) * APART
    assert edges[-1][3] is False
