"""Dice are to be seen by the eye: hands away, and it says what hinders it at this very seat."""

from __future__ import annotations

from engine.answer import Seat
from engine.game import View
from engine.request import SeeDice
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import Said
from firmware.pods.gesture import Gesture
from firmware.words import Words
from vision.seats import TableReading


class WaitHand:
    """`reading`: what the eye says so far; set it whenever it says something new."""

    def __init__(self, asked: SeeDice, seat: Seat) -> None:
        self.asked = asked
        self.seat = seat
        self.reading: TableReading | None = None

    def on(self, _gesture: Gesture) -> Said | None:
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        told = words.eye(self.reading, self.seat) if self.reading is not None else ""
        rows = [Row(words.asked(self.asked.key, view), Size.LARGE, Align.CENTRE)]
        if told:
            rows.append(Row(told, align=Align.CENTRE))
        return Screen(title=words.heading(view), rows=tuple(rows))
