"""Paying, trading and looking with three buttons: few presses, nothing lost, and one's money one's own."""

import itertools
from collections import deque
from copy import deepcopy

import pytest

from engine.game import View
from engine.request import Choose, Compose, Confirm, EnterCards
from firmware.glass.screen import Screen
from firmware.hands import LEFT, Said
from firmware.hands.choose import ChooseHand
from firmware.hands.compose import ComposeHand
from firmware.hands.enter_cards import EnterCardsHand
from firmware.hands.hand import MENU, Hand
from firmware.hands.look import LookHand
from firmware.hands.menu import table_menu
from firmware.pods.gesture import Kind
from firmware.words import Words
from firmware.words.kuhhandel_pages import piles
from firmware.words.kuhhandel_texts import summed
from tests.firmware.presses import gesture, hold, press
from tests.firmware.screens import House
from tests.firmware.trading import LATE, NAMES, Trade, trade

WORDS = Words("en", NAMES)
HIDING, LIFTED = Words("en", NAMES, hides=True), Words("en", NAMES, hides=True, lifted=True)
KINDS = ("rooster", "goose", "cat", "dog", "sheep", "goat", "donkey", "pig", "cow", "horse")


def texts(screen: Screen) -> list[str]:
    """All that a glass says."""
    rows = [part.text for row in screen.rows for part in row.parts]
    return [screen.title, *screen.marks, *(f"{row.text}{row.right}" for row in screen.rows), *rows]


# ---- whom to trade with, and for what -----------------------------------------------------------------


def fewest(hand: Hand, said: Said) -> int:
    """The fewest presses by which the hand says this; a finger that stays down for any time is one press."""
    ways: deque[tuple[Hand, int]] = deque([(hand, 0)])
    while ways:
        here, made = ways.popleft()
        there = deepcopy(here)
        if there.on(gesture("o")) == said:
            return made + 1
        for letter in "mb":
            there = deepcopy(here)
            there.on(gesture(letter))
            ways.append((there, made + 1))
            for kind in (Kind.HELD, *[Kind.RUN] * 10):
                there = deepcopy(there)
                there.on(gesture(letter, kind))
                ways.append((there, made + 1))
        assert made < 7
    raise AssertionError


@pytest.mark.parametrize("count", range(1, len(KINDS) + 1))
def test_partner_and_animal_take_no_more_than_six_presses(count: int) -> None:
    turn = Choose(1, "turn", ("auction", *(f"trade:{kind}" for kind in KINDS[:count])))
    partner = Choose(
        1, "partner", ("2", "3", "4")
    )  # of four animals of a kind three others may have one each
    worst = max(fewest(ChooseHand(turn), Said("turn", option)) for option in turn.options)
    worst += max(fewest(ChooseHand(partner), Said("partner", option)) for option in partner.options)
    assert worst <= 6


def test_with_taps_alone_the_last_animal_is_as_near_as_the_first() -> None:
    turn = Choose(1, "turn", ("auction", *(f"trade:{kind}" for kind in KINDS)))
    assert press(ChooseHand(turn), "bo") == Said("turn", "trade:horse")
    assert press(ChooseHand(turn), "mo") == Said("turn", "trade:rooster")
    hand = ChooseHand(turn)
    hold(hand, "m", runs=40)
    assert press(hand, "o") == Said("turn", "trade:horse"), "a finger that runs stops at the end"


def test_a_whole_trade_by_presses_alone() -> None:
    table = Trade(WORDS, trade(opening=LATE))
    table.press(1, "mo")  # trade for the pig: only seat 2 has one besides
    table.press(
        1, "o" + "moo" + "bb" + "o"
    )  # a nought and two tens; the last line is one step before the first
    table.press(2, "mo")  # a counter
    table.press(2, "mo" + "bb" + "o")
    assert [str(answer) for answer in table.match.journal] == [
        "1 turn trade:pig",
        "1 offer 0 10 10",
        "2 reply counter",
        "2 counter 10",
    ]


# ---- piles --------------------------------------------------------------------------------------------


def test_the_proposed_payment_is_one_press_and_can_be_changed_note_by_note() -> None:
    table = Trade(WORDS, trade(opening=LATE))
    table.say("1 turn auction", "table cards spot:donkey", "2 bid 60")
    table.say("clock count", "clock count", "clock count", "1 right sell")
    hand = table.hands[2]
    assert isinstance(hand, ComposeHand)
    assert press(deepcopy(hand), "o") == Said("payment", "10 50")
    press(hand, "b")  # up to 500
    press(hand, "bb")  # 200, 50
    press(hand, "o")
    assert press(hand, "mmmo") == Said("payment", "10 50 50")


def test_the_last_line_is_one_step_back_from_the_first() -> None:
    assert press(ComposeHand(Compose(1, "offer", (0, 10))), "bo") == Said("offer", "")


def test_an_empty_pile_where_it_holds_at_least_a_note_says_so() -> None:
    hand = ComposeHand(Compose(1, "offer", (0, 10), fewest=1))
    assert press(hand, "bo") is None
    table = Trade(WORDS, trade(opening=LATE))
    table.say("1 turn trade:pig")
    view = table.match.view(1)
    assert hand.screen(WORDS, view).title == "at least 1 note"
    press(hand, "m")
    assert hand.screen(WORDS, view).title == "Offer: Pig"


def test_a_pile_keyed_anew_can_be_left_alone() -> None:
    anew = Compose(1, "anew", (10, 10, 50), proposal=(10,), aside=True)
    menu = table_menu((), (anew,), House())
    press(menu, "o")
    assert press(menu, "bbb") is None, "two steps up to the first line, and one too many"
    press(menu, "b")
    assert menu.screen(WORDS, {"game": "kuhhandel", "trade": None}).title == "Menu"


# ---- the veil -------------------------------------------------------------------------------------------


@pytest.fixture
def offering() -> tuple[ComposeHand, View]:
    """Seat 1 has put a hundred and a ten into its offer."""
    table = Trade(WORDS, trade(opening=LATE))
    table.say("1 turn trade:pig")
    hand = table.hands[1]
    assert isinstance(hand, ComposeHand)
    press(hand, "mo" + "mmo")
    return hand, table.match.view(1)


def test_who_hides_its_money_sees_numbers_only_while_the_veil_is_lifted(
    offering: tuple[ComposeHand, View],
) -> None:
    hand, view = offering
    open_ = texts(hand.screen(WORDS, view))
    assert "110" in open_
    assert "100:  1 / 1" in open_
    hidden = " ".join(texts(hand.screen(HIDING, view)))
    assert "110" not in hidden
    assert "/" not in hidden
    assert "110" in texts(hand.screen(LIFTED, view))


def test_a_veiled_glass_is_the_same_whatever_is_in_the_pile() -> None:
    table = Trade(WORDS, trade(opening=LATE))
    table.say("1 turn trade:pig")
    view = table.match.view(1)
    asked = Compose(1, "offer", (0, 10, 10, 50))
    seen = set()
    for presses in ("", "mooob", "oomomobb"):  # nothing; tens; one of each; the cursor on the first line
        hand = ComposeHand(asked)
        press(hand, presses)
        seen.add(hand.screen(HIDING, view))
    assert len(seen) == 1


def test_behind_the_veil_the_menu_is_a_line_of_its_own(offering: tuple[ComposeHand, View]) -> None:
    hand, view = offering
    hand.screen(HIDING, view)
    for _ in range(8):
        if any(row.text == "Menu" and row.inverted for row in hand.screen(HIDING, view).rows):
            break
        press(hand, "m")
    assert press(hand, "o") == MENU
    assert MENU.stays, "the pile is still there when the menu is left"


@pytest.mark.parametrize("hand", [ComposeHand(Compose(1, "offer", (0,))), LookHand()])
def test_what_the_table_may_uncover_says_so(hand: object) -> None:
    assert getattr(hand, "secret", False) is True
    assert not getattr(ChooseHand(Choose(1, "reply", ("accept", "counter"))), "secret", False)


# ---- looking ------------------------------------------------------------------------------------------


def test_pages_go_round_from_ones_money_over_everybodys_animals() -> None:
    table = Trade(WORDS, trade(opening=LATE))
    titles = [table.page(2, "m" * at).title for at in range(6)]
    assert titles == ["My money", "Ben", "Anna", "Chloé", "Seat 4", "My money"]
    assert table.page(2, "b").title == "Seat 4"
    assert press(LookHand(), "mo") == LEFT


def test_money_is_sorted_by_note_with_its_sum() -> None:
    table = Trade(WORDS, trade(opening=LATE))
    said = texts(table.page(1))
    assert said[-8:] == ["0", "10", "50", "100", "× 2", "× 3", "× 1", "× 1"]
    assert "180" in said


def test_a_view_shows_no_money_but_ones_own() -> None:
    table = Trade(WORDS, trade(opening=LATE))
    for seat, page in itertools.product((2, 3, 4), range(1, 5)):
        assert "180" not in " ".join(texts(table.page(seat, "m" * page)))


# ---- cards keyed in -----------------------------------------------------------------------------------


def test_the_card_turned_up_is_keyed_in_out_of_what_there_can_be_likeliest_first() -> None:
    asked = EnterCards(2, "enter", {"spot": 1}, {"rooster": 1, "cow": 4, "pig": 2})
    assert press(EnterCardsHand(asked), "o") == Said("enter", "spot:cow")
    assert press(EnterCardsHand(asked), "mmo") == Said("enter", "spot:rooster")
    assert press(EnterCardsHand(asked), "b") == LEFT


def test_several_cards_are_keyed_in_one_by_one_and_no_more_than_there_are() -> None:
    asked = EnterCards(2, "enter", {"spot": 2}, {"cow": 4, "pig": 1})
    assert press(EnterCardsHand(asked), "omo") == Said("enter", "spot:cow,pig")
    hand = EnterCardsHand(asked)
    assert press(hand, "moo") is None, "there is but one pig"
    assert press(hand, "bo") == Said("enter", "spot:pig,cow")


def test_a_step_back_takes_the_last_card_back() -> None:
    asked = EnterCards(2, "enter", {"spot": 2}, {"cow": 4, "pig": 2})
    hand = EnterCardsHand(asked)
    press(hand, "mo" + "bb")  # a pig, and back over the first face: it is taken back
    assert press(hand, "bo") is None
    assert press(hand, "o") == Said("enter", "spot:cow,cow")


def test_whose_cards_come_first_where_several_lie_open_ones_own_to_begin_with() -> None:
    asked = EnterCards(3, "enter", {"2": 1, "3": 2}, {"0": 5, "10": 4})
    assert press(EnterCardsHand(asked), "o" + "omo") == Said("enter", "3:0,10")
    assert press(EnterCardsHand(asked), "bo" + "o") == Said("enter", "2:0")
    hand = EnterCardsHand(asked)
    assert press(hand, "ob") is None
    assert press(hand, "bb") is None
    assert press(hand, "b") == LEFT


# ---- the menu -----------------------------------------------------------------------------------------


def test_insolvency_is_declared_in_the_menu_and_only_by_a_finger_that_stays() -> None:
    menu = table_menu((), (Confirm(2, "insolvent", deliberate=True, aside=True),), House())
    assert press(menu, "oo") is None, "OK leaves the page again"
    press(menu, "o")
    assert press(menu, "m") is None
    assert menu.on(gesture("m", Kind.HELD)) == Said("insolvent")


def test_the_dove_is_claimed_with_two_presses() -> None:
    menu = table_menu((), (Confirm(2, "dove", aside=True),), House())
    assert press(menu, "o") == Said("dove")


# ---- what is laid, and what it makes --------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked", [Compose(1, "offer", (0, 10), fewest=1), Compose(1, "offer", (0, 10), least=10)]
)
def test_nothing_is_not_offered_to_be_laid_where_something_must_be(asked: Compose) -> None:
    view, hand = trade(opening=LATE).view(1), ComposeHand(asked)
    assert not any("nothing" in text for text in texts(hand.screen(WORDS, view)))
    free = ComposeHand(Compose(1, "offer", (0, 10)))
    assert any("nothing" in text for text in texts(free.screen(WORDS, view)))


def test_no_note_stands_before_the_sum_of_a_long_pile_as_if_it_made_it() -> None:
    long, short = (0, 10, 10, 50, 100, 200), (50, 100)
    shown = texts(piles(WORDS, [("Seat 5", long), ("Seat 1", ())], veiled=False))
    assert "Seat 5: 370 = 0 2×10 50 100 200" in shown
    assert "Seat 1: nothing" in shown
    assert summed(WORDS, short) == "150 = 50 100"
    assert summed(WORDS, (50,)) == "50"
