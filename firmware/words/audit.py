"""What an audit says: where the cards that lie on the table differ from the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event, Value
from engine.game import View
from firmware.glass.screen import Align, Row, Screen
from firmware.words.values import mapping, number, seat_or_none
from vision.cards_look import CardsReading
from vision.seats import TableReading

if TYPE_CHECKING:
    from firmware.words.words import Words


def looking(words: Words, reading: TableReading | CardsReading | None, seat: Seat) -> Screen:
    """While it goes on: what to do, and what hinders the eye."""
    told = words.eye(reading, seat) if reading is not None else ""
    rows = (Row(told or words.say("Hands away: the cards are compared"), align=Align.CENTRE),)
    return Screen(words.menu("audit"), rows, bar=("", "", words.say("back")))


def news(words: Words, event: Event, view: View) -> Screen | None:
    """What who asked for it is shown; None if this is no audit."""
    if event.key != "audit":
        return None
    rows = tuple(Row(text) for text in _lines(words, event, str(view["game"])))
    return Screen(words.menu("audit"), rows, bar=("", "", "OK"))


def line(words: Words, event: Event, game: str) -> str:
    """All of it in one line; "" if this is no audit."""
    return "; ".join(_lines(words, event, game)) if event.key == "audit" else ""


def _lines(words: Words, event: Event, game: str) -> list[str]:
    differs = event.values["differs"]
    assert isinstance(differs, tuple | list)
    return [_told(words, mapping(one), game) for one in differs] or [
        words.say("All cards lie as they should")
    ]


def _told(words: Words, one: Mapping[str, Value], game: str) -> str:
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
