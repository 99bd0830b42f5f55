"""Reads what lies before the seats that were asked for, and says it only once still frames agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.dice import read_dice
from vision.errors import TableNotFoundError
from vision.layout import Layout
from vision.picture import Frame
from vision.reading import DiceReading, Die, Reason, Value
from vision.stillness import Motion, Stillness
from vision.table import Table, find_table

Reader = Callable[[Frame, Table | None], DiceReading]
"""All the dice in a frame, with their places where the table is known, as `read_dice` gives them."""

_HIDES = (Reason.STACKED, Reason.COVERED)  # reasons of one die that explain why another is missing
_ORDER = list(Value)
_EVEN = 0.5  # confidence
_DARK = 8  # mean grey below which a frame shows nothing to read
_EAGER = 3  # unlucky readings of one still scene after which the eye looks only now and then
_NOW_AND_THEN = 0.5  # seconds


class Trouble(StrEnum):
    """Why a table or a seat cannot be read yet, beside the reasons that a single die gives."""

    MOVING = "moving"  # something small moves: dice roll, a cup is set down
    HAND = "hand"  # something large moves
    DARK = "dark"  # the picture is black: lamp off, lens covered
    NO_TABLE = "no_table"  # too few markers to know where the seats are
    OUT_OF_VIEW = "out_of_view"  # the seat's zone is not wholly in the picture
    MISSING = "missing"  # fewer dice than wanted
    TOO_MANY = "too_many"  # more dice than wanted
    WAVERING = "wavering"  # sure readings that differ from frame to frame


@dataclass(frozen=True, slots=True)
class SeatReading:
    """One seat's dice. `values` from low to high, star last, only when all `wanted` dice are there and
    sure; else None and a `reason`. `seen` dice were found in its zone, `dice` are those;
    unlikely spots that would be too many are left out."""

    seat: int
    wanted: int
    seen: int
    dice: tuple[Die, ...]
    values: tuple[Value, ...] | None
    reason: Reason | Trouble | None


@dataclass(frozen=True, slots=True)
class TableReading:
    """The seats asked for, in their order, as the frame taken at `taken_at` (monotonic seconds) shows them.
    Only a `final` one may be played on: every seat has its values and enough still frames agreed. `trouble`
    is what keeps the whole table from being read. `strays` lie in nobody's zone nor in the middle."""

    taken_at: float
    seats: tuple[SeatReading, ...] = ()
    strays: tuple[Die, ...] = ()
    final: bool = False
    trouble: Trouble | None = None
    table: Table | None = None


class Look:
    """The eye's patience over one question: how do the dice of these seats lie?

    It is asked at monotonic time `since` (the press) for `wanted` dice a seat and fed with frames. It never
    uses a frame taken before that time, reads only when nothing has moved for `still_for` seconds, and is
    done when every seat has shown the same sure values in `agree` still frames. Whatever moves in between
    starts the count anew. A sure reading that contradicts an earlier one of the same still scene makes it
    ask for one frame more each time. Dice outside of the zones asked for belong to nobody."""

    def __init__(
        self,
        since: float,
        wanted: Mapping[int, int],
        *,
        layout: Layout,
        read: Reader = read_dice,
        agree: int = 2,
        still_for: float = 0.4,
        table: Table | None = None,
    ) -> None:
        strangers = [seat for seat in wanted if seat not in layout.seats]
        if strangers:
            raise ValueError(
                f"the layout has no seat {strangers[0]}; it has {', '.join(map(str, layout.seats))}"
            )
        if agree < 1:
            raise ValueError(f"agree must be at least 1 frame, is {agree}")
        self._since = since
        self._wanted = dict(wanted)
        self._layout = layout
        self._read = read
        self._agree = agree
        self._gate = Stillness(still_for)
        self._table = table
        self._found = False
        self._votes = {seat: _Vote(agree) for seat in wanted}
        self._readings = 0
        self._next_reading = -math.inf
        self._newest = -math.inf
        self._result: TableReading | None = None

    @property
    def result(self) -> TableReading | None:
        """The final reading, once there is one."""
        return self._result

    def see(self, frame: Frame, taken_at: float) -> TableReading | None:
        """What can be said after this frame, None when there is nothing new. (H, W, 3) uint8 BGR."""
        if self._result is not None:
            return self._result
        if taken_at < self._since or taken_at <= self._newest:
            return None
        self._newest = taken_at
        stir = self._gate.see(frame, taken_at)
        if stir.motion is not Motion.NONE:
            self._start_anew()
            trouble = Trouble.HAND if stir.motion is Motion.LARGE else Trouble.MOVING
            return TableReading(taken_at, trouble=trouble, table=self._table)
        if not stir.still or taken_at < self._next_reading:
            return None
        if float(frame[::16, ::16].mean()) < _DARK:
            return TableReading(taken_at, trouble=Trouble.DARK, table=self._table)
        table = self._table_in(frame)
        if table is None:
            self._next_reading = taken_at + _NOW_AND_THEN
            return TableReading(taken_at, trouble=Trouble.NO_TABLE)
        return self._reading(frame, taken_at, table)

    def _start_anew(self) -> None:
        self._votes = {seat: _Vote(self._agree) for seat in self._wanted}
        self._found = False
        self._readings = 0
        self._next_reading = -math.inf

    def _table_in(self, frame: Frame) -> Table | None:
        """The table is looked for once in every still scene."""
        if not self._found:
            try:
                self._table = find_table(frame, self._layout, self._table)
            except TableNotFoundError:
                return None
            self._found = True
        return self._table

    def _reading(self, frame: Frame, taken_at: float, table: Table) -> TableReading:
        dice = _by_seat(self._read(frame, table), table)
        seats = tuple(
            self._votes[seat].cast(_judged(seat, wanted, dice[seat], table))
            for seat, wanted in self._wanted.items()
        )
        self._readings += 1
        if self._readings >= self._agree + _EAGER:
            self._next_reading = taken_at + _NOW_AND_THEN
        final = all(vote.settled for vote in self._votes.values())
        reading = TableReading(taken_at, seats, tuple(dice[None]), final, None, table)
        if final:
            self._result = reading
        return reading


class _Vote:
    """The sure readings of one seat in one still scene."""

    def __init__(self, agree: int) -> None:
        self._needed = agree
        self._count = 0
        self._sure: SeatReading | None = None

    @property
    def settled(self) -> bool:
        return self._count >= self._needed

    def cast(self, reading: SeatReading) -> SeatReading:
        """The seat as it stands after this frame. A frame in which it is unsure neither counts nor takes away
        what others agreed on, since nothing has moved in between."""
        if reading.values is None:
            return self._sure if self._sure is not None and self.settled else reading
        if self._sure is not None and reading.values != self._sure.values:
            self._sure, self._count, self._needed = reading, 1, self._needed + 1
            return replace(reading, values=None, reason=Trouble.WAVERING)
        self._sure, self._count = reading, self._count + 1
        return reading


def _by_seat(reading: DiceReading, table: Table) -> dict[int | None, list[Die]]:
    """Every die under the seat to which it belongs, and under None those that are nobody's, the middle's
    left out."""
    dice: dict[int | None, list[Die]] = {seat: [] for seat in [*table.layout.seats, None]}
    for die in reading.dice:
        place = die.place or table.place_of(die.x, die.y)
        if not table.in_middle(place):
            dice[table.seat_of(place)].append(replace(die, place=place))
    return dice


def _likely(dice: list[Die], wanted: int) -> list[Die]:
    """The dice without those spots that make them too many and that the reader itself holds for no die rather
    than for one: a coin, the rim of a cup, a knuckle."""
    doubtful = sorted((die for die in dice if not die.sure and die.confidence < _EVEN), key=_confidence)
    left_out = doubtful[: max(len(dice) - wanted, 0)]
    return [die for die in dice if die not in left_out]


def _confidence(die: Die) -> float:
    return die.confidence


def _judged(seat: int, wanted: int, found: list[Die], table: Table) -> SeatReading:
    dice = _likely(found, wanted)
    reason: Reason | Trouble | None = None
    unsure = [die.reason or Reason.UNCLEAR for die in dice if not die.sure or die.value is None]
    if len(dice) > wanted:
        reason = Trouble.TOO_MANY
    elif len(dice) < wanted:
        hidden = [why for why in unsure if why in _HIDES]
        reason = hidden[0] if hidden else Trouble.MISSING if _in_view(table, seat) else Trouble.OUT_OF_VIEW
    elif unsure:
        reason = unsure[0]
    values = (
        tuple(sorted((die.value for die in dice if die.value), key=_ORDER.index)) if reason is None else None
    )
    return SeatReading(seat, wanted, len(dice), tuple(dice), values, reason)


def _in_view(table: Table, seat: int) -> bool:
    edge = table.outline(table.layout.seats[seat])
    return bool((edge >= 0).all() and (edge <= np.array(table.size)).all())
