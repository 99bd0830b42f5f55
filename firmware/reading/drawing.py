"""Writes the pictures on which is drawn what was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from firmware.reading.card_photo import CardPhoto
from firmware.reading.errors import DrawingError
from firmware.reading.photo import Photo
from vision.annotate import annotate
from vision.cards.annotate import draw_cards
from vision.files import is_file, is_folder, is_there
from vision.picture import Frame
from vision.reading import DiceReading, Die

_KINDS = frozenset({".png", ".jpg", ".jpeg", ".webp"})
_LEGIBLE = 900  # pixels: smaller pictures are drawn on enlarged, so that the letters leave room for the dice


@dataclass(slots=True)
class Drawings:
    """Where the drawings of some photographs go: to the file `out` when it is named for the only one, else
    into the folder `out`. `sources` are the files that must not be written over, `made` is a folder that
    had to be made. Raises DrawingError when `out` cannot be meant."""

    out: Path
    several: bool
    sources: frozenset[Path]
    _used: set[Path] = field(default_factory=set)
    made: Path | None = None

    @classmethod
    def of(cls, out: Path, photos: Iterable[Path]) -> Drawings:
        photos = list(photos)
        several = len(photos) != 1 or is_folder(out)
        if several and is_there(out) and not is_folder(out):
            raise DrawingError(f"{out}: is a file; for several pictures name a folder")
        if not several and out.suffix.lower() not in _KINDS:
            raise DrawingError(
                f"{out}: name a file that ends in .png, .jpg or .webp, or a folder that is there"
            )
        return cls(out, several, frozenset(photo.resolve() for photo in photos))

    def draw(self, source: Path, picture: Frame) -> Path:
        """Writes the drawing of the photograph at `source` and gives its path. Raises DrawingError."""
        path = self._path_for(source)
        if path.resolve() in self.sources:
            raise DrawingError(f"{path}: would write over the picture itself; name another file")
        ok, data = cv2.imencode(path.suffix.lower(), picture)
        if not ok:
            raise DrawingError(f"{path}: the picture cannot be written as {path.suffix}")
        if is_there(path) and not is_file(path):
            raise DrawingError(f"{path}: is not a file; name another")
        try:
            if not is_there(path.parent):
                path.parent.mkdir(parents=True)
                self.made = path.parent
            path.write_bytes(data.tobytes())
        except OSError as error:
            raise DrawingError(f"{path}: cannot be written: {error.strerror or error}") from error
        self._used.add(path)
        return path

    def _path_for(self, source: Path) -> Path:
        if not self.several:
            return self.out
        stem, number = source.stem, 1
        path = self.out / f"{stem}.png"
        while path in self._used or path.resolve() in self.sources:
            number += 1
            path = self.out / f"{stem}-{number}.png"
        return path


def drawn(photo: Photo) -> Frame:
    """The photograph with what was read on it, enlarged when it is small."""
    frame, reading, table = photo.picture.frame, photo.reading, photo.table
    fold = _fold(frame)
    if fold == 1 or table is not None:
        return annotate(frame, reading, table)
    return annotate(_large(frame, fold), DiceReading(tuple(_grown(die, fold) for die in reading.dice)))


def drawn_cards(photo: CardPhoto) -> Frame:
    """The photograph with the cards that were read on it, enlarged when it is small."""
    frame = photo.picture.frame
    fold = _fold(frame)
    cards = [replace(card, quad=card.quad * fold + (fold - 1) / 2) for card in photo.reading]
    return draw_cards(_large(frame, fold), cards)


def _fold(frame: Frame) -> int:
    return int(-(-_LEGIBLE // max(frame.shape[:2])))


def _large(frame: Frame, fold: int) -> Frame:
    size = (frame.shape[1] * fold, frame.shape[0] * fold)
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _grown(die: Die, fold: int) -> Die:
    half = (fold - 1) / 2
    return replace(die, x=die.x * fold + half, y=die.y * fold + half, size=die.size * fold)
