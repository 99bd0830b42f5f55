"""What the camera's eye says: dice with a value, a place and an honest confidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Value(StrEnum):
    """The face that lies on top. STAR is any face with a symbol instead of pips."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    STAR = "star"


class Reason(StrEnum):
    """Why a die is not sure, in terms that somebody at the table can act on."""

    COCKED = "cocked"  # leans on something: no face lies flat
    STACKED = "stacked"  # one die on another
    COVERED = "covered"  # a cup, a hand or a card lies over part of it
    CUT = "cut"  # the edge of the picture goes through it
    GLARE = "glare"
    BLURRED = "blurred"  # soft focus or movement
    SMALL = "small"  # too few pixels
    UNCLEAR = "unclear"  # two values are too close to call, or it may be no die
    IMPOSSIBLE = "impossible"  # surely a face that no die has which can lie there


@dataclass(frozen=True, slots=True)
class Place:
    """A point on the table's plane, in millimetres: origin at the middle, x to the right and y towards
    the lower edge of the upright camera picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Die:
    """One die as seen. `x`, `y`: centre of its top face, `size`: that face's side, all in pixels of the
    picture. `confidence` 0-1 that `value` is right; `sure` only where the reader stands by it.
    A die that is there but cannot be read has `value` None and a `reason`."""

    value: Value | None
    x: float
    y: float
    size: float
    confidence: float
    sure: bool
    reason: Reason | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All the dice in one frame."""

    dice: tuple[Die, ...] = field(default=())
