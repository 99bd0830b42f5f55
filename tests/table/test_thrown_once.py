"""A throw is read once: not before it was thrown, nor again after a tie; anew only where it is disputed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine import Answer, Match, Setup
from firmware.box import Box
from firmware.eye import Seen
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from firmware.table.play import NEWS_FOR
from firmware.table.stage import Sight
from tests.table.headless import Headless, play_of, settings
from tests.table.rig import Rig
from vision.reading import Die, Place, Value
from vision.seats import SeatReading, TableReading

SEATS = (1, 2, 3)
TIE = {1: "55555", 2: "55555", 3: "11111"}


def lies(rig: Rig, hands: Mapping[int, str], moved: float = 0.0) -> None:
    """The eye is sure of these dice, which lie side by side; `moved`: so many millimetres from where they
    lay in the beginning."""
    rig.wait(0.5)
    assert rig.sight is not None, "the eye is not asked anything"
    sight = rig.sight[0]
    assert isinstance(sight, Sight)
    seats = []
    for seat, wanted in sight.wanted.items():
        values = tuple(Value.STAR if face == "*" else Value(face) for face in hands[seat])
        dice = tuple(
            Die(value, 0.0, 0.0, 25.0, 1.0, True, None, Place(30.0 * n + moved, 100.0 * seat))
            for n, value in enumerate(values)
        )
        seats.append(SeatReading(seat, wanted, wanted, dice, values, None))
    rig.table.take(Seen(sight, TableReading(rig.now, tuple(seats), final=True)), rig.now)


def thrown(rig: Rig, key: str) -> int:
    return sum(event.key == key for event in rig.play.match.events)


def all_read(rig: Rig) -> None:
    for seat in SEATS:
        while rig.desk(seat).news:
            rig.press(seat, "o")


# ---- a press before the throw --------------------------------------------------------------------------


def to_throw_again(journal: Journal | None = None) -> Rig:
    """Seat 1 has claimed a company unseen and throws again, with the die before it as it was read."""
    said = ("1 throw", "table dice 1:6", "2 throw", "table dice 2:1", "3 throw", "table dice 3:1")
    setup = Setup("biz-bluff", SEATS, {"way": "light"})
    rig = Rig(SEATS, match=Match.replayed(setup, map(Answer.from_text, said)), journal=journal)
    rig.say(1, "throw")
    rig.wait(NEWS_FOR)
    lies(rig, {1: "5"})
    for key, choice in (("reached", "company"), ("company", "Y2"), ("deed", "claim")):
        rig.say(1, key, choice)
    all_read(rig)
    return rig


def test_a_press_before_the_throw_does_not_have_the_last_throw_read_again() -> None:
    rig = to_throw_again()
    before = thrown(rig, "thrown")
    rig.say(1, "throw")
    for nudge in (0.0, 1.0, -1.0, 0.5):  # the eye is not exact
        lies(rig, {1: "5"}, moved=nudge)
        assert thrown(rig, "thrown") == before
        assert "Still the last throw: throw now" in rig.text(1)
    assert rig.play.asked().sort_out == (), "there is nothing to straighten"
    lies(rig, {1: "5"}, moved=25.0)
    assert thrown(rig, "thrown") == before + 1, "the same number, thrown anew"


@pytest.mark.parametrize("face", "12346")
def test_another_number_is_another_throw_wherever_it_lies(face: str) -> None:
    rig = to_throw_again()
    before = thrown(rig, "thrown")
    rig.say(1, "throw")
    lies(rig, {1: face})
    assert thrown(rig, "thrown") == before + 1


def test_a_throw_that_is_disputed_is_read_as_it_lies() -> None:
    rig = to_throw_again()
    rig.say(1, "throw")
    lies(rig, {1: "3"}, moved=40.0)
    assert rig.answers[-1] == "table dice 1:3"
    rig.choose(2, "dispute")
    lies(rig, {1: "3"}, moved=40.0)
    assert rig.answers[-2:] == ["2 dispute", "table dice 1:3"]


def test_on_the_simulated_table_who_presses_before_he_throws_throws_then() -> None:
    clock = VirtualClock()
    box = Box(settings(3, 4), clock=clock, sleep=clock.sleep, journal=Journal(None), pace=0.4)
    rehearsal = Headless(box, clock)
    box.table.stage = box.evening.begin(Setup("biz-bluff", SEATS, {"way": "light"}))
    for seat in SEATS:
        before = box.host.world.to_data()["draws"].get(str(seat), 0)
        play = play_of(box)
        assert play is not None
        play._answer(Answer(seat, "throw"))  # at once
        while sum(event.key == "thrown" for event in play.match.events) < seat:
            rehearsal.step()
        assert box.host.world.to_data()["draws"].get(str(seat), 0) > before, "he has thrown since"
    box.stop()


# ---- a tie for the start -------------------------------------------------------------------------------


def tied(journal: Journal | None = None) -> Rig:
    rig = Rig(SEATS, Setup("liars-dice", SEATS), journal=journal)
    lies(rig, TIE)
    assert thrown(rig, "first-throw") == 1
    return rig


def test_dice_that_were_tied_are_not_read_again_before_they_are_thrown_again() -> None:
    rig = tied()
    assert rig.sight is None, "until all have read it they may be disputed, and lie"
    assert rig.play.asked().throw_open == ()
    rig.wait(NEWS_FOR)
    assert rig.play.asked().throw_open == (1, 2)
    for _ in range(3):
        lies(rig, TIE)
        assert thrown(rig, "first-throw") == 1
        assert "Still the last throw: throw now" in rig.text(2)
    lies(rig, {1: "11111", 2: "22222"}, moved=15.0)
    assert thrown(rig, "starts") == 1


def test_a_tie_may_be_disputed_until_all_have_read_it_and_the_same_dice_are_read_again() -> None:
    rig = tied()
    rig.choose(3, "dispute")
    assert rig.play.asked().throw_open == (), "they lie as they lay"
    lies(rig, TIE | {2: "55554"})
    assert [str(event.values["seat"]) for event in rig.play.match.events if event.key == "starts"] == ["1"]


def test_a_tie_that_all_have_read_is_not_disputed_any_more() -> None:
    rig = tied()
    all_read(rig)
    rig.press(3, "O")
    assert "Dispute" not in rig.text(3)


def test_a_tie_that_is_read_as_one_again_is_thrown_again() -> None:
    rig = tied()
    rig.choose(3, "dispute")
    lies(rig, TIE)
    assert thrown(rig, "first-throw") == 1
    rig.wait(NEWS_FOR)
    assert rig.play.asked().throw_open == (1, 2)
    lies(rig, {1: "55555", 2: "22222"}, moved=15.0)
    assert thrown(rig, "starts") == 1


@pytest.mark.parametrize("first", [TIE, {1: "55555", 2: "22222", 3: "11111"}], ids=["a tie", "no tie"])
def test_in_a_disputed_first_throw_the_box_may_be_switched_off(first: Mapping[int, str]) -> None:
    journal = Journal(None)
    rig = Rig(SEATS, Setup("liars-dice", SEATS), journal=journal)
    lies(rig, first)
    rig.choose(2, "dispute")
    again = Rig(SEATS, journal=journal, away=1.0)
    assert again.answers == rig.answers
    assert again.sight is not None
    assert again.sight[0].wanted == dict.fromkeys(SEATS, 5), "all that was read is read again"
    assert again.play.asked() == rig.play.asked()
    assert again.play.asked().throw_open == (), "it lies as it lay"
    lies(again, first)
    assert thrown(again, "first-throw") == 1
    again.choose(1, "dispute")
    later = Rig(SEATS, journal=journal, away=1.0)
    assert later.sight is None, "a second time people key it in"
    assert "Key the dice in" in later.text(1)
