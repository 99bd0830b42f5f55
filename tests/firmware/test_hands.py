"""Each kind of request is answered with three buttons, and only in the way it asks for."""

import pytest

from engine import Answer, Match, Setup
from engine.errors import WrongAnswer
from engine.game import View
from engine.ladder import Amounts
from engine.request import Choose, Compose, Confirm, Countdown, EnterDice, Request, SeeDice, Step
from firmware.glass import icons
from firmware.hands import LEFT, Said, hand_for
from firmware.hands.asked import hand_of
from firmware.hands.bid import BidHand
from firmware.hands.call import CallHand
from firmware.hands.choose import ChooseHand
from firmware.hands.compose import ComposeHand
from firmware.hands.confirm import ConfirmHand
from firmware.hands.countdown import CountdownHand
from firmware.hands.enter import EnterHand
from firmware.hands.step import StepHand
from firmware.hands.wait import WaitHand
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words
from tests.firmware.presses import gesture, hold, press

WORDS = Words()
EVERY_GESTURE = [Gesture(1, button, kind) for button in Button for kind in Kind]


def match(*answers: str) -> Match:
    """A game of three: seat 2 starts."""
    return Match.replayed(
        Setup("liars-dice", (1, 2, 3)),
        map(Answer.from_text, ("table dice 1:11111 2:55555 3:*****", *answers)),
    )


AGREE: View = {"game": "liars-dice", "entered": None}
ROLLED = ("1 roll", "2 roll", "3 roll")

# ---- which hand -------------------------------------------------------------------------------------


def test_while_dice_are_to_be_seen_every_seat_waits_and_can_say_nothing() -> None:
    begun = Match(Setup("liars-dice", (1, 2)))
    for seat in (1, 2):
        hand = hand_for(seat, begun.open)
        assert isinstance(hand, WaitHand)
        assert [hand.on(one) for one in EVERY_GESTURE] == [None] * len(EVERY_GESTURE)


def test_only_who_is_asked_gets_a_hand() -> None:
    bidding = match(*ROLLED)
    assert isinstance(hand_for(2, bidding.open), StepHand)
    assert hand_for(1, bidding.open) is None
    assert hand_for(9, bidding.open) is None


def test_asides_alone_take_no_glass() -> None:
    assert hand_for(1, (Choose(1, "stacked", ("1", "2"), aside=True),)) is None


def test_the_same_question_keeps_its_hand_and_its_cursor() -> None:
    bidding = match(*ROLLED)
    hand = hand_for(2, bidding.open)
    assert isinstance(hand, StepHand)
    press(hand, "mmm")
    assert hand_for(2, bidding.open, hand) is hand
    bidding.answer(Answer(2, "bid", "3x3"))
    assert hand_for(2, bidding.open, hand) is None
    fresh = hand_for(3, bidding.open, hand)
    assert isinstance(fresh, StepHand)
    assert fresh is not hand


def test_a_count_that_runs_makes_bidding_a_race_and_others_only_look_on() -> None:
    requests = (Step(1, "bid", Amounts(60)), Countdown("count", 1, 3, who=2))
    assert isinstance(hand_for(1, requests), BidHand)
    assert isinstance(hand_for(1, requests[:1]), StepHand)
    watching = hand_for(2, requests)
    assert isinstance(watching, CountdownHand)
    assert [watching.on(one) for one in EVERY_GESTURE] == [None] * len(EVERY_GESTURE)


def test_when_the_ladder_is_exhausted_the_page_to_call_is_shown_at_once_and_cannot_be_left() -> None:
    top = match(*ROLLED, "2 bid 20x5")
    hand = hand_for(3, top.open)
    assert isinstance(hand, CallHand)
    assert press(hand, "bobomob") is None
    assert press(hand, "M") == Said("call")


def test_every_kind_of_request_that_a_seat_can_answer_has_its_hand() -> None:
    wanted = {1: 2}
    kinds: dict[Request, type] = {
        Confirm(1, "roll"): ConfirmHand,
        Confirm(1, "call", deliberate=True): CallHand,
        Choose(1, "agree", ("yes", "no")): ChooseHand,
        Step(1, "bid", Amounts(10)): StepHand,
        Compose(1, "pay", (10,)): ComposeHand,
        Countdown("count", 1, 3): CountdownHand,
    }
    assert {type(hand_of(request)) for request in kinds} == set(kinds.values())
    assert isinstance(hand_of(EnterDice(1, "enter", wanted, "12345*")), EnterHand)
    with pytest.raises(ValueError, match="table answers"):
        hand_of(SeeDice("dice", wanted, "12345*"))


# ---- confirm, choose --------------------------------------------------------------------------------


def test_only_a_tap_of_ok_confirms() -> None:
    hand = ConfirmHand(Confirm(1, "roll"))
    said = {(one.button, one.kind): hand.on(one) for one in EVERY_GESTURE}
    assert [key for key, value in said.items() if value] == [(Button.OK, Kind.TAP)]
    assert said[Button.OK, Kind.TAP] == Said("roll")


def test_a_choice_is_walked_and_taken_and_cannot_be_left_when_it_must_be_made() -> None:
    hand = ChooseHand(Choose(1, "reply", ("accept", "counter")))
    assert press(hand, "bbb") is None
    assert press(hand, "mmmo") == Said("reply", "counter")


def test_an_aside_is_left_by_fresh_steps_back_but_not_by_a_finger_that_ran_there() -> None:
    hand = ChooseHand(Choose(1, "stacked", ("1", "2", "3"), aside=True))
    press(hand, "mm")
    assert [hand.on(gesture("b", kind)) for kind in (Kind.TAP, Kind.HELD, Kind.RUN, Kind.RUN)] == [None] * 4
    assert press(hand, "b") is None
    assert press(hand, "b") == LEFT


def test_a_list_just_opened_is_left_by_one_step_back_and_one_that_was_walked_by_two() -> None:
    def opened() -> ChooseHand:
        return ChooseHand(Choose(1, "stacked", ("1", "2", "3"), aside=True))

    assert press(opened(), "b") == LEFT
    hand = opened()
    assert press(hand, "mmbbb") is None, "one step too many on the way up leaves nothing"
    assert hand.screen(WORDS, {"game": "liars-dice"}).bar == ("back", icons.DOWN, "OK")
    assert press(hand, "b") == LEFT
    hand = opened()
    press(hand, "mbbm")
    assert press(hand, "bb") is None, "who walked on after the first has to press twice again"
    assert press(hand, "b") == LEFT


def test_between_yes_and_no_the_cursor_stands_on_neither_until_a_button_says_which() -> None:
    agree = Choose(1, "agree", ("yes", "no"))
    hand = ChooseHand(agree)
    assert press(hand, "ooo") is None
    assert hand.screen(WORDS, AGREE).bar == ("Yes", "No", ""), "each over its own button"
    assert press(hand, "bo") == Said("agree", "yes")
    assert press(ChooseHand(agree), "mo") == Said("agree", "no")
    assert press(ChooseHand(agree), "mbo") == Said("agree", "yes")


def test_the_lot_is_the_last_line_and_is_not_thrown_by_the_hand() -> None:
    starts = Choose(1, "starts", ("1", "3", "4"), lot=True)
    assert press(ChooseHand(starts), "bo") == Said("starts", lots=starts.options)
    assert press(ChooseHand(starts), "mmo") == Said("starts", "4")
    walked = ChooseHand(starts)
    press(walked, "b")
    chosen = [row.text for row in walked.screen(WORDS, {"game": "kuhhandel"}).rows if row.inverted]
    assert chosen == ["Draw lots"]
    with pytest.raises(WrongAnswer):
        starts.check("draw")


# ---- compose ----------------------------------------------------------------------------------------

PAY = Compose(1, "pay", (0, 0, 10, 10, 50, 100), least=60, proposal=(10, 50))


def test_a_proposed_pile_is_laid_by_one_press() -> None:
    assert press(ComposeHand(PAY), "o") == Said("pay", "10 50")


def test_notes_are_added_one_by_one_and_never_more_than_there_are() -> None:
    hand = ComposeHand(Compose(1, "pay", (0, 10, 10)))
    assert press(hand, "mooomo") == Said("pay", "10 10")
    assert press(ComposeHand(Compose(1, "offer", (0, 10))), "mmo") == Said("offer", "")


def test_back_held_takes_a_note_away_and_leaves_the_cursor_where_it_was() -> None:
    hand = ComposeHand(Compose(1, "pay", (10, 10, 50)))
    press(hand, "mo")
    hold(hand, "b", runs=20)
    press(hand, "o")  # the cursor still stands on 50
    assert press(hand, "mo") == Said("pay", "50")


def test_a_pile_that_is_not_enough_is_not_laid_and_says_what_is() -> None:
    hand = ComposeHand(Compose(1, "bid", (10, 50), least=60))
    assert press(hand, "mmo") is None
    assert hand.screen(WORDS, {"game": "liars-dice"}).title == "at least 60"


# ---- dice keyed in ----------------------------------------------------------------------------------


def test_dice_are_keyed_in_face_by_face_each_beginning_at_the_one_before() -> None:
    hand = EnterHand(EnterDice(1, "enter", {3: 5}, "12345*"))
    assert press(hand, "oo" + "mo" + "mmo" + "mmo") == Said("enter", "3:1124*")


def test_whose_dice_comes_first_where_several_are_wanted() -> None:
    hand = EnterHand(EnterDice(1, "enter", {1: 1, 4: 2}, "12345*"))
    assert press(hand, "mo" + "mo" + "o") == Said("enter", "4:22")


def test_back_over_a_die_goes_to_the_one_before_and_over_the_first_one_leaves() -> None:
    hand = EnterHand(EnterDice(1, "enter", {3: 3}, "12345*"))
    press(hand, "mmo")  # a three, and the second die begins at three
    press(hand, "bbb")  # down to one, and over it back to the first
    assert press(hand, "bbb") is None  # and down there, one step too many
    assert press(hand, "mmooo") == Said("enter", "3:333")
    hand = EnterHand(EnterDice(1, "enter", {3: 3}, "12345*"))
    assert press(hand, "b") == LEFT
    hand = EnterHand(EnterDice(1, "enter", {1: 3, 3: 3}, "12345*"))
    assert press(hand, "ob") is None
    assert press(hand, "b") == LEFT


@pytest.mark.parametrize("dice", ["11111", "12345", "*****", "2244*"])
def test_five_dice_from_low_to_high_take_at_most_a_dozen_presses(dice: str) -> None:
    hand, made = EnterHand(EnterDice(1, "enter", {3: 5}, "12345*")), ""
    for before, face in zip("1" + dice, dice, strict=False):
        made += "m" * ("12345*".index(face) - "12345*".index(before)) + "o"
    assert press(hand, made) == Said("enter", f"3:{dice}")
    assert len(made) <= 12


# ---- what everything asked for becomes an answer that the rules take --------------------------------


def test_a_round_by_presses_alone() -> None:
    game = match()
    for seat, presses in (
        *((seat, "o") for seat in (1, 2, 3)),
        (2, "mmoo"),
        (3, "omo"),
        (1, "oo"),
        (2, "bbbbM"),
    ):
        hand = hand_for(seat, game.open)
        assert hand is not None
        said = press(hand, presses)
        assert said is not None
        game.answer(Answer(seat, said.key, said.said))
    assert [str(answer) for answer in game.journal[-3:]] == ["3 bid 7x2", "1 bid 8x2", "2 call"]
