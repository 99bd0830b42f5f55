"""The set texts of Bluff You!, by the keys of the rules, and how its tokens are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from engine.bluff_you.tokens import POINTS
from firmware.words.catalogue import later

if TYPE_CHECKING:
    from firmware.words.words import Words

ASKED: Final[Mapping[str, str]] = {
    "starts": later("Who is the youngest?"),
    "roll": later("Shake, peek, then OK"),
    "deed": later("What do you try?"),
    "number": later("What do you say?"),
    "dice": later("Lift the cup, hands away"),
    "give": later("Which do you give?"),
    "take": later("Which do you take?"),
    "agree": later("Is this right?"),
}
HINTS: Final[Mapping[str, str]] = {
    "roll": later("Look under your cup, but touch no die"),
    "number": later("True or not, as you like"),
    "answer": later("Do you believe it?"),
}
DEEDS: Final[Mapping[str, str]] = {
    "gain": later("Win a token"),
    "steal": later("Steal a token"),
    "double": later("Double!"),
}
ANSWERS: Final[Mapping[str, str]] = {"ok": later("Ok!"), "bluff": later("Bluff you!")}
OPTIONS: Final[Mapping[str, str]] = {"play-on": later("Last token taken"), "tokens": later("Tokens")}
CHOICES: Final[Mapping[tuple[str, str], str]] = {
    ("play-on", "no"): later("Ends the game"),
    ("play-on", "yes"): later("On if some go back"),
    ("tokens", "by-hand"): later("Watched by you"),
    ("tokens", "by-eye"): later("By the eye too"),
}


def token(words: Words, number: int) -> str:
    """A token and what it is worth: 12 (1 point)."""
    return words.count("{token} ({n} point)", "{token} ({n} points)", POINTS[number], token=number)


def points(words: Words, n: int) -> str:
    return words.count("{n} point", "{n} points", n)


def several(tokens: Iterable[int]) -> str:
    """8 + 13."""
    return " + ".join(map(str, tokens))


def total(dice: str) -> int:
    """What dice come to."""
    return sum(map(int, dice))
