"""The dice as they were read last: as long as they lie just so, nobody has thrown them since."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from engine import Seat
from vision.gaze import Trouble
from vision.reading import Die
from vision.seats import SeatReading, TableReading

JUST_SO = 4.0  # millimetres: more than the eye is out by, and so near no throw ends but once in thousands


class LastRead:
    """A press that comes before the throw, or a tie, must not have the last throw read once more. After a
    restart nobody knows how they lay."""

    def __init__(self) -> None:
        self._lay: dict[Seat, tuple[Die, ...]] = {}

    def keep(self, reading: TableReading) -> None:
        """This was taken for a throw."""
        self._lay = {one.seat: one.dice for one in reading.seats}

    def forget(self) -> None:
        """What was read was disputed or taken back: it may be read again."""
        self._lay = {}

    def without(self, reading: TableReading) -> TableReading:
        """The reading, to be played on only where dice have been thrown since the last one."""
        seats = tuple(
            replace(one, values=None, reason=Trouble.AS_BEFORE) if self._lies_as_before(one) else one
            for one in reading.seats
        )
        as_before = any(one.reason is Trouble.AS_BEFORE for one in seats)
        return replace(reading, seats=seats, final=reading.final and not as_before)

    def _lies_as_before(self, one: SeatReading) -> bool:
        lay = list(self._lay.get(one.seat, ()))
        if one.values is None or not lay or len(lay) != len(one.dice):
            return False
        for die in one.dice:
            same = next((other for other in lay if _is_same(die, other)), None)
            if same is None:
                return False
            lay.remove(same)
        return True


def _is_same(die: Die, other: Die) -> bool:
    if die.place is None or other.place is None or die.value is not other.value:
        return False
    return dist((die.place.x, die.place.y), (other.place.x, other.place.y)) < JUST_SO
