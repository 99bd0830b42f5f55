"""A plane seen in a picture, be it the table or a board on it: pixels to millimetres and back."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.reading import Place

Matrix = NDArray[np.float64]
"""(3, 3) homography."""

# The camera's focal length in widths of its picture, where a plane lies too straight before it to tell:
# between the 66 degrees of a common camera module and the simulated one's 59.
_FOCAL = 0.83


class OnPlane:
    """What a homography shows that maps its millimetres to pixels of a picture of `size` (width, height),
    `mirrored` if that shows it as a mirror would. The origin, its own middle, lies before the camera."""

    to_pixel: Matrix
    size: tuple[int, int]
    mirrored: bool

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
        return float(math.sqrt(self._grows / abs(self._from_picture[2] @ (x, y, 1.0)) ** 3))

    def under(self, x: float, y: float, height: float) -> Place:
        """The place on the plane under a point that is seen at a pixel and lies `height` millimetres above
        it."""
        there = self.place_of(x, y)
        right, down, up = self._camera
        share = height / up
        return Place(there.x + (right - there.x) * share, there.y + (down - there.y) * share)

    @cached_property
    def _camera(self) -> tuple[float, float, float]:
        """Where the camera is over the plane, in its millimetres."""
        return _camera(self.to_pixel, self.size, self.mirrored)

    def _share_camera(self, part: OnPlane) -> None:
        """Tells a part of this picture where the camera is: the middle of the whole picture does, not the
        part's."""
        part.__dict__["_camera"] = self._camera

    @cached_property
    def _from_picture(self) -> Matrix:
        """The way back from pixels to millimetres."""
        return inverse(self.to_pixel)

    @cached_property
    def _grows(self) -> float:
        """By how much an area grows on that way, but for its depth."""
        return abs(float(np.linalg.det(self._from_picture)))

    def _from_pixel(self, x: float, y: float) -> tuple[float, float, float]:
        """Depth (positive before the camera) and the place times the depth."""
        back = self._from_picture
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


def _camera(to_pixel: Matrix, size: tuple[int, int], mirrored: bool) -> tuple[float, float, float]:
    """Where the camera is over the plane, taken for a pinhole with square pixels whose axis goes through the
    picture's middle: x and y in the plane's millimetres, and how high."""
    width, height = size
    centred = np.array([[1.0, 0.0, -width / 2], [0.0, 1.0, -height / 2], [0.0, 0.0, 1.0]]) @ to_pixel
    if mirrored:
        centred = np.diag([-1.0, 1.0, 1.0]) @ centred
    inside = np.diag([1 / (_FOCAL * width), 1 / (_FOCAL * width), 1.0])
    right, down, at = (inside @ centred).T
    scale = 2 / (np.linalg.norm(right) + np.linalg.norm(down))
    if at[2] * scale < 0:
        scale = -scale
    right, down, at = right * scale, down * scale, at * scale
    away = np.cross(right, down)  # from the camera into the plane
    turn = np.column_stack([right, down, away / np.linalg.norm(away)])
    here = -np.linalg.solve(turn, at)
    return float(here[0]), float(here[1]), float(abs(here[2]))
