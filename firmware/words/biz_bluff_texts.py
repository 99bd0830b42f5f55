"""The set texts of Biz-Bluff, by the keys of the rules, and how its things are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.biz_bluff.box import Box, our_box
from engine.game import View
from firmware.words.catalogue import later

if TYPE_CHECKING:
    from firmware.words.words import Words

ASKED: Final[Mapping[str, str]] = {
    "throw": later("Throw the die, then OK"),
    "reached": later("Which square is it?"),
    "company": later("Which company?"),
    "zone": later("Which street?"),
    "met": later("Who stands there?"),
    "hunt": later("Which Dahu square?"),
    "look": later("Look into which file?"),
    "opponent": later("Whom do you challenge?"),
    "buy": later("How many to buy?"),
    "sell": later("How many to sell?"),
    "agree": later("Is this right?"),
}
HINTS: Final[Mapping[str, str]] = {
    "late": later("Before you throw"),
    "deed": later("Unseen: you throw again"),
    "present": later("Tell them what it is worth"),
    "deal": later("1 $ a part"),
}
HOLDS: Final = later("You hold a claim already")
STREETS: Final[Mapping[str, str]] = {
    "yellow": later("Yellow street"),
    "blue": later("Blue street"),
    "green": later("Green street"),
    "red": later("Red street"),
}
KINDS: Final[Mapping[str, str]] = {
    "white": later("White square"),
    "dahu": later("Dahu hunt"),
    "svp": later("S.V.P."),
    "company": later("A company"),
    "centre": later("The centre"),
}
TOKENS: Final[Mapping[str, str]] = {
    "one": later("1 bundle"),
    "two": later("2 bundles"),
    "blank": later("Blank"),
    "bluffed": later("Bluffed!"),
}
CHALLENGE: Final = later("Challenge")
ANSWERS: Final[Mapping[tuple[str, str], str]] = {
    ("late", "claim"): later("Claim it"),
    ("late", "leave"): later("Leave it"),
    ("deed", "look"): later("Look secretly"),
    ("deed", "claim"): later("Claim unseen"),
    ("deed", "leave"): later("Leave it"),
    ("look", "leave"): later("Into none"),
    ("met", "nobody"): later("Nobody"),
    ("present", "present"): later("Present it"),
    ("present", "decline"): later("Not now"),
    ("deal", "nothing"): later("Nothing"),
    ("deal", "buy"): later("Buy"),
    ("deal", "sell"): later("Sell"),
}
OPTIONS: Final[Mapping[str, str]] = {"way": later("Who moves"), "dahu-safe": later("In the Dahu hunt")}
CHOICES: Final[Mapping[tuple[str, str], str]] = {
    ("way", "full"): later("Box knows the board"),
    ("way", "light"): later("You tell the square"),
    ("dahu-safe", "no"): later("Pawns are sent on"),
    ("dahu-safe", "yes"): later("Pawns are safe"),
}


def box(words: Words) -> Box:
    """What is in the box that is played with."""
    return words.box or our_box()


def company(words: Words, key: str) -> str:
    """Citron: a name, the same in every language."""
    return box(words).board.companies.get(key, key)


def square(words: Words, name: str) -> str:
    """A square, and what is there: f1 Citron."""
    found = box(words).board.squares[name]
    if found.kind == "company":
        return f"{name} {company(words, found.of)}"
    kind = words.say(KINDS[found.kind])
    return f"{name} {kind}" if found.kind != "svp" else f"{name} {svp(words, found.of)}"


def svp(words: Words, street: str) -> str:
    """S.V.P. and the street that it shows."""
    shown = words.say(STREETS[street])
    kind = words.say(KINDS["svp"])
    return f"{kind} {shown}"


def place(words: Words, kind: str, of: str) -> str:
    """Where a pawn stands: a company's name, or what kind of square it is."""
    if kind == "company":
        return company(words, of)
    return svp(words, of) if kind == "svp" else words.say(KINDS[kind])


def face(words: Words, name: str) -> str:
    """A token or a card as it lies face up."""
    if name in TOKENS:
        return words.say(TOKENS[name])
    card = box(words).cards.get(name)
    if card is None:
        return name
    if card.street is not None:
        return words.say(STREETS[card.street])
    if card.numbers:
        return words.say("Throw {numbers}", numbers=numbers(words, card.numbers))
    return words.say(CHALLENGE)


def numbers(words: Words, wanted: tuple[int, ...]) -> str:
    """2 or 4."""
    *some, last = map(str, wanted)
    return words.say("{some} or {last}", some=", ".join(some), last=last) if some else last


def to_throw(words: Words, view: View) -> str:
    """Which numbers the card on the table wants thrown now; "" for none."""
    card = box(words).cards.get(str(view["card"]))
    wanted = card is not None and card.numbers and view["phase"] == "throw"
    return face(words, str(view["card"])) if wanted else ""


def parts(words: Words, n: int) -> str:
    return words.count("{n} part", "{n} parts", n)


def held(words: Words, cash: int, own: int) -> str:
    """10 $ and 10 parts."""
    return words.say("{n} $ and {parts}", n=cash, parts=parts(words, own))
