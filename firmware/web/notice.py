"""What every page may know, looked up once for all of them: words, public table, the picture's version."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from firmware.web.house import House
from firmware.web.texts import page_texts

FRESH = 0.04  # seconds for which a look serves; less than the time between two looks of one page

_ENGLISH = page_texts(str)


class Notice:
    """Everybody's part of the news: the house is asked once in FRESH seconds, however many pages are open.

    Belongs to one event loop.
    """

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        self._house = house
        self._clock = clock
        self._looked_at = float("-inf")
        self._parts: Mapping[str, object] = {}
        self._public: tuple[int, Mapping[str, object]] | None = None
        self._board: int | None = None

    def parts(self) -> Mapping[str, object]:
        """`texts`, `public` (the same object for as long as its version is), `picture` and `board` (their
        versions)."""
        if self._clock() >= self._looked_at + FRESH:
            version, public = self._house.public()
            if self._public is None or self._public[0] != version:
                self._public = version, public
                board = self._house.board()
                self._board = None if board is None else board[0]
            picture = self._house.picture()
            self._parts = {
                "texts": {**_ENGLISH, **self._house.texts()},
                "public": self._public[1],
                "picture": None if picture is None else picture[0],
                "board": self._board,
            }
            self._looked_at = self._clock()
        return self._parts
