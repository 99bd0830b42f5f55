"""The bench of the board judges as it says: what is right, what is only unsure, and what would be a false
bid."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.bench_board import KINDS, Tally, judged, report, straight, usual
from vision.reading import Value


def test_it_takes_at_least_five_hundred_placings() -> None:
    assert sum(count for count, _, _ in KINDS.values()) >= 500


@pytest.mark.parametrize(("seed", "truth", "said"), [(1, True, "right"), (1, False, "wrong")])
def test_a_reading_is_held_to_what_lies_there(seed: int, truth: bool, said: str) -> None:
    rng, tally = Random(seed), Tally()
    made = usual(rng, straight(rng))
    assert made.truth is not None
    other = Value.ONE if made.truth[1] is not Value.ONE else Value.TWO
    judged(made if truth else replace(made, truth=(made.truth[0], other)), tally)
    assert dict(tally.said) == {said: 1}
    assert bool(tally.wrong) == (said == "wrong")


def test_few_flat_dice_are_doubted_and_none_is_read_wrong() -> None:
    """A lone die is called cocked more easily than one among many; the board asks for itself."""
    rng, tally = Random(12), Tally()
    for _ in range(4):
        there = straight(rng)
        for _ in range(8):
            judged(usual(rng, there), tally)
    assert not tally.wrong
    assert tally.said["unsure"] <= 6, dict(tally.said)


def test_what_is_no_bid_is_right_only_if_none_is_read() -> None:
    rng, tally = Random(3), Tally()
    _, lay, make = KINDS["between two spaces"]
    judged(make(rng, lay(rng)), tally)
    assert dict(tally.said) == {"right": 1}


def test_the_report_adds_up_and_names_what_was_wrong() -> None:
    one, other = Tally(), Tally()
    one.said.update(right=2, unsure=1)
    other.said.update(wrong=1)
    other.wrong.append("7 3 for (8, 3)")
    lines = list(report([("this", one), ("that", other)]))
    assert lines[2].startswith("| this | 3 | 2 | 1 | 0 |")
    assert lines[4].startswith("| **all** | 4 | 2 | 1 | 1 |")
    assert lines[-1] == "that: 7 3 for (8, 3)"
