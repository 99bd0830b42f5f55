"""Notices that the light on the table is no longer that for which the camera was locked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TOO_DARK, TOO_BRIGHT = 25.0, 235.0  # mean grey levels of a picture from which little can be read
FOR = 12  # frames in a row: an arm over the lens is soon gone


class Light:
    """Fed with each frame in turn."""

    def __init__(self) -> None:
        self._off = 0
        self._was_good = False

    def changed(self, picture: NDArray[np.uint8]) -> bool:
        """Whether it was good with this lock, (H, W, 3) uint8, and has now been bad for long: a table that
        is dark from the start is not made brighter by measuring it again."""
        level = float(picture[::16, ::16].mean())
        if TOO_DARK <= level <= TOO_BRIGHT:
            self._was_good, self._off = True, 0
        else:
            self._off += 1
        return self._was_good and self._off >= FOR
