"""A small drawn piece of picture and how it is laid over the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from firmware.sim.eye import HEIGHT, WIDTH
from firmware.sim.pose import Floats

Picture = npt.NDArray[np.uint8]  # (H, W, 3) blue, green, red

_OUTSIDE = 24  # pixels beyond the picture's edge that are still drawn, for what is blurred


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Drawn at pixel (x, y): `colour` (h, w, 3) 0-255, already multiplied by `cover` (h, w, 1) 0-1."""

    x: int
    y: int
    colour: npt.NDArray[np.float32]
    cover: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """Darkens the picture at pixel (x, y) by `factor` (h, w, 1) 0-1."""

    x: int
    y: int
    factor: npt.NDArray[np.float32]


def place_of(pixels: Floats, margin: int) -> tuple[int, int, int, int]:
    """Left, top, width and height, in whole pixels, of a box round (N, 2) points, without what lies far
    outside the picture; never empty."""
    bounds = np.array([WIDTH, HEIGHT]) + _OUTSIDE
    low = np.clip(np.floor(pixels.min(axis=0)) - margin, -_OUTSIDE, bounds - 1).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)) + margin, low + 1, bounds).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def lay(picture: Picture, piece: Sprite | Shade) -> None:
    """Draws a piece into the picture, in place; what hangs over the picture's edge is cut off."""
    height, width = (piece.cover if isinstance(piece, Sprite) else piece.factor).shape[:2]
    left, top = max(piece.x, 0), max(piece.y, 0)
    right, bottom = min(piece.x + width, picture.shape[1]), min(piece.y + height, picture.shape[0])
    if right <= left or bottom <= top:
        return
    ground = picture[top:bottom, left:right]
    part = (slice(top - piece.y, bottom - piece.y), slice(left - piece.x, right - piece.x))
    if isinstance(piece, Sprite):
        ground[:] = ground * (1 - piece.cover[part]) + piece.colour[part] + 0.5
    else:
        ground[:] = ground * piece.factor[part] + 0.5
