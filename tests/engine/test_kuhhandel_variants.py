"""The short and the fast game of 002 (K-30, K-31, K-40), and that no edition takes a variant of the other."""

from __future__ import annotations

import pytest

from engine.errors import BadSetup, WrongAnswer
from engine.request import SeeCards
from tests.engine.cattle import (
    BLUFF,
    GONE,
    KUHHANDEL,
    begun,
    last,
    notes,
    position,
    refuses,
    request,
    shown,
    told,
)

DEALT = "table cards 1:donkey,cow,donkey,pig 2:horse,horse,horse,horse 3:cow,cow,cat,goose"


def test_k30_the_short_game_begins_with_four_animals_each() -> None:
    match = begun(KUHHANDEL, "1 starts 2", options={"short": "yes"})
    told(match, DEALT)
    assert shown(match, "deck") == 28
    assert shown(match, "animals")["1"] == {"donkey": 2, "pig": 1, "cow": 1}
    assert [event.values for event in match.events if event.key == "donkey"] == [
        {"number": 1, "each": 50},
        {"number": 2, "each": 100},
    ]
    assert notes(match, 3) == [0, 0, 10, 10, 10, 10, 50, 50, 100]
    assert shown(match, "sets")["2"] == ("horse",)
    assert shown(match, "turn") == 2
    told(match, "2 turn auction", "table cards spot:donkey")
    assert last(match, "donkey") == {"number": 3, "each": 200}


def test_k30_a_deal_may_come_seat_by_seat_and_be_disputed() -> None:
    match = begun(KUHHANDEL, "1 starts 1", "table cards 2:cow,cow,cow,pig", options={"short": "yes"})
    assert refuses(match, "table cards 1:cow,cow,pig,pig", WrongAnswer)
    told(match, "table cards 1:cow,dog,pig,pig", "table cards 3:goat,goat,goat,goat", "1 dispute")
    see = request(match, "cards")
    assert isinstance(see, SeeCards)
    assert see.wanted == {"1": 4, "2": 4, "3": 4}


def test_k31_the_fast_game_sells_two_at_a_time() -> None:
    fast = {"fast": "yes"}
    match = position(KUHHANDEL, "1 turn auction", options=fast, notes={1: [], 2: [10]})
    assert refuses(match, "table cards spot:cow", WrongAnswer)
    told(match, "table cards spot:donkey,donkey")
    assert [event.values["each"] for event in match.events if event.key == "donkey"] == [50, 100]
    assert shown(match, "deck") == 8
    told(match, "2 bid 20", *GONE, "1 right buy", "1 payment 50")
    assert shown(match, "animals")["1"] == {"donkey": 2}
    told(match, "2 turn auction", "table cards spot:pig,cat", *GONE)
    assert last(match, "sold") == {"animals": ("pig", "cat"), "to": 2, "by": 2, "price": 0}


def test_k40_short_and_fast_go_together() -> None:
    match = begun(KUHHANDEL, "1 starts 1", DEALT, options={"short": "yes", "fast": "yes"})
    turn = 1
    while shown(match, "deck"):
        assert shown(match, "deck") % 2 == 0
        told(match, f"{turn} turn auction")
        see = request(match, "cards")
        assert isinstance(see, SeeCards)
        lot = [kind for kind, count in see.faces.items() for _ in range(count)][:2]
        told(match, f"table cards spot:{','.join(lot)}", *GONE)
        turn = turn % 3 + 1
    assert shown(match, "donkeys") == 4


def test_the_variants_belong_to_their_editions() -> None:
    for edition, option in ((BLUFF, {"fast": "yes"}), (KUHHANDEL, {"trade": "super"})):
        with pytest.raises(BadSetup, match="has no option"):
            begun(edition, options=option)
