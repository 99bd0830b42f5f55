"""What a game must be able to say; each game has one such vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from engine.request import Countdown
from firmware.glass.screen import Row, Screen
from firmware.words.aloud import Aloud

if TYPE_CHECKING:
    from firmware.words.words import Words


class GameWords(Protocol):
    """`words` gives language and names. What is given here is plain text and screens, never pixels."""

    def name(self, words: Words) -> str:
        """What players call the game."""

    def heading(self, words: Words, view: View) -> str:
        """The head line of a screen on which a seat is asked something."""

    def asked(self, words: Words, key: str, view: View) -> str:
        """What the request `key` asks for, in one short line."""

    def option(self, words: Words, key: str, option: str, view: View) -> str:
        """One of the options of the request `key`."""

    def about(self, words: Words, key: str, view: View) -> tuple[Row, ...]:
        """What a seat must see to answer the request `key`; mostly nothing."""

    def hint(self, words: Words, key: str, view: View) -> str:
        """For newcomers: what the request `key` is about, and what the buttons do. "" for nothing."""

    def rung(self, words: Words, parts: tuple[str, ...], view: View) -> tuple[str, ...]:
        """The columns of a bid as the glass shows them."""

    def standing(self, words: Words, view: View) -> str:
        """The bid that stands and who made it; "" if there is none."""

    def leading(self, words: Words, view: View) -> str:
        """The bid by which the owner of the view leads, as an answer says it; "" if it does not."""

    def status(self, words: Words, view: View, seat: Seat) -> Screen:
        """The table as `seat` sees it while others are waited for."""

    def pages(self, words: Words, view: View) -> tuple[Screen, ...]:
        """What the owner of the view may look at while something else is on the glass, page by page: first
        what it alone may know, or the table where it knows no more than others."""

    def sums(self, words: Words, view: View) -> tuple[Screen, ...]:
        """How everybody's result comes about, page by page, when the game is over; mostly nothing."""

    def counting(self, words: Words, count: Countdown, view: View) -> str:
        """A count that runs, in one short line: `count` is for the number that is said next."""

    def purse(self, words: Words, view: View) -> str:
        """What the owner of the view has to spend, as short as can be; "" where it has nothing of the kind,
        or hides it now."""

    def card(self, words: Words, face: str, view: View) -> str:
        """What a card with this face is called."""

    def news(self, words: Words, event: Event, view: View, seat: Seat) -> Screen | None:
        """What `seat` is shown for a moment when this has happened; None for nothing."""

    def line(self, words: Words, event: Event) -> str:
        """The event in one line of text, for log, page and replay; "" for nothing."""

    def aloud(self, words: Words, event: Event) -> Aloud | None:
        """What the box calls out when this has happened, of what all may know; mostly nothing."""

    def house_option(self, words: Words, key: str) -> str:
        """What the house option `key` decides."""

    def house_choice(self, words: Words, key: str, choice: str) -> str:
        """One choice of the house option `key`."""
