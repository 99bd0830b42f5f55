"""Draws one die by casting a ray through every pixel at a rounded cube: the pictures that training learns
from.

All geometry is in the local frame of the camera at the die: x right, y down, z towards the camera, the
die's edge is 1. Perspective within one die is left out (a die is small beside its distance)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.die_make import TEXTURE, Make

Rng = np.random.Generator
F32 = NDArray[np.float32]


@dataclass(frozen=True)
class Light:
    """A lamp: direction towards it (unit vector in the camera's frame), strength, softness of its shadow."""

    towards: F32
    strength: float
    softness: float


def _distance(p: F32, corner: float, ball: float) -> tuple[F32, F32]:
    """Signed distance of points (3, n) to the die, and to the box alone."""
    q = np.abs(p) - np.float32(0.5 - corner)
    x, y, z = np.maximum(q, 0)
    box = np.sqrt(x * x + y * y + z * z) - np.float32(corner)
    box += np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0)
    if ball > 1:
        return box, box
    return np.maximum(box, np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - np.float32(ball)), box


def facing(values: tuple[int, ...], value: int, rng: Rng) -> F32:
    """A rotation (3, 3) that turns a face showing `value` to +z, with a random turn about it."""
    face = values.index(value)
    axis, sign = face // 2, 1 - 2 * (face % 2)
    up = np.zeros(3, np.float32)
    up[axis] = sign
    side = np.zeros(3, np.float32)
    side[(axis + 1) % 3] = 1
    third = np.cross(up, side)
    angle = rng.uniform(0, 2 * math.pi)
    first = math.cos(angle) * side + math.sin(angle) * third
    return np.stack([first, np.cross(up, first), up]).astype(np.float32)


def tilt_towards(normal: F32) -> F32:
    """The rotation (3, 3) that takes +z to the unit vector `normal` by the shortest way."""
    x, y, z = (float(v) for v in normal)
    k = 1 / (1 + z)
    return np.array([[1 - x * x * k, -x * y * k, x], [-x * y * k, 1 - y * y * k, y], [-x, -y, z]], np.float32)


@dataclass(frozen=True)
class Drawn:
    """A die as pixels: (h, w, 3) BGR 0-1, cover (h, w) 0-1, cover of the top face alone (h, w) 0-1."""

    bgr: F32
    cover: F32
    top: F32


def _cast(die: Make, turn: F32, x: F32, y: F32) -> tuple[NDArray[np.intp], F32, F32]:
    """Rays straight down at `x`, `y` (n, in edges from the die's centre): which of them meet the die, where
    (3, k) and the normal there (3, k), both in the die's frame."""
    near = np.flatnonzero(x * x + y * y < 0.88**2)
    origin = turn.T @ np.stack([x[near], y[near], np.full(len(near), 0.9, np.float32)])
    ray = (-turn[2]).astype(np.float32)[:, None]
    depth = np.zeros(len(near), np.float32)
    live = np.arange(len(near))
    for _ in range(12):
        d, _box = _distance(origin[:, live] + depth[live] * ray, die.corner, die.ball)
        depth[live] += d
        live = live[(d > 0.005) & (depth[live] < 1.9)]
        if len(live) == 0:
            break
    p = origin + depth * ray
    d, box = _distance(p, die.corner, die.ball)
    hit = np.flatnonzero((depth < 1.8) & (d < 0.03))
    p, d, box = p[:, hit], d[hit], box[hit]
    normal = np.maximum(np.abs(p) - np.float32(0.5 - die.corner), 0) * np.sign(p)
    if die.ball <= 1:
        round_part = (d - box) > 1e-4
        normal[:, round_part] = p[:, round_part]
    normal /= np.maximum(np.sqrt((normal * normal).sum(0)), 1e-6)
    return near[hit], p.astype(np.float32), normal.astype(np.float32)


def _paint(die: Make, p: F32, normal: F32, rng: Rng) -> tuple[F32, F32, NDArray[np.intp]]:
    """Colour (k, 3), normal (3, k) and face (k) of points (3, k) on the die; `normal`: without its pips."""
    main = np.abs(p).argmax(0)
    each = np.arange(p.shape[1])
    face = 2 * main + (p[main, each] < 0)
    tu = np.clip(((p[(main + 1) % 3, each] + 0.5) * TEXTURE).astype(np.int32), 0, TEXTURE - 1)
    tv = np.clip(((p[(main + 2) % 3, each] + 0.5) * TEXTURE).astype(np.int32), 0, TEXTURE - 1)
    ink = die.textures[face, tv, tu][:, None]
    body = np.repeat(die.body[None], p.shape[1], 0)
    if die.marble > 0:
        wave = p.T @ rng.normal(0, 6, (3, 4)).astype(np.float32) + rng.uniform(0, 6, 4).astype(np.float32)
        swirl = np.sin(wave + 2 * np.sin(wave[:, ::-1])).mean(1, keepdims=True)
        body = body * (1 + 2 * die.marble * swirl)
    if die.second is not None and (die.speckles > 0 or die.swirl > 0):
        body = body + (die.second - body) * _seconds(die, p, rng)
    falls = normal.copy()
    falls[(main + 1) % 3, each] += die.slopes[face, tv, tu, 0]
    falls[(main + 2) % 3, each] += die.slopes[face, tv, tu, 1]
    falls /= np.maximum(np.sqrt((falls * falls).sum(0)), 1e-6)
    return (
        np.asarray(body * (1 - ink) + die.inks[face] * ink, np.float32),
        np.asarray(falls, np.float32),
        face,
    )


def _seconds(die: Make, p: F32, rng: Rng) -> F32:
    """How much of the body's second colour there is at points (3, k): (k, 1)."""
    if die.speckles > 0:
        cells = np.floor(p * np.float32(rng.uniform(12, 32))).astype(np.int64)
        mixed = (cells * np.array([[73856093], [19349663], [83492791]])).sum(0)
        return np.asarray(((mixed % 1009) < 1009 * die.speckles)[:, None], np.float32)
    wave = p.T @ rng.normal(0, 4, (3, 2)).astype(np.float32) + rng.uniform(0, 6, 2).astype(np.float32)
    tone = np.sin(wave[:, :1] + 1.5 * np.sin(wave[:, 1:])) * np.float32(die.swirl)
    return np.asarray(1 / (1 + np.exp(-tone)), np.float32)


def _lit(die: Make, colour_there: F32, seen: F32, place: F32, lights: list[Light], ambient: float) -> F32:
    """Colours (k, 3) under the lamps; `seen`, `place`: normals and points (3, k) in the camera's frame. Light
    comes from all around, but less from below, where the table and the neighbours are."""
    shade = ambient * (0.75 + 0.25 * seen[2])
    shine = np.zeros(seen.shape[1], np.float32)
    for light in lights:
        shade = shade + light.strength * np.maximum(light.towards @ seen, 0)
        if die.clear > 0:  # it glows where the light leaves it
            shade = shade + die.clear * light.strength * np.maximum(0.3 - light.towards @ place, 0)
        if die.gloss > 0:
            half_way = light.towards + np.array([0, 0, 1], np.float32)
            half_way /= np.linalg.norm(half_way)
            power = 6 + 120 * die.gloss
            shine += light.strength * die.gloss * np.maximum(half_way @ seen, 0) ** power
    return np.asarray(colour_there * shade[:, None] + (0.6 * shine)[:, None], np.float32)


def _veil(die: Make, p: F32, face: NDArray[np.intp], top_face: int, rng: Rng) -> F32:
    """What the top face mirrors, (k, 1): a window or a lamp, white over part of it, or, where the face is
    hollow or polished round, a bright ring."""
    if rng.random() > 0.5 * die.gloss:
        return np.zeros((p.shape[1], 1), np.float32)
    way = rng.normal(0, 1, 3).astype(np.float32)
    if rng.random() < 0.3:
        middle = rng.normal(0, 0.12, (3, 1)).astype(np.float32)
        flat = np.delete(p - middle, top_face // 2, axis=0)
        radius, thick = rng.uniform(0.2, 0.48), rng.uniform(0.015, 0.07)
        out = np.sqrt(flat[0] ** 2 + (flat[1] * np.float32(rng.uniform(0.7, 1.4))) ** 2)
        cover = np.exp(-(((out - radius) / thick) ** 2))
        if rng.random() < 0.5:  # only an arc of it
            cover = cover * (np.delete(way, top_face // 2) @ flat > 0)
    else:
        along = (way / np.linalg.norm(way)) @ p + np.float32(rng.uniform(-0.4, 0.4))
        cover = 1 / (1 + np.exp(-along * np.float32(rng.uniform(4, 40))))
    return np.asarray((rng.uniform(0.1, 0.7) * cover * (face == top_face))[:, None], np.float32)


def draw(
    die: Make, turn: F32, top_face: int, size: float, shift: tuple[float, float], half: int,
    lights: list[Light], ambient: float, rng: Rng,
) -> Drawn:  # fmt: skip
    """The die as seen in a patch of (2 half)^2 pixels. `turn`: from the die's frame to the camera's;
    `size`: edge in pixels; `shift`: of the die's centre from the patch's centre, pixels; `top_face`: index
    of the face that counts."""
    over = max(1, min(4, round(110 / (2 * half))))
    n = 2 * half * over
    axis = ((np.arange(n, dtype=np.float32) + 0.5) / over - half) / size
    x, y = np.meshgrid(axis - shift[0] / size, axis - shift[1] / size)
    at, p, normal = _cast(die, turn, np.asarray(x.ravel(), np.float32), np.asarray(y.ravel(), np.float32))
    colour_there, normal, face = _paint(die, p, normal, rng)
    bgr = np.zeros((n * n, 3), np.float32)
    cover = np.zeros(n * n, np.float32)
    top = np.zeros(n * n, np.float32)
    bgr[at] = _lit(die, colour_there, turn @ normal, turn @ p, lights, ambient) + _veil(
        die, p, face, top_face, rng
    )
    cover[at], top[at] = 1, face == top_face
    side = (2 * half, 2 * half)
    small = [
        np.asarray(cv2.resize(layer, side, interpolation=cv2.INTER_AREA), np.float32)
        for layer in (bgr.reshape(n, n, 3), cover.reshape(n, n), top.reshape(n, n))
    ]
    return Drawn(*small)
