"""Knows by what steps a print repeats: a card with such a print looks much the same laid a step of it off."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.level import F64, Level

_MIDDLE = 4  # the part of each side, on either side of the middle half, over which steps are sought
_ALIKE = 0.8  # how like itself a print is a step off
_VARIED = 0.02  # of full brightness: a middle that varies less has no print
_MANY = 12


def steps_of(level: Level) -> tuple[F64, ...]:
    """The shortest steps, (3, 3) in the card's unit coordinates, by which what is in the middle of a face is
    there again. None of a face whose print does not repeat."""
    high, wide = level.shape
    down, across = high // _MIDDLE, wide // _MIDDLE
    tone = np.ascontiguousarray(level.tone, np.float32)
    middle = tone[down : high - down, across : wide - across]
    if float(middle.std()) < _VARIED:
        return ()
    alike = np.asarray(cv2.matchTemplate(tone, middle, cv2.TM_CCOEFF_NORMED), np.float32)
    peaks = (alike >= cv2.dilate(alike, np.ones((3, 3), np.uint8))) & (alike > _ALIKE)
    rows, columns = np.nonzero(peaks)
    moves = np.stack([columns - across, rows - down], axis=1) * (level.to_unit[0, 0], level.to_unit[1, 1])
    length = np.hypot(moves[:, 0], moves[:, 1])
    order = [i for i in np.argsort(length, kind="stable") if length[i] > 0][:_MANY]
    return tuple(np.array([(1, 0, x), (0, 1, y), (0, 0, 1)]) for x, y in moves[order])
