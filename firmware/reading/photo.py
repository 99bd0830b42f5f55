"""Reads one photograph: what lies in it, in the file's own pixels, and how long that took."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeVar

from firmware.reading.errors import printable
from firmware.reading.picture import Picture, load_picture
from vision.dice import read_dice
from vision.errors import TableNotFoundError
from vision.layout import Layout
from vision.picture import Frame
from vision.reading import DiceReading, Die, Place
from vision.table import Table, find_table

R = TypeVar("R")
Reader = Callable[[Frame, Table | None], DiceReading]


class Piece(Protocol):
    """What a reader says of a die or a card alike."""

    @property
    def sure(self) -> bool: ...

    @property
    def reason(self) -> StrEnum | None: ...

    @property
    def place(self) -> Place | None: ...


class Seen(Protocol):
    """What is known of a photograph that was read, whatever lies in it."""

    @property
    def path(self) -> Path: ...

    @property
    def picture(self) -> Picture: ...

    @property
    def ms(self) -> float: ...


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph and what was read. `reading` is in pixels of `picture.frame`, `dice` in those of the
    file. `table` is there when the table's markers are in view. `ms`: reading time, without opening the
    file and without looking for the markers."""

    path: Path
    picture: Picture
    table: Table | None
    reading: DiceReading
    ms: float

    @property
    def dice(self) -> tuple[Die, ...]:
        across, down = self.picture.scale
        if (across, down) == (1, 1):
            return self.reading.dice
        # Middles of pixels: the first pixel of a frame lies in the middle of those that it stands for.
        return tuple(
            replace(
                die,
                x=(die.x + 0.5) * across - 0.5,
                y=(die.y + 0.5) * down - 0.5,
                size=die.size * (across + down) / 2,
            )
            for die in self.reading.dice
        )


def read_photo(path: Path, layout: Layout, read: Reader = read_dice) -> Photo:
    """What `read` sees in the picture at `path`. Raises PictureError."""
    return Photo(path, *looked_at(path, layout, read))


def looked_at(
    path: Path, layout: Layout, read: Callable[[Frame, Table | None], R]
) -> tuple[Picture, Table | None, R, float]:
    """The picture at `path`, the table in it, what `read` makes of both, and the milliseconds that it took.
    Raises PictureError."""
    picture = load_picture(path)
    try:
        table = find_table(picture.frame, layout)
    except TableNotFoundError:
        table = None
    start = time.perf_counter()
    reading = read(picture.frame, table)
    return picture, table, reading, (time.perf_counter() - start) * 1000


def as_json(photo: Photo) -> str:
    """One line: the picture's path as given, its dice and the reading time."""
    dice = [
        {
            "value": None if die.value is None else die.value.value,
            "x": round(die.x, 1),
            "y": round(die.y, 1),
            "size": round(die.size, 1),
            "confidence": round(die.confidence, 4),
            "sure": die.sure,
            "reason": None if die.reason is None else die.reason.value,
        }
        for die in photo.dice
    ]
    return json.dumps({"image": str(photo.path), "dice": dice, "ms": round(photo.ms, 1)})


def as_text(photo: Photo) -> str:
    """A heading and a line a die, for people."""
    values = [die.value.value for die in photo.dice if die.sure and die.value is not None]
    lines = [heading(photo, photo.dice, ("die", "dice"), values)]
    for die in photo.dice:
        value = "?" if die.value is None else die.value.value if die.sure else f"{die.value.value}?"
        lines.append(
            f"  {value:<5} at {die.x:6.0f}, {die.y:6.0f}  {die.size:4.0f} px  {100 * die.confidence:5.1f} %"
            + whereabouts(photo.table, die)
        )
    return "\n".join(lines)


def heading(photo: Seen, pieces: Sequence[Piece], nouns: tuple[str, str], values: Sequence[str]) -> str:
    """The photograph, how many pieces (`nouns`: one, several) are in it and sure, and the sure `values`."""
    total, sure = len(pieces), sum(piece.sure for piece in pieces)
    summary = f"{total} {nouns[0] if total == 1 else nouns[1]}, {sure} sure" if total else f"no {nouns[1]}"
    said = f": {' '.join(values)}" if values else ""
    size = f"{photo.picture.width} x {photo.picture.height}"
    return f"{printable(str(photo.path))}  {size}  {summary}{said}  ({photo.ms:.0f} ms)"


def whereabouts(table: Table | None, piece: Piece) -> str:
    """Where on the table a piece lies and why it is unsure, as far as either is known."""
    said = ""
    if piece.place is not None:
        said += f"  {piece.place.x:5.0f}, {piece.place.y:5.0f} mm"
        seat = None if table is None else table.seat_of(piece.place)
        said += "" if seat is None else f"  seat {seat}"
    return said if piece.reason is None else f"{said}  {piece.reason.value}"
