"""Finds what could be the outline of a card: shapes with four straight sides, in many ways at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.masks import masks_of
from vision.picture import Frame, Points

Contour = NDArray[np.int32]

WORK = 1000  # pixels across at which a picture is searched as it is
SHRUNK = 820  # pixels across of larger ones: a card of a 1640 x 1232 frame is then 80 px high
_SMALLEST = 26.0  # pixels of a card's shorter side in the searched picture
_LARGEST = 0.8  # of the picture that a card may fill
_SOLID = 0.88  # of its hull that a card's shape fills at least
_SLACK = 0.03  # how far, in parts of a side, its points may lie from it while lines are fitted
_STRAIGHT = 0.012  # mean distance of the points from their lines, in parts of the square root of the area
_ROUGH = 0.04  # the same of a shape that is only where a card's print is
_CORNERLESS = 0.8  # of a card's area that such a shape has
_PERFECT = 0.004  # the same of an outline beside which no other of the same spot is wanted
_RATIO = 2.4  # of the longer side to the shorter, at most
_SLANTED = 1.45  # of a side to the one opposite
_TURNED = 0.3  # how far the ratio of the sides, as a logarithm, may be from the card's
_SAME = 0.06  # corners nearer than this part of a side are one outline's
_OF_A_SPOT = 4  # outlines about the same spot that are looked at closely
_WIDER = 1.35  # how much larger or smaller than expected, each way, a card's outline may be
_HUBER = 0.7  # pixels off a line from which a point counts less for it
_POINTS = 240  # of a shape's edge, by which its sides are laid
_NEXT = [1, 2, 3, 0]
_LAST = [3, 0, 1, 2]


@dataclass(frozen=True, eq=False)
class Outline:
    """Four corners in pixels of the frame, (4, 2), clockwise as seen; `error` is how far its points lie from
    straight lines, in parts of its size."""

    corners: Points
    error: float

    @cached_property
    def middle(self) -> Points:
        return np.asarray(self.corners.mean(0))

    @cached_property
    def size(self) -> float:
        """The side of a square as large."""
        return math.sqrt(abs(area(self.corners)))


def find_outlines(
    small: Frame, size: float | None = None, *, closely: bool = True, ratios: Sequence[float] = ()
) -> list[Outline]:
    """Every shape that may be a whole card's, the straightest first, in a picture (H, W, 3) uint8 BGR of
    about WORK pixels at most. `size` is the side of a square as large as a card, `ratios` are those of one
    side to the other that a card may have, where they are known. Not `closely` only those that stand out
    from a plain cloth are found, in a third of the time."""
    found: list[Outline] = []
    least, most = (_SMALLEST * 0.8) ** 2, _LARGEST * small.shape[0] * small.shape[1]
    if size is not None:
        least, most = max(least, (size / _WIDER) ** 2), min(most, (size * _WIDER) ** 2)
    tried: dict[tuple[int, int, int], int] = {}
    perfect = np.zeros((0, 3))
    if min(small.shape[:2]) < 0.6 * _SMALLEST:  # nor could it be parted into card and ground
        return []
    for mask, rough in masks_of(small, size, closely=closely):
        for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(contour) < 3.2 * math.sqrt(least):
                continue
            hull = cv2.convexHull(contour)
            whole = cv2.contourArea(hull)
            smallest = _CORNERLESS * least if rough else least
            if not smallest <= whole <= most or cv2.contourArea(contour) < _SOLID * whole:
                continue
            corners = _four(np.asarray(hull, np.int32), whole, round_=rough)
            if corners is None or not has_ratio(corners, ratios):
                continue
            reach = max(6.0, 0.08 * math.sqrt(whole))
            middle = corners.mean(0)
            x, y = middle / reach
            spot = (round(x), round(y), round(math.log(whole) * 5))
            tried[spot] = tried.get(spot, 0) + 1
            place = (*middle, math.sqrt(whole))
            if tried[spot] > _OF_A_SPOT or _known(place, perfect):
                continue
            thin = contour[:: max(1, len(contour) // _POINTS), 0]
            gap = len(contour) / len(thin)
            most_off = _ROUGH if rough else _STRAIGHT
            outline = _quadrilateral(np.asarray(thin, np.float64), corners, gap, most_off)
            if outline is not None:
                found.append(outline)
                if outline.error < _PERFECT:
                    perfect = np.vstack([perfect, (*outline.middle, outline.size)])
    return list(_distinct(found))


def has_ratio(corners: Points, ratios: Sequence[float]) -> bool:
    """Whether four corners may be those of a card of one of these ratios, turned either way and seen a little
    from the side. Where there are none, of any card."""
    a, b, c, d = (math.dist(one, other) for one, other in zip(corners, corners[_NEXT], strict=True))
    seen = abs(math.log((a + c) / (b + d)))
    return not ratios or min(abs(seen - abs(math.log(ratio))) for ratio in ratios) < _TURNED


def _known(place: tuple[float, float, float], straight: Points) -> bool:
    """Whether an outline of about that place and size, x, y and size, is among the straight ones, (N, 3)."""
    return bool((np.abs(straight - place).max(1) < _SAME * straight[:, 2]).any())


def _four(hull: Contour, whole: float, *, round_: bool = False) -> Points | None:
    """About where the corners are of a shape that has four, or had if they were not `round_`."""
    length = cv2.arcLength(hull, closed=True)
    for part in () if round_ else (0.02, 0.035, 0.05):
        polygon = cv2.approxPolyDP(hull, part * length, closed=True)
        if len(polygon) == 4:
            return _clockwise(np.asarray(polygon[:, 0], np.float64))
        if len(polygon) < 4:
            break
    box = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float64)
    return _clockwise(box) if whole > 0.85 * abs(area(box)) else None


def _quadrilateral(points: Points, corners: Points, gap: float, straight: float) -> Outline | None:
    """The four lines on which most of the shape's edge lies, or None where it is no such shape. `gap`: pixels
    from point to point, `straight`: how far they may lie off, in parts of the outline's size."""
    for _ in range(2):
        lines = _lines(points, corners, gap)
        met = None if lines is None else _meetings(*lines)
        if met is None:
            return None
        corners = met
    if not _card_like(corners):
        return None
    size = math.sqrt(abs(area(corners)))
    away = _off(points, corners, _along(corners)[0]).min(0)
    most = int(len(away) * 0.9)
    error = float(np.partition(away, most)[:most].mean()) / size
    return Outline(corners, error) if error < straight else None


def _lines(points: Points, corners: Points, gap: float) -> tuple[Points, Points] | None:
    """The lines along the four sides: a point of each and its direction, (4, 2)."""
    along, length = _along(corners)
    if length.min() < _SMALLEST * 0.6:
        return None
    part = (along @ points.T - (along * corners).sum(1)[:, None]) / length[:, None]
    off = _off(points, corners, along)
    weight = (part > 0.1) & (part < 0.9) & (off < np.maximum(2.0, _SLACK * length)[:, None])
    if (weight.sum(1) < 0.45 * length / gap).any():
        return None
    near = weight
    x, y = points.T
    for _ in range(2):  # by least squares, the second time what lies off the line counts less
        total = weight.sum(1)
        mx, my = weight @ x / total, weight @ y / total
        dx, dy = x - mx[:, None], y - my[:, None]
        xx, yy, xy = ((weight * one).sum(1) for one in (dx * dx, dy * dy, dx * dy))
        angle = np.arctan2(2 * xy, xx - yy) / 2
        cos, sin = np.cos(angle), np.sin(angle)
        weight = near / np.maximum(1.0, np.abs(dx * sin[:, None] - dy * cos[:, None]) / _HUBER)
    return np.stack([mx, my], axis=1), np.stack([cos, sin], axis=1)


def _meetings(spots: Points, ways: Points) -> Points | None:
    """Where each of four lines meets the one before it, (4, 2)."""
    before, along = ways[_LAST], spots - spots[_LAST]
    cross = before[:, 0] * ways[:, 1] - before[:, 1] * ways[:, 0]
    if np.abs(cross).min() < 0.3:
        return None
    step = (along[:, 0] * ways[:, 1] - along[:, 1] * ways[:, 0]) / cross
    return np.asarray(spots[_LAST] + step[:, None] * before)


def _along(corners: Points) -> tuple[Points, NDArray[np.float64]]:
    """The directions of the sides, (4, 2), and their lengths."""
    sides = corners[_NEXT] - corners
    length = np.maximum(np.hypot(sides[:, 0], sides[:, 1]), 1e-9)
    return sides / length[:, None], length


def _off(points: Points, corners: Points, along: Points) -> NDArray[np.float64]:
    """How far each point lies from each side's line, (4, N)."""
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return np.asarray(np.abs(across @ points.T - (across * corners).sum(1)[:, None]), np.float64)


def _card_like(corners: Points) -> bool:
    """Whether four corners may be a rectangle seen a little from the side."""
    after, before = corners[_NEXT] - corners, corners[_LAST] - corners
    a, b, c, d = np.hypot(after[:, 0], after[:, 1])
    if min(a, b, c, d) < _SMALLEST or max(a, b, c, d) > _RATIO * min(a, b, c, d):
        return False
    if max(a, c) > _SLANTED * min(a, c) or max(b, d) > _SLANTED * min(b, d):
        return False
    cosines = (before * after).sum(1) / (np.hypot(before[:, 0], before[:, 1]) * (a, b, c, d))
    return bool(np.abs(cosines).max() < 0.5) and area(corners) > 0


def area(corners: Points) -> float:
    """Of four corners: positive where they go clockwise in a picture."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return float((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2


def inside(spots: Points, corners: Points) -> NDArray[np.bool_]:
    """Which spots lie within four corners, clockwise in a picture, (N,): of (N, 2) those within (4, 2), or
    whether (2,) lies within each of (N, 4, 2)."""
    sides = corners[..., _NEXT, :] - corners
    away = spots[..., None, :] - corners
    return np.asarray((sides[..., 0] * away[..., 1] - sides[..., 1] * away[..., 0] >= 0).all(-1))


def _clockwise(corners: Points) -> Points:
    return corners if area(corners) > 0 else corners[::-1].copy()


def _distinct(outlines: Sequence[Outline]) -> Iterator[Outline]:
    """Of those that are about the same the straightest."""
    kept: list[Outline] = []
    places = np.zeros((len(outlines), 3))
    for one in sorted(outlines, key=lambda one: one.error):
        reach = _SAME * one.size
        place = (*one.middle, one.size)
        near = np.flatnonzero((np.abs(places[: len(kept)] - place) < reach).all(1))
        if not any(_apart(one.corners, kept[i].corners) < reach for i in near):
            places[len(kept)] = place
            kept.append(one)
            yield one


def _apart(one: Points, other: Points) -> float:
    """The farthest that a corner of one lies from the nearest of the other."""
    away = one[:, None] - other[None]
    return float(np.hypot(away[..., 0], away[..., 1]).min(1).max())
