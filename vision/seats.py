"""Reads what lies before the seats that were asked for, and says it only once still frames agree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.dice import read_dice
from vision.gaze import Gaze, Trouble, Vote
from vision.layout import Layout
from vision.picture import Frame
from vision.reading import DiceReading, Die, Reason, Value
from vision.table import Table

Reader = Callable[[Frame, Table | None], DiceReading]
"""All the dice in a frame, with their places where the table is known, as `read_dice` gives them."""

_HIDES = (Reason.STACKED, Reason.COVERED)  # reasons of one die that explain why another is missing
_ORDER = list(Value)
_EVEN = 0.5  # confidence


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

    def doubted(self) -> SeatReading:
        return replace(self, values=None, reason=Trouble.WAVERING)


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
    ask for one frame more each time. Dice outside of the zones asked for belong to nobody. `can_be`: the
    values that there can be, None for any; others are never read."""

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
        can_be: Collection[Value] | None = None,
    ) -> None:
        strangers = [seat for seat in wanted if seat not in layout.seats]
        if strangers:
            raise ValueError(
                f"the layout has no seat {strangers[0]}; it has {', '.join(map(str, layout.seats))}"
            )
        self._gaze = Gaze(since, layout=layout, agree=agree, still_for=still_for, table=table)
        self._wanted = dict(wanted)
        self._can_be = frozenset(Value if can_be is None else can_be)
        self._read = read
        self._agree = agree
        self._votes = self._no_votes()
        self._result: TableReading | None = None

    @property
    def result(self) -> TableReading | None:
        """The final reading, once there is one."""
        return self._result

    def see(self, frame: Frame, taken_at: float) -> TableReading | None:
        """What can be said after this frame, None when there is nothing new. (H, W, 3) uint8 BGR."""
        if self._result is not None:
            return self._result
        seen = self._gaze.see(frame, taken_at)
        match seen:
            case None:
                return None
            case Table():
                return self._reading(frame, taken_at, seen)
            case Trouble.MOVING | Trouble.HAND:
                self._votes = self._no_votes()
        return TableReading(
            taken_at, trouble=seen, table=None if seen is Trouble.NO_TABLE else self._gaze.table
        )

    def _no_votes(self) -> dict[int, Vote[SeatReading]]:
        return {seat: Vote(self._agree) for seat in self._wanted}

    def _reading(self, frame: Frame, taken_at: float, table: Table) -> TableReading:
        dice = _by_seat(self._read(frame, table), table)
        seats = tuple(
            self._votes[seat].cast(_judged(seat, wanted, dice[seat], table, self._can_be))
            for seat, wanted in self._wanted.items()
        )
        final = all(vote.settled for vote in self._votes.values())
        reading = TableReading(taken_at, seats, tuple(dice[None]), final, None, table)
        if final:
            self._result = reading
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


def _judged(seat: int, wanted: int, found: list[Die], table: Table, can_be: frozenset[Value]) -> SeatReading:
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
    elif any(die.value not in can_be for die in dice):
        reason = Reason.IMPOSSIBLE
    values = (
        tuple(sorted((die.value for die in dice if die.value), key=_ORDER.index)) if reason is None else None
    )
    return SeatReading(seat, wanted, len(dice), tuple(dice), values, reason)


def _in_view(table: Table, seat: int) -> bool:
    edge = table.outline(table.layout.seats[seat])
    return bool((edge >= 0).all() and (edge <= np.array(table.size)).all())


__all__ = ["Look", "Reader", "SeatReading", "TableReading", "Trouble"]
