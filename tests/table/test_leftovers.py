"""What was sold and still lies in the middle, moved or not, is never taken for the next card."""

from __future__ import annotations

import pytest

from engine.kuhhandel.position import Opening
from firmware.table.play import NEWS_FOR
from firmware.table.stage import CardSight
from firmware.table.stroke import COMES_UP, RAISED, STROKE_EVERY
from tests.table.openings import LATE, SEATS, complete, match_from
from tests.table.rig import Rig
from vision.areas import Role

TWO_HORSES = Opening(
    turn=1,
    deck=3,
    animals={
        1: complete("rooster", "goose", "cat") | {"horse": 1},
        2: complete("dog", "sheep", "goat") | {"horse": 1, "cow": 1},
        3: complete("donkey", "pig") | {"cow": 2},
    },
    notes=LATE.notes,
    donkeys=4,
)
SAYS = "The last cards still lie here"


@pytest.fixture
def rig() -> Rig:
    """Seat 1 has got a horse for nothing, seat 2 has said that it turns up a card."""
    rig = Rig(SEATS, match=match_from(TWO_HORSES))
    rig.say(1, "turn", "auction")
    rig.lay(spot="horse")
    rig.wait(COMES_UP + 2 * STROKE_EVERY + 0.1)
    rig.say(2, "turn", "auction")
    rig.wait(NEWS_FOR)
    return rig


def turned_up(rig: Rig) -> list[str]:
    return [answer for answer in rig.answers if "spot:" in answer]


def looks_at(rig: Rig) -> set[int | None]:
    """Before whom is looked as well."""
    assert rig.sight is not None
    assert isinstance(rig.sight[0], CardSight)
    return {seat for role, seat in rig.sight[0].wanted if role is Role.ANIMALS}


def test_what_was_sold_and_lies_there_still_is_said_and_not_believed_however_often_it_is_seen(
    rig: Rig,
) -> None:
    for _ in range(5):
        rig.lay(spot="horse")
        assert turned_up(rig) == ["table cards spot:horse"]
        assert all(SAYS in rig.text(seat) for seat in SEATS)


def test_another_card_is_read_at_once(rig: Rig) -> None:
    rig.lay(spot="cow")
    assert turned_up(rig)[-1] == "table cards spot:cow"


def test_the_middle_seen_without_it_twice_another_of_its_kind_is_read(rig: Rig) -> None:
    rig.lay(spot="horse")
    rig.lay(final=False)
    rig.lay(final=False)
    rig.lay(spot="horse")
    assert turned_up(rig) == ["table cards spot:horse"] * 2


def test_a_card_that_one_look_has_missed_is_not_gone(rig: Rig) -> None:
    rig.lay(spot="horse")
    rig.lay(final=False)
    rig.lay(spot="horse")
    assert turned_up(rig) == ["table cards spot:horse"]


def test_another_of_its_kind_is_believed_when_all_the_others_lie_before_their_owners(rig: Rig) -> None:
    rig.lay(spot="horse")
    assert looks_at(rig) == {1, 2}, "where horses are on record"
    rig.lay(spot="horse", animals_1="horse", animals_2="horse cow")
    assert turned_up(rig) == ["table cards spot:horse"], "one of seat 1 may be that in the middle"
    rig.lay(spot="horse", animals_1="horse horse", animals_2="horse cow")
    assert turned_up(rig)[-1] == "table cards spot:horse"
    assert len(turned_up(rig)) == 2


def test_who_takes_the_turn_back_does_not_make_it_a_new_card(rig: Rig) -> None:
    rig.choose(2, "undo", "yes")
    rig.say(2, "turn", "auction")
    rig.wait(NEWS_FOR)
    rig.lay(spot="horse")
    assert turned_up(rig) == ["table cards spot:horse"]
    assert SAYS in rig.text(3)


def test_a_box_that_comes_on_again_does_not_take_it_for_a_new_card_either(rig: Rig) -> None:
    again = Rig(SEATS, match=rig.play.match)
    again.lay(spot="horse")
    assert turned_up(again) == ["table cards spot:horse"]
    assert SAYS in again.text(3)


def test_the_card_may_still_be_keyed_in_by_hand(rig: Rig) -> None:
    rig.lay(spot="horse")
    rig.choose(3, "enter", "spot:horse")
    rig.say(1, "agree", "yes")
    assert rig.answers[-2:] == ["3 enter spot:horse", "1 agree yes"]
    assert "bid 10" in rig.text(3)


def test_a_card_that_was_keyed_in_by_hand_does_not_keep_the_money_from_being_read() -> None:
    rig = Rig(SEATS, match=match_from(TWO_HORSES, options={"money": "table"}))
    rig.say(1, "turn", "auction")
    rig.lay(spot="horse")
    rig.wait(COMES_UP + 2 * STROKE_EVERY + 0.1)
    rig.say(2, "turn", "auction")
    rig.wait(NEWS_FOR)
    rig.lay(spot="horse")
    rig.choose(3, "enter", "spot:horse")
    rig.say(1, "agree", "yes")
    rig.say(3, "bid", "10")
    rig.wait(RAISED + 2 * STROKE_EVERY + 0.1)
    while "payment" not in {request.key for request in rig.play.match.open}:
        rig.say(2, "right", "sell")
    rig.say(3, "payment", "10")
    rig.lay(offer_3="10")
    assert rig.answers[-1] == "table cards 3:10"
