"""A second witness to what a die shows: no network, but spots that lie as pips do."""

from __future__ import annotations

import math
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import CROP, FACE

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Spot = tuple[float, float, float]  # x, y from the crop's middle in faces, strength: 1 is the strongest

# Pips are 0.13 to 0.24 of a face across, so about this many pixels of a crop in radius; and round them.
_PIP, _AROUND = 1.1, 2.6
_FAINT = 2.5  # grey levels under which nothing stands out
_STRONG, _WEAK = 0.5, 0.36  # of the strongest spot: a pip for certain, no pip for certain
_MOST = 9
_APART = (0.5, 0.98)  # between opposite corner pips, in faces
_OFF = 0.16  # how far a lattice's middle may be from the crop's, in faces
_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
_SIDES = ((0, -1), (0, 1), (-1, 0), (1, 0))


def _contrast(crop: U8) -> F32:
    """How much every pixel stands out as a spot of a pip's size, along the colour in which the face's spots
    differ most from its body (CROP, CROP); the sign is open."""
    x = crop.astype(np.float32)
    spots = np.asarray(cv2.GaussianBlur(x, (0, 0), _PIP) - cv2.GaussianBlur(x, (0, 0), _AROUND), np.float32)
    low, high = round((CROP - 0.8 * FACE) / 2), round((CROP + 0.8 * FACE) / 2)
    face = spots[low:high, low:high].reshape(-1, 3)
    _, vectors = np.linalg.eigh(face.T @ face)
    return np.ascontiguousarray(spots @ vectors[:, 2].astype(np.float32))


def _spots(contrast: F32) -> tuple[list[Spot], float]:
    """The spots near the crop's middle, the strongest first, and how many grey levels the strongest stands
    out."""
    top = np.asarray(cv2.dilate(contrast, np.ones((3, 3), np.uint8)), np.float32)
    rows, columns = np.nonzero((contrast >= top) & (contrast > _FAINT))
    middle = (CROP - 1) / 2
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        x, y = (column - middle) / FACE, (row - middle) / FACE
        if math.hypot(x, y) < 0.68:
            found.append((x, y, float(contrast[row, column])))
    # What is outside the face may be stronger than the pips: the strongest near the middle counts.
    strongest = max((s for x, y, s in found if math.hypot(x, y) < 0.45), default=0.0)
    if strongest == 0:
        return [], 0.0
    spots = [(x, y, s / strongest) for x, y, s in found if s > _WEAK * strongest]
    return sorted(spots, key=lambda spot: -spot[2])[:_MOST], strongest


def _pattern(spots: list[Spot], one: Spot, other: Spot) -> tuple[int, int] | None:
    """How many pips there are, and the value, if `one` and `other` are opposite corners; None if that does
    not fit."""
    cx, cy = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    # The face's own axes: the corner is at (1, 1).
    hx, hy = (other[0] - one[0]) / 2, (other[1] - one[1]) / 2
    ax, ay, bx, by = (hx + hy) / 2, (hy - hx) / 2, (hx - hy) / 2, (hy + hx) / 2
    area = ax * by - ay * bx
    on: set[tuple[int, int]] = set()
    for x, y, strength in spots:
        u = ((x - cx) * by - (y - cy) * bx) / area
        v = ((y - cy) * ax - (x - cx) * ay) / area
        if max(abs(u), abs(v)) > 1.4:
            continue  # not on this face
        at = (round(u), round(v))
        if math.hypot(u - at[0], v - at[1]) > 0.36 or strength < _STRONG or at in on:
            return None
        on.add(at)
    corners = [c for c in _CORNERS if c in on]
    sides = [c for c in _SIDES if c in on]
    middle = (0, 0) in on
    if len(corners) == 2 and not sides and set(corners) in ({(-1, -1), (1, 1)}, {(1, -1), (-1, 1)}):
        return len(on), 3 if middle else 2
    if len(corners) == 4 and not sides:
        return len(on), 5 if middle else 4
    if (
        len(corners) == 4
        and not middle
        and len(sides) == 2
        and set(sides) in (set(_SIDES[:2]), set(_SIDES[2:]))
    ):
        return len(on), 6
    return None


def count_pips(crop: U8) -> int | None:
    """The value, 1 to 6, whose pattern of pips a crop (CROP, CROP, 3) uint8 about a face seen from above
    shows; None where none fits, or different ones do. A symbol of a pip's size in the middle looks like a
    one."""
    contrast = _contrast(crop)
    values = set()
    both = [_spots(np.ascontiguousarray(signed)) for signed in (contrast, -contrast)]
    # The gaps between pips stand out too, the other way and less.
    most = max((strength for _, strength in both), default=0.0)
    for spots, strength in both:
        if not spots or strength < 0.7 * most:
            continue
        fits = []
        for one, other in combinations(spots, 2):
            apart = math.hypot(one[0] - other[0], one[1] - other[1])
            off = math.hypot(one[0] + other[0], one[1] + other[1]) / 2
            if _APART[0] <= apart <= _APART[1] and off <= _OFF and (fit := _pattern(spots, one, other)):
                fits.append(fit)
        if fits:
            values.add(max(fits)[1])
        near = [spot for spot in spots if math.hypot(spot[0], spot[1]) < 0.5]
        if len(near) == 1 and math.hypot(near[0][0], near[0][1]) < _OFF:
            values.add(1)
    return values.pop() if len(values) == 1 else None
