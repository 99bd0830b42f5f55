"""Each ruling on auctions, money and turns of the cattle trade (K, G) as a claim of its own."""

from __future__ import annotations

import pytest

from engine import Match, Setup
from engine.errors import BadSetup, WrongAnswer
from engine.kuhhandel.money import cheapest
from tests.engine.cattle import (
    BLUFF,
    GONE,
    KUHHANDEL,
    asked,
    begun,
    both_editions,
    choice,
    compose,
    countdown,
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
)
from tests.engine.play import snapshot

ALL_SETS = ("rooster", "goose", "cat", "dog", "sheep", "goat", "donkey", "pig", "cow", "horse")


@both_editions
def test_g02_three_to_five_play(edition: str) -> None:
    for count in (3, 4, 5):
        assert Match(Setup(edition, tuple(range(1, count + 1)))).open
    for count in (2, 6):
        with pytest.raises(BadSetup):
            Match(Setup(edition, tuple(range(1, count + 1))))


@both_editions
def test_g03_all_may_end_it_and_sets_count_as_they_lie(edition: str) -> None:
    match = position(edition, animals={1: {"horse": 3}, 2: {"rooster": 4, "goose": 4}})
    told(match, "1 end yes", "2 end yes", "3 end yes")
    assert match.result is not None
    assert match.result.by_vote
    assert match.result.winners == (2,)
    assert match.result.score == {1: 0, 2: 50 if edition == BLUFF else 100, 3: 0}


@both_editions
def test_g04_a_card_read_wrong_is_read_again_also_while_the_count_runs(edition: str) -> None:
    match = for_sale(edition, "clock count", "2 dispute")
    assert shown(match, "auction") is None
    told(match, "table cards spot:pig")
    assert shown(match, "auction")["animals"] == ("pig",)


@both_editions
def test_g04_a_card_is_entered_by_hand_and_confirmed_by_another(edition: str) -> None:
    match = position(edition, "1 turn auction", "3 enter spot:cat")
    assert shown(match, "entered") == {"by": 3, "cards": {"spot": ("cat",)}}
    assert refuses(match, "3 agree yes")
    told(match, "1 agree yes")
    assert shown(match, "auction")["animals"] == ("cat",)


@both_editions
def test_g04_a_fifth_of_a_kind_cannot_come(edition: str) -> None:
    match = position(edition, "1 turn auction", animals={1: {"cow": 3}, 2: {"cow": 1}})
    assert refuses(match, "table cards spot:cow", WrongAnswer)
    assert refuses(match, "2 enter spot:cow", WrongAnswer)


def test_g05_after_a_payment_taking_back_needs_everybody() -> None:
    match = for_sale(KUHHANDEL, "2 bid 10", *GONE, "1 right sell", "2 payment 10")
    assert all(match.needs_vote(seat) for seat in (1, 2, 3))


@both_editions
def test_g05_a_bid_is_taken_back_alone_while_it_is_counted_and_by_all_once_it_is_gone(edition: str) -> None:
    match = for_sale(edition, "2 bid 10", *GONE[:2])
    assert not match.needs_vote(2)
    told(match, "clock count")
    assert all(match.needs_vote(seat) for seat in (1, 2, 3))


@both_editions
def test_g06_the_turn_goes_to_the_left(edition: str) -> None:
    match = for_sale(edition, *GONE)
    assert shown(match, "turn") == 2
    told(match, "2 turn auction", "table cards spot:cat", *GONE)
    told(match, "3 turn auction", "table cards spot:cat", *GONE)
    assert shown(match, "turn") == 1


def test_k01_what_a_set_is_worth() -> None:
    """One owner has all: his sum is that of the printed values, 3850 in all."""
    match = position(BLUFF, deck=0, animals={1: dict.fromkeys(ALL_SETS, 4)}, dove=2)
    steps = shown(match, "scores")["1"]
    assert tuple(steps["sets"].values()) == (10, 40, 90, 160, 250, 350, 500, 650, 800, 1000)
    assert steps["sum"] == 3850


@both_editions
def test_k02_the_players_choose_who_starts(edition: str) -> None:
    match = begun(edition)
    assert {one.by for one in match.open} == {1, 2, 3}
    told(match, "2 starts 3")
    assert asked(match, 3) == {"turn"}


@both_editions
def test_k03_bids_go_by_tens_or_by_ones(edition: str) -> None:
    match = for_sale(edition)
    assert refuses(match, "2 bid 0", WrongAnswer)
    assert refuses(match, "2 bid 15", WrongAnswer)
    told(match, "2 bid 10")
    assert step(match, 3).ladder.lowest == "20"
    match = for_sale(edition, "2 bid 15", options={"bid-step": "1"})
    assert step(match, 3).ladder.lowest == "16"


@both_editions
def test_k04_a_bid_above_ones_means_is_taken_like_any(edition: str) -> None:
    poor = for_sale(edition, notes={2: [10]})
    rich = for_sale(edition, notes={2: [500, 500]})
    for match in (poor, rich):
        told(match, "2 bid 900", "clock count", "clock count")
    assert poor.view(None) == rich.view(None)
    assert step(poor, 2) == step(rich, 2)


@both_editions
def test_k05_the_first_press_holds_and_a_raise_is_higher(edition: str) -> None:
    match = for_sale(edition, "2 bid 30")
    assert refuses(match, "3 bid 30", WrongAnswer)
    assert shown(match, "auction")["by"] == 2


def test_k06_who_counts_to_three() -> None:
    assert countdown(for_sale(BLUFF, "2 bid 30")).who == 2
    assert countdown(for_sale(KUHHANDEL, "2 bid 30")).who == 1
    for edition in (BLUFF, KUHHANDEL):
        assert countdown(for_sale(edition)).who == 1


@both_editions
def test_k06_a_higher_bid_cancels_the_count(edition: str) -> None:
    match = for_sale(edition, "2 bid 30", "clock count", "clock count")
    assert countdown(match).step == 3
    told(match, "3 bid 40")
    assert countdown(match).step == 1
    assert last(match, "strike") == {
        "step": 2,
        "by": 2 if edition == BLUFF else 1,
        "amount": 30,
        "animals": ("goose",),
    }


@pytest.mark.parametrize(
    "before",
    [
        ("clock count", "clock count"),  # the animal
        ("2 bid 30", "clock count", "clock count"),
        ("2 bid 30", "clock count", "2 insolvent", "clock count"),
    ],
)
@both_editions
def test_k06_a_bid_that_is_taken_back_has_cancelled_the_count_all_the_same(
    edition: str, before: tuple[str, ...]
) -> None:
    match = for_sale(edition, *before, "3 bid 60", "clock count", notes={2: [50]})
    there = snapshot(match)
    told(match, "3 undo yes")
    assert countdown(match).step == 1
    assert shown(match, "auction")["counted"] == 0
    assert shown(match, "auction")["high"] == (30 if "2 bid 30" in before else None)
    told(match, "3 redo")
    assert snapshot(match) == there
    told(match, "3 undo yes", "3 bid 40", *GONE)
    assert last(match, "knocked-down") == {"to": 3, "amount": 40}


@both_editions
def test_what_was_counted_to_the_end_stays_so_when_a_later_turn_is_taken_back(edition: str) -> None:
    match = for_sale(edition, *GONE, "2 turn auction", "2 undo yes")
    assert shown(match, "animals")["1"] == {"goose": 1}
    assert shown(match, "turn") == 2


@both_editions
def test_k07_a_bid_while_nobody_bid_opens_the_bidding(edition: str) -> None:
    match = for_sale(edition, "clock count", "clock count", "2 bid 10")
    assert countdown(match).step == 1
    told(match, "3 bid 20", *GONE)
    if edition == BLUFF:
        told(match, "3 payment 10 10")
    assert choice(match, "right") == ("sell", "buy")


@both_editions
def test_k07_nobody_bids_and_the_seller_has_it_free(edition: str) -> None:
    match = for_sale(edition, *GONE)
    assert last(match, "sold") == {"animals": ("goose",), "to": 1, "by": 1, "price": 0}
    assert shown(match, "animals")["1"] == {"goose": 1}


@both_editions
def test_the_seller_never_bids(edition: str) -> None:
    assert refuses(for_sale(edition), "1 bid 10")


def test_k08_in_000_the_bidder_pays_before_the_seller_decides() -> None:
    match = for_sale(BLUFF, "2 bid 30", *GONE)
    assert asked(match) == {"payment"}
    told(match, "2 payment 10 10 10")
    assert asked(match) == {"right"}


def test_k08_in_002_the_seller_decides_and_only_who_gets_the_animal_pays() -> None:
    match = for_sale(KUHHANDEL, "2 bid 60", *GONE, notes={1: [10, 50], 2: []})
    assert asked(match) == {"right"}
    told(match, "1 right buy", "1 payment 10 50")
    # He could not have paid himself, and has earned money.
    assert notes(match, 2) == [10, 50]
    assert shown(match, "animals")["1"] == {"goose": 1}


def test_k09_in_000_the_very_notes_come_back_and_the_bid_is_added_once() -> None:
    match = for_sale(BLUFF, "2 bid 60", *GONE, notes={1: [10, 50], 2: [100]})
    told(match, "2 payment 100", "1 right buy", "1 payment 10 50")
    assert (notes(match, 1), notes(match, 2)) == ([], [10, 50, 100])
    assert last(match, "returned") == {"by": 1, "to": 2, "notes": (100,)}
    assert shown(match, "animals")["1"] == {"goose": 1}


def test_k10_in_000_the_seller_buys_back_out_of_what_he_had() -> None:
    match = for_sale(BLUFF, "2 bid 50", *GONE, "2 payment 50", "1 right buy", notes={1: [100], 2: [50]})
    assert compose(match, "payment").stock == (100,)
    match = for_sale(BLUFF, "2 bid 50", *GONE, "2 payment 50", notes={1: [10], 2: [50]})
    assert choice(match, "right") == ("sell",)


@both_editions
def test_k11_the_right_of_who_cannot_pay_lapses_and_nobody_sees_it(edition: str) -> None:
    poor = for_sale(edition, "2 bid 60", *GONE, notes={1: [50], 2: [100]})
    rich = for_sale(edition, "2 bid 60", *GONE, notes={1: [200], 2: [100]})
    for match in (poor, rich):
        if edition == BLUFF:
            told(match, "2 payment 100")
    assert refuses(poor, "1 right buy", WrongAnswer)
    assert choice(rich, "right") == ("sell", "buy")
    for seat in (None, 2, 3):
        assert poor.view(seat) == rich.view(seat)


@both_editions
def test_k11_when_the_auction_starts_again_the_right_is_there_again(edition: str) -> None:
    match = for_sale(edition, "2 bid 60", *GONE, notes={1: [50], 2: [], 3: [50]})
    if edition == KUHHANDEL:
        told(match, "1 right sell")
    told(match, "3 bid 50", *GONE)
    if edition == BLUFF:
        told(match, "3 payment 50")
    assert choice(match, "right") == ("sell", "buy")


@both_editions
def test_k12_after_an_insolvency_the_others_bid_again(edition: str) -> None:
    match = for_sale(edition, "2 bid 60", *GONE, notes={2: [0, 10, 10]})
    if edition == KUHHANDEL:
        told(match, "1 right sell")
    assert last(match, "insolvent") == {"seat": 2, "notes": (0, 10, 10), "amount": 60, "covers": False}
    assert last(match, "again") == {"out": (2,)}
    assert refuses(match, "2 bid 70")
    assert countdown(match).step == 1
    assert shown(match, "auction") | {"animals": ("goose",), "seller": 1, "high": None, "out": (2,)} == shown(
        match, "auction"
    )


@both_editions
def test_k12_a_donkey_pays_once_however_often_it_is_for_sale(edition: str) -> None:
    match = position(edition, "1 turn auction", "table cards spot:donkey", notes={2: [10]}, donkeys=1)
    told(match, "2 bid 500", *GONE)
    if edition == KUHHANDEL:
        told(match, "1 right sell")
    assert happened(match, "again") == 1
    assert happened(match, "donkey") == 1
    assert shown(match, "donkeys") == 2


@both_editions
def test_k12_if_nobody_is_left_the_seller_takes_it_free(edition: str) -> None:
    match = for_sale(edition, notes={2: [], 3: []})
    for seat in (2, 3):
        told(match, f"{seat} bid 10", *GONE)
        if edition == KUHHANDEL:
            told(match, "1 right sell")
    assert last(match, "sold") == {"animals": ("goose",), "to": 1, "by": 1, "price": 0}


def test_k13_zeros_pay_nothing_and_there_is_no_change() -> None:
    match = for_sale(BLUFF, "2 bid 20", *GONE, notes={2: [0, 10, 10, 50, 100]})
    assert compose(match, "payment").stock == (10, 10, 50, 100)
    for said in ("0 10 10", "10", "500", "10 10 10", ""):
        assert refuses(match, f"2 payment {said}".rstrip(), WrongAnswer)
    told(match, "2 payment 50")
    assert last(match, "paid") == {"by": 2, "to": 1, "notes": (50,), "price": 20}
    assert notes(match, 2) == [0, 10, 10, 100]


def test_k13_overpaying_is_the_payers_choice() -> None:
    match = for_sale(BLUFF, "2 bid 20", *GONE, "2 payment 50 100", notes={2: [10, 10, 50, 100]})
    assert notes(match, 2) == [10, 10]


@pytest.mark.parametrize(
    ("held", "price", "payment"),
    [
        ([10, 10, 50, 100], 20, (10, 10)),
        ([10, 50, 100], 20, (50,)),
        ([10, 50], 60, (10, 50)),
        ([50, 50, 100], 100, (100,)),
        ([10, 10, 10, 10, 50], 50, (50,)),
        ([200, 500], 210, (500,)),
        ([50, 200, 200, 500], 450, (50, 200, 200)),
        ([100, 200, 200, 200, 500], 600, (100, 500)),
        ([10, 50], 45, (50,)),
        ([10], 20, ()),
    ],
)
def test_k13_the_cheapest_payment_is_proposed(held: list[int], price: int, payment: tuple[int, ...]) -> None:
    assert cheapest(held, price) == payment
    if payment:
        match = for_sale(BLUFF, f"2 bid {price}", *GONE, notes={2: held}, options={"bid-step": "1"})
        assert compose(match, "payment").proposal == payment


def test_k13_no_payment_is_cheaper_than_the_proposed() -> None:
    """Against every payment there is."""
    held = [10, 10, 10, 50, 50, 100, 200, 500]
    sums = {sum(note for bit, note in enumerate(held) if ways >> bit & 1) for ways in range(1 << len(held))}
    for price in range(10, sum(held) + 1, 10):
        assert sum(cheapest(held, price)) == min(worth for worth in sums if worth >= price)


@both_editions
def test_k20_k21_what_can_be_traded_for(edition: str) -> None:
    match = position(
        edition,
        animals={
            1: {"cow": 4, "pig": 2, "cat": 1, "dog": 1},
            2: {"pig": 1, "cat": 1, "goat": 2},
            3: {"cat": 2},
        },
    )
    assert choice(match, "turn") == ("auction", "trade:cat", "trade:pig")
    told(match, "1 turn trade:cat")
    assert choice(match, "partner") == ("2", "3")
    told(match, "1 partner 3")
    assert last(match, "trade") == {"by": 1, "partner": 3, "animal": "cat", "size": 1}


@both_editions
def test_k21_a_lone_partner_is_not_asked_for(edition: str) -> None:
    assert asked(trading(edition)) == {"offer"}


@both_editions
def test_k22_who_has_proposed_a_trade_cannot_auction_any_more(edition: str) -> None:
    match = trading(edition)
    assert refuses(match, "1 turn auction")
    assert asked(match) == {"offer"}


@both_editions
def test_k23_without_a_deck_trading_is_compulsory(edition: str) -> None:
    match = position(edition, deck=0, animals={1: {"pig": 1}, 2: {"pig": 3}})
    assert choice(match, "turn") == ("trade:pig",)


@both_editions
@pytest.mark.parametrize("own", [{"horse": 4}, {}])
def test_k23_k43_who_has_nothing_to_trade_is_passed_over(edition: str, own: dict[str, int]) -> None:
    herds = {1: own, 2: {"pig": 2, "cow": 1}, 3: {"pig": 2, "cow": 3}}
    match = position(edition, deck=0, animals=herds, notes={2: [0, 10], 3: [0]})
    assert last(match, "passes") == {"seat": 1}
    assert shown(match, "turn") == 2
    told(match, "2 turn trade:cow", "2 offer 10")
    told(match, *(["3 counter 0"] if edition == BLUFF else ["3 reply accept"]))
    told(match, "3 turn trade:pig", "3 offer 0")
    told(match, *(["2 counter 0"] if edition == BLUFF else ["2 reply accept"]))
    assert shown(match, "turn") == 2
    assert happened(match, "passes") == 1  # said once, though he is passed over for ever


@both_editions
def test_k24_nobody_passes_while_the_deck_lasts(edition: str) -> None:
    assert choice(position(edition, deck=1), "turn") == ("auction",)


@both_editions
def test_k28_k29_the_score(edition: str) -> None:
    """650 + 160 + 10 = 820, x 3 = 2460 in 002; in 000 nothing is multiplied."""
    herds = {1: {"pig": 4, "dog": 4, "rooster": 4}, 2: {"horse": 4}}
    match = position(edition, deck=0, animals=herds, dove=3 if edition == BLUFF else None)
    steps = shown(match, "scores")["1"]
    assert steps["sum"] == 820
    assert (steps["times"], steps["points"]) == ((1, 820) if edition == BLUFF else (3, 2460))
    assert match.result is not None
    assert match.result.winners == ((2,) if edition == BLUFF else (1,))
    assert last(match, "won") == {"seats": match.result.winners}


def test_k29_no_sets_no_points() -> None:
    match = position(KUHHANDEL, deck=0, animals={1: {"rooster": 4}})
    assert match.result is not None
    assert match.result.score == {1: 10, 2: 0, 3: 0}


@both_editions
def test_k32_a_tie_is_shared_whatever_money_there_is(edition: str) -> None:
    even = {"sheep": 4} if edition == BLUFF else {"donkey": 4}  # 90 + 160, in 002 x 2
    match = position(
        edition,
        deck=0,
        animals={1: {"cat": 4, "dog": 4}, 2: even},
        notes={1: [500]},
        dove=3 if edition == BLUFF else None,
    )
    if edition == BLUFF:
        assert shown(match, "scores")["3"]["points"] == 500
        match = position(edition, animals={1: {"cat": 4, "dog": 4}, 2: even}, notes={1: [500]})
        told(match, "1 end yes", "2 end yes", "3 end yes")
    assert match.result is not None
    assert match.result.winners == (1, 2)


SUPPLY = {  # RULES section 3, "Money supply": left in the bank at the start and after four donkeys
    (BLUFF, 3): ((4, 10, 5, 5, 5, 5), (4, 10, 2, 2, 2, 2), 150, 2700),
    (BLUFF, 4): ((2, 5, 5, 5, 5, 5), (2, 5, 1, 1, 1, 1), 200, 3600),
    (BLUFF, 5): ((0, 0, 5, 5, 5, 5), (0, 0, 0, 0, 0, 0), 250, 4500),
    (KUHHANDEL, 3): ((4, 8, 7, 5, 5, 5), (4, 8, 4, 2, 2, 2), 270, 2820),
    (KUHHANDEL, 4): ((2, 4, 6, 5, 5, 5), (2, 4, 2, 1, 1, 1), 360, 3760),
    (KUHHANDEL, 5): ((0, 0, 5, 5, 5, 5), (0, 0, 0, 0, 0, 0), 450, 4700),
}


@pytest.mark.parametrize(("edition", "count"), SUPPLY)
def test_k33_the_bank_never_runs_out(edition: str, count: int) -> None:
    start, end, money_before, money_after = SUPPLY[edition, count]
    seats = tuple(range(1, count + 1))
    match = begun(edition, "1 starts 1", seats=seats)
    assert tuple(shown(match, "bank").values()) == start
    assert sum(sum(notes(match, seat)) for seat in seats) == money_before
    for seat in (1, 2, 3, 4):
        told(match, f"{(seat - 1) % count + 1} turn auction", "table cards spot:donkey", *GONE)
    assert tuple(shown(match, "bank").values()) == end
    assert sum(sum(notes(match, seat)) for seat in seats) == money_after


@both_editions
def test_k39_a_donkey_pays_everybody_before_it_is_bid_for(edition: str) -> None:
    match = position(edition, "1 turn auction", "table cards spot:donkey", notes={1: [], 2: [0], 3: [10]})
    assert (notes(match, 1), notes(match, 2), notes(match, 3)) == ([50], [0, 50], [10, 50])
    assert [event.key for event in match.events][-2:] == ["turned-up", "donkey"]
    assert asked(match) >= {"bid", "count"}


@both_editions
@pytest.mark.parametrize(("before", "each"), [(0, 50), (1, 100), (2, 200), (3, 500)])
def test_donkeys_pay_more_and_more(edition: str, before: int, each: int) -> None:
    match = position(edition, "1 turn auction", "table cards spot:donkey", donkeys=before)
    assert last(match, "donkey") == {"number": before + 1, "each": each}


@both_editions
def test_k41_who_bids_highest_may_declare_that_he_cannot_pay(edition: str) -> None:
    match = for_sale(edition, "2 bid 60", "clock count", notes={2: [0, 50]})
    assert request(match, "insolvent", 2).aside
    assert "insolvent" not in asked(match, 3)
    told(match, "2 insolvent")
    assert last(match, "insolvent") == {"seat": 2, "notes": (0, 50), "amount": 60, "covers": False}
    assert refuses(match, "2 bid 10")
    assert countdown(match).step == 1


@both_editions
def test_k41_who_pretends_has_shown_his_money_and_his_bid_stands(edition: str) -> None:
    match = for_sale(edition, "2 bid 60", "clock count", "2 insolvent", notes={2: [10, 50]})
    assert last(match, "insolvent")["covers"] is True
    assert shown(match, "auction")["by"] == 2
    assert refuses(match, "2 insolvent")
    told(match, "clock count", "clock count")
    assert last(match, "knocked-down") == {"to": 2, "amount": 60}


@both_editions
def test_k41_who_outbids_a_pretender_may_declare_for_himself(edition: str) -> None:
    match = for_sale(edition, "2 bid 60", "2 insolvent", "3 bid 70", notes={2: [10, 50], 3: [50]})
    told(match, "3 insolvent")
    assert last(match, "again") == {"out": (3,)}
    told(match, "2 bid 10")
    assert countdown(match).step == 1


def test_k41_not_between_the_knock_down_and_the_decision() -> None:
    assert refuses(for_sale(KUHHANDEL, "2 bid 900", *GONE), "2 insolvent")


@both_editions
def test_k41_silent_bidders_are_not_checked_while_outbid(edition: str) -> None:
    match = for_sale(edition, "2 bid 900", "3 bid 910", notes={2: []})
    assert happened(match, "insolvent") == 0
    assert refuses(match, "2 insolvent")
