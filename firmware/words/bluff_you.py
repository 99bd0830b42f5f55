"""Bluff You! in players' words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from firmware.glass.screen import Row, Screen
from firmware.words import bluff_you_lines, bluff_you_screens
from firmware.words.bluff_you_texts import ANSWERS, ASKED, CHOICES, DEEDS, HINTS, OPTIONS, several, token
from firmware.words.no_auction import NoAuction
from firmware.words.values import number, own_seat

if TYPE_CHECKING:
    from firmware.words.words import Words


class BluffYouWords(NoAuction):
    def name(self, words: Words) -> str:
        return words.say("Bluff You!")

    # ---- what is asked --------------------------------------------------------------------------

    def heading(self, words: Words, view: View) -> str:
        return bluff_you_screens.heading(words, view)

    def asked(self, words: Words, key: str, view: View) -> str:
        match key:
            case "person" if view["deed"] == "steal":
                return words.say("From whom?")
            case "person":
                return words.say("To whom do you say it?")
            case "answer" if own_seat(view) is None:
                return words.say(HINTS["answer"])
            case "answer":
                return words.say("{seat} says", seat=words.seat(number(view["turn"])))
            case "dice" if view["turn"] != own_seat(view):
                return words.say("{seat} lifts the cup", seat=words.seat(number(view["turn"])))
            case "put":
                return words.say("Which for the {token}?", token=view["number"])
            case _:
                return words.say(ASKED[key])

    def option(self, words: Words, key: str, option: str, view: View) -> str:
        del view
        match key:
            case "starts" | "person":
                return words.seat(int(option))
            case "deed":
                return words.say(DEEDS[option])
            case "answer":
                return words.say(ANSWERS[option])
            case "put":
                return several(map(int, option.split("+")))
            case _:
                return token(words, int(option))

    def about(self, words: Words, key: str, view: View) -> tuple[Row, ...]:
        match key:
            case "agree":
                return bluff_you_screens.entered(words, view)
            case "answer":
                return bluff_you_screens.judged(words, view)
            case _:
                return ()

    def hint(self, words: Words, key: str, view: View) -> str:
        del view
        return words.say(HINTS[key]) if key in HINTS else ""

    def rung(self, words: Words, parts: tuple[str, ...], view: View) -> tuple[str, ...]:
        """Nothing is bid in this game."""
        del words, view
        return parts

    def standing(self, words: Words, view: View) -> str:
        return bluff_you_screens.announced(words, view)

    # ---- the table ------------------------------------------------------------------------------

    def status(self, words: Words, view: View, seat: Seat) -> Screen:
        return bluff_you_screens.status(words, view, seat)

    def pages(self, words: Words, view: View) -> tuple[Screen, ...]:
        return bluff_you_screens.pages(words, view)

    def sums(self, words: Words, view: View) -> tuple[Screen, ...]:
        return bluff_you_screens.sums(words, view)

    def purse(self, _words: Words, _view: View, /) -> str:
        """Nothing is paid for in this game."""
        return ""

    def card(self, _words: Words, face: str, _view: View, /) -> str:
        """There are no cards in this game."""
        return face

    # ---- what happened --------------------------------------------------------------------------

    def news(self, words: Words, event: Event, view: View, seat: Seat) -> Screen | None:
        del view
        return bluff_you_screens.news(words, event, seat)

    def line(self, words: Words, event: Event) -> str:
        return bluff_you_lines.line(words, event)

    # ---- house options --------------------------------------------------------------------------

    def house_option(self, words: Words, key: str) -> str:
        return words.say(OPTIONS[key])

    def house_choice(self, words: Words, key: str, choice: str) -> str:
        return words.say(CHOICES[(key, choice)])
