"""Dice or cards are to be seen by the eye: hands away, and it says what hinders it at this very seat; if that
lasts, also that people may key in what lies there."""

from __future__ import annotations

from engine.answer import Seat
from engine.game import View
from engine.request import SeeCards, SeeDice
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import Said
from firmware.pods.gesture import Gesture
from firmware.words import Words
from vision.cards_look import CardsReading, Hitch
from vision.gaze import Trouble
from vision.seats import TableReading

STUBBORN = 8  # readings in a row of no use, some 5 s of a still scene: the eye alone will hardly get further
_PASSING = frozenset({Trouble.MOVING, Trouble.HAND})  # after these everything may be otherwise
_NOT_YET = frozenset({Trouble.AS_BEFORE, Hitch.LEFT_OVER})  # what is to be keyed in is not there yet


class WaitHand:
    """`hear` it whenever the eye has said something new."""

    def __init__(self, asked: SeeDice | SeeCards, seat: Seat) -> None:
        self.asked = asked
        self.seat = seat
        self.reading: TableReading | CardsReading | None = None
        self._useless = 0  # readings of the scene as it lies

    def hear(self, reading: TableReading | CardsReading | None) -> None:
        """What the eye says so far; the same again is nothing new."""
        if reading is self.reading:
            return
        self.reading = reading
        passes = reading is None or reading.final or reading.trouble in _PASSING
        self._useless = 0 if passes or not _NOT_YET.isdisjoint(_reasons(reading)) else self._useless + 1

    def on(self, _gesture: Gesture) -> Said | None:
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        told = words.eye(self.reading, self.seat) if self.reading is not None else ""
        if told and self._useless >= STUBBORN:
            help_out = words.say("Key it in: hold OK")
            rows = [Row(told, align=Align.CENTRE), Row(help_out, align=Align.CENTRE)]
        elif told and self._lies_open():
            # No cup is to be lifted here any more: what is left to do comes first.
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


def _reasons(reading: TableReading | CardsReading | None) -> frozenset[object]:
    match reading:
        case TableReading(seats=seats):
            return frozenset(one.reason for one in seats)
        case CardsReading(grounds=grounds):
            return frozenset(one.reason for one in grounds)
        case _:
            return frozenset()
