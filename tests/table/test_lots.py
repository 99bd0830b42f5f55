"""The lot is thrown when somebody has chosen it, once, and never while a bot looks for its presses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from unittest.mock import patch

from engine import Match, Setup
from engine.request import Choose
from firmware.bots.presses import presses
from firmware.hands import Said, choose
from firmware.hands.choose import ChooseHand
from firmware.words import Words
from tests.table.rig import Rig

SEATS = (1, 2, 3)


def test_the_lot_falls_on_each_of_them_and_what_it_fell_on_is_said_as_any_choice() -> None:
    rng, drawn = Random(5), set()
    for _ in range(40):
        rig = Rig(SEATS, match=Match(Setup("bluff-you", SEATS)))
        with patch.object(choose, "draw_lot", rng.choice):
            rig.press(2, "bo")
        (answer,) = rig.play.match.journal
        drawn.add((answer.by, answer.key, answer.said))
    assert drawn == {(2, "starts", str(seat)) for seat in SEATS}


def test_a_bot_that_looks_for_its_presses_throws_no_lot() -> None:
    thrown: list[Sequence[str]] = []

    def draw(options: Sequence[str]) -> str:
        thrown.append(options)
        return options[0]

    match = Match(Setup("bluff-you", SEATS))
    asked = next(one for one in match.open if isinstance(one, Choose) and one.by == 2)
    with patch.object(choose, "draw_lot", draw):
        for seat in SEATS:
            assert presses(ChooseHand(asked), Said("starts", str(seat)), Words(), match.view(2)) is not None
        assert presses(ChooseHand(asked), Said("starts", "nobody"), Words(), match.view(2)) is None
    assert thrown == []
