"""Draws a cup: a tapered cylinder that stands over dice, is tilted for a look, or lies aside."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from firmware.sim.eye import Eye, eye_of
from firmware.sim.light import gleam, lit, shadow
from firmware.sim.pose import UP, Floats, about, matrix, then
from firmware.sim.sprite import Shade, Sprite, place_of
from firmware.sim.things import CUP_HEIGHT, CUP_RIM, CUP_TOP, CUP_WALL, CupState, Lamp, SeenCup, Stand

_FINE = 2
_ROUND = 40  # facets round the cup
_PEEK_DEGREES = 24.0  # less than what would bare the dice to the camera

# Rings of the outside from the rim up and over the closed end, then of the inside: (radius, height) in mm.
_OUTSIDE = (
    (CUP_RIM, 0.0),
    (CUP_RIM, 5.0),
    (CUP_RIM - 1.2, 6.0),
    (CUP_TOP + 1.0, CUP_HEIGHT - 4.0),
    (CUP_TOP - 0.5, CUP_HEIGHT),
    (CUP_TOP - 4.0, CUP_HEIGHT),
    (CUP_TOP - 5.5, CUP_HEIGHT - 2.5),
    (CUP_TOP - 20.0, CUP_HEIGHT - 2.5),
    (0.0, CUP_HEIGHT - 2.5),
)
_INSIDE = (
    (CUP_RIM, 0.0),
    (CUP_RIM - CUP_WALL, 0.0),
    (CUP_TOP - CUP_WALL, CUP_HEIGHT - 6.0),
    (0.0, CUP_HEIGHT - 6.0),
)


@lru_cache(maxsize=24)
def draw_cup(seen: SeenCup, stand: Stand, lamp: Lamp) -> tuple[Shade, Sprite]:
    """A cup's shadow on the cloth, and the cup."""
    eye = eye_of(stand)
    turn, at = _stance(seen)
    outside, inside = (_surface(profile) @ turn.T + at for profile in (_OUTSIDE, _INSIDE))
    quads = np.concatenate([outside, inside])
    normals = np.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    middles = quads.mean(axis=1)
    to_eye = eye.at - middles
    front = (normals * to_eye).sum(axis=1) > 0
    dim = np.where(np.arange(len(quads)) < len(outside), 1.0, 0.55)
    colours = _shaded(seen, lamp, eye, middles, normals, dim)
    pixels = eye.project(quads.reshape(-1, 3)).reshape(-1, 4, 2)
    x, y, width, height = place_of(pixels.reshape(-1, 2), margin=2)
    outlines = np.round((pixels - [x, y]) * _FINE * 16).astype(np.int32)
    fine = np.zeros((height * _FINE, width * _FINE, 3), np.uint8)
    mask = np.zeros((height * _FINE, width * _FINE), np.uint8)
    # What is inside is seen through the mouth only: it lies behind all of the outside.
    order = np.lexsort((-np.linalg.norm(to_eye, axis=1), np.arange(len(quads)) < len(outside)))
    for i in order:
        if front[i]:
            cv2.fillConvexPoly(fine, outlines[i], colours[i].tolist(), 8, 4)
    cv2.fillConvexPoly(mask, cv2.convexHull(outlines[: len(outside)].reshape(-1, 1, 2)), 255, 8, 4)
    size = (width, height)
    colour = cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
    around = outside.reshape(-1, 3)[::3]
    return shadow(lamp, eye, around, contact=2.0, soft=4.0), Sprite.of(x, y, colour, cover)


def _stance(seen: SeenCup) -> tuple[Floats, Floats]:
    """How the cup is turned (3, 3) and where the middle of its rim is (3,)."""
    cup = seen.cup
    ground = np.array([cup.at.x, cup.at.y, 0.0])
    if cup.state is CupState.DOWN:
        return np.eye(3), ground
    if cup.state is CupState.PEEKED:
        # It stands on the edge of its rim that is farthest from its player.
        out = math.radians(seen.toward)
        away = np.array([-math.cos(out), -math.sin(out), 0.0])
        turn = matrix(about((away[1], -away[0], 0.0), -_PEEK_DEGREES))
        edge = turn @ (away * CUP_RIM)
        return turn, ground + away * CUP_RIM - edge
    lying = 90.0 - math.degrees(math.atan2(CUP_RIM - CUP_TOP, CUP_HEIGHT))
    turn = matrix(then(about((0.0, 1.0, 0.0), -lying), about(UP, seen.cup.heading)))
    rim, top = _ring(CUP_RIM, 0.0) @ turn.T, _ring(CUP_TOP, CUP_HEIGHT) @ turn.T
    lowest = min(rim[:, 2].min(), top[:, 2].min())
    middle = turn[:, 2] * (CUP_HEIGHT / 2)
    return turn, np.array([cup.at.x - middle[0], cup.at.y - middle[1], -lowest])


def _ring(radius: float, height: float) -> Floats:
    angle = np.arange(_ROUND) * (2 * math.pi / _ROUND)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.full(_ROUND, height)])


def _surface(profile: tuple[tuple[float, float], ...]) -> Floats:
    """(N, 4, 3) mm: the facets that a profile of (radius, height) sweeps round the axis, front outward."""
    rings = np.array([_ring(*point) for point in profile])
    following = np.roll(rings, -1, axis=1)
    quads = np.stack([rings[:-1], following[:-1], following[1:], rings[1:]], axis=2)
    return quads.reshape(-1, 4, 3)


def _shaded(seen: SeenCup, lamp: Lamp, eye: Eye, points: Floats, normals: Floats, dim: Floats) -> Floats:
    """(N, 3) blue, green, red of facets, 0-255."""
    low = 1.0 - 0.3 * (1 - np.clip(points[:, 2] / 40.0, 0.0, 1.0)) * (1 - np.clip(normals[:, 2], 0.0, 1.0))
    bright = lit(lamp, points, normals) * low * dim
    shine = 60.0 * gleam(lamp, eye, points, normals, 24.0) * dim
    result: Floats = np.clip(np.array(seen.colour) * bright[:, None] + shine[:, None], 0.0, 255.0)
    return result
