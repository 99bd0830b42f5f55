"""A small drawn piece of picture and how it is laid over the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from firmware.sim.eye import HEIGHT, WIDTH
from firmware.sim.pose import Floats

Picture: TypeAlias = npt.NDArray[np.uint8]  # (H, W, 3) blue, green, red
Field: TypeAlias = npt.NDArray[np.float32]

_OUTSIDE = 24  # pixels beyond the picture's edge that are still drawn, for what is blurred


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Drawn at pixel (x, y): `colour` (h, w, 3), dimmed by its cover, over the part `keep` (h, w, 3) of
    what is there: 255 for all of it."""

    x: int
    y: int
    colour: Picture
    keep: Picture

    @classmethod
    def of(cls, x: int, y: int, colour: Field, cover: Field) -> Sprite:
        """From (h, w, 3) colours 0-255 already multiplied by their (h, w) cover 0-1."""
        rounded = np.clip(colour + 0.5, 0, 255).astype(np.uint8)
        return cls(x, y, rounded, _parts(1.0 - cover))


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """Darkens the picture at pixel (x, y) to the part `keep` (h, w, 3): 255 leaves it as it is."""

    x: int
    y: int
    keep: Picture

    @classmethod
    def of(cls, x: int, y: int, keep: Field) -> Shade:
        """From (h, w) parts 0-1."""
        return cls(x, y, _parts(keep))


def _parts(keep: Field) -> Picture:
    whole = np.round(keep * 255.0).astype(np.uint8)
    return np.asarray(cv2.merge([whole, whole, whole]), np.uint8)


def place_of(pixels: Floats, margin: int) -> tuple[int, int, int, int]:
    """Left, top, width and height, in whole pixels, of a box round (N, 2) points, without what lies far
    outside the picture; never empty."""
    bounds = np.array([WIDTH, HEIGHT]) + _OUTSIDE
    low = np.clip(np.floor(pixels.min(axis=0)) - margin, -_OUTSIDE, bounds - 1).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)) + margin, low + 1, bounds).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def lay(picture: Picture, piece: Sprite | Shade) -> None:
    """Draws a piece into the picture, in place; what hangs over the picture's edge is cut off."""
    height, width = piece.keep.shape[:2]
    left, top = max(piece.x, 0), max(piece.y, 0)
    right, bottom = min(piece.x + width, picture.shape[1]), min(piece.y + height, picture.shape[0])
    if right <= left or bottom <= top:
        return
    ground = picture[top:bottom, left:right]
    part = (slice(top - piece.y, bottom - piece.y), slice(left - piece.x, right - piece.x))
    drawn = cv2.multiply(ground, piece.keep[part], scale=1 / 255)
    ground[:] = cv2.add(drawn, piece.colour[part]) if isinstance(piece, Sprite) else drawn
