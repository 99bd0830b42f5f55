"""The set texts of the cattle trade, by the keys of the rules, and how its things are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from firmware.glass import icons
from firmware.words.catalogue import later

if TYPE_CHECKING:
    from firmware.words.words import Words

SHORT_PILE: Final = 4  # kinds of notes that one line of the glass holds

ANIMALS: Final[Mapping[str, str]] = {
    "rooster": later("Rooster"),
    "goose": later("Goose"),
    "cat": later("Cat"),
    "dog": later("Dog"),
    "sheep": later("Sheep"),
    "goat": later("Goat"),
    "donkey": later("Donkey"),
    "pig": later("Pig"),
    "cow": later("Cow"),
    "horse": later("Horse"),
}
OFFER: Final = later("Offer")
COUNTER: Final = later("Counter")
HINTS: Final[Mapping[str, str]] = {
    "bid": later("OK bids at once, {right} higher"),
    "insolvent": later("You show all your money"),
    "right": later("To buy, you pay the bidder"),
    "reply": later("The higher pile gets the animal"),
    "counted": later("Count what you were handed"),
}
ASKED: Final[Mapping[str, str]] = {
    "insolvent": later("I can't pay"),
    "score": later("Count the points?"),
    "starts": later("Who begins?"),
    "partner": later("With whom?"),
    "bid": later("Your bid"),
    "agree": later("Is this right?"),
    "counted": later("Is it what was keyed in?"),
    "anew": later("Key in what lies there"),
}
"""What is asked, where it is always the same."""

OPTIONS: Final[Mapping[str, str]] = {
    "trade": later("How we trade"),
    "dove-reminder": later("Dove"),
    "short": later("Short game"),
    "fast": later("Fast game"),
    "zeros": later("Notes of 0"),
    "bid-step": later("Steps of bids"),
    "money": later("Money"),
}
CHOICES: Final[Mapping[tuple[str, str], str]] = {
    ("trade", "normal"): later("Amounts turned up"),
    ("trade", "super"): later("Piles change hands"),
    ("dove-reminder", "no"): later("Think of it yourself"),
    ("dove-reminder", "yes"): later("The box reminds"),
    ("short", "no"): later("No"),
    ("short", "yes"): later("4 animals dealt"),
    ("fast", "no"): later("No"),
    ("fast", "yes"): later("2 animals at once"),
    ("zeros", "travel"): later("Go with the pile"),
    ("zeros", "return"): later("Go back home"),
    ("bid-step", "10"): later("Tens"),
    ("bid-step", "1"): later("Ones"),
    ("money", "pods"): later("The box keeps it"),
    ("money", "table"): later("Real notes"),
}


def animal(words: Words, kind: str) -> str:
    """Cow, as its card is called."""
    return words.say(ANIMALS[kind])


def lot(words: Words, kinds: Iterable[str]) -> str:
    """One animal or several that go together: Cow + Pig."""
    return " + ".join(animal(words, kind) for kind in kinds)


def pictured(words: Words, kinds: Iterable[str]) -> str:
    """The same with their pictures, for the glass."""
    return " + ".join(f"{icons.ANIMALS[kind]} {animal(words, kind)}" for kind in kinds)


def several(words: Words, kind: str, size: int) -> str:
    """Cow, or 2 × Cow."""
    return animal(words, kind) if size == 1 else f"{size} × {animal(words, kind)}"


def herd(animals: Mapping[str, int]) -> str:
    """Animals as pictures with their numbers, for the glass; a complete set is ticked."""
    return " ".join(
        f"{icons.ANIMALS[kind]}{icons.CHECK if count == 4 else count}" for kind, count in animals.items()
    )


def notes(words: Words, pile: Iterable[int]) -> str:
    """A pile of notes: 2 × 10, 50."""
    counted = sorted(Counter(pile).items())
    told = [str(value) if count == 1 else f"{count} × {value}" for value, count in counted]
    return ", ".join(told) or words.say("nothing")


def compact(words: Words, pile: Iterable[int]) -> str:
    """The same for the glass, where a note must not be parted from its number: 2×10 50."""
    return " ".join(groups(words, pile))


def summed(words: Words, pile: Collection[int]) -> str:
    """What it makes, and of which notes, in that order: 160 = 2×10 40 100. Broken over two lines, a note
    before a sum would be read as another sum."""
    told = compact(words, pile)
    return f"{sum(pile)} = {told}" if len(pile) > 1 else told


def groups(words: Words, pile: Iterable[int]) -> list[str]:
    """The same, kind by kind."""
    counted = sorted(Counter(pile).items())
    told = [str(value) if count == 1 else f"{count}×{value}" for value, count in counted]
    return told or [words.say("nothing")]


def times(words: Words, what: str, step: int) -> str:
    """What is called: 30 once, 30 twice ..."""
    match step:
        case 1:
            return words.say("{what} once", what=what)
        case 2:
            return words.say("{what} twice", what=what)
        case _:
            return words.say("{what} three times", what=what)
