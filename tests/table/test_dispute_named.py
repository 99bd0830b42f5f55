"""A dispute says what it is about, whose throw or which card: to who is asked so, and to all who are told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import Setup
from tests.table.businesses import LATE, business
from tests.table.rig import Rig
from tests.table.test_cards import begun
from tests.table.test_cup import late
from tests.table.test_play import called
from tests.table.test_turned_up import drawing, opening

SEATS = (1, 2, 3)


def first_throw() -> Rig:
    rig = Rig(SEATS, Setup("liars-dice", SEATS))
    rig.read({1: "55555", 2: "22222", 3: "33333"})
    return rig


def verdict() -> Rig:
    rig = called()
    rig.read({1: "12345", 2: "33452", 3: "3*245"})
    return rig


def cup() -> Rig:
    rig = late()
    rig.read({1: "566"})
    return rig


def die() -> Rig:
    rig = Rig(SEATS, match=business(LATE, "full"))
    rig.say(1, "throw")
    rig.read({1: "4"})
    return rig


def card() -> Rig:
    rig = drawing()
    rig.lay(seat_1="yellow")
    return rig


def token() -> Rig:
    rig = opening()
    rig.lay(seat_1="two")
    return rig


def animal() -> Rig:
    rig = begun()
    rig.say(1, "turn", "auction")
    rig.lay(spot="horse")
    return rig


readings = pytest.mark.parametrize(
    ("read", "named"),
    [
        (first_throw, "The first throw"),
        (verdict, "6 x 3 called, 5 there"),
        (cup, "5 6 6 = 17"),
        (die, "Seat 1 throws 4"),
        (card, "Seat 1 draws:"),
        (token, ": 2 bundles"),
        (animal, "Seat 1 auctions: horse"),
    ],
)


@readings
def test_who_is_about_to_dispute_sees_what(read: Callable[[], Rig], named: str) -> None:
    rig = read()
    rig.press(2, "Oo")
    assert "# Dispute" in rig.text(2)
    assert named.lower() in rig.text(2).lower()


@readings
def test_all_are_told_which_reading_was_disputed_the_second_time_too(
    read: Callable[[], Rig], named: str
) -> None:
    rig = read()
    rig.choose(2, "dispute")
    assert all(named.lower() in rig.text(seat).lower() for seat in SEATS)
    assert all("Seat 2 disputes it" in rig.text(seat) for seat in SEATS)
    entries = rig.play.public()["account"]
    assert isinstance(entries, list)
    assert named.lower() in entries[-1]["text"].lower()


@readings
def test_what_may_not_be_disputed_any_more_is_not_named(read: Callable[[], Rig], named: str) -> None:
    del named
    rig = read()
    match = rig.play.match
    assert match.last_read
    rig.choose(2, "dispute")
    assert match.last_read == ()
