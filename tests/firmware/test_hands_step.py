"""Bidding and calling with three buttons: few presses for any raise, and no slip that calls a bluff."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import View
from engine.ladder import Amounts
from engine.liars_dice.track import Bid, track
from engine.request import Confirm, Step
from firmware.hands import Said
from firmware.hands.step import StepHand
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words
from tests.firmware.presses import gesture, hold, press

TRACK = track("borg", "12345")
CALL = Confirm(1, "call", deliberate=True)
VIEW: View = {"game": "liars-dice", "bid": "8x4", "bidder": 2, "in_play": 20}


def bidding(over: str | None, call: Confirm | None = CALL) -> StepHand:
    ladder = TRACK.raises(TRACK.bid(over) if over else None)
    assert ladder is not None
    return StepHand(Step(1, "bid", ladder), call if over else None)


def presses_to(hand: StepHand, target: str) -> int:
    """Walks the hand to `target` as a person would, and bids; gives the presses. A hold is one press."""

    letter = "m" if rank(target) >= rank(hand.rung) else "b"
    kinds = iter([Kind.TAP, Kind.HELD, *[Kind.RUN] * 40])
    made = 1 if space(hand.rung) != space(target) else 0
    while space(hand.rung) != space(target):
        hand.on(gesture(letter, next(kinds)))
    assert press(hand, "o") is None
    turns = [hand.step.ladder.moved(hand.rung, 1, by) for by in range(5)]
    back = [hand.step.ladder.moved(hand.rung, 1, -by) for by in range(5)]
    taps = min("m" * turns.index(target), "b" * back.index(target), key=len)
    assert press(hand, taps + "o") == Said("bid", target)
    return made + 1 + len(taps) + 1


def rank(said: str) -> int:
    return list(map(str, TRACK.bids)).index(said)


def space(said: str) -> tuple[str, bool]:
    count, _, face = said.partition("x")
    return count, face == "*"


def test_the_proposal_takes_two_presses_and_its_neighbours_three() -> None:
    assert press(bidding("7x4"), "oo") == Said("bid", "8x4")
    assert press(bidding("7x4"), "omo") == Said("bid", "8x5")
    assert press(bidding("7x4"), "boo") == Said("bid", "4x*")
    assert press(bidding("7x4"), "moo") == Said("bid", "9x4")


@pytest.mark.parametrize("over", [None, *map(str, TRACK.bids[:-1])])
def test_any_raise_takes_no_more_than_a_dozen_presses(over: str | None) -> None:
    least = 0 if over is None else rank(over) + 1
    most = max(presses_to(bidding(over), str(bid)) for bid in TRACK.bids[least:])
    assert most <= 5, "one hold, OK, two on the face, OK"
    # A finger that runs too far needs some taps more: seven are left for that.


@pytest.mark.parametrize("in_play", range(2, 31))
def test_an_opening_about_a_third_of_the_dice_takes_two_or_three_presses_and_none_many(in_play: int) -> None:
    def hand() -> StepHand:
        return StepHand(Step(1, "bid", TRACK.opening(in_play)))

    likely = max(1, in_play // 3)
    assert press(hand(), "oo") == Said("bid", f"{likely}x1")
    assert press(hand(), "omo") == Said("bid", f"{likely}x2")
    assert max(presses_to(hand(), str(bid)) for bid in TRACK.bids) <= 5


def test_back_held_on_the_face_goes_back_to_the_count_and_leaves_the_bid_as_it_was() -> None:
    hand = bidding("7x4")
    press(hand, "mmo")
    before = hand.rung
    hold(hand, "b", runs=10)
    assert (hand.column, hand.rung) == (0, before)
    assert press(hand, "b") is None
    assert hand.rung != before


def test_bluff_is_said_by_going_below_the_lowest_bid_and_holding_more() -> None:
    hand = bidding("7x4")  # the proposal is 8x4; below it lie 4 stars and 7x5
    press(hand, "bbb")
    assert hand.screen(Words(), VIEW).rows[0].text == "Bluff!"
    assert press(hand, "m") is None
    assert hand.on(gesture("m", Kind.HELD)) == Said("call")


@pytest.mark.parametrize("leave", ["b", "o"])
def test_the_page_is_left_by_back_or_ok_and_the_bid_stands_as_before(leave: str) -> None:
    hand = bidding("7x4")
    press(hand, "bb")
    rung = hand.rung
    press(hand, "b" + leave)
    assert hand.rung == rung
    assert press(hand, "oo") == Said("bid", rung)


def test_a_run_down_stops_at_the_lowest_bid_and_opens_no_page() -> None:
    hand = bidding("7x4")
    press(hand, "mmmm")
    hold(hand, "b", runs=60)
    assert hand.screen(Words(), VIEW).title == "Your bid"


def test_more_that_was_down_before_the_page_opened_does_not_call() -> None:
    hand = bidding("7x4")
    hold(hand, "b", runs=3)
    hand.on(gesture("m"))
    press(hand, "b")
    press(hand, "b")
    assert hand.screen(Words(), VIEW).rows[0].text == "Bluff!"
    assert hand.on(gesture("m", Kind.HELD)) is None
    assert hand.on(gesture("m", Kind.RUN)) is None


def test_before_any_bid_nothing_can_be_called() -> None:
    hand = bidding(None)
    assert press(hand, "bbbbM") is None
    assert hand.screen(Words(), {**VIEW, "bid": None, "bidder": None}).title == "Your bid"


GESTURES = st.builds(Gesture, st.just(1), st.sampled_from(Button), st.sampled_from(Kind))


def is_call_made_on_purpose(gestures: list[Gesture]) -> bool:
    """A tap of BACK, after it a tap of MORE, and straight after that MORE held."""
    for at in range(2, len(gestures)):
        one, two = gestures[at - 1 : at + 1]
        ends = (two.button, two.kind) == (Button.MORE, Kind.HELD)
        if ends and one.button is Button.MORE:
            return any((g.button, g.kind) == (Button.BACK, Kind.TAP) for g in gestures[: at - 1])
    return False


@settings(max_examples=200, deadline=None)
@given(over=st.sampled_from(TRACK.bids[:-1]), gestures=st.lists(GESTURES, max_size=40))
def test_whatever_is_pressed_only_legal_bids_are_said_and_no_bluff_without_purpose(
    over: Bid, gestures: list[Gesture]
) -> None:
    hand = bidding(str(over))
    for at, one in enumerate(gestures):
        said = hand.on(one)
        if said is not None and said.key == "call":
            assert is_call_made_on_purpose(gestures[: at + 1])
        elif said is not None:
            assert said.said in hand.step.ladder
    hand.screen(Words(), VIEW)


@settings(max_examples=100, deadline=None)
@given(
    over=st.sampled_from(TRACK.bids[:-1]),
    gestures=st.lists(GESTURES.filter(lambda g: (g.button, g.kind) != (Button.MORE, Kind.HELD)), max_size=60),
)
def test_taps_bounces_and_runs_alone_never_call(over: Bid, gestures: list[Gesture]) -> None:
    hand = bidding(str(over))
    assert all(said is None or said.key == "bid" for said in map(hand.on, gestures))


def test_money_goes_by_tens_a_tap_by_fifties_and_then_hundreds_when_held() -> None:
    hand = StepHand(Step(1, "bid", Amounts(60)))
    press(hand, "m")
    assert hand.rung == "70"
    hand = StepHand(Step(1, "bid", Amounts(60)))
    hold(hand, "m", runs=2)
    assert hand.rung == "210"
    hold(hand, "m", runs=8)
    assert hand.rung == str(210 + 50 + 6 * 50 + 2 * 100)
    hold(hand, "b", runs=40)
    assert press(hand, "o") == Said("bid", "60")
