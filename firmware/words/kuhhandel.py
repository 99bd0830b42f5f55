"""The cattle trade in players' words, in both its printed editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from engine.request import Countdown
from firmware.glass import icons
from firmware.glass.screen import Row, Screen
from firmware.words import (
    kuhhandel_lines,
    kuhhandel_news,
    kuhhandel_pages,
    kuhhandel_questions,
    kuhhandel_screens,
)
from firmware.words.aloud import Aloud
from firmware.words.kuhhandel_texts import ANIMALS, ASKED, CHOICES, HINTS, OPTIONS, animal, lot, times
from firmware.words.values import mapping, own_seat, texts

if TYPE_CHECKING:
    from firmware.words.words import Words


class KuhhandelWords:
    """`name`: what the edition is called, in English."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self, words: Words) -> str:
        return words.say(self._name)

    # ---- what is asked --------------------------------------------------------------------------

    def heading(self, words: Words, view: View) -> str:
        return kuhhandel_screens.heading(words, view)

    def asked(self, words: Words, key: str, view: View) -> str:
        return words.say(ASKED[key]) if key in ASKED else kuhhandel_questions.asked(words, key, view)

    def option(self, words: Words, key: str, option: str, view: View) -> str:
        del view
        return kuhhandel_questions.option(words, key, option)

    def about(self, words: Words, key: str, view: View) -> tuple[Row, ...]:
        return kuhhandel_questions.about(words, key, view)

    def hint(self, words: Words, key: str, view: View) -> str:
        if key == "bid" and mapping(view["auction"])["high"] is not None:
            return ""  # whoever has seen the first bid knows, and the amount wants the room
        return words.say(HINTS[key], right=icons.RIGHT) if key in HINTS else ""

    def rung(self, words: Words, parts: tuple[str, ...], view: View) -> tuple[str, ...]:
        del words, view
        return parts

    def standing(self, words: Words, view: View) -> str:
        return kuhhandel_screens.standing(words, view)

    def leading(self, words: Words, view: View) -> str:
        del words
        sale = {} if view["auction"] is None else mapping(view["auction"])
        return str(sale["high"]) if sale.get("by") is not None and sale["by"] == own_seat(view) else ""

    def counting(self, words: Words, count: Countdown, view: View) -> str:
        sale = mapping(view["auction"])
        said, high = count.step - 1, sale["high"]
        if said:
            return times(words, lot(words, texts(sale["animals"])) if high is None else str(high), said)
        return words.say("Who bids?") if high is None else str(high)

    # ---- the table ------------------------------------------------------------------------------

    def status(self, words: Words, view: View, seat: Seat) -> Screen:
        return kuhhandel_screens.status(words, view, seat)

    def pages(self, words: Words, view: View) -> tuple[Screen, ...]:
        return kuhhandel_pages.pages(words, view)

    def sums(self, words: Words, view: View) -> tuple[Screen, ...]:
        return kuhhandel_pages.sums(words, view)

    def purse(self, words: Words, view: View) -> str:
        return kuhhandel_pages.purse(words, view)

    def card(self, words: Words, face: str, view: View) -> str:
        """An animal with its picture, the dove, or a note."""
        del view
        if face == "dove":
            dove = words.say("Dove")
            return f"{icons.DOVE} {dove}"
        return f"{icons.ANIMALS[face]} {animal(words, face)}" if face in ANIMALS else face

    # ---- what happened --------------------------------------------------------------------------

    def news(self, words: Words, event: Event, view: View, seat: Seat) -> Screen | None:
        return kuhhandel_news.news(words, event, view, seat)

    def line(self, words: Words, event: Event) -> str:
        return kuhhandel_lines.line(words, event)

    def aloud(self, words: Words, event: Event) -> Aloud | None:
        return kuhhandel_lines.aloud(words, event)

    # ---- house options --------------------------------------------------------------------------

    def house_option(self, words: Words, key: str) -> str:
        return words.say(OPTIONS[key])

    def house_choice(self, words: Words, key: str, choice: str) -> str:
        return words.say(CHOICES[(key, choice)])
