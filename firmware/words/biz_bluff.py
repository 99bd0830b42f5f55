"""Biz-Bluff in players' words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Row, Screen
from firmware.words import biz_bluff_lines, biz_bluff_news, biz_bluff_questions, biz_bluff_screens
from firmware.words.biz_bluff_texts import CHOICES, HINTS, HOLDS, OPTIONS, face
from firmware.words.no_auction import NoAuction
from firmware.words.values import mapping

if TYPE_CHECKING:
    from firmware.words.words import Words


class BizBluffWords(NoAuction):
    def name(self, words: Words) -> str:
        return words.say("Biz-Bluff")

    # ---- what is asked --------------------------------------------------------------------------

    def heading(self, words: Words, view: View) -> str:
        return biz_bluff_screens.heading(words, view)

    def asked(self, words: Words, key: str, view: View) -> str:
        return biz_bluff_questions.asked(words, key, view)

    def option(self, words: Words, key: str, option: str, view: View) -> str:
        del view
        return biz_bluff_questions.option(words, key, option)

    def about(self, words: Words, key: str, view: View) -> tuple[Row, ...]:
        return biz_bluff_questions.about(words, key, view)

    def hint(self, words: Words, key: str, view: View) -> str:
        if key == "deed" and biz_bluff_screens.claimed(view) is not None:
            return words.say(HOLDS)  # to claim unseen is not offered then (Z-06)
        return words.say(HINTS[key]) if key in HINTS else ""

    def rung(self, words: Words, parts: tuple[str, ...], view: View) -> tuple[str, ...]:
        del words, view
        return parts

    def standing(self, words: Words, view: View) -> str:
        """Beside the number of parts: what one has."""
        return biz_bluff_screens.own(words, view)

    # ---- the table ------------------------------------------------------------------------------

    def status(self, words: Words, view: View, seat: Seat) -> Screen:
        return biz_bluff_screens.status(words, view, seat)

    def pages(self, words: Words, view: View) -> tuple[Screen, ...]:
        return biz_bluff_screens.pages(words, view)

    def sums(self, words: Words, view: View) -> tuple[Screen, ...]:
        return biz_bluff_screens.sums(words, view)

    def purse(self, _words: Words, view: View, /) -> str:
        if "you" not in view:
            return ""
        own = mapping(mapping(view["purses"])[str(mapping(view["you"])["seat"])])
        return f"{icons.COIN}{own['cash']}"

    def card(self, words: Words, name: str, _view: View, /) -> str:
        return face(words, name)

    # ---- what happened --------------------------------------------------------------------------

    def news(self, words: Words, event: Event, view: View, seat: Seat) -> Screen | None:
        del view
        return biz_bluff_news.news(words, event, seat)

    def line(self, words: Words, event: Event) -> str:
        return biz_bluff_lines.line(words, event)

    # ---- house options --------------------------------------------------------------------------

    def house_option(self, words: Words, key: str) -> str:
        return words.say(OPTIONS[key])

    def house_choice(self, words: Words, key: str, choice: str) -> str:
        return words.say(CHOICES[(key, choice)])
