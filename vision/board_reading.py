"""Reads which die stands on which place of a printed board, and says when that is not sure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TypeAlias

from vision.areas import Area
from vision.board import Board
from vision.board_cover import covered
from vision.board_lean import leans
from vision.dice import EDGE_MM, Plane, read_dice
from vision.dice_lean import LEAN
from vision.picture import Frame
from vision.reading import DiceReading, Die, Place, Reason, Value

BoardReader: TypeAlias = Callable[[Frame, Plane | None], DiceReading]
"""All the dice in a frame, with their size known by the plane, as `read_dice` gives them."""

# Whether the one die leans is looked at by itself, with care (board_lean): the reader says it of much only.
read_lone: BoardReader = partial(read_dice, few_lean=LEAN)

CLEAR = 4.0  # millimetres from a place's edge to the middle of a die, from which on it stands on that place
_EVEN = 0.5  # confidence
# A face whose value the reader is sure of, but not that it is a die at all, is one where it hides the print.
_SURE = 0.92
_NO_PRINT = 0.5  # of what lies under the middle of a die
_NEAR_DIE = 30.0  # millimetres from a die to the middles of places that it, or its shadow, may hide in part
_COVERED = 2  # places that something hides, from which on it is no small thing


class Amiss(StrEnum):
    """Why no die stands for sure on one place, beside the reasons that a die itself gives."""

    GONE = "gone"  # none stands on any place
    SEVERAL = "several"  # more than one does
    BETWEEN = "between"  # it stands on the edge of one
    HIDDEN = "hidden"  # something lies over a part of the board
    NO_BOARD = "no_board"  # too few of the board's markers are seen to know where it lies


@dataclass(frozen=True, slots=True)
class Standing:
    """One die on a board: the index of its place and what it shows, for sure; else a `reason`, and the place
    where that is known. `confidence` 0-1 that both are right."""

    place: int | None
    value: Value | None
    confidence: float
    reason: Amiss | Reason | None


UNSEEN = Standing(None, None, 0.0, Amiss.NO_BOARD)


def read_board(frame: Frame, board: Board, read: BoardReader = read_lone) -> Standing:
    """The die on the places of this board, in the frame in which it was found, (H, W, 3) uint8 BGR. Dice off
    the board and on its ground are not looked at."""
    cover = covered(frame, board)
    frame = cover.alone(frame)
    dice = [(die, _foot(die, board)) for die in read(frame, board).dice]
    standing = [
        (die, foot)
        for die, foot in dice
        if _counts(foot, board) and cover.share(board.place_of(die.x, die.y)) >= _NO_PRINT
    ]
    feet = [foot for _, foot in standing]
    hidden = [
        at
        for at in cover.places
        if not any(_apart(board.plan.places[at].centre, foot) < _NEAR_DIE for foot in feet)
    ]
    if len(hidden) >= _COVERED:
        return Standing(None, None, 0.0, Amiss.HIDDEN)
    if any(die.sure for die, _ in standing):  # beside a die that is one, what hardly is one does not count
        standing = [one for one in standing if one[0].sure or one[0].confidence >= _EVEN or _hides(one[0])]
    if len(standing) > 1:
        return Standing(None, None, 0.0, Amiss.SEVERAL)
    if not standing:
        # Something lies there that is not seen to be a die: then it is not known that none does.
        return Standing(None, None, 0.0, Reason.UNCLEAR if hidden else Amiss.GONE)
    ((die, foot),) = standing
    stands = _stands(die, foot, board, bool(hidden))
    if stands.reason is None and leans(frame, die, foot, board):
        return Standing(stands.place, None, 0.0, Reason.COCKED)
    return stands


def _stands(die: Die, foot: Place, board: Board, hidden: bool) -> Standing:
    at = next((n for n, area in enumerate(board.plan.places) if area.holds(foot)), None)
    if at is None or _depth(board.plan.places[at], foot) < CLEAR:
        return Standing(None, None, 0.0, Amiss.BETWEEN)
    known = die.sure or (die.reason is Reason.UNCLEAR and die.confidence >= _SURE)
    if not known or die.value is None:
        return Standing(at, None, die.confidence, die.reason or Reason.UNCLEAR)
    if hidden:
        return Standing(at, None, 0.0, Amiss.HIDDEN)
    return Standing(at, die.value, die.confidence, None)


def _foot(die: Die, board: Board) -> Place:
    """Where the die stands: under the middle of its top face, which lies as high as it is wide."""
    edge = min(max(die.size * board.mm_per_pixel(die.x, die.y), EDGE_MM[0]), EDGE_MM[1])
    return board.under(die.x, die.y, edge)


def _counts(foot: Place, board: Board) -> bool:
    """Whether a die that stands there is on the board, and not on its ground."""
    plan = board.plan
    whole = Area(-plan.width / 2, -plan.height / 2, plan.width / 2, plan.height / 2)
    return _depth(whole, foot) > -CLEAR and not plan.ground.holds(foot)


def _depth(area: Area, place: Place) -> float:
    """How far inside of an area's nearest edge a place lies; negative outside."""
    return min(place.x - area.left, area.right - place.x, place.y - area.top, area.bottom - place.y)


def _hides(die: Die) -> bool:
    return die.reason in (Reason.COVERED, Reason.STACKED)


def _apart(one: Place, other: Place) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))
