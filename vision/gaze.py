"""The eye's patience: which frames may be read at all, whatever it is that is looked for in them."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from vision.errors import TableNotFoundError
from vision.layout import Layout
from vision.picture import Frame
from vision.stillness import Motion, Stillness
from vision.table import Table, find_table

DARK = 8  # mean grey below which a frame shows nothing to read
_EAGER = 3  # unlucky readings of one still scene after which the eye looks ever less often
_PAUSE = 0.5  # seconds before the next reading then, twice as long each time
_SELDOM = 4.0  # and at most: only the light can still change, and a Pi has better to do


class Trouble(StrEnum):
    """Why a table or a part of it cannot be read yet, beside the reasons that a single piece gives."""

    MOVING = "moving"  # something small moves: dice roll, a cup is set down
    HAND = "hand"  # something large moves
    DARK = "dark"  # the picture is black: lamp off, lens covered
    NO_TABLE = "no_table"  # too few markers to know where the seats are
    OUT_OF_VIEW = "out_of_view"  # the place is not wholly in the picture
    MISSING = "missing"  # fewer pieces than wanted
    TOO_MANY = "too_many"  # more pieces than wanted
    WAVERING = "wavering"  # sure readings that differ from frame to frame
    AS_BEFORE = "as_before"  # as it was read last (whoever knows the game says so, never the eye)


class Gaze:
    """Looks for one thing from monotonic time `since` (the press) on. It never admits a frame taken before
    that time, nor one in which something has moved within the last `still_for` seconds. A still scene that
    cannot be read is looked at ever less often, until something moves. `agree`: how many readings of one
    still scene are wanted at least. `table`: as it was found before."""

    def __init__(
        self, since: float, *, layout: Layout, agree: int, still_for: float = 0.4, table: Table | None = None
    ) -> None:
        if agree < 1:
            raise ValueError(f"agree must be at least 1 frame, is {agree}")
        self.table = table
        self._since = since
        self._layout = layout
        self._agree = agree
        self._gate = Stillness(still_for)
        self._found = False
        self._readings = 0
        self._pause = _PAUSE
        self._next_reading = -math.inf
        self._newest = -math.inf

    def see(self, frame: Frame, taken_at: float) -> Table | Trouble | None:
        """The table to read in this frame, (H, W, 3) uint8 BGR; what keeps it from being read; or None where
        there is nothing new. After MOVING or HAND everything that was read before is of another scene."""
        if taken_at < self._since or taken_at <= self._newest:
            return None
        self._newest = taken_at
        stir = self._gate.see(frame, taken_at)
        if stir.motion is not Motion.NONE:
            self._found = False
            self._readings = 0
            self._pause = _PAUSE
            self._next_reading = -math.inf
            return Trouble.HAND if stir.motion is Motion.LARGE else Trouble.MOVING
        if not stir.still or taken_at < self._next_reading:
            return None
        if float(frame[::16, ::16].mean()) < DARK:
            return Trouble.DARK
        table = self._table_in(frame)
        if table is None:
            self._rest(taken_at)
            return Trouble.NO_TABLE
        self._readings += 1
        if self._readings >= self._agree + _EAGER:
            self._rest(taken_at)
        return table

    def _rest(self, now: float) -> None:
        self._next_reading = now + self._pause
        self._pause = min(2 * self._pause, _SELDOM)

    def _table_in(self, frame: Frame) -> Table | None:
        """The table is looked for once in every still scene."""
        if not self._found:
            try:
                self.table = find_table(frame, self._layout, self.table)
            except TableNotFoundError:
                return None
            self._found = True
        return self.table


class Judged(Protocol):
    """What a frame shows of one place: `values` where all there is sure, else None."""

    @property
    def values(self) -> tuple[object, ...] | None: ...

    def doubted(self: J) -> J:
        """The same, not sure, because frames differ (WAVERING)."""


J = TypeVar("J", bound=Judged)


class Vote(Generic[J]):
    """The sure readings of one place in one still scene. A sure reading that contradicts an earlier one makes
    it ask for one frame more each time."""

    def __init__(self, agree: int) -> None:
        self._needed = agree
        self._count = 0
        self._sure: J | None = None

    @property
    def settled(self) -> bool:
        return self._count >= self._needed

    def cast(self, reading: J) -> J:
        """The place as it stands after this frame. A frame in which it is unsure neither counts nor takes
        away what others agreed on, since nothing has moved in between."""
        if reading.values is None:
            return self._sure if self._sure is not None and self.settled else reading
        if self._sure is not None and reading.values != self._sure.values:
            self._sure, self._count, self._needed = reading, 1, self._needed + 1
            return reading.doubted()
        self._sure, self._count = reading, self._count + 1
        return reading
