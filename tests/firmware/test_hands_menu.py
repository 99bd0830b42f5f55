"""The menu of the table: what it offers, what it says, and how it is left."""

from dataclasses import dataclass, field

import pytest

from engine.request import Choose, EnterDice
from firmware.hands import LEFT, Said
from firmware.hands.level import LEAST, LevelHand
from firmware.hands.menu import MenuHand, house_menu, table_menu
from firmware.hands.name import LONGEST, NameHand
from firmware.pods.gesture import Kind
from firmware.words import LANGUAGES, Words
from tests.firmware.presses import gesture, hold, press

WORDS = Words()


@dataclass
class House:
    language: str = "en"
    brightness: int = 160
    hints: bool = True
    sound: bool = True
    known: list[str] = field(default_factory=lambda: ["Anna", "Ben"])


def entries(menu: MenuHand) -> list[str]:
    """What the menu offers, read off the glass from top to bottom."""
    found: list[str] = []
    for _ in range(30):
        found += [row.text for row in menu.screen(WORDS, {}).rows if row.inverted and row.text not in found]
        press(menu, "m")
    return found


def choose(menu: MenuHand, entry: str) -> Said | None:
    """Walks to the entry and takes it."""
    hold(menu, "b", 30)
    for _ in range(30):
        if any(row.inverted and row.text == entry for row in menu.screen(WORDS, {}).rows):
            return press(menu, "o")
        press(menu, "m")
    raise AssertionError(f"no entry {entry!r}")


def test_it_offers_what_the_rules_allow_and_no_more() -> None:
    house = entries(table_menu((), (), House()))
    assert not {"Take back", "Dispute", "End the game", "Do it again", "Stacked dice"} & set(house)
    asides = (
        EnterDice(1, "enter", {1: 2}, "12345*"),
        Choose(1, "stacked", ("1", "2"), aside=True),
    )
    full = entries(table_menu(("undo", "redo", "dispute", "end"), asides, House()))
    assert full[:6] == ["Dispute", "Stacked dice", "Key in dice", "Take back", "Do it again", "End the game"]
    assert full[6:] == house


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("Do it again", Said("redo")),
        ("See the table", Said("house.peek")),
        ("Pause", Said("house.pause")),
        ("Hints off", Said("house.hints", "off")),
    ],
)
def test_some_entries_are_said_at_once(entry: str, said: Said) -> None:
    assert choose(table_menu(("undo", "redo", "dispute", "end"), (), House()), entry) == said


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("End the game", Said("end", "yes")),
        ("Switch off", Said("house.off")),
        ("Dispute", Said("dispute")),
    ],
)
def test_what_matters_is_asked_once_more(entry: str, said: Said) -> None:
    menu = table_menu(("dispute", "end"), (), House())
    assert choose(menu, entry) is None
    assert press(menu, "b") is None
    assert choose(menu, entry) is None
    assert press(menu, "o") == said


def test_a_vote_once_given_can_be_taken_back_and_not_given_twice() -> None:
    menu = table_menu(("undo", "end"), (), House(), voted=("end",))
    assert "End the game" not in entries(menu)
    assert choose(menu, "No, play on") == Said("end", "no")


def test_before_a_game_there_is_only_what_concerns_the_box() -> None:
    assert entries(house_menu(House(hints=False))) == [
        "Language",
        "Brightness",
        "Hints on",
        "Sound off",
        "Switch off",
    ]


def test_an_aside_is_answered_on_a_page_of_its_own() -> None:
    menu = table_menu((), (Choose(1, "stacked", ("1", "2", "3"), aside=True),), House())
    assert choose(menu, "Stacked dice") is None
    assert press(menu, "mo") == Said("stacked", "2")


def test_every_page_and_the_menu_itself_are_left_by_fresh_steps_back() -> None:
    menu = table_menu((), (), House())
    press(menu, "mmm")
    hold(menu, "b", 20)
    assert "See the table" in [row.text for row in menu.screen(WORDS, {}).rows if row.inverted]
    assert choose(menu, "Language") is None
    assert press(menu, "b") is None
    assert menu.screen(WORDS, {}).title == "Menu"
    hold(menu, "b", 20)
    assert press(menu, "b") is None, "a list that was walked wants to be left on purpose"
    assert press(menu, "b") == LEFT


@pytest.mark.parametrize(("steps", "language"), list(enumerate(LANGUAGES)))
def test_languages_are_listed_each_in_its_own_words(steps: int, language: str) -> None:
    menu = table_menu((), (), House())
    choose(menu, "Language")
    assert {row.text for row in menu.screen(Words("de"), {}).rows} <= set(LANGUAGES.values())
    assert press(menu, "m" * steps + "o") == Said("house.language", language)


def test_brightness_is_said_while_it_is_stepped_and_never_goes_dark() -> None:
    menu = table_menu((), (), House(brightness=160))
    choose(menu, "Brightness")
    assert press(menu, "m") == Said("house.brightness", "177", stays=True)
    assert press(menu, "bb") == Said("house.brightness", "143", stays=True)
    assert press(menu, "o") is None
    assert menu.screen(WORDS, {}).title == "Menu"
    level = LevelHand("brightness", 160)
    said = [level.on(gesture("b", Kind.RUN)) for _ in range(40)]
    assert [one.said for one in said if one][-1] == str(LEAST)
    assert said[-1] is None


def test_a_seat_is_handed_over_by_name() -> None:
    menu = table_menu((), (), House())
    choose(menu, "Hand over the seat")
    assert press(menu, "mo") == Said("house.handover", "Ben")


# ---- names ------------------------------------------------------------------------------------------


def test_a_kept_name_takes_one_press_and_none_two_more() -> None:
    assert press(NameHand(["Anna", "Ben"]), "o") == Said("name", "Anna")
    assert press(NameHand(["Anna", "Ben"]), "bbo") == Said("name", "")
    assert press(NameHand(["Anna"]), "bbbb") == LEFT


def test_a_name_is_spelled_letter_by_letter_with_one_capital() -> None:
    hand = NameHand([])
    assert press(hand, "o" + "mo" + "mmmmo" + "m" * 13 + "o" + "bo") == Said("name", "Ben")


def test_a_letter_can_be_rubbed_out_and_an_empty_name_says_nothing() -> None:
    hand = NameHand([])
    assert press(hand, "o" + "mo" + "bbo" + "mo") is None
    assert hand.screen(WORDS, {}).title == "Who plays here?"


def test_a_name_is_never_longer_than_the_glass_has_room_for() -> None:
    hand = NameHand([])
    press(hand, "o" + "o" * LONGEST)
    assert press(hand, "o") == Said("name", "A" + "a" * (LONGEST - 1))
