"""Dice or cards are to be seen by the eye: hands away, and it says what hinders it at this very seat."""

from __future__ import annotations

from engine.answer import Seat
from engine.game import View
from engine.request import SeeCards, SeeDice
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import Said
from firmware.pods.gesture import Gesture
from firmware.words import Words
from vision.cards_look import CardsReading
from vision.seats import TableReading


class WaitHand:
    """`reading`: what the eye says so far; set it whenever it says something new."""

    def __init__(self, asked: SeeDice | SeeCards, seat: Seat) -> None:
        self.asked = asked
        self.seat = seat
        self.reading: TableReading | CardsReading | None = None

    def on(self, _gesture: Gesture) -> Said | None:
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        told = words.eye(self.reading, self.seat) if self.reading is not None else ""
        if told and self._lies_open():  # no cup is to be lifted here any more: what is left to do comes first
            rows = [Row(told, Size.LARGE, Align.CENTRE)]
        else:
            rows = [Row(words.asked(self.asked.key, view), Size.LARGE, Align.CENTRE)]
            rows += [Row(told, align=Align.CENTRE)] if told else []
        return Screen(title=words.heading(view), rows=tuple(rows))

    def _lies_open(self) -> bool:
        """Whether something has been seen where this seat is to act, or all of it was read before."""
        match self.reading:
            case TableReading(trouble=None, seats=seats):
                return all(one.seen for one in seats if one.seat == self.seat)
            case CardsReading(trouble=None, grounds=grounds):
                own = [one for one in grounds if one.ground[1] in (self.seat, None)]
                return all(one.cards or one.backs for one in own)
            case _:
                return False
