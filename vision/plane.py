"""A plane seen in a picture, be it the table or a board on it: pixels to millimetres and back."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.reading import Place

Matrix = NDArray[np.float64]
"""(3, 3) homography."""


class OnPlane:
    """What a homography shows that maps its millimetres to pixels. The origin, its own middle, lies before
    the camera."""

    __slots__ = ()
    to_pixel: Matrix

    def place_of(self, x: float, y: float) -> Place:
        """The place on the plane that is seen at a pixel; infinitely far where the pixel shows the sky."""
        far, right, down = self._from_pixel(x, y)
        return Place(right / far, down / far) if far > 0 else Place(math.inf, math.inf)

    def pixel_of(self, place: Place) -> tuple[float, float]:
        """The pixel at which a place on the plane is seen (perhaps outside of the frame)."""
        x, y, far = self.to_pixel @ (place.x, place.y, 1.0)
        return float(x / far), float(y / far)

    def mm_per_pixel(self, x: float, y: float) -> float:
        """The side in millimetres of the square of the plane that a pixel covers; infinite in the sky."""
        far, _, _ = self._from_pixel(x, y)
        if far <= 0:
            return math.inf
        back = inverse(self.to_pixel)
        return float(math.sqrt(abs(np.linalg.det(back)) / abs(back[2] @ (x, y, 1.0)) ** 3))

    def _from_pixel(self, x: float, y: float) -> tuple[float, float, float]:
        """Depth (positive before the camera) and the place times the depth."""
        back = inverse(self.to_pixel)
        right, down, far = back @ (x, y, 1.0)
        # The sign of a homography is free, but not before which side the origin lies.
        sign = math.copysign(1.0, float(back[2] @ (self.to_pixel[:, 2] / self.to_pixel[2, 2])))
        return float(far) * sign, float(right) * sign, float(down) * sign


def inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def as_part(to_pixel: Matrix, left: int, top: int) -> Matrix:
    """The same plane as a part of the frame shows it, whose first pixel that is."""
    shift = np.array([[1.0, 0.0, -left], [0.0, 1.0, -top], [0.0, 0.0, 1.0]])
    return np.asarray(shift @ to_pixel, np.float64)
