"""A face small and smooth, ready to be laid over what may be a card."""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    `axis` is the colour in which it varies most, `tone` the picture along it, `steps` (N, 8) how the tone
    of each of the pixels `chosen` changes with the eight ways in which a plane can move."""

    picture: F32
    weight: F32
    axis: F32
    tone: F32
    chosen: NDArray[np.int64]
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
    flat = picture.reshape(-1, 3)
    _, vectors = np.linalg.eigh(np.cov(flat[weight.ravel() > 0].T) + 1e-6 * np.eye(3))
    axis = vectors[:, -1].astype(np.float32)
    axis = axis if axis.sum() >= 0 else -axis
    tone = picture @ axis
    down, across = np.gradient(tone.astype(np.float64))
    to_unit = from_pixels(ratio, high, wide)
    gx, gy = (across / to_unit[0, 0]).ravel(), (down / to_unit[1, 1]).ravel()
    rows, columns = np.mgrid[0:high, 0:wide]
    x = (columns * to_unit[0, 0] + to_unit[0, 2]).ravel()
    y = (rows * to_unit[1, 1] + to_unit[1, 2]).ravel()
    shift = gx * x + gy * y
    steps = np.stack([gx * x, gx * y, gx, gy * x, gy * y, gy, -x * shift, -y * shift], axis=1)
    chosen = _telling(steps, weight, _PIXELS[max(high, wide)])
    return Level(
        picture,
        weight,
        axis,
        tone,
        chosen,
        steps[chosen].astype(np.float32),
        to_unit,
    )


def _telling(steps: F64, weight: F32, count: int) -> NDArray[np.int64]:
    """The pixels by which a face is laid: most of them where its tone changes, the rest spread evenly."""
    inside = np.flatnonzero(weight.ravel() > 0)
    if len(inside) <= count:
        return inside
    change = (steps[inside] ** 2).sum(1)
    edges = inside[np.argpartition(change, -2 * count // 3)[-2 * count // 3 :]]
    return np.union1d(edges, inside[:: max(1, 3 * len(inside) // count)])


def rim(high: int, wide: int) -> F32:
    """1 inside of the card, 0 on its rim, (high, wide)."""
    weight = np.zeros((high, wide), np.float32)
    edge = max(1, math.ceil(_RIM * max(high, wide)))
    weight[edge:-edge, edge:-edge] = 1
    return weight
