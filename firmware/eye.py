"""The referee's eye: while something is asked of the table, every new frame is looked at, off the loop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from firmware.table.stage import AnyReading, AnySight, BoardSight, CardSight, Pack, Purpose
from vision.board import Board, BoardPlan
from vision.board_look import BoardLook, BoardReading
from vision.cards_look import CardReader, CardsLook
from vision.layout import Layout
from vision.picture import Frame
from vision.seats import Look, Reader
from vision.table import Table

NEAR_ENOUGH = 8.0  # millimetres that the camera may have moved before it is worth saying
TRIES = 3  # still frames after which also what could not be read is told, unless a reading waits for it


@dataclass(frozen=True, slots=True)
class Cards:
    """How cards are read: by whom, and which faces of the deck are backs."""

    read: CardReader
    backs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eye says to one wish. `nudged`: millimetres by which the camera has moved since it last
    found the table, 0 where that is too little to matter."""

    sight: AnySight
    reading: AnyReading
    nudged: float = 0.0


AnyLook: TypeAlias = Look | CardsLook | BoardLook


class Eye:
    """`look` and `rest` are the loop's; `see` is called by whoever owns the camera, with each new frame.
    `packs`: the decks that are known, `boards`: how the board of a track is printed; whatever is to be seen
    of another is left to people."""

    def __init__(
        self,
        layout: Layout,
        read: Reader,
        post: Callable[[Seen], object],
        packs: Mapping[Pack, Cards] | None = None,
        boards: Callable[[str], BoardPlan] | None = None,
    ) -> None:
        self._layout = layout
        self._read = read
        self._packs = packs or {}
        self._boards = boards
        self._post = post
        self._lock = threading.Lock()
        self._look: tuple[AnySight, AnyLook] | None = None
        self._table: Table | None = None
        self._board: Board | None = None

    @property
    def looks(self) -> bool:
        """Whether frames are wanted at all."""
        with self._lock:
            return self._look is not None

    def look(self, sight: AnySight, since: float) -> None:
        """From now on look for `sight`, in frames taken at `since` (monotonic seconds) or later."""
        look = self._look_for(sight, since)
        with self._lock:
            self._look = None if look is None else (sight, look)

    def rest(self) -> None:
        """Nothing is asked of the table: frames may pass unseen."""
        with self._lock:
            self._look = None

    def see(self, frame: Frame, taken_at: float) -> Seen | None:
        """One new frame, (H, W, 3) uint8 BGR. What it says, if anything, is posted, and given back."""
        with self._lock:
            wish = self._look
        if wish is None:
            return None
        sight, look = wish
        reading = look.see(frame, taken_at)
        with self._lock:
            if reading is None or self._look is not wish:
                return None  # nothing new, or the question has changed while it was being looked at
            if reading.final:
                self._look = None
        if isinstance(reading, BoardReading):
            self._board = reading.board or self._board
        seen = Seen(sight, reading, self._moved(reading.table))
        self._post(seen)
        return seen

    def _look_for(self, sight: AnySight, since: float) -> AnyLook | None:
        if isinstance(sight, BoardSight):
            if self._boards is None:
                return None
            return BoardLook(since, self._boards(sight.track), board=self._board)
        if not isinstance(sight, CardSight):
            return Look(
                since,
                sight.wanted,
                layout=self._layout,
                read=self._read,
                table=self._table,
                can_be=sight.can_be,
            )
        cards = self._packs.get(sight.pack)
        if cards is None:
            return None
        return CardsLook(
            since,
            sight.wanted,
            layout=self._layout,
            read=cards.read,
            backs=cards.backs,
            can_be=sight.can_be,
            tries=None if sight.purpose is Purpose.READ else TRIES,
            table=self._table,
        )

    def _moved(self, table: Table | None) -> float:
        if table is None:
            return 0.0
        before, self._table = self._table, table
        moved = table.moved_from(before) if before is not None else 0.0
        return moved if moved > NEAR_ENOUGH else 0.0
