"""Lays a face over the picture so that the two fit: from about right to a fraction of a pixel."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.level import F32, F64, Level, unit
from vision.cards.outlines import area
from vision.picture import Frame, Points

_TONE = 0.12  # differences of tone much larger than this are taken for something that lies on the card
_HELD = 0.004  # keeps a step small in directions that the face says nothing about
_ENOUGH = 0.002  # of half the longer side: a step too small to matter


def plane_of(corners: Points, ratio: float) -> F64:
    """Takes unit coordinates of a card to pixels, by where its corners are seen."""
    matrix = cv2.getPerspectiveTransform(unit(ratio).astype(np.float32), corners.astype(np.float32))
    return np.asarray(matrix, np.float64)


def corners_of(plane: F64, ratio: float) -> Points:
    """Where the corners of a card on that plane are seen, (4, 2), clockwise from its top left."""
    seen = np.column_stack([unit(ratio), np.ones(4)]) @ plane.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


class Sight:
    """A frame, its half, its quarter and so on, so that large cards are seen small without false patterns."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._halved: list[tuple[Frame, F64]] = [(frame, np.eye(3))]

    def upright(self, plane: F64, high: int, wide: int, to_unit: F64) -> F32:
        """The card as it lies on that plane, upright, (high, wide, 3) float32 BGR 0-1."""
        to_frame = plane @ to_unit
        seen, to_seen = self._sized_for(to_frame, high, wide)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        card = cv2.warpPerspective(
            seen, to_seen @ to_frame, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(card, np.float32) * np.float32(1 / 255)

    def spots(self, plane: F64, level: Level) -> F32:
        """The colours at the spots by which a level is laid, as it lies on that plane, (N, 3), 0-255."""
        seen, to_seen = self._sized_for(plane @ level.to_unit, *level.shape)
        x, y, scale = to_seen @ plane @ level.spots
        across, down = (np.asarray(one / scale, np.float32)[None] for one in (x, y))
        colours = cv2.remap(seen, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(colours[0], np.float32)

    def _sized_for(self, to_frame: F64, high: int, wide: int) -> tuple[Frame, F64]:
        """The picture in which a card of so many pixels is seen about as large."""
        corners = np.array([(0, 0, 1), (wide, 0, 1), (wide, high, 1), (0, high, 1)]) @ to_frame.T
        size = math.sqrt(abs(area(corners[:, :2] / corners[:, 2:])) / (high * wide))
        return self._at(max(0, round(math.log2(max(size, 1e-6)) - 0.1)))

    def _at(self, halvings: int) -> tuple[Frame, F64]:
        while len(self._halved) <= min(halvings, 6):
            last, to_last = self._halved[-1]
            half = np.asarray(cv2.pyrDown(last), np.uint8)
            shrink = np.array([[0.5, 0, 0], [0, 0.5, 0], [0, 0, 1]])  # pyrDown keeps the even pixels' middles
            self._halved.append((half, shrink @ to_last))
        return self._halved[min(halvings, 6)]


def fitted(
    sight: Sight,
    plane: F64,
    level: Level,
    most: int,
    tone: float = _TONE,
    seen: NDArray[np.bool_] | None = None,
) -> tuple[F64, float]:
    """The plane moved so that the face fits what is seen there: Gauss-Newton steps of the face against the
    picture (inverse compositional, after Baker and Matthews), what lies on the card weighed down. Spots of
    the level that are not `seen`, (N,), count for nothing.
    Also how badly it fits: 0 well, 1 not at all."""
    face, axis = level.told, level.axis * np.float32(1 / 255)
    held = np.diag(_HELD * len(face) * np.array([1, 1, 1, 1, 1, 1, 4, 4]))
    misfit = 1.0
    for _ in range(most):
        gap = _lit_alike(sight.spots(plane, level) @ axis, face) - face
        trust = 1 / (1 + (gap / np.float32(tone)) ** 2)
        misfit = 1 - float(trust.mean())
        if seen is not None:
            trust = trust * seen
        weighed = level.steps * (trust * trust)[:, None]
        square = np.asarray(weighed.T @ level.steps, np.float64)
        step = np.linalg.solve(square + held, weighed.T @ gap)
        move = np.array(
            [[1 + step[0], step[1], step[2]], [step[3], 1 + step[4], step[5]], [step[6], step[7], 1]]
        )
        plane = plane @ np.linalg.inv(move)
        plane = plane / plane[2, 2]
        if np.abs(step).max() < _ENOUGH:
            break
    return plane, misfit


def _lit_alike(seen: F32, face: F32) -> F32:
    """What is seen with the face's brightness and contrast; twice, so that what does not fit counts less."""
    weight = np.ones_like(seen)
    for _ in range(2):
        total = float(weight.sum())
        ms, mf = np.float32(weight @ seen / total), np.float32(weight @ face / total)
        away = seen - ms
        weighed = weight * away
        spread = max(float(weighed @ away), 1e-9)
        gain = np.float32(min(max(float(weighed @ (face - mf)) / spread, 0.4), 3.0))
        lit = away * gain + mf
        weight = np.asarray(1 / (1 + ((lit - face) / np.float32(_TONE)) ** 2) ** 2, np.float32)
    return np.asarray(lit, np.float32)
