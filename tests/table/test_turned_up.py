"""What is turned up in Biz-Bluff, by the eye: the card that was drawn and the token of a file that is opened,
before whose turn it is, then and at no other time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from firmware.eye import Seen
from firmware.table.leftovers import SURELY
from firmware.table.stage import CardSight, Pack, Sight
from tests.table.businesses import LATE, business
from tests.table.rig import Rig
from vision.areas import Role
from vision.cards.reading import CardReading, CardReason
from vision.cards_look import CardsReading, GroundReading, Hitch
from vision.gaze import Trouble

SEATS = (1, 2, 3)


def drawing() -> Rig:
    """Seat 1 has thrown a 1, and draws a card."""
    rig = Rig(SEATS, match=business(replace(LATE, claims={}), "full"))
    thrown(rig, 1, "1")
    return rig


def opening() -> Rig:
    """Seat 1 has presented, all have decided, and the file is opened."""
    rig = Rig(SEATS, match=business(LATE, "full"))
    rig.say(1, "throw")
    rig.read({1: "4"})
    rig.say(1, "move", "f6")
    rig.say(1, "present", "present")
    for seat in (2, 3, 1):
        rig.say(seat, "deal", "nothing")
    read_all(rig)
    return rig


def read_all(rig: Rig) -> None:
    """Everybody has seen what has happened."""
    for seat in SEATS:
        while rig.desk(seat).news:
            rig.press(seat, "o")


def sight_of(rig: Rig) -> CardSight:
    assert rig.sight is not None
    assert isinstance(rig.sight[0], CardSight)
    return rig.sight[0]


def test_the_card_is_looked_for_before_who_draws_and_is_played() -> None:
    rig = drawing()
    assert (sight_of(rig).pack, dict(sight_of(rig).wanted)) == (Pack.BUSINESS, {(Role.SEAT, 1): 1})
    assert "Lay a card open before you" in rig.text(1)
    assert "draws" in rig.text(2)
    assert rig.play.asked().turned_up == (1, Pack.BUSINESS)
    rig.lay(seat_1="yellow")
    assert rig.answers[-1] == "table cards spot:yellow"
    assert not isinstance(rig.sight and rig.sight[0], CardSight)


def test_the_token_is_looked_for_when_the_file_is_opened_and_pays() -> None:
    rig = opening()
    assert (sight_of(rig).pack, dict(sight_of(rig).wanted)) == (Pack.VALUES, {(Role.SEAT, 1): 1})
    assert "token open before you" in rig.text(1)
    rig.lay(seat_1="two")
    assert rig.answers[-1] == "table cards spot:two"
    opened = next(event for event in rig.play.account if event.key == "opened")
    assert opened.values["token"] == "two"


def test_nothing_is_looked_for_while_somebody_looks_into_a_file() -> None:
    rig = Rig(SEATS, match=business(replace(LATE, turn=2), "full"))
    rig.say(2, "throw")
    rig.read({2: "2"})
    read_all(rig)
    rig.say(2, "move", "h8")
    rig.say(2, "look", "Y2")
    assert rig.sight is None
    assert rig.play.asked().turned_up is None


@pytest.mark.parametrize(
    ("lies", "told"),
    [
        (Trouble.MISSING, "0 of 1 cards seen here"),
        (Hitch.FACE_DOWN, "face up"),
        (CardReason.COVERED, "covered"),
        (Trouble.TOO_MANY, "there should be 1"),
    ],
)
def test_where_the_eye_is_unsure_it_says_why_and_it_is_keyed_in(
    lies: Trouble | Hitch | CardReason, told: str
) -> None:
    rig = drawing()
    rig.lay(final=False, seat_1=lies)
    assert told in rig.text(1)
    assert rig.play.asked().sort_out == (1,)
    before = list(rig.answers)
    rig.choose(2, "enter", "spot:challenge")
    assert rig.answers[-1] == "2 enter spot:challenge"
    rig.say(3, "agree", "no")
    assert [*before, "2 enter spot:challenge", "3 agree no"] == rig.answers
    rig.lay(seat_1="red")
    assert rig.answers[-1] == "table cards spot:red"


def test_with_the_camera_lost_it_is_keyed_in() -> None:
    rig = opening()
    rig.ails("camera", "it is unplugged")
    rig.wait(10.0)
    rig.choose(1, "enter", "spot:one")
    rig.say(2, "agree", "yes")
    assert any(event.key == "opened" for event in rig.play.account)


def drawn_and_gone_round(turned_up: Sequence[int]) -> Rig:
    """Seat 1 has drawn a card, then these others have too, each of the same sort; seat 1 draws again."""
    rig = Rig(SEATS, match=business(replace(LATE, claims={}), "full"))
    for seat in SEATS:
        if seat == 1 or seat in turned_up:
            thrown(rig, seat, "1")
            assert shown(rig, seat)
            thrown(rig, seat, "2")  # one of the numbers of the card
        else:
            thrown(rig, seat, "2")
            rig.say(seat, "move", {2: "f6", 3: "b4"}[seat])  # where nothing is asked
            read_all(rig)
    thrown(rig, 1, "1")
    return rig


def test_the_card_that_was_drawn_before_and_still_lies_there_is_not_taken_for_the_next() -> None:
    rig = drawn_and_gone_round(())
    assert not shown(rig, 1), "it is the card of the last round"
    assert not shown(rig, 1), "however often it is seen, nudged or not"
    assert "still lie here" in rig.text(1)
    for _ in range(SURELY):
        rig.lay(final=False, seat_1=Trouble.MISSING)
    assert shown(rig, 1), "the next, though it is of the same sort"


@pytest.mark.parametrize("others", [(2, 3), (2,), (3,)])
def test_a_card_is_not_left_over_from_before_another_drew_one(others: Sequence[int]) -> None:
    rig = drawn_and_gone_round(others)
    assert shown(rig, 1), "it is the next, though of the same sort"


def test_a_box_that_comes_on_again_does_not_take_the_card_of_before_for_the_next_either() -> None:
    rig = drawn_and_gone_round(())
    again = Rig(SEATS, match=rig.play.match)
    assert not shown(again, 1)


def thrown(rig: Rig, seat: int, value: str) -> None:
    rig.say(seat, "throw")
    rig.read({seat: value})
    read_all(rig)


def shown(rig: Rig, seat: int) -> bool:
    """Whether the card that the eye sees before this seat is taken for the one that is drawn."""
    card, sight = CardReading("bluffed-2-4", np.zeros((4, 2)), 1.0, True), sight_of(rig)
    ground = GroundReading((Role.SEAT, seat), 1, (card,), 0, ("bluffed-2-4",), None)
    before = len(rig.answers)
    rig.table.take(Seen(sight, CardsReading(rig.now, (ground,), final=True)), rig.now)
    read_all(rig)
    return len(rig.answers) > before


def test_a_reading_that_is_disputed_is_read_again_and_then_keyed_in() -> None:
    rig = opening()
    rig.lay(seat_1="one")
    rig.press(2, "b")
    rig.press(2, "o")
    assert rig.answers[-1] == "2 dispute"
    assert sight_of(rig).pack is Pack.VALUES
    rig.lay(seat_1="two")
    rig.press(3, "b")
    rig.press(3, "o")
    assert rig.answers[-1] == "3 dispute"
    assert rig.sight is None or isinstance(rig.sight[0], Sight), "a second time it is keyed in"
