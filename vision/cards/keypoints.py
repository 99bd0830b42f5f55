"""Proposes where taught faces lie by small features of their pictures, where no outline is seen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.level import F32, F64, canvas, from_pixels, shrunk
from vision.cards.references import Look, Prepared
from vision.picture import Frame

_TALL = 200  # pixels of a face's longer side at which its features are taken
_OF_A_FACE = 160
_OF_A_FRAME = 900
_NEAREST = 3  # features of faces that each feature of the picture may stand for
_ALIKE = 0.82  # dot product of two features' descriptions that may be the same spot
_TURN, _GROWTH, _SHIFT = 0.25, 0.2, 0.22  # radians, of the logarithm of size, of half the longer side
_FEWEST = 3
_PLACES = 12  # of one face: a row of notes has many that are alike
_ENOUGH = 100.0  # pixels of the side of a square as large as a card
_MOST = 500_000  # pixels in which features are sought at once


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Features of all faces: `words` (N, 128), and for each its look and its `spot`: (N, 4) x, y, size in the
    card's unit coordinates, and angle in radians."""

    looks: tuple[Look, ...]
    words: F32
    owner: NDArray[np.int64]
    spot: F64


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A face that may lie on a plane; `votes` features say so."""

    look: Look
    plane: F64
    votes: int


@cache
def _sift(most: int) -> cv2.SIFT:
    return cv2.SIFT.create(nfeatures=most, contrastThreshold=0.03)


_KNOWN: WeakKeyDictionary[Prepared, Features] = WeakKeyDictionary()


def features_of(ready: Prepared) -> Features:
    """The features of a deck's faces, taken once."""
    known = _KNOWN.get(ready)
    if known is None:
        known = _taken(ready.looks)
        _KNOWN[ready] = known
    return known


def _taken(looks: tuple[Look, ...]) -> Features:
    words, owners, spots = [], [], []
    for number, look in enumerate(looks):
        high, wide = canvas(look.ratio, _TALL)
        small = np.asarray(np.rint(shrunk(look.source, high, wide) * 255), np.uint8)
        points, described = _described(small, _OF_A_FACE)
        if not len(points):
            continue
        unit = from_pixels(look.ratio, high, wide)
        points[:, 0] = points[:, 0] * unit[0, 0] + unit[0, 2]
        points[:, 1] = points[:, 1] * unit[1, 1] + unit[1, 2]
        points[:, 2] *= unit[0, 0]
        words.append(described)
        spots.append(points)
        owners.append(np.full(len(points), number))
    if not words:
        return Features(looks, np.zeros((0, 128), np.float32), np.zeros(0, np.int64), np.zeros((0, 4)))
    return Features(looks, np.concatenate(words), np.concatenate(owners), np.concatenate(spots))


def proposals(
    part: Frame, corner: tuple[int, int], known: Features, size: float | None
) -> Iterator[Proposal]:
    """Where faces may lie in a part of a frame whose top left pixel is `corner`: the best supported first.
    `size` is the side in pixels of a square as large as a card, where that is known."""
    if not len(known.words):
        return
    # Features need no more pixels of a card than this, and a whole busy table at full size would take long.
    shrink = 1.0 if size is None else min(1.0, _ENOUGH / size)
    shrink = min(shrink, math.sqrt(_MOST / (part.shape[0] * part.shape[1])))
    if shrink < 1:
        part = np.asarray(
            cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    points, words = _described(part, _OF_A_FRAME)
    if len(points) < _FEWEST:
        return
    points[:, :3] /= shrink
    points[:, :2] += corner
    alike = words @ known.words.T
    count = min(_NEAREST, alike.shape[1])
    nearest = np.argpartition(alike, -count, axis=1)[:, -count:]
    rows = np.repeat(np.arange(len(points)), count)
    columns = nearest.ravel()
    good = alike[rows, columns] > _ALIKE
    rows, columns = rows[good], columns[good]
    seen, spot = points[rows], known.spot[columns]
    grow = seen[:, 2] / spot[:, 2]
    turn = seen[:, 3] - spot[:, 3]
    x = seen[:, 0] - grow * (np.cos(turn) * spot[:, 0] - np.sin(turn) * spot[:, 1])
    y = seen[:, 1] - grow * (np.sin(turn) * spot[:, 0] + np.cos(turn) * spot[:, 1])
    votes = np.stack([x, y, grow, turn], axis=1)
    if size is not None:
        ratios = np.array([look.ratio for look in known.looks])[known.owner[columns]]
        near = np.abs(np.log(grow * 2 * np.sqrt(np.minimum(ratios, 1 / ratios)) / size)) < 2 * _GROWTH
        rows, columns, votes, seen, spot = rows[near], columns[near], votes[near], seen[near], spot[near]
    found: list[Proposal] = []
    for number in np.unique(known.owner[columns]):
        mine = known.owner[columns] == number
        found += _clusters(known.looks[int(number)], votes[mine], seen[mine], spot[mine], rows[mine])
    found.sort(key=lambda one: -one.votes)
    yield from found


def _clusters(look: Look, votes: F64, seen: F64, spot: F64, rows: NDArray[np.int64]) -> Iterator[Proposal]:
    """The places of one face that several features agree about."""
    if len(votes) < _FEWEST:
        return
    apart = np.hypot(*(votes[:, None, :2] - votes[None, :, :2]).transpose(2, 0, 1))
    size = np.minimum(votes[:, None, 2], votes[None, :, 2])
    turn = np.abs((votes[:, None, 3] - votes[None, :, 3] + math.pi) % (2 * math.pi) - math.pi)
    grow = np.abs(np.log(votes[:, None, 2] / votes[None, :, 2]))
    same = (apart < _SHIFT * size) & (turn < _TURN) & (grow < _GROWTH)
    agreed = same.sum(1)
    for _ in range(_PLACES):
        best = int(np.argmax(agreed))
        group = np.flatnonzero(same[best])
        count = len(np.unique(rows[group]))
        if count < _FEWEST:
            return
        agreed -= same[:, group].sum(1)
        agreed[group] = 0
        same[:, group] = False
        plane = _plane(seen[group, :2], spot[group, :2], votes[best])
        if plane is not None:
            yield Proposal(look, plane, count)


def _plane(seen: F64, spot: F64, vote: F64) -> F64 | None:
    """The similarity that takes the spots to where they are seen, by least squares held to the vote."""
    x, y, grow, turn = vote
    a, b = grow * math.cos(turn), grow * math.sin(turn)
    held = np.array([(a, -b, x), (b, a, y), (0, 0, 1)])
    if len(seen) >= 4 and np.ptp(spot, axis=0).min() > 0.25:
        matrix, _ = cv2.estimateAffinePartial2D(
            spot.astype(np.float32), seen.astype(np.float32), ransacReprojThreshold=0.06 * grow
        )
        if matrix is not None and 0.7 < math.sqrt(abs(np.linalg.det(matrix[:, :2]))) / grow < 1.4:
            held = np.vstack([np.asarray(matrix, np.float64), (0, 0, 1)])
    return held


def _described(picture: Frame, most: int) -> tuple[F64, F32]:
    """Features of a picture: (N, 4) x, y, size and angle in radians, and their descriptions (N, 128) of
    length 1 (square roots of the usual ones, after Arandjelovic and Zisserman)."""
    points, words = _sift(most).detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)
    if words is None or not len(points):
        return np.zeros((0, 4)), np.zeros((0, 128), np.float32)
    rows = np.array([(*point.pt, point.size, math.radians(point.angle)) for point in points], np.float64)
    words = np.asarray(words, np.float32)
    return rows, np.sqrt(words / np.maximum(words.sum(1, keepdims=True), 1e-6))
