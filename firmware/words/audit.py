"""What an audit says: where the cards or tokens that lie on the table differ from the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.answer import Seat
from engine.event import Event, Value
from engine.game import View
from engine.request import SPOT
from firmware.glass.screen import Align, Row, Screen
from firmware.words.catalogue import later
from firmware.words.eye import REASONS
from firmware.words.values import mapping, number, numbers, seat_or_none
from vision.cards_look import CardsReading
from vision.seats import TableReading

if TYPE_CHECKING:
    from firmware.words.words import Words

CARDS, TOKENS = "audit", "audit-tokens"  # the entries of the menu
HANDS_AWAY: Final[Mapping[str, str]] = {
    CARDS: later("Hands away: the cards are compared"),
    TOKENS: later("Hands away: the tokens are compared"),
}
ALL_WELL: Final[Mapping[str, str]] = {
    CARDS: later("All cards lie as they should"),
    TOKENS: later("All tokens lie as they should"),
}


def audit_of(game: str) -> str:
    """The entry of the menu by which what lies on the table in this game is compared with the record."""
    return TOKENS if game == "bluff-you" else CARDS


def looking(words: Words, reading: TableReading | CardsReading | None, seat: Seat, game: str) -> Screen:
    """While it goes on: what to do, and what hinders the eye."""
    told = "" if reading is None else _hindered(words, reading, seat, game)
    rows = (Row(told or words.say(HANDS_AWAY[audit_of(game)]), align=Align.CENTRE),)
    return Screen(words.menu(audit_of(game)), rows, bar=("", "", words.say("back")))


def _hindered(words: Words, reading: TableReading | CardsReading, seat: Seat, game: str) -> str:
    """Tokens that are not clear are told of when it is over, with all others."""
    if audit_of(game) == CARDS:
        return words.eye(reading, seat)
    return "" if reading.trouble is None else words.say(REASONS[reading.trouble])


def news(words: Words, event: Event, view: View) -> Screen | None:
    """What who asked for it is shown; None if this is no audit."""
    if event.key != "audit":
        return None
    game = str(view["game"])
    rows = tuple(Row(text) for text in _lines(words, event, game))
    return Screen(words.menu(audit_of(game)), rows, bar=("", "", "OK"))


def line(words: Words, event: Event, game: str) -> str:
    """All of it in one line; "" if this is no audit."""
    return "; ".join(_lines(words, event, game)) if event.key == "audit" else ""


def differing(words: Words, differs: tuple[Value, ...], game: str) -> list[str]:
    """What differs, line by line."""
    if audit_of(game) == TOKENS:
        return [_of_tokens(words, mapping(one)) for one in differs]
    return [_of_cards(words, mapping(one), game) for one in differs]


def _lines(words: Words, event: Event, game: str) -> list[str]:
    differs = event.values["differs"]
    assert isinstance(differs, tuple | list)
    return differing(words, tuple(differs), game) or [words.say(ALL_WELL[audit_of(game)])]


def _of_tokens(words: Words, one: Mapping[str, Value]) -> str:
    tokens = ", ".join(map(str, numbers(one["tokens"])))
    belongs, lies = _at(words, str(one["belongs"])), str(one["lies"])
    if lies != "unseen":
        return words.say(
            "Lies {there}, not {here}: {tokens}", there=_at(words, lies), here=belongs, tokens=tokens
        )
    if one["unclear"]:
        return words.say("Not clear {here}: {tokens}", here=belongs, tokens=tokens)
    return words.say("Not seen {here}: {tokens}", here=belongs, tokens=tokens)


def _at(words: Words, place: str) -> str:
    """Where tokens lie, within a sentence."""
    match place:
        case "apart":
            return words.say("apart")
        case place if place == SPOT:
            return words.say("in the middle")
        case _:
            return words.say("at {seat}", seat=words.seat(int(place)))


def _of_cards(words: Words, one: Mapping[str, Value], game: str) -> str:
    seat = seat_or_none(one["seat"])
    place = words.say("In the middle") if seat is None else words.seat(seat)
    if "unsure" in one:
        return words.say("{place}: not clear", place=place)
    if "backs" in one:
        seen, laid = number(one["backs"]), number(one["laid"])
        return words.say("{place}: {seen} notes face down, not {laid}", place=place, seen=seen, laid=laid)
    parts = []
    if one["missing"]:
        cards = _cards(words, mapping(one["missing"]), game)
        parts.append(words.say("{cards} missing", cards=cards))
    if one["extra"]:
        cards = _cards(words, mapping(one["extra"]), game)
        parts.append(words.say("{cards} too many", cards=cards))
    return f"{place}: {', '.join(parts)}"


def _cards(words: Words, cards: Mapping[str, Value], game: str) -> str:
    names = ((words.card(face, {"game": game}), number(count)) for face, count in cards.items())
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in names)
