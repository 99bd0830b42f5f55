"""The window through which the web console sees what anybody may: the table's picture and what is public."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import cv2

from firmware.core import Core, Picture
from firmware.kit.biz_game import BoardInPlay
from firmware.table.stage import Sighting
from firmware.web.texts import page_texts
from vision.annotate import annotate
from vision.annotate_cards import annotate_cards
from vision.cards_look import CardsReading

SHOWN_FOR = 30.0  # seconds that the picture of a verdict stays on the page
ACCOUNT = 200  # lines of what happened that the page is given


class PublicWindow:
    """The part of `firmware.web.house.House` that every box has. Called from the web's thread."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._lock = threading.Lock()
        self._picture: tuple[object, int, bytes] | None = None
        self._public: tuple[int, Mapping[str, object]] = (0, {})
        self._in_play = BoardInPlay()
        self._board: tuple[int, bytes] = (0, b"")

    @property
    def pods(self) -> tuple[int, ...]:
        return self._core.settings.pods

    def picture(self) -> tuple[int, bytes] | None:
        self._core.watch()
        verdict, frame = self._core.verdict(), self._core.frame()
        recent = verdict is not None and self._core.clock() < verdict[0] + SHOWN_FOR
        name: object = (
            ("verdict", verdict[0]) if recent and verdict else ("frame", frame[0] if frame else None)
        )
        with self._lock:
            if self._picture is None or self._picture[0] != name:
                if recent and verdict:
                    picture = _annotated(verdict[1], verdict[2])
                elif frame is not None:
                    picture = frame[1]
                else:
                    return None
                version = self._picture[1] + 1 if self._picture is not None else 0
                self._picture = (name, version, to_jpeg(picture))
            return self._picture[1:]

    def board(self) -> tuple[int, bytes] | None:
        view = self._core.table.stage.public()["view"]
        with self._lock:
            svg = self._in_play.svg(view, self._core.house.words) if isinstance(view, dict) else None
            if svg is None:
                return None
            if svg != self._board[1]:
                self._board = self._board[0] + 1, svg
            return self._board

    def public(self) -> tuple[int, Mapping[str, object]]:
        house, table = self._core.house, self._core.table
        told = table.stage.public()
        account = told["account"]
        assert isinstance(account, list)
        now = {
            "names": {str(seat): name for seat, name in house.names.items()},
            "health": house.complaints(),
            "language": house.language,
            "waits": [],
            **told,
            "account": account[-ACCOUNT:],
            "paused": house.paused,
        }
        if house.paused:
            now["waits"] = []
        with self._lock:
            if now != self._public[1]:
                self._public = (self._public[0] + 1, now)
            return self._public

    def texts(self) -> Mapping[str, str]:
        texts = page_texts(self._core.house.words.say)
        return texts if self._core.may_be_shown() else texts | {"no-picture": texts["no-picture-now"]}


def _annotated(frame: Picture, reading: Sighting) -> Picture:
    """The picture with what was read in it."""
    if isinstance(reading, CardsReading):
        return annotate_cards(frame, reading)
    return annotate(frame, reading, reading.table)


def to_jpeg(picture: Picture, quality: int = 82) -> bytes:
    """A BGR picture as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
