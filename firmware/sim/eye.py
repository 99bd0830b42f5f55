"""The simulated camera's geometry: from millimetres over the table to pixels of the picture, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from firmware.sim.layout import Spot
from firmware.sim.pose import Floats
from firmware.sim.things import Stand

WIDTH, HEIGHT = 1640, 1232


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A pinhole camera: `at` (3,) mm, `axes` (3, 3) rows right, down and forward, `focal` pixels."""

    at: Floats
    axes: Floats
    focal: float

    def project(self, points: Floats) -> Floats:
        """(N, 3) mm to (N, 2) pixels."""
        seen = (points - self.at) @ self.axes.T
        pixels: Floats = seen[:, :2] / seen[:, 2:] * self.focal + np.array([WIDTH / 2, HEIGHT / 2])
        return pixels

    def homography(self) -> Floats:
        """(3, 3): a point (x, y, 1) of the cloth in mm to a pixel, homogeneous."""
        inside = np.array([[self.focal, 0.0, WIDTH / 2], [0.0, self.focal, HEIGHT / 2], [0.0, 0.0, 1.0]])
        plane = np.column_stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.at])
        return inside @ plane

    def rays(self, pixels: Floats) -> Floats:
        """(..., 2) pixels to (..., 3) directions in the table's frame, one long along the optical axis."""
        flat = (pixels - np.array([WIDTH / 2, HEIGHT / 2])) / self.focal
        return np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1) @ self.axes

    def distance(self, point: Floats) -> float:
        """How far a (3,) point is from the camera, in millimetres."""
        return float(np.linalg.norm(point - self.at))


@lru_cache(maxsize=16)
def eye_of(stand: Stand) -> Eye:
    """The camera on its stand: it looks at the spot (x, y) of the cloth from `height` mm along its axis."""
    tip_x, tip_y, roll = (math.radians(a) for a in (stand.tilt_x, stand.tilt_y, stand.roll))
    forward = np.array([math.tan(tip_x), math.tan(tip_y), -1.0])
    forward /= np.linalg.norm(forward)
    right = np.array([1.0, 0.0, 0.0]) - forward * forward[0]
    right /= np.linalg.norm(right)
    down = np.cross(right, forward)
    down /= np.linalg.norm(down)
    c, s = math.cos(roll), math.sin(roll)
    axes = np.array([c * right + s * down, c * down - s * right, forward])
    at = np.array([stand.x, stand.y, 0.0]) - forward * stand.height
    return Eye(at, axes, stand.focal)


def spot_in_picture(across: float, down: float, stand: Stand) -> Spot:
    """The spot of the cloth that is seen at so much of the picture's width and height, 0-1 each."""
    eye = eye_of(stand)
    x, y, z = eye.rays(np.array([across * WIDTH, down * HEIGHT]))
    far = -float(eye.at[2]) / float(z)
    return Spot(float(eye.at[0] + x * far), float(eye.at[1] + y * far))
