"""What the eye does not make out for long, people may key in: every glass says how, in every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from firmware.hands.wait import STUBBORN
from tests.table.rig import Rig
from tests.table.test_cards import begun
from tests.table.test_cup import late
from tests.table.test_play import called
from tests.table.test_turned_up import drawing, opening
from vision.cards.reading import CardReason
from vision.cards_look import Hitch
from vision.gaze import Trouble
from vision.reading import Reason

SEATS = (1, 2, 3)
HELP = "Key it in: hold OK"

Waiting: TypeAlias = Callable[[], Rig]
Says: TypeAlias = Callable[[Rig], None]


def turning_up() -> Rig:
    rig = begun()
    rig.say(1, "turn", "auction")
    return rig


def leans(rig: Rig) -> None:
    rig.see(seat_1=Reason.COCKED)


def shines(rig: Rig) -> None:
    rig.lay(final=False, seat_1=CardReason.GLARE)


def unclear(rig: Rig) -> None:
    rig.lay(final=False, spot=CardReason.UNCLEAR)


def no_table(rig: Rig) -> None:
    if rig.play.pieces.are_cards:
        rig.lay(final=False, trouble=Trouble.NO_TABLE)
    else:
        rig.see(trouble=Trouble.NO_TABLE)


each_thing = pytest.mark.parametrize(
    ("waiting", "says"),
    [(called, leans), (late, leans), (drawing, shines), (opening, shines), (turning_up, unclear)],
    ids=["dice", "the cup's dice", "a card of Biz-Bluff", "a token of a file", "an animal"],
)


def told(rig: Rig) -> list[bool]:
    return [HELP in rig.text(pod) for pod in SEATS]


@each_thing
def test_every_glass_says_that_it_can_be_keyed_in_once_the_eye_gets_no_further(
    waiting: Waiting, says: Says
) -> None:
    rig = waiting()
    rig.wait(20.0)
    for _ in range(STUBBORN - 1):
        says(rig)
        assert not any(told(rig)), "it may do better in a moment"
    says(rig)
    assert all(told(rig))
    shown = dict(rig.glass)
    for _ in range(STUBBORN):
        says(rig)
    assert rig.glass == shown, "it is said once, and stays"


@each_thing
def test_a_hand_that_comes_gives_the_eye_another_chance(waiting: Waiting, says: Says) -> None:
    rig = waiting()
    rig.wait(20.0)
    for _ in range(STUBBORN):
        says(rig)
    if says is leans:
        rig.see(trouble=Trouble.HAND)
    else:
        rig.lay(final=False, trouble=Trouble.HAND)
    assert not any(told(rig))
    says(rig)
    assert not any(told(rig))


@pytest.mark.parametrize("waiting", [called, late, turning_up])
def test_a_table_that_is_not_found_can_be_keyed_in_too(waiting: Waiting) -> None:
    rig = waiting()
    rig.wait(20.0)
    for _ in range(STUBBORN):
        no_table(rig)
    assert all(told(rig))


def test_what_still_lies_there_from_before_is_not_to_be_keyed_in() -> None:
    rig = turning_up()
    for _ in range(2 * STUBBORN):
        rig.lay(final=False, spot=Hitch.LEFT_OVER)
    assert not any(told(rig))
    assert "take them away" in rig.text(1)
