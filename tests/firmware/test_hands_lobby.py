"""From power-on to the first roll at the pods."""

import pytest

from engine import Setup
from engine.errors import BadSetup
from engine.game import Result
from engine.games import GAMES
from firmware.hands import LEFT, Said
from firmware.hands.join import JoinHand
from firmware.hands.order import OrderHand
from firmware.hands.over import OverHand
from firmware.hands.pick import PickHand, said_setup, setup_from
from firmware.hands.resume import ResumeHand
from firmware.words import Words
from tests.firmware.presses import press

WORDS = Words()
LAST = Setup("liars-dice", (1, 2, 3), {"dice": "joker-6", "opener": "loser"})


OTHER = [key for key, kind in GAMES.items() if kind.most < 6][-1]


def joined(seat: int, *seats: int, known: tuple[str, ...] = ()) -> JoinHand:
    hand = JoinHand(seat, known)
    hand.joined, hand.host = seats, seats[0] if seats else None
    return hand


def test_one_press_joins_and_no_other_button_does() -> None:
    assert press(joined(3, 1, 2), "bmBM") is None
    assert press(joined(3, 1, 2), "o") == Said("join")


def test_who_has_joined_can_go_but_not_by_pressing_ok_once_more() -> None:
    assert press(joined(2, 1, 2), "oo") is None
    assert press(joined(2, 1, 2), "mmo") == Said("leave")


def test_only_the_first_seat_goes_on_and_only_with_seats_enough() -> None:
    assert press(joined(1, 1), "o") is None
    assert press(joined(1, 1, 2), "o") == Said("go-on")
    assert press(joined(2, 1, 2), "o") is None


def test_a_name_is_chosen_from_those_of_other_evenings() -> None:
    assert press(joined(2, 1, 2, known=("Anna", "Ben")), "mo" + "mo") == Said("name", "Ben")


def test_who_leaves_while_a_page_is_open_finds_the_question_again() -> None:
    hand = joined(2, 1, 2)
    press(hand, "mo")
    hand.joined = (1,)
    assert hand.screen(WORDS, {}).rows[0].text == "Who plays?"
    assert press(hand, "o") == Said("join")


def test_two_neighbours_swap_with_two_presses() -> None:
    assert press(OrderHand((1, 2, 3, 4)), "mo") == Said("order", "1 3 2 4", stays=True)
    assert press(OrderHand((1, 2, 3, 4)), "mmmo") == Said("order", "4 2 3 1", stays=True)
    assert press(OrderHand((1, 2, 3)), "mmmo") == LEFT
    assert press(OrderHand((1, 2, 3)), "b") == LEFT


def test_the_first_seat_changes_the_order_from_its_own_pod() -> None:
    hand = joined(1, 1, 2, 3)
    assert press(hand, "mmo" + "mo") == Said("order", "1 3 2", stays=True)
    assert press(hand, "mo") is None
    assert press(hand, "o") == Said("go-on")


def test_last_evenings_choice_stands_on_top() -> None:
    said = press(PickHand(3, LAST), "o")
    assert said == Said("start", "liars-dice dice=joker-6 opener=loser")
    assert setup_from(said.said, (1, 2, 3)) == LAST


def test_another_choice_goes_through_a_list_of_options() -> None:
    hand = PickHand(3)
    press(hand, "o" + "mo" + "mo")  # the game, its dice, the second of them
    assert press(hand, "bo") == Said("start", "liars-dice dice=joker-6")


def test_options_begin_as_they_were_last_evening() -> None:
    assert press(PickHand(3, LAST), "mo" + "o") == Said("start", said_setup(LAST))


def test_every_choice_of_every_option_can_be_reached() -> None:
    for at, kind in enumerate(GAMES.values()):
        for down, option in enumerate(kind.options, start=1):
            for place, choice in enumerate(option.choices):
                hand = PickHand(3)  # so many seats can play every game
                press(hand, "m" * at + "o" + "m" * down + "o" + "m" * place + "o" + "b" * down)
                said = press(hand, "o")
                assert said is not None
                setup = setup_from(said.said, (1, 2, 3))
                assert setup.game == kind.key
                assert setup.options.get(option.key, option.default) == choice


@pytest.mark.parametrize(
    "last", [Setup("no-such-game", (1, 2)), Setup("liars-dice", (1, 2), {"dice": "glass"}), None]
)
def test_a_choice_that_exists_no_more_is_not_offered(last: Setup | None) -> None:
    assert PickHand(3, last).screen(WORDS, {}).rows[0].text == "Liar's dice"


def test_a_game_for_other_numbers_is_shown_and_says_for_how_many_it_is_and_begins_nothing() -> None:
    games = len(GAMES)
    hand = PickHand(6)
    assert press(hand, "m" * (games - 1)) is None
    shown = hand.screen(WORDS, {}).rows[-1].text
    assert shown.endswith(f"({GAMES[OTHER].least}-{GAMES[OTHER].most})")
    assert press(hand, "o") is None
    assert str(GAMES[OTHER].least) in hand.screen(WORDS, {}).rows[0].text
    assert press(hand, "m") is None
    assert hand.screen(WORDS, {}).title == "What do we play?"


@pytest.mark.parametrize("said", ["", "liars-dice dice"])
def test_a_choice_that_cannot_be_read_is_refused(said: str) -> None:
    with pytest.raises(BadSetup):
        setup_from(said, (1, 2))


def test_leaving_the_options_leads_back_to_the_games_and_leaving_those_to_the_seats() -> None:
    hand = PickHand(3)
    assert press(hand, "ob") is None
    assert hand.screen(WORDS, {}).title == "What do we play?"
    assert press(hand, "b") == LEFT


def test_an_interrupted_game_goes_on_with_one_press() -> None:
    assert press(ResumeHand(LAST), "o") == Said("resume")
    assert press(ResumeHand(LAST), "mo") == Said("new-game", "yes")


def test_after_the_end_ok_goes_on() -> None:
    hand = OverHand(Result((2,), {1: 0, 2: 3}), seat=2)
    assert press(hand, "bm") is None
    assert press(hand, "o") == Said("house.again")


def test_the_same_six_people_need_under_ten_presses_to_the_first_roll() -> None:
    presses = 0
    for seat in range(1, 7):
        assert press(joined(seat, *range(1, seat)), "o") == Said("join")
        presses += 1
    assert press(joined(1, *range(1, 7)), "o") == Said("go-on")
    assert press(PickHand(6, Setup("liars-dice", (1, 2, 3, 4, 5, 6))), "o") == Said("start", "liars-dice")
    assert presses + 2 < 10
