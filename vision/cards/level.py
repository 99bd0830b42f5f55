"""A face small and smooth, ready to be laid over what may be a card."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

COARSE, FINE = 64, 128
"""Pixels of a card's longer side at which it is laid over the picture, and at which it is compared."""
_PIXELS = {COARSE: 1000, FINE: 2200}  # by which a face is laid over the picture
_RIM = 0.035  # of the longer side: the card's edge and its round corners say nothing


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A look at one size: `picture` (h, w, 3) float32 BGR 0-1; `weight` (h, w) is 0 where the card's rim is.
    `axis` is the colour in which it varies most, `tone` the picture along it. Of the N pixels by which it is
    laid: `told`, their tone (N,), `spots`, where they are in the card's unit coordinates (3, N), and `steps`
    (N, 8), how their tone changes with the eight ways in which a plane can move."""

    picture: F32
    weight: F32
    axis: F32
    tone: F32
    told: F32
    spots: F64
    steps: F32
    to_unit: F64

    @property
    def shape(self) -> tuple[int, int]:
        return self.tone.shape[0], self.tone.shape[1]


def canvas(ratio: float, longest: int) -> tuple[int, int]:
    """Height and width of an upright card whose longer side has that many pixels."""
    if ratio <= 1:
        return longest, max(8, round(longest * ratio))
    return max(8, round(longest / ratio)), longest


def unit(ratio: float) -> F64:
    """The corners (4, 2) of an upright card about the origin, clockwise from its top left: the longer side
    reaches from -1 to 1."""
    x, y = (ratio, 1.0) if ratio <= 1 else (1.0, 1.0 / ratio)
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def from_pixels(ratio: float, high: int, wide: int) -> F64:
    """Takes the middles of pixels of an upright picture to the card's own unit coordinates."""
    x, y = unit(ratio)[2]
    return np.array([[2 * x / wide, 0, x / wide - x], [0, 2 * y / high, y / high - y], [0, 0, 1]])


def shrunk(picture: Frame, high: int, wide: int) -> F32:
    """The picture at another size, without false patterns."""
    small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) * np.float32(1 / 255)


def level_of(source: Frame, ratio: float, longest: int) -> Level:
    """The picture of a face, (H, W, 3) uint8 BGR, with `longest` pixels on its longer side."""
    picture = np.asarray(cv2.GaussianBlur(shrunk(source, *canvas(ratio, longest)), (0, 0), 0.8), np.float32)
    return level_from(picture, ratio)


def level_from(picture: F32, ratio: float) -> Level:
    """The picture (h, w, 3) float32 BGR 0-1 of a face, small and smooth as it is, ready to be laid."""
    high, wide = picture.shape[:2]
    weight = rim(high, wide)
    edge = _edge(high, wide)
    flat = picture[edge:-edge, edge:-edge].reshape(-1, 3)
    flat = flat - flat.mean(0)
    _, vectors = np.linalg.eigh(np.asarray(flat.T @ flat, np.float64) / len(flat) + 1e-6 * np.eye(3))
    axis = vectors[:, -1].astype(np.float32)
    axis = axis if axis.sum() >= 0 else -axis
    tone = picture @ axis
    to_unit, x, y, far = _places(ratio, high, wide)
    down, across = np.gradient(tone)
    gx, gy = (across / np.float32(to_unit[0, 0])).ravel(), (down / np.float32(to_unit[1, 1])).ravel()
    shift = gx * x + gy * y
    change = (gx * gx + gy * gy) * (far + 1) + shift * shift * far
    chosen = _telling(change, weight, _PIXELS[max(high, wide)])
    gx, gy, shift, x, y = (one[chosen] for one in (gx, gy, shift, x, y))
    return Level(
        picture,
        weight,
        axis,
        tone,
        tone.ravel()[chosen],
        np.stack([x, y, np.ones_like(x)]).astype(np.float64),
        np.stack([gx * x, gx * y, gx, gy * x, gy * y, gy, -x * shift, -y * shift], axis=1),
        to_unit,
    )


@lru_cache(16)
def _places(ratio: float, high: int, wide: int) -> tuple[F64, F32, F32, F32]:
    """What takes pixels to the card's unit coordinates, x and y of each pixel there, and x * x + y * y."""
    to_unit = from_pixels(ratio, high, wide)
    rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
    x = (columns * np.float32(to_unit[0, 0]) + np.float32(to_unit[0, 2])).ravel()
    y = (rows * np.float32(to_unit[1, 1]) + np.float32(to_unit[1, 2])).ravel()
    return to_unit, x, y, x * x + y * y


def _telling(change: F32, weight: F32, count: int) -> NDArray[np.int64]:
    """The pixels by which a face is laid: most of them where its tone changes, the rest spread evenly."""
    inside = np.flatnonzero(weight.ravel() > 0)
    if len(inside) <= count:
        return inside
    kept = np.zeros(change.size, np.bool_)
    kept[inside[np.argpartition(change[inside], -2 * count // 3)[-2 * count // 3 :]]] = True
    kept[inside[:: max(1, 3 * len(inside) // count)]] = True
    return np.flatnonzero(kept)


@lru_cache(16)
def rim(high: int, wide: int) -> F32:
    """1 inside of the card, 0 on its rim, (high, wide)."""
    weight = np.zeros((high, wide), np.float32)
    edge = _edge(high, wide)
    weight[edge:-edge, edge:-edge] = 1
    return weight


def _edge(high: int, wide: int) -> int:
    return max(1, math.ceil(_RIM * max(high, wide)))
