"""Notices a picture that stands still: no sensor is so quiet that two of its frames are alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_EVERY = 16  # so many pixels apart is close enough: each has its own noise
_TOO_OFTEN = 3  # so many repeats in a row are no chance any more


class Frozen:
    """Fed with each frame in turn. An old picture with a new time on it must never be read: it may show the
    dice of the round before."""

    def __init__(self) -> None:
        self._last: NDArray[np.uint8] | None = None
        self._repeats = 0

    @property
    def for_sure(self) -> bool:
        """Whether it has gone on for so long that it is worth saying."""
        return self._repeats >= _TOO_OFTEN

    def repeats(self, picture: NDArray[np.uint8]) -> bool:
        """Whether this frame, (H, W, 3), is the one before over again."""
        sample = picture[::_EVERY, ::_EVERY].copy()
        again = self._last is not None and np.array_equal(sample, self._last)
        self._last = sample
        self._repeats = self._repeats + 1 if again else 0
        return again
