"""Where a thing is and how it is turned: quaternions, and which face of a die looks up.

Coordinates are the table's: x to the right, y towards the lower edge of the upright picture, z up from the
cloth towards the camera; millimetres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Quaternion: TypeAlias = tuple[float, float, float, float]
Vector: TypeAlias = tuple[float, float, float]
Floats: TypeAlias = npt.NDArray[np.float64]

STRAIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)
UP: Vector = (0.0, 0.0, 1.0)

# Outward normals of the six faces in the die's own frame; opposite faces sum to seven.
FACE_NORMALS: dict[int, Vector] = {
    1: (0.0, 0.0, 1.0),
    2: (0.0, 1.0, 0.0),
    3: (1.0, 0.0, 0.0),
    4: (-1.0, 0.0, 0.0),
    5: (0.0, -1.0, 0.0),
    6: (0.0, 0.0, -1.0),
}


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre of a thing in millimetres and its turn as a unit quaternion (w, x, y, z)."""

    x: float
    y: float
    z: float
    turn: Quaternion


def about(axis: Vector, degrees: float) -> Quaternion:
    """The turn by `degrees` about `axis` (any length but zero)."""
    length = math.hypot(*axis)
    half = math.radians(degrees) / 2
    s = math.sin(half) / length
    return (math.cos(half), axis[0] * s, axis[1] * s, axis[2] * s)


def then(first: Quaternion, second: Quaternion) -> Quaternion:
    """The turn that does `first` and after it `second`."""
    w1, x1, y1, z1 = second
    w2, x2, y2, z2 = first
    return (
        w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
        w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
        w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
        w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
    )


@cache
def _upward(face: int) -> Quaternion:
    match face:
        case 1:
            return STRAIGHT
        case 2:
            return about((1.0, 0.0, 0.0), 90.0)
        case 3:
            return about((0.0, 1.0, 0.0), -90.0)
        case 4:
            return about((0.0, 1.0, 0.0), 90.0)
        case 5:
            return about((1.0, 0.0, 0.0), -90.0)
        case 6:
            return about((1.0, 0.0, 0.0), 180.0)
        case _:
            raise ValueError(f"a die has no face {face}: faces are 1 to 6")


def flat(face: int, yaw: float) -> Quaternion:
    """The turn of a die that lies flat with `face` up, spun by `yaw` degrees about the upright."""
    return then(_upward(face), about(UP, yaw))


def matrix(turn: Quaternion) -> Floats:
    """(3, 3) rotation matrix of a turn: table vector = matrix @ own vector."""
    w, x, y, z = turn
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def face_up(turn: Quaternion) -> int:
    """The face that looks up most, 1 to 6: what people at the table would agree on."""
    upright = matrix(turn)[2]
    return max(FACE_NORMALS, key=lambda face: float(upright @ np.array(FACE_NORMALS[face])))


def steepness(turn: Quaternion) -> float:
    """Degrees between the upright and the face that looks up most: 0 for a die that lies flat."""
    upright = matrix(turn)[2]
    cosine = float(upright @ np.array(FACE_NORMALS[face_up(turn)]))
    return math.degrees(math.acos(min(1.0, cosine)))


def lowest(turn: Quaternion, side: float) -> float:
    """How far a cube of that side reaches below its centre, in millimetres."""
    return float(np.abs(matrix(turn)[2]).sum()) * side / 2
