"""Finds the parts of a picture in which there is something to see that no card that was read explains."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, Points

Box = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""

_CELL = 12  # pixels of a cell of the searched picture
_BUSY = 0.08  # of a cell's pixels that are edges, where there is something to see
_LEAST = 0.12  # of a card's area that must be busy for a card to hide there
_GROUND = 1600.0  # pixels: the least area of a card where its size is not known
_MARGIN = 8
_BIN_OF = np.array((10, 36, 36))  # into how many parts lightness and the two colours are divided
_INNER = 0.6  # of a card's side, over which its print is dense
_DENSER = 2.0  # times as dense as that of the cloth
_SECTORS = 3  # of the picture, each way
_FEW, _EVERYWHERE = 3, 7  # cells of a sector, sectors of the nine, in which the ground shows its colours


def cluttered(
    small: Frame, read: Sequence[Points], hidden: Sequence[Points], size: float | None
) -> list[Box]:
    """Boxes in a picture, (H, W, 3) uint8 BGR, about its busy parts outside of the cards `read`, (4, 2) each,
    and in what is `hidden` of each by something that is not known, (N, 4, 2). `size` is the side of a square
    as large as a card."""
    high, wide = small.shape[:2]
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    edges = cv2.Canny(cv2.GaussianBlur(grey, (3, 3), 0), 50, 130)
    for corners, parts in zip(read, hidden, strict=True):
        middle = corners.mean(0)
        own = np.zeros_like(edges)
        cv2.fillConvexPoly(own, np.rint(middle + (corners - middle) * 1.08).astype(np.int32), 1)
        for part in parts:
            cv2.fillConvexPoly(own, np.rint(part).astype(np.int32), 0)
        edges[own > 0] = 0
    cells = (max(1, wide // _CELL), max(1, high // _CELL))
    drawn = np.asarray(cv2.resize(edges, cells, interpolation=cv2.INTER_AREA), np.float64) / 255
    busy = np.asarray(drawn > _BUSY, np.uint8)
    if size is not None:
        busy[_ground(small, read, cells) & ~_printed(drawn, size)] = 0
    joined = cv2.dilate(busy, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(np.asarray(joined, np.uint8), connectivity=8)
    least = _LEAST * (_GROUND if size is None else size * size) / (_CELL * _CELL)
    boxes = []
    for one in range(1, count):
        part = labels == one
        if busy[part].sum() < max(2.0, least):
            continue
        rows, columns = np.flatnonzero(part.any(1)), np.flatnonzero(part.any(0))
        across, down = wide / cells[0], high / cells[1]
        boxes.append(
            (
                max(0, int(columns[0] * across) - _MARGIN),
                max(0, int(rows[0] * down) - _MARGIN),
                min(wide, int((columns[-1] + 1) * across) + _MARGIN),
                min(high, int((rows[-1] + 1) * down) + _MARGIN),
            )
        )
    return _merged(boxes, 0.5 * high * wide, (0, 0, wide, high))


def _printed(drawn: NDArray[np.float64], size: float) -> NDArray[np.bool_]:
    """The cells (rows, columns) about which there is much more to see, over about a card, than on the cloth
    at large. `drawn` is the part of each cell that are edges."""
    across = max(1, round(_INNER * size / _CELL))
    around = cv2.blur(drawn, (across, across))
    return np.asarray(around > max(2 * _BUSY, _DENSER * float(np.median(around))))


def _ground(small: Frame, read: Sequence[Points], cells: tuple[int, int]) -> NDArray[np.bool_]:
    """The cells whose colours the cloth has all over the picture, (rows, columns), however busy it is."""
    coarse = np.asarray(cv2.resize(small, cells, interpolation=cv2.INTER_AREA), np.uint8)
    bins = np.asarray(cv2.cvtColor(coarse, cv2.COLOR_BGR2LAB), np.int64) * _BIN_OF // 256
    free = np.ones((cells[1], cells[0]), np.uint8)
    shrink = (cells[0] / small.shape[1], cells[1] / small.shape[0])
    for corners in read:
        middle = corners.mean(0)
        wider = (middle + (corners - middle) * 1.1) * shrink
        cv2.fillConvexPoly(free, np.rint(wider).astype(np.int32), 0)
    rows, columns = np.mgrid[0 : cells[1], 0 : cells[0]]
    sector = rows * _SECTORS // cells[1] * _SECTORS + columns * _SECTORS // cells[0]
    counts = np.zeros((*(_BIN_OF + 2), _SECTORS**2))
    at = free > 0
    np.add.at(counts, (*(bins[at] + 1).T, sector[at]), 1)
    for axis in range(3):  # with the bins beside each
        counts = counts + np.roll(counts, 1, axis) + np.roll(counts, -1, axis)
    spread = (counts >= _FEW).sum(3)
    return np.asarray(spread[tuple((bins + 1).transpose(2, 0, 1))] >= _EVERYWHERE)


def _merged(boxes: list[Box], most: float, whole: Box) -> list[Box]:
    """One box for the whole picture where the boxes together are most of it."""
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    return [whole] if area > most else boxes
