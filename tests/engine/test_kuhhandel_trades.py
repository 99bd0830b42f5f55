"""Each ruling on trades and on who may know what of them in the cattle trade (K) as a claim of its own."""

from __future__ import annotations

import pytest

from engine import told_to
from engine.errors import WrongAnswer
from tests.engine.cattle import (
    BLUFF,
    KUHHANDEL,
    STANDARD,
    asked,
    both_editions,
    compose,
    cows,
    happened,
    known,
    last,
    notes,
    position,
    refuses,
    shown,
    told,
    trading,
    you,
)

SUPER = {"trade": "super"}
in_secret = pytest.mark.parametrize(("edition", "options"), [(BLUFF, SUPER), (KUHHANDEL, STANDARD)])


# ---- the normal trade of 000 ----------------------------------------------------------------------------


def test_000_who_lays_less_sells_for_the_offer() -> None:
    match = trading(BLUFF, "1 offer 0 50", "2 counter 10")
    assert (cows(match, 1), cows(match, 2)) == (2, 0)
    assert notes(match, 1) == [0, 0, 10, 100]
    assert notes(match, 2) == [0, 0, 10, 50, 50, 100]


def test_000_the_higher_counter_buys_and_pays_itself() -> None:
    match = trading(BLUFF, "1 offer 0 10", "2 counter 0 50")
    assert (cows(match, 1), cows(match, 2)) == (0, 2)
    assert notes(match, 1) == [0, 0, 10, 50, 50, 100]
    assert notes(match, 2) == [0, 0, 10, 100]


def test_000_a_tie_is_the_proposers() -> None:
    match = trading(BLUFF, "1 offer 0 50", "2 counter 50")
    assert cows(match, 1) == 2
    assert notes(match, 2) == [0, 0, 10, 50, 50, 100]


def test_000_the_partner_must_counter() -> None:
    match = trading(BLUFF, "1 offer 10")
    assert asked(match) == {"counter"}
    assert refuses(match, "2 reply accept")


def test_k14_an_empty_pile() -> None:
    assert refuses(trading(BLUFF), "1 offer", WrongAnswer)
    assert refuses(trading(BLUFF, "1 offer 0"), "2 counter", WrongAnswer)
    for match in (
        trading(BLUFF, "1 offer", "2 counter", options=SUPER),
        trading(KUHHANDEL, "1 offer", "2 reply counter", "2 counter 10"),
        trading(KUHHANDEL, "1 offer", "2 reply accept"),
    ):
        assert happened(match, "traded") == 1


def test_k15_zeros_go_home_in_000_and_travel_in_002() -> None:
    match = trading(BLUFF, "1 offer 0 0 10", "2 counter 0")
    assert (notes(match, 1), notes(match, 2)) == ([0, 0, 50, 100], [0, 0, 10, 10, 50, 100])
    match = trading(KUHHANDEL, "1 offer 0 0 10", "2 reply counter", "2 counter 0")
    assert (notes(match, 1), notes(match, 2)) == ([0, 50, 100], [0, 0, 0, 10, 10, 50, 100])


def test_k15_the_house_may_send_zeros_home_in_002() -> None:
    home = {"zeros": "return"}
    match = trading(KUHHANDEL, "1 offer 0 0 10", "2 reply counter", "2 counter 0 50", options=home)
    assert (notes(match, 1), notes(match, 2)) == ([0, 0, 50, 50, 100], [0, 0, 10, 10, 100])
    match = trading(KUHHANDEL, "1 offer 0 10", "2 reply accept", options=home)
    assert (notes(match, 1), notes(match, 2)) == ([0, 0, 50, 100], [0, 0, 10, 10, 50, 100])


def test_k16_super_piles_change_hands_whole() -> None:
    match = trading(BLUFF, "1 offer 0 100", "2 counter 0 0 50", options=SUPER)
    assert cows(match, 1) == 2
    assert (notes(match, 1), notes(match, 2)) == ([0, 0, 0, 10, 50, 50], [0, 10, 100, 100])


def test_k16_a_super_tie_is_the_proposers_and_the_piles_stay_changed() -> None:
    match = trading(BLUFF, "1 offer 0 50", "2 counter 50", options=SUPER)
    assert cows(match, 1) == 2
    assert (notes(match, 1), notes(match, 2)) == ([0, 10, 50, 100], [0, 0, 0, 10, 50, 100])


# ---- the trade of 002 -----------------------------------------------------------------------------------


def test_002_accepting_sells_for_whatever_lies_there() -> None:
    match = trading(KUHHANDEL, "1 offer 0 0", "2 reply accept")
    assert (cows(match, 1), cows(match, 2)) == (2, 0)
    assert notes(match, 2) == [0, 0, 0, 0, 10, 50, 100]


@pytest.mark.parametrize(("counter", "winner"), [("10", 1), ("100", 2)])
def test_002_the_higher_pile_wins_and_both_keep_what_they_received(counter: str, winner: int) -> None:
    match = trading(KUHHANDEL, "1 offer 50", "2 reply counter", f"2 counter {counter}")
    assert cows(match, winner) == 2
    assert notes(match, 1) == sorted([0, 0, 10, 100, int(counter)])


def test_k17_after_a_tie_the_proposer_offers_anew_out_of_his_new_hand() -> None:
    match = trading(KUHHANDEL, "1 offer 50", "2 reply counter", "2 counter 0 50", a=[50], b=[0, 50])
    assert last(match, "tied") == {"round": 1}
    assert compose(match, "offer").stock == (0, 50)
    assert shown(match, "trade") == {
        "by": 1,
        "partner": 2,
        "animal": "cow",
        "size": 1,
        "round": 2,
        "offer": None,
        "counter": None,
    }
    told(match, "1 offer 0", "2 reply accept")
    assert cows(match, 1) == 2


def test_k18_a_second_tie_is_the_proposers_without_further_payment() -> None:
    match = trading(KUHHANDEL, "1 offer 10", "2 reply counter", "2 counter 10")
    told(match, "1 offer 50", "2 reply counter", "2 counter 0 50")
    assert cows(match, 1) == 2
    assert (notes(match, 1), notes(match, 2)) == ([0, 0, 0, 10, 50, 100], [0, 10, 50, 100])


@both_editions
@pytest.mark.parametrize(("held", "size"), [((1, 1), 1), ((1, 3), 1), ((2, 1), 1), ((2, 2), 2)])
def test_k19_a_pair_for_a_pair_else_one(edition: str, held: tuple[int, int], size: int) -> None:
    match = trading(edition, "1 offer 50", cows=held)
    assert last(match, "trade")["size"] == size
    told(match, *(["2 counter 10"] if edition == BLUFF else ["2 reply accept"]))
    assert (cows(match, 1), cows(match, 2)) == (held[0] + size, held[1] - size)
    assert happened(match, "set") == (sum(held) == 4 and held[1] == size)


@both_editions
def test_k36_k37_any_notes_any_number_and_the_animal_is_named_first(edition: str) -> None:
    match = trading(edition)
    assert last(match, "trade")["animal"] == "cow"
    told(match, "1 offer 0 0 10 50 100")
    assert shown(match, "trade")["offer"] == 5


@both_editions
def test_a_pile_holds_what_its_owner_has(edition: str) -> None:
    match = trading(edition, a=[0, 10])
    for said in ("500", "10 10", "0 0"):
        assert refuses(match, f"1 offer {said}", WrongAnswer)


# ---- who may know what ----------------------------------------------------------------------------------

CANARY = 7919  # a note that nobody else has


@both_editions
def test_k34_of_anothers_money_nothing_is_seen(edition: str) -> None:
    poor, rich = (position(edition, notes={2: held}) for held in ([], [0, 0, 10, 500, CANARY]))
    for seat in (None, 1, 3):
        assert poor.view(seat) == rich.view(seat)
    assert you(rich, 2)["total"] == 510 + CANARY


@both_editions
def test_of_a_pile_others_see_the_number_of_notes_alone(edition: str) -> None:
    match = trading(edition, f"1 offer 0 {CANARY}", a=[0, CANARY])
    assert you(match, 1)["offer"] == (0, CANARY)
    assert shown(match, "trade")["offer"] == 2
    for seat in (None, 2, 3):
        assert str(CANARY) not in known(match, seat)
    assert str(CANARY) not in repr([match.open, match.events, match.journal])


def test_k35_in_000_both_amounts_are_announced() -> None:
    match = trading(BLUFF, "1 offer 0 10", "2 counter 50")
    assert {"key": "piles", "by": 1, "partner": 2, "offer": (0, 10), "counter": (50,)} in told_to(
        match.events, None
    )


@in_secret
def test_k35_else_only_the_two_learn_the_piles(edition: str, options: dict[str, str]) -> None:
    reply = ["2 reply counter"] if edition == KUHHANDEL else []
    match = trading(
        edition,
        f"1 offer {CANARY}",
        *reply,
        f"2 counter {CANARY + 1}",
        a=[CANARY],
        b=[CANARY + 1],
        options=options,
    )
    for party in (1, 2):
        assert (you(match, party)["offer"], you(match, party)["counter"]) == ((CANARY,), (CANARY + 1,))
    for seat in (None, 3):
        assert str(CANARY) not in known(match, seat)
        assert str(CANARY + 1) not in known(match, seat)
    assert last(match, "traded") == {"animal": "cow", "size": 1, "to": 2, "of": 1}
    assert all(match.needs_vote(seat) for seat in (1, 2, 3))


def test_k35_who_accepts_learns_what_he_sold_for_and_nobody_else() -> None:
    match = trading(KUHHANDEL, f"1 offer {CANARY}", "2 reply accept", a=[CANARY])
    assert last(match, "piles")["offer"] == (CANARY,)
    assert last(match, "piles")["counter"] is None
    assert str(CANARY) in known(match, 2)
    for seat in (None, 3):
        assert str(CANARY) not in known(match, seat)


@both_editions
def test_the_result_of_a_trade_does_not_stay_for_others_to_see(edition: str) -> None:
    match = trading(edition, "1 offer 10")
    told(match, *(["2 counter 0"] if edition == BLUFF else ["2 reply accept"]))
    assert shown(match, "trade") is None
