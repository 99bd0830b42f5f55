"""Each ruling on trades, the dove, the variants and secrets of the cattle trade (K) as a claim of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import Match, told_to
from engine.errors import BadSetup, NotAsked, WrongAnswer
from engine.request import Compose, EnterCards, SeeCards
from tests.engine.cattle import (
    BLUFF,
    GONE,
    KUHHANDEL,
    STANDARD,
    asked,
    begun,
    choice,
    compose,
    for_sale,
    happened,
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

SUPER = {"trade": "super"}
ON_THE_TABLE = {"money": "table"}
both_editions = pytest.mark.parametrize("edition", [BLUFF, KUHHANDEL])
in_secret = pytest.mark.parametrize(("edition", "options"), [(BLUFF, SUPER), (KUHHANDEL, STANDARD)])


def known(match: Match, seat: int | None) -> str:
    """Everything that `seat` gets, as the text that would go over a wire."""
    return json.dumps([match.view(seat), told_to(match.events, seat)])


def cows(match: Match, seat: int) -> int:
    held: Any = shown(match, "animals")[str(seat)]
    return int(held.get("cow", 0))


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


# ---- the dove -------------------------------------------------------------------------------------------


def dove_due(own: dict[str, int], kind: str, *texts: str, **also: Any) -> Match:
    """Seat 1 has `own` sets and three of a kind; seat 2 gives the fourth up."""
    herds = {1: own | {kind: 3}, 2: {kind: 1}}
    trade = (f"1 turn trade:{kind}", "1 offer 10", "2 counter 0")
    return position(BLUFF, *trade, *texts, animals=herds, **also)


@pytest.mark.parametrize(("one", "other"), [("rooster", "goose"), ("dog", "cat"), ("goat", "sheep")])
def test_k25_who_unites_a_pair_of_sets_may_claim_the_dove(one: str, other: str) -> None:
    match = dove_due({one: 4}, other)
    assert request(match, "dove", 1).aside
    told(match, "1 dove")
    assert shown(match, "dove") == 1
    assert last(match, "dove") == {"seat": 1}
    assert shown(match, "scores")["1"]["dove"] == 500  # K-27


def test_k25_no_other_pair_earns_it_and_nobody_else_may_claim() -> None:
    assert "dove" not in asked(dove_due({"rooster": 4}, "cat"))
    match = dove_due({"rooster": 4}, "goose")
    assert refuses(match, "2 dove")
    assert "dove" not in asked(dove_due({"rooster": 4}, "goose", dove=3))
    assert "dove" not in asked(dove_due({"rooster": 4, "goose": 4}, "cow"))  # united before


def test_k25_the_occasion_is_gone_with_the_next_answer_of_who_is_on_turn() -> None:
    match = dove_due({"rooster": 4}, "goose", "2 turn auction")
    assert refuses(match, "1 dove")


def test_k25_the_box_is_silent_unless_the_house_wants_it_to_remind() -> None:
    match = dove_due({"rooster": 4}, "goose")
    assert happened(match, "dove-due") == 0
    assert all("dove" not in str(one) for one in (match.view(None)["waits"], match.view(2)["waits"]))
    match = dove_due({"rooster": 4}, "goose", options={"dove-reminder": "yes"})
    assert last(match, "dove-due") == {"seat": 1}


def test_k25_the_last_set_can_earn_it_too() -> None:
    herds = {1: {"rooster": 4, "goose": 3}, 2: {"goose": 1}}
    match = position(BLUFF, "1 turn trade:goose", "1 offer 10", "2 counter 0", animals=herds, deck=0)
    assert match.result is None
    assert asked(match) == {"score", "dove"}
    told(match, "1 dove", "2 score")
    assert match.result is not None
    assert match.result.score == {1: 550, 2: 0, 3: 0}


def test_k26_an_unclaimed_dove_waits_for_the_next_pair_also_of_the_same_seat() -> None:
    match = dove_due({"rooster": 4, "goose": 4, "cat": 4}, "dog")
    assert "dove" in asked(match, 1)


def test_an_auction_can_earn_the_dove_and_it_is_claimed_beside_what_is_asked() -> None:
    herds = {2: {"cat": 4, "dog": 3}}
    match = position(BLUFF, "1 turn auction", "table cards spot:dog", "2 bid 10", *GONE, animals=herds)
    told(match, "2 payment 10")
    assert "dove" not in asked(match)
    told(match, "1 right sell")
    assert asked(match) == {"turn", "dove"}
    told(match, "2 dove")
    assert asked(match) == {"turn"}


def test_kuhhandel_has_no_dove() -> None:
    herds = {1: {"cat": 4, "dog": 3}, 2: {"dog": 1}}
    match = position(KUHHANDEL, "1 turn trade:dog", "1 offer 10", "2 reply accept", animals=herds)
    assert "dove" not in asked(match)
    assert "dove" not in match.view(None)


# ---- the short and the fast game of 002 -----------------------------------------------------------------

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


# ---- money on the table ---------------------------------------------------------------------------------


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
