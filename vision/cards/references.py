"""What a taught deck looks like to the reader: each face small, smooth and ready to be laid over cards."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.deck import Deck, Face
from vision.picture import Frame

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

COARSE, FINE = 64, 128
"""Pixels of a card's longer side at which it is laid over the picture, and at which it is compared."""
_PIXELS = {COARSE: 1000, FINE: 2200}  # by which a face is laid over the picture
BLOCK = 16  # pixels of a block that is compared as one, at FINE of the longer side
WHITE = 0.985  # of full brightness: a pixel that tells nothing more
CELLS = 16
"""Cells of the longer side of the small picture by which faces are first chosen."""
_RIVALS = 2
_RIM = 0.035  # of the longer side: the card's edge and its round corners say nothing


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A look at one size: `picture` (h, w, 3) float32 BGR 0-1; `weight` (h, w) is 0 where the card's rim is.
    `axis` is the colour in which it varies most, `tone` the picture along it, `steps` (N, 8) how the tone
    of each of the pixels `chosen` changes with the eight ways in which a plane can move. `half` are picture
    and weight at half the size, `moments` what there is in each block, `white` how much of it is white."""

    picture: F32
    weight: F32
    half: tuple[F32, F32]
    moments: tuple[F32, F32]
    white: F32
    axis: F32
    tone: F32
    chosen: NDArray[np.int64]
    steps: F32
    to_unit: F64

    @property
    def shape(self) -> tuple[int, int]:
        return self.tone.shape[0], self.tone.shape[1]


@dataclass(frozen=True, eq=False)
class Look:
    """One picture of a face, prepared. `ratio` is its width over its height."""

    face: Face
    ratio: float
    source: Frame

    @cached_property
    def coarse(self) -> Level:
        return _level(self.source, self.ratio, COARSE)

    @cached_property
    def fine(self) -> Level:
        return _level(self.source, self.ratio, FINE)


@dataclass(frozen=True, eq=False)
class Prepared:
    """A deck's looks, all of them and by shape of card."""

    looks: tuple[Look, ...]
    shapes: tuple[Shape, ...]
    _rivals: dict[Look, tuple[tuple[Look, bool, float], ...]] = field(default_factory=dict)

    def rivals(self, look: Look) -> tuple[tuple[Look, bool, float], ...]:
        """The looks of other faces most like this one, whether they are so upside down, and how much so:
        1 the same, 0 nothing alike."""
        if look not in self._rivals:
            shape = next(shape for shape in self.shapes if look in shape.looks)
            self._rivals[look] = shape.nearest(look, _RIVALS)
        return self._rivals[look]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """All looks of cards with the same ratio, and their small pictures (K, h, w, 3)."""

    ratio: float
    looks: tuple[Look, ...]
    cells: F32
    _plain: F32
    _length: F32

    @classmethod
    def of(cls, looks: tuple[Look, ...]) -> Shape:
        ratio = looks[0].ratio
        high, wide = canvas(ratio, CELLS)
        cells = np.stack([shrunk(look.source, high, wide) for look in looks])
        inside = cells[:, 1:-1, 1:-1].reshape(len(looks), -1, 3)
        plain = (inside - inside.mean(1, keepdims=True)).reshape(len(looks), -1)
        length = np.asarray(np.linalg.norm(plain, axis=1) + 1e-6, np.float32)
        return cls(ratio, looks, cells, plain, length)

    def likeness(self, small: F32) -> F32:
        """How much a small picture (h, w, 3) looks like each of the looks: 1 the same, 0 nothing alike."""
        inside = small[1:-1, 1:-1].reshape(-1, 3)
        seen = (inside - inside.mean(0)).ravel()
        alike: F32 = self._plain @ seen / (self._length * (np.linalg.norm(seen) + 1e-6))
        return alike

    def nearest(self, look: Look, count: int) -> tuple[tuple[Look, bool, float], ...]:
        own = self.cells[self.looks.index(look)]
        upright, turned = self.likeness(own), self.likeness(own[::-1, ::-1])
        order = np.argsort(-np.maximum(upright, turned))
        others = [
            (self.looks[i], bool(turned[i] > upright[i]), float(max(turned[i], upright[i]))) for i in order
        ]
        best: dict[str, tuple[Look, bool, float]] = {}
        for other in others:
            if other[0].face.name != look.face.name:
                best.setdefault(other[0].face.name, other)
        return tuple(best.values())[:count]


_PREPARED: WeakKeyDictionary[Deck, Prepared] = WeakKeyDictionary()


def prepared(deck: Deck) -> Prepared:
    """The deck made ready, once for each deck."""
    ready = _PREPARED.get(deck)
    if ready is None:
        ready = _prepare(deck)
        _PREPARED[deck] = ready
    return ready


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


def _prepare(deck: Deck) -> Prepared:
    looks = tuple(
        Look(face, face.size_mm[0] / face.size_mm[1], picture)
        for face in deck.faces.values()
        for picture in face.pictures
    )
    ratios = dict.fromkeys(look.ratio for look in looks)
    shapes = (Shape.of(tuple(look for look in looks if look.ratio == ratio)) for ratio in ratios)
    return Prepared(looks, tuple(shapes))


def _level(source: Frame, ratio: float, longest: int) -> Level:
    high, wide = canvas(ratio, longest)
    picture = np.asarray(cv2.GaussianBlur(shrunk(source, high, wide), (0, 0), 0.8), np.float32)
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
    chosen = _telling(steps, weight, _PIXELS[longest])
    return Level(
        picture,
        weight,
        (_halved(picture), _halved(weight)),
        moments(picture),
        boxed((picture.min(axis=2) > WHITE).astype(np.float32)),
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


def _halved(picture: F32) -> F32:
    high, wide = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (wide // 2, high // 2), interpolation=cv2.INTER_AREA), np.float32)


def moments(picture: F32) -> tuple[F32, F32]:
    """The variance in the block about each pixel, summed over BGR, (h, w), and its mean colour, (h, w, 3)."""
    mean = np.asarray(cv2.boxFilter(picture, -1, (BLOCK, BLOCK)), np.float32)
    square = boxed(np.einsum("ijk,ijk->ij", picture, picture))
    variance = np.maximum(square - np.einsum("ijk,ijk->ij", mean, mean), 0.0)
    return np.asarray(variance, np.float32), mean


def boxed(values: F32) -> F32:
    """The mean over the block about each pixel."""
    return np.asarray(cv2.boxFilter(values, -1, (BLOCK, BLOCK)), np.float32)


def rim(high: int, wide: int) -> F32:
    """1 inside of the card, 0 on its rim, (high, wide)."""
    weight = np.zeros((high, wide), np.float32)
    edge = max(1, math.ceil(_RIM * max(high, wide)))
    weight[edge:-edge, edge:-edge] = 1
    return weight
