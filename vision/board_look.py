"""Watches a printed board, and says how its one die stands once still frames agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vision.board import Board, BoardPlan, find_board
from vision.board_reading import UNSEEN, Amiss, BoardReader, Standing, read_board, read_lone
from vision.errors import BoardNotFoundError
from vision.gaze import DARK, Trouble
from vision.picture import Frame
from vision.stillness import Motion, Stillness

_AROUND = 20.0  # millimetres about the board in which nothing may move
_AGAIN, _SELDOM = 1.0, 8.0  # seconds after which a still scene is looked at again: at first, and later on
_SHIFTED = 8  # pixels by which a board has moved so far that what is watched moves with it


@dataclass(frozen=True, slots=True)
class BoardReading:
    """How the die stands as the frame taken at `taken_at` (monotonic seconds) and others of the same still
    scene show it, or what keeps the board from being read. It is never the last word: dice are moved on."""

    taken_at: float
    standing: Standing | None = None
    trouble: Trouble | None = None
    board: Board | None = None
    final: ClassVar[bool] = False
    table: ClassVar[None] = None

    @property
    def said(self) -> tuple[object, ...]:
        """All of it that a player may be told."""
        standing = self.standing
        return (self.trouble, standing and (standing.place, standing.value, standing.reason))


class BoardLook:
    """The eye's patience over a board. It is asked at monotonic time `since` and fed with frames; none taken
    before that is used, nor one in which something has moved on or about the board within the last
    `still_for` seconds: a die that passes over places, or a hand that moves, is not read. It goes on until
    nobody asks any more: whatever moves begins a new scene. `board`: where it lay before."""

    def __init__(
        self,
        since: float,
        plan: BoardPlan,
        *,
        read: BoardReader = read_lone,
        agree: int = 3,
        still_for: float = 0.5,
        board: Board | None = None,
    ) -> None:
        if agree < 1:
            raise ValueError(f"agree must be at least 1 frame, is {agree}")
        self.board = board
        self._since = since
        self._plan = plan
        self._read = read
        self._agree = agree
        self._still_for = still_for
        self._box = None if board is None else board.around(_AROUND)
        self._gate = Stillness(still_for)
        self._newest = -math.inf
        self._found = False
        self._votes = 0
        self._agreed: tuple[object, ...] | None = None
        self._next = -math.inf
        self._pause = _AGAIN / 2
        self._said: tuple[object, ...] | None = None

    def see(self, frame: Frame, taken_at: float) -> BoardReading | None:
        """What can be said after this frame, None when that is nothing new. (H, W, 3) uint8 BGR."""
        if taken_at < self._since or taken_at <= self._newest:
            return None
        self._newest = taken_at
        reading = self._look(frame, taken_at)
        if reading is None or reading.said == self._said:
            return None
        self._said = reading.said
        return reading

    def _look(self, frame: Frame, taken_at: float) -> BoardReading | None:
        stir = self._gate.see(self._part(frame), taken_at)
        if stir.motion is not Motion.NONE:
            self._begin_scene()
            return BoardReading(
                taken_at, trouble=Trouble.HAND if stir.motion is Motion.LARGE else Trouble.MOVING
            )
        if not stir.still or taken_at < self._next:
            return None
        if float(frame[::16, ::16].mean()) < DARK:
            return BoardReading(taken_at, trouble=Trouble.DARK)
        standing = UNSEEN
        if self._found or self._find(frame):
            assert self.board is not None
            standing = read_board(frame, self.board, self._read)
        return self._agreed_on(standing, taken_at)

    def _agreed_on(self, standing: Standing, taken_at: float) -> BoardReading | None:
        """The reading if enough frames of this scene, one after the other, have shown the same."""
        now = (standing.place, standing.value, standing.reason)
        self._votes = self._votes + 1 if now == self._agreed else 1
        self._agreed = now
        if self._votes < self._agree:
            return None
        # What was sure, or plain to see, stays so; else the light may change, and the next look be luckier.
        self._pause = _SELDOM if standing.reason in (None, Amiss.GONE) else min(2 * self._pause, _SELDOM)
        self._next = taken_at + self._pause
        self._votes = 0
        return BoardReading(taken_at, standing, None, self.board)

    def _begin_scene(self) -> None:
        self._found = False
        self._votes = 0
        self._agreed = None
        self._next = -math.inf
        self._pause = _AGAIN / 2

    def _find(self, frame: Frame) -> bool:
        """Whether the board is there; it is looked for once in every still scene."""
        try:
            self.board = find_board(frame, self._plan, self.board)
        except BoardNotFoundError:
            self._box = None  # it may have been laid elsewhere: all of the picture is watched
            return False
        self._found = True
        box = self.board.around(_AROUND)
        if self._box is None or max(abs(a - b) for a, b in zip(box, self._box, strict=True)) > _SHIFTED:
            # From now on only what moves there matters.
            self._box = box
            self._gate = Stillness(self._still_for)
        return True

    def _part(self, frame: Frame) -> Frame:
        if self._box is None:
            return frame
        left, top, right, bottom = self._box
        return np.ascontiguousarray(frame[top:bottom, left:right])
