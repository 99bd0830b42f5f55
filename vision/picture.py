"""The form of a picture in vision, and the few ways in which it is cut and shrunk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR, upright."""

Points = NDArray[np.float64]
"""(N, 2) x, y."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of a frame in whole pixels: left and top inside, right and bottom outside."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points: Points, frame: Frame, step: int = 32) -> Window | None:
        """The smallest window of the frame that holds the points. Its sides are whole multiples of `step`
        pixels where the frame allows, so that windows of like things have like shapes. None when nothing
        of it lies in the frame."""
        height, width = frame.shape[:2]
        (left, right), (top, bottom) = (
            _span(float(points[:, axis].min()), float(points[:, axis].max()), limit, step)
            for axis, limit in ((0, width), (1, height))
        )
        if left >= right or top >= bottom:
            return None
        return cls(left, top, right, bottom)

    def of(self, frame: Frame) -> Frame:
        """That part of the frame, as a view."""
        return frame[self.top : self.bottom, self.left : self.right]


def _span(low: float, high: float, limit: int, step: int) -> tuple[int, int]:
    if high < 0 or low > limit:
        return 0, 0
    low, high = max(low, 0.0), min(high, float(limit))
    size = min(-(-int(np.ceil(high - low)) // step) * step, limit)
    start = int((low + high - size) / 2)
    start = min(max(start, 0), limit - size)
    return start, start + size
