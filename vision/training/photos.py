"""Real photographs with known values as pictures to learn from: the readers of an earlier round say where
exactly.

The makers' boxes hold the whole die, or its pips alone; none tells the middle and the side of the top face.
So the reader as it stands finds the faces, a box gives each the value that people checked, and what lies in
no box was no die: a trap to learn from."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import Pyramid
from vision.training.samples import Picture
from vision.training.scenes.store import LABEL

U8 = NDArray[np.uint8]
# Gives every place of a picture that may be a top face: x, y, size in pixels, chance 0-1 that it is.
Faces = Callable[[U8], list[tuple[float, float, float, float]]]


@dataclass(frozen=True)
class Photo:
    """A photograph: its maker's prefix, its file, whether it was taken from above, and boxes (x0, y0, x1,
    y1, value)."""

    maker: str
    path: Path
    overhead: bool
    boxes: tuple[tuple[float, float, float, float, int], ...]


def photos(data: Path) -> Iterator[Photo]:
    """The handed photographs that have boxes. `data`: the folder with dice/labels.jsonl."""
    for line in (data / "dice" / "labels.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["boxes"]:
            maker = Path(entry["image"]).name[:2]
            above = entry["view"] == "overhead"
            yield Photo(maker, data / "dice" / entry["image"], above, tuple(tuple(b) for b in entry["boxes"]))


def learnt_from(photo: Photo, faces: Faces) -> Picture | None:
    """The photograph with its dice where `faces` sees them; None where it sees fewer than half of them."""
    image = np.asarray(cv2.imread(str(photo.path)), np.uint8)
    seen = faces(image)
    whole = float(np.median([max(b[2] - b[0], b[3] - b[1]) for b in photo.boxes]))
    pips_only = photo.maker == "mt"
    near: list[tuple[float, int, int]] = []
    for i, (x0, y0, x1, y1, _value) in enumerate(photo.boxes):
        reach = max(x1 - x0, y1 - y0, 0.7 * whole) * (0.7 if pips_only else 0.5)
        for j, (x, y, size, chance) in enumerate(seen):
            off = math.hypot(x - (x0 + x1) / 2, y - (y0 + y1) / 2) / reach
            plausible = 0.35 < size / max(x1 - x0, y1 - y0, 0.6 * whole) < (2.5 if pips_only else 1.2)
            if off < 1 and plausible:
                near.append((off - chance, i, j))
    of_box: dict[int, int] = {}
    for _, i, j in sorted(near):
        if i not in of_box and j not in of_box.values():
            of_box[i] = j
    if 2 * len(of_box) < len(photo.boxes):
        return None
    rows: list[tuple[int, float, float, float, int, int, float, int]] = []
    for i, (x0, y0, x1, y1, value) in enumerate(photo.boxes):
        if i in of_box:
            x, y, size, _ = seen[of_box[i]]
            rows.append((value, x, y, size, 0, 0, 1, 0))
        else:  # there, but not known where exactly: neither a die nor ground to learn from
            rows.append(
                (value, (x0 + x1) / 2, (y0 + y1) / 2, 0.75 * max(x1 - x0, y1 - y0, 0.7 * whole), 0, 0, 0.1, 0)
            )
    traps = [
        (x, y, size)
        for j, (x, y, size, _) in enumerate(seen)
        if j not in of_box.values()
        and all(_clear_of(x, y, box, 0.3 * whole if pips_only else 0.0) for box in photo.boxes)
    ]
    return Picture(
        Pyramid(image), np.array(rows, LABEL), lean_known=False, overhead=photo.overhead, traps=traps
    )


def with_dice(folder: Path) -> list[Picture]:
    """Those of the pictures that `tables` gives which show dice to learn from."""
    return [picture for picture in tables(folder) if len(picture.dice)]


def tables(folder: Path) -> Iterator[Picture]:
    """Pictures of tables with exact answers, from a folder with a labels.jsonl like the rendered tables'.
    Dice that lean are neither dice nor ground to learn from, unless it is known how they do."""
    for line in (folder / "labels.jsonl").read_text().splitlines():
        entry = json.loads(line)
        rows = []
        for die in entry["dice"]:
            value = 7 if die["value"] == "star" else int(die["value"])
            down_x, down_y = die.get("down", (0, 0))
            visible, size = 0.1 if die["cocked"] else 1, die["size"]
            if "own_down" in die:
                visible, size, (down_x, down_y) = 1, die["own_side"], die["own_down"]
            rows.append((value, die["cx"], die["cy"], size, down_x, down_y, visible, 0))
        image = np.asarray(cv2.imread(str(folder / entry["image"])), np.uint8)
        lean_known = all("down" in die for die in entry["dice"])
        yield Picture(Pyramid(image), np.array(rows, LABEL), lean_known=lean_known, overhead=True)


def mistaken(picture: Picture, faces: Faces) -> list[tuple[float, float, float]]:
    """Where `faces` sees dice in a picture and none is: x, y, size in pixels."""
    dice = picture.dice
    return [
        (x, y, size)
        for x, y, size, chance in faces(picture.image)
        if chance > 0.05
        and all(math.hypot(x - float(d["x"]), y - float(d["y"])) > 0.6 * float(d["size"]) for d in dice)
    ]


def _clear_of(x: float, y: float, box: tuple[float, float, float, float, int], margin: float) -> bool:
    x0, y0, x1, y1, _ = box
    return not (x0 - margin < x < x1 + margin and y0 - margin < y < y1 + margin)
