"""Turns pictures with known dice into what the networks learn from: tiles for the finder, crops for the
reader."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import FINE, Pyramid
from vision.training.develop import develop

Rng = np.random.Generator
U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]

NOTHING, COVERED = 0, 8  # the reader's classes beside 1-6 and 7, the star
SPOILT, MILDLY = (
    (0.25, 0.6, 1.0),
    (0.1, 0.25, 0.5),
)  # how much of what lens and sensor do crops are shown with
SOFT = 1.7  # the most deviation of soft focus in a crop, pixels
TILE = 224
CELL = 4


@dataclass
class Picture:
    """A picture (h, w, 3) uint8, its dice (store.LABEL), and places (x, y, size) that were once taken for
    dice."""

    pyramid: Pyramid
    dice: NDArray[np.void]
    lean_known: bool = True  # whether the dice's `down` is known
    overhead: bool = False  # where it is not: whether the picture may be turned any way
    traps: list[tuple[float, float, float]] = field(default_factory=list)

    @property
    def image(self) -> U8:
        return self.pyramid.level(0)


@dataclass(frozen=True)
class Crop:
    """What the reader should say of a crop. `place`: dx, dy in faces, log of the size ratio; `down`: see
    scene.Known."""

    crop: U8
    kind: int
    place: tuple[float, float, float]
    down: tuple[float, float]
    place_counts: bool
    down_counts: bool


def _kind(picture: Picture, die: np.void) -> int | None:
    """The reader's class for a known die; None where it is neither clear nor clearly covered."""
    h, w = picture.image.shape[:2]
    x, y, size = float(die["x"]), float(die["y"]), float(die["size"])
    out = max(-x, -y, x - w, y - h) / size + 0.5  # part of the face beyond the edge, for a face square to it
    visible = min(float(die["visible"]), 1 - max(0.0, out) * 1.2)
    if visible > 0.9:
        return int(die["value"])
    return COVERED if 0.12 < visible < 0.78 else None


def die_crop(picture: Picture, rng: Rng, spoilt: Sequence[float] = SPOILT, fine: bool = False) -> Crop | None:
    """A crop, if `fine` for the second reader, about a random die of the picture, not quite in the middle,
    spoilt by one of `spoilt`."""
    die = picture.dice[int(rng.integers(len(picture.dice)))]
    kind = _kind(picture, die)
    if kind is None:
        return None
    x, y, size = float(die["x"]), float(die["y"]), float(die["size"])
    seen = size * math.exp(np.clip(rng.normal(0, 0.09), -0.25, 0.25))
    jx, jy = np.clip(rng.normal(0, 0.075, 2), -0.22, 0.22) * size
    down = np.array([die["down_x"], die["down_y"]], np.float64)
    # Seen from the side, what is up in the picture tells the top face: no full turns then.
    free = picture.overhead or (picture.lean_known and np.hypot(*down) < 0.5)
    turn = rng.uniform(-math.pi, math.pi) if free else rng.normal(0, 0.15)
    mirror = bool(rng.random() < 0.5)
    c, s = math.cos(turn), math.sin(turn)
    flip = -1.0 if mirror else 1.0
    to_crop = np.array([[c * flip, s * flip], [-s, c]])
    offset = to_crop @ np.array([-jx, -jy]) / seen
    lean = to_crop @ down
    crop = develop(
        picture.pyramid.crop(x + jx, y + jy, seen, turn, mirror, fine),
        rng,
        SOFT * FINE if fine else SOFT,
        float(rng.choice(spoilt)),
    )
    clear = kind != COVERED
    return Crop(
        crop,
        kind,
        (float(offset[0]), float(offset[1]), math.log(size / seen)),
        (float(lean[0]), float(lean[1])),
        clear,
        clear and picture.lean_known,
    )


def empty_crop(
    picture: Picture, rng: Rng, spoilt: Sequence[float] = SPOILT, fine: bool = False
) -> Crop | None:
    """A crop where no die's top face is: ground, clutter, the side of a die, the gap between two, one pip
    alone."""
    h, w = picture.image.shape[:2]
    pick = rng.random()
    dice = picture.dice
    if picture.traps and pick < 0.5:
        x, y, size = picture.traps[int(rng.integers(len(picture.traps)))]
        x, y = x + rng.normal(0, 0.08) * size, y + rng.normal(0, 0.08) * size
        size *= math.exp(rng.normal(0, 0.1))
    elif len(dice) and pick < 0.75:
        die = dice[int(rng.integers(len(dice)))]
        x, y, size = float(die["x"]), float(die["y"]), float(die["size"])
        if picture.lean_known and rng.random() < 0.3:  # in the middle, but far too close or too far off
            size *= rng.choice([rng.uniform(0.25, 0.5), rng.uniform(2.0, 3.5)])
        else:
            far, way = rng.uniform(0.6, 1.3) * size, rng.uniform(0, 2 * math.pi)
            if picture.lean_known and rng.random() < 0.4:  # towards the sides in view
                way = math.atan2(float(die["down_y"]), float(die["down_x"])) + rng.normal(0, 0.3)
            x, y = x + far * math.cos(way), y + far * math.sin(way)
            size *= math.exp(rng.normal(0, 0.2))
    else:
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        size = math.exp(rng.uniform(math.log(14), math.log(70)))
    for die in dice:
        near = math.hypot(x - float(die["x"]), y - float(die["y"])) / float(die["size"])
        if near < 0.55 and 0.55 < size / float(die["size"]) < 1.9:
            return None
    crop = develop(
        picture.pyramid.crop(x, y, size, rng.uniform(-math.pi, math.pi), bool(rng.random() < 0.5), fine),
        rng,
        SOFT * FINE if fine else SOFT,
        float(rng.choice(spoilt)),
    )
    return Crop(crop, NOTHING, (0, 0, 0), (0, 0), False, False)


@dataclass(frozen=True)
class Tile:
    """A tile for the finder: picture (TILE, TILE, 3), heat and its weight (TILE / CELL)^2, and for every
    die there the cell (row, column), offsets in cells and log(size / 16)."""

    picture: U8
    heat: F32
    weight: F32
    dice: list[tuple[int, int, float, float, float]]


def tile(picture: Picture, rng: Rng) -> Tile:
    """A random part of a picture, at a scale at which its dice have 8-34 pixels."""
    dice = picture.dice
    usual = float(np.median(dice["size"])) if len(dice) else math.exp(rng.uniform(math.log(17), math.log(62)))
    wanted = math.exp(rng.uniform(math.log(7.5), math.log(32)))
    scale = min(1.15, wanted / usual)
    h, w = picture.image.shape[:2]
    big = picture.pyramid.level(max(0, math.floor(-math.log2(scale))))
    small = cv2.resize(
        big,
        (max(8, round(w * scale)), max(8, round(h * scale))),
        interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
    )
    kx, ky = small.shape[1] / w, small.shape[0] / h
    canvas = np.broadcast_to(rng.integers(0, 256, 3).astype(np.uint8), (TILE, TILE, 3)).copy()
    # A part of the picture that holds a die, put somewhere in the tile.
    if len(dice):
        die = dice[int(rng.integers(len(dice)))]
        cx, cy = float(die["x"]) * kx, float(die["y"]) * ky
    else:
        cx, cy = rng.uniform(0, small.shape[1]), rng.uniform(0, small.shape[0])
    left = _window(cx, small.shape[1], rng)
    top = _window(cy, small.shape[0], rng)
    part = small[max(0, top) : top + TILE, max(0, left) : left + TILE]
    oy, ox = max(0, -top), max(0, -left)
    canvas[oy : oy + part.shape[0], ox : ox + part.shape[1]] = part

    side = TILE // CELL
    heat, weight = np.zeros((side, side), np.float32), np.ones((side, side), np.float32)
    found = []
    turned = rng.random() < 0.5
    gy, gx = np.mgrid[0:side, 0:side].astype(np.float32)
    for die in dice:
        x, y = (float(die["x"]) + 0.5) * kx - 0.5 - left, (float(die["y"]) + 0.5) * ky - 0.5 - top
        size = float(die["size"]) * (kx + ky) / 2
        inside = min(
            x - max(0, ox),
            y - max(0, oy),
            min(TILE, ox + part.shape[1]) - x,
            min(TILE, oy + part.shape[0]) - y,
        )
        if turned:
            x = TILE - 1 - x
        u, v = (x + 0.5) / CELL - 0.5, (y + 0.5) / CELL - 0.5
        visible = float(die["visible"])
        if visible < 0.3 or inside < 0.2 * size or not 6.5 < size < 40:
            if visible > 0.03:
                weight[(gx - u) ** 2 + (gy - v) ** 2 < (0.7 * size / CELL + 1) ** 2] = 0
            continue
        row, column = round(v), round(u)
        if not (0 <= row < side and 0 <= column < side):
            continue
        sigma = max(0.55, 0.13 * size / CELL)
        heat = np.maximum(heat, np.exp(-((gx - column) ** 2 + (gy - row) ** 2) / (2 * sigma * sigma)))
        found.append((row, column, u - column, v - row, math.log(size / 16)))
    shown = canvas[:, ::-1] if turned else canvas
    return Tile(
        develop(np.ascontiguousarray(shown), rng, 1.3, float(rng.choice([0.2, 0.6, 0.9]))),
        heat,
        weight,
        found,
    )


def _window(centre: float, length: int, rng: Rng) -> int:
    """Where a tile starts that holds `centre`, as little beyond the picture as can be."""
    start = round(centre - rng.uniform(0.2, 0.8) * TILE)
    if length <= TILE:
        return -int(rng.integers(0, TILE - length + 1))
    return int(np.clip(start, 0, length - TILE))


def finder_input(pictures: list[U8]) -> F32:
    """Pictures of one shape as the finder's input (n, 3, h, w), about -1 to 1."""
    return np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32) / 127.5 - 1)
