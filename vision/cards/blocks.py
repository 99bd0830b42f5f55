"""Parts a face into the blocks by which it is compared, with all that can be known of them beforehand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.level import F32, F64, Level

BLOCK = 16  # pixels of a block that is compared as one, at FINE of the longer side
WHITE = 0.985  # of full brightness: a pixel that tells nothing more
SHIFTS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
"""By how many pixels a block of the face may lie beside the card's."""
_STEP = 8  # pixels from block to block
_CHROMA = np.array([(0, -1, 1), (1, -0.5, -0.5)], np.float32)
_SOFT = 1.5  # pixels over which colours run into each other


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Blocks (r, c) of a picture (h, w). `down` (r, h) and `across` (w, c) take the mean over each block, and
    `colours` (w * 3, c) does so over three channels, side by side, summed."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    down: F32
    across: F32
    colours: F32

    def nearest(self, x: F64, y: F64) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows and columns of the blocks nearest to pixels of the picture, (N,) each."""
        row, column = (
            np.abs(middles - one[:, None]).argmin(1) for middles, one in ((self.rows, y), (self.columns, x))
        )
        return row, column

    def means(self, values: F32) -> F32:
        """Of (h, w) values, (r, c)."""
        return np.asarray(self.down @ values @ self.across, np.float32)

    def totals(self, values: F32) -> F32:
        """Of (h, w, 3) values, the mean summed over the channels, (r, c)."""
        return np.asarray(self.down @ values.reshape(len(values), -1) @ self.colours, np.float32)

    def moments(self, picture: F32) -> tuple[F32, F32]:
        """The variance in each block, summed over BGR, (r, c), and its mean colour, (3, r, c)."""
        high, wide = picture.shape[:2]
        flat = picture.reshape(high, -1)
        by_row = (self.down @ flat).reshape(-1, wide, 3).transpose(2, 0, 1)
        mean = np.asarray(by_row @ self.across, np.float32)
        variance = self.down @ (flat * flat) @ self.colours - (mean * mean).sum(0)
        return np.asarray(np.maximum(variance, 0), np.float32), mean

    def moments_beside(self, beside: F32) -> tuple[F32, F32]:
        """The same at each of the SHIFTS of a picture that is a pixel larger on every side, (9, r, c) and
        (9, 3, r, c)."""
        mean = cv2.boxFilter(beside, -1, (BLOCK, BLOCK))
        square = cv2.transform(cv2.boxFilter(beside * beside, -1, (BLOCK, BLOCK)), np.ones((1, 3)))
        rows = np.array([self.rows + 1 - y for _, y in SHIFTS])[:, :, None]
        columns = np.array([self.columns + 1 - x for x, _ in SHIFTS])[:, None]
        means = np.asarray(mean[rows, columns].transpose(0, 3, 1, 2), np.float32)
        variance = square[rows, columns] - (means * means).sum(1)
        return np.asarray(np.maximum(variance, 0), np.float32), np.ascontiguousarray(means)


@dataclass(frozen=True, slots=True, eq=False)
class Blocked:
    """A level of a face made ready. `beside` is the face with a pixel more on every side, `half` the face and
    its weight at half the size, `logarithm` that of the half. Of each of the SHIFTS `variances` (9, r, c) and
    `means` (9, 3, r, c). `detail` (r, c) is the variance of the blocks, `white` how much of each is white,
    `inks` (h, w) twice, the face's colours whatever their brightness."""

    level: Level
    grid: Grid
    beside: F32
    half: tuple[F32, F32]
    logarithm: F32
    variances: F32
    means: F32
    detail: F32
    white: F32
    inks: tuple[F32, F32]


def blocked(level: Level) -> Blocked:
    high, wide = level.shape
    grid = _grid(high, wide)
    beside = np.asarray(cv2.copyMakeBorder(level.picture, 1, 1, 1, 1, cv2.BORDER_REPLICATE), np.float32)
    variances, means = grid.moments_beside(beside)
    half = _halved(level.picture)
    return Blocked(
        level,
        grid,
        beside,
        (half, _halved(level.weight)),
        np.asarray(np.log(np.maximum(half, 0.03)), np.float32),
        variances,
        means,
        variances[len(SHIFTS) // 2],
        grid.means(whites(level.picture)),
        inks_of(level.picture),
    )


def at_shift(beside: F32, shift: tuple[int, int]) -> F32:
    """The face of which `beside` is a pixel larger on every side, moved by (x, y) pixels."""
    x, y = shift
    high, wide = beside.shape[:2]
    return beside[1 - y : high - 1 - y, 1 - x : wide - 1 - x]


def whites(picture: F32) -> F32:
    """1 where a picture (h, w, 3) is white, 0 where it is not, (h, w)."""
    return np.asarray((cv2.inRange(picture, (WHITE,) * 3, (np.inf,) * 3) > 0), np.float32)


def inks_of(picture: F32) -> tuple[F32, F32]:
    """Two differences of colours at each pixel, (h, w) each, without the brightness."""
    inks = cv2.GaussianBlur(cv2.transform(picture, _CHROMA), (0, 0), _SOFT)
    red, blue = cv2.split(inks)
    return np.asarray(red, np.float32), np.asarray(blue, np.float32)


def centres(blocks: Blocked) -> F64:
    """The middles of the blocks in the card's unit coordinates, (r * c, 3), row by row."""
    x, y = np.meshgrid(blocks.grid.columns, blocks.grid.rows)
    pixels = np.stack([x.ravel(), y.ravel(), np.ones(x.size)], axis=1)
    return np.asarray(pixels @ blocks.level.to_unit.T)


def squares(blocks: Blocked) -> F64:
    """The corners of the blocks in the card's unit coordinates, (r * c, 4, 3), row by row."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * BLOCK / 2
    away = np.pad(corners, ((0, 0), (0, 1))) @ blocks.level.to_unit.T
    return np.asarray(centres(blocks)[:, None] + away)


def _grid(high: int, wide: int) -> Grid:
    rows, columns = _middles(high), _middles(wide)
    across = np.ascontiguousarray(_averaging(columns, wide).T)
    return Grid(rows, columns, _averaging(rows, high), across, np.repeat(across, 3, axis=0))


def _middles(length: int) -> NDArray[np.int64]:
    """The pixels of one direction about which blocks lie."""
    half = BLOCK // 2 + 3
    middles = np.linspace(half, length - 1 - half, max(2, round((length - 2 * half) / _STEP) + 1))
    return middles.round().astype(np.int64)


def _averaging(middles: NDArray[np.int64], length: int) -> F32:
    """(blocks, length): takes the mean over each block in one direction."""
    away = np.arange(length) - middles[:, None]
    inside = (away >= -(BLOCK // 2)) & (away < BLOCK - BLOCK // 2)
    return np.asarray(inside / inside.sum(1, keepdims=True), np.float32)


def _halved(picture: F32) -> F32:
    high, wide = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (wide // 2, high // 2), interpolation=cv2.INTER_AREA), np.float32)
