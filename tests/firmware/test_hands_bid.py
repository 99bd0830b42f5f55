"""Bidding while a count runs: one press is enough, the first has it, and none bids more than it meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Answer
from engine.ladder import Amounts
from engine.request import Countdown, Step
from firmware.hands import Said, hand_for
from firmware.hands.bid import BidHand
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words
from tests.firmware.presses import gesture, hold, press
from tests.firmware.trading import NAMES, Trade, trade

WORDS = Words("en", NAMES)


def bidding(least: int = 10, step: int = 10, counted: int = 0) -> BidHand:
    return BidHand(Step(2, "bid", Amounts(least, step)), Countdown("count", counted + 1, 3, who=1))


def auction() -> Trade:
    """Seat 1 auctions a cow; 2, 3 and 4 bid."""
    table = Trade(WORDS, trade())
    table.say("1 starts 1", "1 turn auction", "table cards spot:cow")
    return table


def bidder(table: Trade, seat: int) -> BidHand:
    hand = table.hands[seat]
    assert isinstance(hand, BidHand)
    return hand


# ---- how much ---------------------------------------------------------------------------------------


def test_one_press_bids_the_next_ten_at_once() -> None:
    assert press(bidding(40), "o") == Said("bid", "40")


@pytest.mark.parametrize(
    ("presses", "amount"), [("mo", "50"), ("mmmo", "70"), ("mmbo", "50"), ("mbo", "40"), ("mbbbo", "40")]
)
def test_taps_set_another_amount_ten_by_ten_and_never_one_that_is_too_low(presses: str, amount: str) -> None:
    assert press(bidding(40), presses) == Said("bid", amount)


def test_held_it_goes_by_fifties_and_then_by_hundreds() -> None:
    hand = bidding(10)
    hold(hand, "m", runs=0)
    assert hand.rung == "60"
    hold(hand, "m", runs=1)
    assert hand.rung == "160"
    hold(hand, "m", runs=8)
    assert hand.rung == str(160 + 50 + 6 * 50 + 2 * 100)


def test_where_bids_go_by_ones_it_goes_by_tens_and_then_by_fifties() -> None:
    hand = bidding(1, step=1)
    press(hand, "m")
    assert hand.rung == "2"
    hold(hand, "m", runs=8)
    assert hand.rung == str(2 + 10 + 6 * 10 + 2 * 50)


@pytest.mark.parametrize("amount", range(10, 1500, 10))
def test_any_amount_takes_few_presses(amount: int) -> None:
    """A person holds while more than fifty are missing, then taps: at most one hold, four taps and OK."""
    hand, presses, kinds = bidding(10), 1, iter([Kind.TAP, Kind.HELD, *[Kind.RUN] * 40])
    while int(hand.rung) + 50 <= amount:
        hand.on(gesture("m", next(kinds)))
        presses = 2
    while int(hand.rung) != amount:
        press(hand, "m" if int(hand.rung) < amount else "b")
        presses += 1
    assert press(hand, "o") == Said("bid", str(amount))
    assert presses <= 12


# ---- who was first ----------------------------------------------------------------------------------


def test_who_bids_sees_at_once_that_he_leads_and_another_press_of_ok_bids_nothing() -> None:
    table = auction()
    table.press(2, "o")
    assert "You lead with 10" in table.glass(2)
    assert "bid" not in table.glass(2)
    assert press(bidder(table, 2), "ooo") is None
    assert press(bidder(table, 2), "mo") == Said("bid", "20"), "he may still raise, on purpose"


def test_the_one_who_comes_second_is_told_who_was_first_and_his_press_bids_nothing_more() -> None:
    table = auction()
    before = bidder(table, 3)
    table.press(2, "o")
    after = bidder(table, 3)
    assert after is not before, (
        "the table is deaf to a hand that is new, for as long as a finger is on its way"
    )
    after.missed(gesture("o"))
    assert "Too late!" in table.glass(3)
    assert "Ben leads with 10" in table.glass(3)
    assert press(after, "o") == Said("bid", "20")
    assert "Too late!" not in table.glass(3)


def test_a_press_before_the_card_was_seen_is_not_too_late_for_anything() -> None:
    table = auction()
    bidder(table, 2).missed(gesture("o"))
    assert "Too late!" not in table.glass(2)
    table.say("clock count")
    bidder(table, 2).missed(gesture("o"))
    assert "Too late!" not in table.glass(2)


def test_an_amount_that_was_set_stays_while_others_bid_less_and_goes_when_it_is_taken() -> None:
    table = auction()
    press(bidder(table, 4), "mmmm")
    held = bidder(table, 4)
    table.press(2, "o")
    table.press(3, "o")
    assert bidder(table, 4) is held
    table.press(2, "mo")
    assert bidder(table, 4) is held
    table.press(4, "o")
    assert str(table.match.journal[-1]) == "4 bid 50"
    press(bidder(table, 3), "m")
    table.press(2, "mmo")
    assert bidder(table, 3).rung == "90"


def test_the_count_goes_on_without_moving_the_cursor() -> None:
    table = auction()
    press(bidder(table, 2), "mm")
    hand = bidder(table, 2)
    table.say("clock count", "clock count")
    assert bidder(table, 2) is hand
    assert hand.rung == "30"
    assert hand.screen(WORDS, table.match.view(2)).progress == pytest.approx(2 / 3)


def test_the_count_is_on_every_glass() -> None:
    table = auction()
    table.press(2, "o")
    for said in ("10 once", "10 twice"):
        table.say("clock count")
        assert all(said in table.glass(seat) for seat in (1, 2, 3, 4)), said


def test_after_an_insolvency_bidding_begins_anew_and_the_last_leader_leads_no_more() -> None:
    table = auction()
    table.press(3, "o")
    table.press(2, "mmmmmmmmmmmo")
    table.say("2 insolvent")
    assert press(bidder(table, 3), "o") == Said("bid", "10")
    assert hand_for(2, table.match.open) is not None
    assert not isinstance(table.hands[2], BidHand)


def test_what_a_bidder_bid_before_an_auction_began_anew_is_another_s_to_bid() -> None:
    """He leads by it no more: OK overbids whoever bids as much, and is never dead."""
    table = auction()
    press(bidder(table, 2), "mmm")
    table.press(2, "o")
    press(bidder(table, 2), "mmmmmmmmmmmmmmmmmm")
    table.say("3 bid 150", "3 insolvent")
    assert bidder(table, 2).rung == "220", "an amount that was set stays"
    table.say("4 bid 40")
    while bidder(table, 2).rung != "50":
        press(bidder(table, 2), "b")
    assert "bid 50" in table.glass(2)
    assert press(bidder(table, 2), "o") == Said("bid", "50")


def test_who_leads_does_so_after_a_power_cut_too_and_when_a_higher_bid_was_taken_back() -> None:
    table = auction()
    table.press(2, "mo")
    table.hands = dict.fromkeys(table.hands)  # the box was off: every hand is a new one
    table.follow()
    assert "You lead with 20" in table.glass(2)
    assert press(bidder(table, 2), "ooo") is None
    table.press(3, "o")
    assert "bid 40" in table.glass(2)
    table.say("3 undo yes")
    assert "You lead with 20" in table.glass(2)
    assert press(bidder(table, 2), "ooo") is None
    assert press(bidder(table, 2), "mo") == Said("bid", "30")


GESTURES = st.builds(Gesture, st.just(2), st.sampled_from(Button), st.sampled_from(Kind))


@given(st.lists(st.one_of(GESTURES, st.sampled_from(["3 bid", "clock count"])), max_size=40))
def test_whatever_is_pressed_while_others_bid_only_what_the_glass_showed_is_bid(
    moves: list[Gesture | str],
) -> None:
    table = auction()
    for move in moves:
        hand = table.hands[2]
        if not isinstance(hand, BidHand):
            return
        if move == "3 bid":
            other = hand_for(3, table.match.open)
            assert isinstance(other, BidHand)
            table.say(f"3 bid {other.step.ladder.lowest}")
        elif isinstance(move, str):
            table.say(move)
        else:
            bar = hand.screen(WORDS, table.match.view(2)).bar
            said = hand.on(move)
            if said is not None:
                assert bar is not None
                assert bar[2] == f"bid {said.said}"
                table.match.answer(Answer(2, said.key, said.said))
                table.follow()
