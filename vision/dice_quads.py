"""Lays a picture out as the finder takes it: the numbers of every two by two pixels together, so that OpenCV
need not sort them itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]

SIDE = 2  # pixels of a quad
NUMBERS = SIDE * SIDE * 3  # row by row, pixel by pixel, blue, green, red
CHANNELS = 16  # OpenCV sorts by eights, and is slower with half of eight: the last ones are always 0
BEYOND, GREY = NUMBERS, 127  # a channel that is 1 where the picture has ended, and what the numbers are there


class Quads:
    """Room for one picture, kept from one to the next: to ask for it anew takes as long as to fill it."""

    def __init__(self) -> None:
        self._room = np.zeros((1, CHANNELS, 0, 0), np.uint8)

    def of(self, picture: U8) -> U8:
        """(1, CHANNELS, h / 2 + 1, w / 2 + 1) of a picture (h, w, 3) of even sides, with a row and a column
        before it that are no picture. Good until the next call."""
        high, wide = picture.shape[0] // SIDE, picture.shape[1] // SIDE
        if self._room.shape[2:] != (high + 1, wide + 1):
            self._room = np.zeros((1, CHANNELS, high + 1, wide + 1), np.uint8)
            for edge in (self._room[0, :, 0], self._room[0, :, :, 0]):
                edge[:NUMBERS], edge[BEYOND] = GREY, 1
        numbers = picture.reshape(high, SIDE, wide, SIDE * 3).transpose(1, 3, 0, 2)
        inside = self._room[0, :NUMBERS, 1:, 1:]
        for row in range(SIDE):
            inside[row * SIDE * 3 : (row + 1) * SIDE * 3] = numbers[row]
        return self._room
