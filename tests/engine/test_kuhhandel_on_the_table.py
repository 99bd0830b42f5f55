"""Money that lies on the table: how it is read or counted, and what moves money at all (K-42)."""

from __future__ import annotations

import pytest

from engine.errors import NotAsked
from engine.request import Compose, EnterCards, SeeCards
from tests.engine.cattle import (
    BLUFF,
    GONE,
    KUHHANDEL,
    ON_THE_TABLE,
    asked,
    both_editions,
    choice,
    cows,
    for_sale,
    happened,
    known,
    last,
    notes,
    position,
    refuses,
    request,
    shown,
    step,
    told,
    trading,
    you,
)


def test_on_the_table_a_payment_is_read_and_if_alike_it_counts() -> None:
    match = for_sale(BLUFF, "2 bid 20", *GONE, "2 payment 50", notes={2: [10, 50]}, options=ON_THE_TABLE)
    see = request(match, "cards")
    assert isinstance(see, SeeCards)
    assert see.wanted == {"2": 1}
    assert see.faces == {"0": 10, "10": 25, "50": 5, "100": 5, "200": 5, "500": 5}
    told(match, "table cards 2:50")
    assert notes(match, 2) == [10]
    assert happened(match, "differs") == 0


def test_on_the_table_a_difference_is_keyed_anew_and_confirmed_by_another() -> None:
    match = for_sale(BLUFF, "2 bid 20", *GONE, "2 payment 50", notes={2: [50, 100]}, options=ON_THE_TABLE)
    told(match, "table cards 2:100")
    assert last(match, "differs") == {"seat": 2}
    assert notes(match, 2) == [50, 100]  # nothing has been decided
    anew = request(match, "anew", 2)
    assert isinstance(anew, Compose)
    assert (anew.stock, anew.least, anew.proposal) == ((50, 100), 20, (50,))
    told(match, "2 anew 100")
    assert shown(match, "entered") == {"by": 2, "cards": {"2": ("100",)}}
    assert refuses(match, "2 agree yes")
    told(match, "3 agree no")
    assert asked(match) == {"anew"}
    told(match, "2 anew 100", "3 agree yes")
    assert last(match, "paid")["notes"] == (100,)
    assert notes(match, 2) == [50]


def test_on_the_table_a_wrong_number_of_notes_is_keyed_anew_before_it_is_read() -> None:
    match = for_sale(BLUFF, "2 bid 20", *GONE, "2 payment 50", notes={2: [10, 50]}, options=ON_THE_TABLE)
    assert request(match, "anew", 2).aside
    told(match, "2 anew 10 50", "1 agree yes")
    assert last(match, "paid")["notes"] == (10, 50)


def test_on_the_table_both_piles_of_a_normal_trade_are_read() -> None:
    match = trading(BLUFF, "1 offer 0 10", "2 counter 50", options=ON_THE_TABLE)
    assert happened(match, "piles") == 0
    see = request(match, "cards")
    assert isinstance(see, SeeCards)
    assert see.wanted == {"1": 2, "2": 1}
    told(match, "3 enter 1:10,0", "2 agree yes")
    assert {type(one) for one in match.open} == {SeeCards, EnterCards, Compose}
    told(match, "table cards 2:50")
    assert last(match, "piles")["offer"] == (0, 10)
    assert cows(match, 2) == 2


def test_on_the_table_a_reading_of_piles_can_be_disputed() -> None:
    match = trading(BLUFF, "1 offer 0 10", "2 counter 50", "table cards 1:0,10 2:50", options=ON_THE_TABLE)
    assert happened(match, "traded") == 1
    told(match, "3 dispute")
    assert happened(match, "traded") == 0
    assert "cards" in asked(match)


def test_on_the_table_who_received_a_pile_in_secret_counts_it() -> None:
    match = trading(KUHHANDEL, "1 offer 0 100", "2 reply counter", "2 counter 50", options=ON_THE_TABLE)
    assert {(one.by, one.key) for one in match.open} == {(1, "counted"), (2, "counted")}
    assert happened(match, "traded") == 0
    assert you(match, 2)["offer"] == (0, 100)
    told(match, "2 counted no")
    assert last(match, "differs") == {"seat": 1}
    told(match, "1 anew 0 10", "1 counted yes")
    assert you(match, 2)["offer"] == (0, 10)
    for seat in (None, 3):
        assert "piles" not in known(match, seat)
    told(match, "2 counted yes")
    assert cows(match, 2) == 2
    assert notes(match, 1) == [0, 50, 50, 100]


def test_on_the_table_who_accepts_counts_what_he_received() -> None:
    match = trading(KUHHANDEL, "1 offer 10", "2 reply accept", options=ON_THE_TABLE)
    assert {(one.by, one.key) for one in match.open} == {(2, "counted")}
    with pytest.raises(NotAsked):
        told(match, "1 counted yes")
    told(match, "2 counted yes")
    assert cows(match, 1) == 2


@both_editions
def test_on_the_pods_no_note_is_read(edition: str) -> None:
    match = for_sale(edition, "2 bid 10", *GONE)
    told(match, *(["2 payment 10"] if edition == BLUFF else ["1 right sell", "2 payment 10"]))
    assert "cards" not in asked(match)


@both_editions
def test_k42_nothing_else_moves_money_or_animals(edition: str) -> None:
    """Between turns nobody is asked for more than the turn."""
    match = position(edition, animals={1: {"cow": 1}, 2: {"cow": 1}})
    assert asked(match) == {"turn"}
    assert choice(match, "turn") == ("auction", "trade:cow")
    told(match, "1 turn auction", "table cards spot:pig")
    assert {one.key for one in match.open} == {"bid", "count"}
    assert step(match, 2).ladder.lowest == "10"


def test_all_together_go_back_to_a_pile_that_was_called_right_and_was_not() -> None:
    """The notes in hand are others than the ledger's then, and it takes none that it does not know."""
    match = trading(
        KUHHANDEL,
        "1 offer 10",
        "2 reply counter",
        "2 counter 50",
        "1 counted yes",
        "2 counted yes",
        a=(10, 100),
        b=(50,),
        options=ON_THE_TABLE,
    )
    assert not [one for one in match.open if one.key == "counted"]
    for _ in range(2):
        told(match, *(f"{seat} undo yes" for seat in (1, 2, 3)))
    assert {(one.by, one.key) for one in match.open} == {(1, "counted"), (2, "counted")}
    told(match, "2 counted no", "1 anew 100", "2 counted yes", "1 counted yes")
    assert notes(match, 1) == [10, 50]
    assert notes(match, 2) == [100]
