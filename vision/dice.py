"""Reads the dice on a table: `read_dice` finds every top face and says what it shows, and when it does not
know."""

from __future__ import annotations

import math
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import Pyramid
from vision.dice_doubt import NOTHING, judged
from vision.dice_faces import NO_DIE_OF_SIZE, faces, same_face
from vision.dice_lean import FEW, LEAN, LEAN_OF_FEW, LEAN_ON_TABLE, leaning
from vision.dice_nets import DiceNets, Look
from vision.dice_second import Judged, heard
from vision.errors import VisionError
from vision.reading import DiceReading, Place

U8 = NDArray[np.uint8]

EDGE_MM = (12.0, 20.0)  # dice that people play with (DESIGN.md)
NO_DIE = 0.15  # chance of it from which nobody is asked; where the table tells its size NO_DIE_OF_SIZE
HEAP = 3  # dice in the place of a big one from which it is none
FAR = 4  # faces from a die beyond which nothing is a part of it
SIDE = 0.9  # chance under which a face on the body of a clearer die is one of its sides
SKEW = (
    0.2  # a face on a die's body that leans by this much more than the die is one of its sides, clear or not
)


class FrameError(VisionError, ValueError):
    """What was given is not a picture that can be read: says what it is and what is wanted."""


class Plane(Protocol):
    """The table as the reader needs it (`vision.table.Table` is one)."""

    def mm_per_pixel(self, x: float, y: float) -> float: ...
    def place_of(self, x: float, y: float) -> Place: ...
    def pixel_of(self, place: Place) -> tuple[float, float]: ...
    def under(self, x: float, y: float, height: float) -> Place: ...


def read_dice(frame: U8, table: Plane | None = None, few_lean: float = LEAN_ON_TABLE) -> DiceReading:
    """All the dice in `frame`, (H, W, 3) uint8 BGR, from the top left to the bottom right.

    With `table` only dice of 12 to 20 mm are looked for, and each gets its place in millimetres; without
    it, top faces of about 14 to 300 pixels. `few_lean`: by how many faces one of a few dice on the table may
    lean before it is called cocked. Raises FrameError for another shape or type. Safe to call from
    any one thread at a time."""
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        got = f"{frame.dtype} {frame.shape}" if isinstance(frame, np.ndarray) else type(frame).__name__
        raise FrameError(
            f"a frame must be (H, W, 3) uint8 BGR, got {got}: convert it with cv2.cvtColor first"
        )
    if min(frame.shape[:2]) < 16:
        return DiceReading()
    return read_with(DiceNets.shipped(), frame, table, few_lean)


def read_with(
    nets: DiceNets, frame: U8, table: Plane | None = None, few_lean: float = LEAN_ON_TABLE
) -> DiceReading:
    """As `read_dice`, with other networks than the shipped ones: for training and for measuring."""
    height, width = frame.shape[:2]
    pyramid = Pyramid(frame)
    looks = faces(nets, pyramid, _bounds(table, width, height))
    dice = _judged(looks, pyramid, table, few_lean)
    if nets.has_second:
        dice = _judged(heard(nets, pyramid, looks, dice), pyramid, table, few_lean)
    return DiceReading(tuple(sorted((d.die for d in dice), key=lambda d: (d.y, d.x))))


def _judged(looks: list[Look], pyramid: Pyramid, table: Plane | None, few_lean: float) -> list[Judged]:
    """What the looks at a frame say is there."""
    height, width = pyramid.level(0).shape[:2]
    looks = _settle(looks, pyramid, table)
    places = np.array([(k.x, k.y) for k in looks]).reshape(-1, 2)
    downs = np.array([k.down for k in looks]).reshape(-1, 2)
    ways = None if table is None else partial(_upright_way, table)
    lean = leaning(places, downs, np.array([k.slope for k in looks]), width, height, ways)

    def place_of(k: Look) -> Place | None:
        return None if table is None else table.place_of(k.x, k.y)

    most = LEAN if len(looks) >= FEW else LEAN_OF_FEW if table is None else few_lean
    return [
        Judged(k, float(off), judged(k, float(off), bool(off > most), looks, pyramid, place_of(k)))
        for k, off in zip(looks, lean, strict=True)
        if not any(other < off - SKEW and _on_body(k, d) for d, other in zip(looks, lean, strict=True))
    ]


def _upright_way(table: Plane, x: float, y: float) -> tuple[float, float]:
    """The way down of an upright die whose top face is seen at a pixel, in faces (see `leaning`)."""
    across, below = table.pixel_of(table.under(x, y, 1.0))  # a millimetre down, in pixels
    scale = table.mm_per_pixel(x, y)
    return (across - x) * scale, (below - y) * scale


def _bounds(table: Plane | None, width: int, height: int) -> tuple[float, float] | None:
    """Least and most side of a top face in pixels, where the table's scale is known."""
    if table is None:
        return None
    spots = [(width * i / 4, height * j / 4) for i in (1, 2, 3) for j in (1, 2, 3)]
    scales = [table.mm_per_pixel(x, y) for x, y in spots]
    return EDGE_MM[0] / max(scales), EDGE_MM[1] / min(scales)


def _settle(looks: list[Look], pyramid: Pyramid, table: Plane | None) -> list[Look]:
    """The looks that are dice, one a die."""
    height, width = pyramid.level(0).shape[:2]
    dice: list[Look] = []
    none = NO_DIE if table is None else NO_DIE_OF_SIZE
    for k in sorted(looks, key=lambda k: -max(k.chances[1:])):
        if is_heap(k, looks):
            continue
        if (k.chances[NOTHING] > none and not k.kept) or not (0 <= k.x < width and 0 <= k.y < height):
            continue
        if table is not None:
            edge = k.size * table.mm_per_pixel(k.x, k.y)
            if not 0.75 * EDGE_MM[0] <= edge <= 1.3 * EDGE_MM[1]:
                continue
        if not any(_part_of(k, d) for d in dice):
            dice.append(k)
    return _kin(dice)


def is_heap(k: Look, looks: list[Look]) -> bool:
    """Whether what looks like one big die is several dice that lie as its pips would: what shows more than
    one spot is no pip."""
    inside = [
        other
        for other in looks
        if other.size < 0.4 * k.size
        and math.hypot(other.x - k.x, other.y - k.y) < 0.75 * k.size
        and max(other.chances[2:8]) > 0.5
    ]
    return len(inside) >= HEAP


def _part_of(k: Look, die: Look) -> bool:
    """Whether what `k` shows is only a part of `die`, which is clearer: its top face once more, one of its
    pips, or a side, which lies between its top and its bottom and is itself no clear top face."""
    x, y = k.x - die.x, k.y - die.y
    if abs(x) > FAR * die.size or abs(y) > FAR * die.size:
        return False
    if same_face(k, die):
        return True
    if max(die.chances[1:]) < 0.8:
        return False
    if k.size < 0.5 * die.size:
        return math.hypot(x, y) < 0.85 * die.size
    return max(k.chances[1:]) <= SIDE and _on_body(k, die)


def _on_body(k: Look, die: Look) -> bool:
    """Whether `k` lies where a side of `die` would be seen."""
    x, y = k.x - die.x, k.y - die.y
    long = math.hypot(*die.down) * die.size
    if long < 0.3 * die.size or not 0.6 < k.size / die.size < 1.4:
        return False
    along = (x * die.down[0] + y * die.down[1]) * die.size / long
    across = abs(x * die.down[1] - y * die.down[0]) * die.size / long
    return 0 < along < 0.5 * die.size + long and across < 0.45 * die.size


def _kin(dice: list[Look]) -> list[Look]:
    """Without what has not the size of the other dice: several dice can lie like the pips of a big one."""
    clear = [k.size for k in dice if max(k.chances[1:]) > 0.9]
    if len(clear) < 3:
        return dice
    usual = float(np.median(clear))
    return [k for k in dice if 0.4 < k.size / usual < 2.5]
