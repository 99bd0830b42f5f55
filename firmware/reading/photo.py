"""Reads one photograph: what lies in it, in the file's own pixels, and how long that took."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from firmware.reading.errors import printable
from firmware.reading.picture import Picture, load_picture
from vision.dice import read_dice
from vision.errors import TableNotFoundError
from vision.layout import Layout
from vision.picture import Frame
from vision.reading import DiceReading, Die
from vision.table import Table, find_table

Reader = Callable[[Frame, Table | None], DiceReading]


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
    picture = load_picture(path)
    try:
        table = find_table(picture.frame, layout)
    except TableNotFoundError:
        table = None
    start = time.perf_counter()
    reading = read(picture.frame, table)
    return Photo(path, picture, table, reading, (time.perf_counter() - start) * 1000)


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
    sure = sum(die.sure for die in photo.dice)
    total = len(photo.dice)
    values = " ".join(die.value.value for die in photo.dice if die.sure and die.value is not None)
    summary = "no dice" if not total else f"{total} {'die' if total == 1 else 'dice'}, {sure} sure"
    lines = [
        f"{printable(str(photo.path))}  {photo.picture.width} x {photo.picture.height}  "
        f"{summary}{': ' + values if values else ''}  ({photo.ms:.0f} ms)"
    ]
    for die in photo.dice:
        value = "?" if die.value is None else die.value.value if die.sure else f"{die.value.value}?"
        line = (
            f"  {value:<5} at {die.x:6.0f}, {die.y:6.0f}  {die.size:4.0f} px  {100 * die.confidence:5.1f} %"
        )
        if die.place is not None:
            line += f"  {die.place.x:5.0f}, {die.place.y:5.0f} mm"
            seat = None if photo.table is None else photo.table.seat_of(die.place)
            line += "" if seat is None else f"  seat {seat}"
        if die.reason is not None:
            line += f"  {die.reason.value}"
        lines.append(line)
    return "\n".join(lines)
