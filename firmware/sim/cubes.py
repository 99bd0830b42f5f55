"""Draws a die: a cube with rounded edges and its faces' pips or star, as the camera sees it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from firmware.sim.eye import Eye, eye_of
from firmware.sim.light import shadow, strength
from firmware.sim.pose import FACE_NORMALS, Floats, Pose, matrix
from firmware.sim.sprite import Shade, Sprite, place_of
from firmware.sim.things import DiceKind, Lamp, SeenDie, Stand

Small: TypeAlias = npt.NDArray[np.float32]

_FINE = 2  # rays a pixel in each direction
_STEPS = 6  # enough to reach a rounded edge from the box round it to 0.02 mm

_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
_Q = 0.5
# Places of pips in halves of the side.
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-_Q, -_Q), (_Q, _Q)),
    3: ((-_Q, -_Q), (0, 0), (_Q, _Q)),
    4: ((-_Q, -_Q), (_Q, _Q), (-_Q, _Q), (_Q, -_Q)),
    5: ((-_Q, -_Q), (_Q, _Q), (-_Q, _Q), (_Q, -_Q), (0, 0)),
    6: ((-_Q, -_Q), (_Q, _Q), (-_Q, _Q), (_Q, -_Q), (-_Q, 0), (_Q, 0)),
}
_STAR_OUT, _STAR_IN = 0.66, 0.28  # radii of the star's points and notches in halves of the side
_AROUND = {0: (1, 2), 1: (2, 0), 2: (0, 1)}  # the two axes along a face, by the axis of its normal


def corners(pose: Pose, side: float) -> Floats:
    """(8, 3) mm: the corners of a cube."""
    return np.array([pose.x, pose.y, pose.z]) + _CORNERS * (side / 2) @ matrix(pose.turn).T


@lru_cache(maxsize=256)
def draw_shadow(pose: Pose, side: float, stand: Stand, lamp: Lamp) -> Shade:
    """The shadow of a die on the cloth."""
    return shadow(lamp, eye_of(stand), corners(pose, side * 0.96), contact=3.0, soft=1.6)


@lru_cache(maxsize=256)
def draw_die(die: SeenDie, stand: Stand, lamp: Lamp) -> Sprite:
    """The die itself."""
    eye, look = eye_of(stand), die.look
    turn = matrix(die.pose.turn)
    centre = np.array([die.pose.x, die.pose.y, die.pose.z])
    half = look.side / 2
    ends = eye.project(corners(die.pose, look.side))
    x, y, width, height = place_of(ends, margin=1)
    outline = np.zeros((height * _FINE, width * _FINE), np.uint8)
    cv2.fillConvexPoly(outline, cv2.convexHull(np.round((ends - [x, y]) * _FINE).astype(np.int32)), 1)
    rows, columns = np.nonzero(outline)
    inside = np.flatnonzero(outline)
    rays = eye.rays(np.column_stack([x + (columns + 0.5) / _FINE, y + (rows + 0.5) / _FINE]))
    own = turn.T.astype(np.float32) @ rays.T.astype(np.float32)
    rounding = look.round * look.side
    hits, where = _meet(turn.T @ (eye.at - centre), own, half, rounding)
    normals = (where - np.clip(where, rounding - half, half - rounding)) / rounding
    marks = _marks(where / half, die, stand.height / (eye.focal * _FINE * half))
    # The lamp and the camera are so far away that the whole die sees them in one direction.
    to_lamp, to_eye = _toward(np.array([lamp.x, lamp.y, lamp.height]), centre), _toward(eye.at, centre)
    upward = turn[2].astype(np.float32)
    rise = upward @ normals
    facing = np.clip((to_lamp @ turn).astype(np.float32) @ normals, 0.0, None)
    bright = lamp.ambient * (0.8 + 0.2 * rise) + float(strength(lamp, centre)) * facing
    # Lower parts get less: the corner between die and cloth is dim.
    low = np.clip((upward @ where + die.pose.z) / look.side, 0.0, 1.0)
    bright *= 1.0 - 0.35 * (1 - low) * (1 - np.clip(rise, 0.0, 1.0))
    halfway = (_toward(to_lamp + to_eye, np.zeros(3)) @ turn).astype(np.float32)
    shine = np.clip(halfway @ normals, 0.0, 1.0) ** 64 * (1 - marks) * 70.0
    body, ink = np.array(look.body, np.float32), np.array(look.pips, np.float32)
    colour = (body + (ink - body) * marks[:, None]) * bright[:, None] + shine[:, None]
    fine = np.zeros((height * _FINE * width * _FINE, 4), np.float32)
    fine[inside[hits], :3] = np.clip(colour, 0.0, 255.0)
    fine[inside[hits], 3] = 1.0
    small = cv2.resize(
        fine.reshape(height * _FINE, width * _FINE, 4), (width, height), interpolation=cv2.INTER_AREA
    )
    return Sprite.of(x, y, small[..., :3].astype(np.float32), small[..., 3].astype(np.float32))


def _toward(there: Floats, here: Floats) -> Floats:
    """(3,) unit vector."""
    way = there - here
    result: Floats = way / np.linalg.norm(way)
    return result


def _meet(start: Floats, rays: Small, half: float, rounding: float) -> tuple[npt.NDArray[np.intp], Small]:
    """Which of the (3, N) rays from `start` (3,) meet the rounded cube, and (3, M) where, in its frame."""
    with np.errstate(divide="ignore"):
        inverse = 1.0 / rays
    first = (-half - start).astype(np.float32)[:, None] * inverse
    second = (half - start).astype(np.float32)[:, None] * inverse
    enter = np.minimum(first, second).max(axis=0)
    leave = np.maximum(first, second).min(axis=0)
    hits = np.nonzero(enter < leave)[0]
    where = start.astype(np.float32)[:, None] + rays[:, hits] * enter[hits]
    gap = _gap(where, half - rounding) - rounding
    edge = np.nonzero(gap > 0.01)[0]
    on, along = where[:, edge], rays[:, hits[edge]]
    along /= np.sqrt((along * along).sum(axis=0))
    for _ in range(_STEPS):
        on += along * (_gap(on, half - rounding) - rounding)
    where[:, edge] = on
    gap[edge] = _gap(on, half - rounding) - rounding
    keep = gap < 0.05
    return hits[keep], where[:, keep]


def _gap(points: Small, half: float) -> Small:
    """Distance of (3, N) points from a sharp cube."""
    off = np.clip(np.abs(points) - half, 0.0, None)
    result: Small = np.sqrt((off * off).sum(axis=0))
    return result


def _marks(where: Small, die: SeenDie, edge: float) -> Small:
    """How much of the mark's colour each of the (3, N) points has, 0-1; all lengths in halves of the side."""
    marks = np.zeros(where.shape[1], np.float32)
    axis = np.abs(where).argmax(axis=0)
    for face, normal in FACE_NORMALS.items():
        k = int(np.abs(normal).argmax())
        on = np.nonzero((axis == k) & (where[k] * np.float32(normal[k]) > 0))[0]
        if len(on) == 0:
            continue
        u, v = where[_AROUND[k][0], on], where[_AROUND[k][1], on]
        inside: npt.NDArray[np.floating]
        if face == 6 and die.kind is DiceKind.STAR:
            inside = _star(u, v)
        else:
            nearest = np.full(len(on), 9.0, np.float32)
            for pu, pv in PIPS[face]:
                np.minimum(nearest, (u - pu) ** 2 + (v - pv) ** 2, out=nearest)
            inside = die.look.pip * 2 - np.sqrt(nearest)
        marks[on] = np.clip(inside / edge + 0.5, 0.0, 1.0)
    return marks


def _star(u: Small, v: Small) -> npt.NDArray[np.floating]:
    """How far inside the edge of a five-pointed star each point lies (negative outside)."""
    fold = 2 * math.pi / 5
    angle = np.mod(np.arctan2(v, u), fold)
    angle = np.minimum(angle, fold - angle)
    reach = np.hypot(u, v)
    notch = (_STAR_IN * math.cos(fold / 2), _STAR_IN * math.sin(fold / 2))
    along = (notch[0] - _STAR_OUT, notch[1])
    off = reach * np.cos(angle) - _STAR_OUT
    result: npt.NDArray[np.floating] = (reach * np.sin(angle) * along[0] - off * along[1]) / math.hypot(
        *along
    )
    return result


def top_face(die: SeenDie, eye: Eye) -> tuple[float, float, float]:
    """Centre (x, y) and side, in pixels, of the face that looks up most, as the camera sees it."""
    turn = matrix(die.pose.turn)
    half = die.look.side / 2
    face = max(FACE_NORMALS.values(), key=lambda normal: float(turn[2] @ np.array(normal)))
    k = int(np.abs(face).argmax())
    quad = np.tile(np.array(face) * half, (4, 1))
    quad[:, _AROUND[k][0]] = np.array([-half, half, half, -half])
    quad[:, _AROUND[k][1]] = np.array([-half, -half, half, half])
    pixels = eye.project(quad @ turn.T + np.array([die.pose.x, die.pose.y, die.pose.z]))
    middle = pixels.mean(axis=0)
    area = float(cv2.contourArea(pixels.astype(np.float32)))
    return float(middle[0]), float(middle[1]), math.sqrt(area)
