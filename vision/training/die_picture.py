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

Rng = np.random.Generator
F32 = NDArray[np.float32]

TEXTURE = 96
STAR = 7
# Opposite faces add up to seven: index 0 is +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z.
FACE_VALUES = (3, 4, 2, 5, 1, 6)
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True)
class Make:
    """What a set of dice is made of: colours as BGR 0-1, `textures` (6, TEXTURE, TEXTURE) ink cover 0-1 a
    face."""

    body: F32
    inks: F32  # (6, 3)
    textures: F32
    values: tuple[int, ...]  # what each face shows: 1-6, or STAR
    corner: float  # rounding of the edges
    ball: float  # radius of the sphere that cuts the corners off; large means a plain cube
    gloss: float
    marble: float
    slopes: (
        F32  # (6, TEXTURE, TEXTURE, 2): how the surface falls into its pips, zero where they are painted on
    )
    clear: float  # how much light goes through it, 0-1


@dataclass(frozen=True)
class Light:
    """A lamp: direction towards it (unit vector in the camera's frame), strength, softness of its shadow."""

    towards: F32
    strength: float
    softness: float


def _shrunk(img: NDArray[np.uint8]) -> F32:
    small = cv2.resize(img, (TEXTURE, TEXTURE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)


def _symbol(rng: Rng) -> F32:
    """A symbol that a maker may put in place of the pips."""
    side = TEXTURE * 2
    img = np.zeros((side, side), np.uint8)
    mid, radius = side / 2, side * rng.uniform(0.24, 0.42)
    kind = int(rng.integers(0, 12))
    if kind < 6:
        points = 5 if kind < 4 else int(rng.integers(4, 9))
        inner = rng.uniform(0.36, 0.6)
        angles = np.arange(2 * points) * math.pi / points - math.pi / 2
        radii = np.where(np.arange(2 * points) % 2 == 0, radius, radius * inner)
        star = np.stack([mid + radii * np.cos(angles), mid + radii * np.sin(angles)], 1)
        cv2.fillPoly(img, [np.round(star).astype(np.int32)], 255)
    elif kind < 8:
        text = str(rng.choice(list("ABCDEFGHKLMNRSTXZ&?$@#")))
        font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX]))
        thick = int(rng.integers(6, 14))
        scale = radius / 13
        (w, h), _ = cv2.getTextSize(text, font, scale, thick)
        cv2.putText(img, text, (int(mid - w / 2), int(mid + h / 2)), font, scale, 255, thick, cv2.LINE_AA)
    elif kind == 8:  # heart
        t = np.linspace(0, 2 * math.pi, 60)
        heart = np.stack(
            [16 * np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))],
            1,
        )
        cv2.fillPoly(img, [np.round(mid + heart * radius / 16).astype(np.int32)], 255)
    elif kind == 9:  # cross
        arm = radius * rng.uniform(0.2, 0.4)
        for a, b in ((radius, arm), (arm, radius)):
            cv2.rectangle(img, (int(mid - a), int(mid - b)), (int(mid + a), int(mid + b)), 255, -1)
    elif kind == 10:  # a figure of blots: head, horns, animals, skulls
        for _ in range(int(rng.integers(4, 9))):
            centre = mid + rng.uniform(-0.7, 0.7, 2) * radius
            axes = rng.uniform(0.12, 0.5, 2) * radius
            cv2.ellipse(img, (centre.tolist(), (2 * axes).tolist(), float(rng.uniform(0, 180))), 255, -1)
    else:  # moon
        cv2.circle(img, (int(mid), int(mid)), int(radius), 255, -1)
        cv2.circle(img, (int(mid + radius * 0.5), int(mid)), int(radius * 0.8), 0, -1)
    turn = cv2.getRotationMatrix2D((mid, mid), float(rng.uniform(0, 360)), 1.0)
    return _shrunk(np.asarray(cv2.warpAffine(img, turn, (side, side)), np.uint8))


def _pips(value: int, spread: float, radius: float, squeeze: float, ring: float) -> F32:
    side = TEXTURE * 2
    img = np.zeros((side, side), np.uint8)
    for sx, sy in _SPOTS[value]:
        x, y = side * (0.5 + spread * sx * (squeeze if value == 6 else 1)), side * (0.5 + spread * sy)
        at = (round(x * 16), round(y * 16))
        cv2.circle(img, at, round(side * radius * 16), 255, -1, cv2.LINE_AA, 4)
        if ring > 0:
            cv2.circle(img, at, round(side * radius * ring * 16), 0, -1, cv2.LINE_AA, 4)
    return _shrunk(img)


def colour(rng: Rng) -> F32:
    """A colour that dice come in, BGR 0-1."""
    kind = rng.random()
    if kind < 0.3:  # white to bone
        hsv = (rng.uniform(10, 40), rng.uniform(0, 0.28), rng.uniform(0.75, 1.0))
    elif kind < 0.4:  # black to grey
        hsv = (rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.03, 0.5))
    else:
        hsv = (rng.uniform(0, 360), rng.uniform(0.4, 1.0), rng.uniform(0.2, 1.0))
    pixel = np.array([[hsv]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _apart(a: F32, b: F32) -> float:
    weights = np.array([0.2, 0.5, 0.3], np.float32)
    return float(np.sqrt((weights * (a - b) ** 2).sum()))


def make(rng: Rng) -> Make:
    """A random make of dice."""
    body = colour(rng)
    depth = float(rng.uniform(2, 9)) if rng.random() < 0.45 else 0.0
    least = 0.12 if depth > 4 else 0.22  # pips that are deep show by their shade
    while True:
        pick = rng.random()
        ink = (
            np.full(3, rng.uniform(0.0, 0.15), np.float32)
            if pick < 0.35
            else np.full(3, rng.uniform(0.85, 1.0), np.float32)
            if pick < 0.75
            else colour(rng)
        )
        if _apart(body, ink) > least:
            break
    inks = np.repeat(ink[None], 6, 0)
    if rng.random() < 0.12:  # the eastern die: a red one, sometimes a red four
        red = np.array([0.1, 0.1, rng.uniform(0.6, 0.95)], np.float32)
        if _apart(body, red) > 0.25:
            inks[4] = red
            if rng.random() < 0.5:
                inks[1] = red
    elif rng.random() < 0.08:  # every face in a colour of its own
        inks = np.stack([other if _apart(body, other := colour(rng)) > 0.28 else ink for _ in range(6)])
    spread, radius = rng.uniform(0.21, 0.30), rng.uniform(0.065, 0.118)
    spread = max(spread, 2.2 * radius)
    big_one = rng.uniform(1.3, 2.2) if rng.random() < 0.25 else 1.0
    squeeze = rng.uniform(0.85, 1.05)
    ring = rng.uniform(0.4, 0.65) if rng.random() < 0.06 else 0.0
    values = list(FACE_VALUES)
    textures = np.stack(
        [_pips(v, spread, radius * (big_one if v == 1 else 1), squeeze, ring) for v in FACE_VALUES]
    )
    if rng.random() < 0.5:
        face = int(rng.choice([4, 5, int(rng.integers(0, 6))]))
        values[face] = STAR
        textures[face] = _symbol(rng)
    textures = textures.astype(np.float32)
    return Make(
        body=body,
        inks=inks,
        textures=textures,
        values=tuple(values),
        corner=float(rng.uniform(0.04, 0.2)),
        ball=float(rng.uniform(0.64, 0.9)) if rng.random() < 0.6 else 2.0,
        gloss=float(rng.uniform(0, 0.9)) if rng.random() < 0.7 else 0.0,
        marble=float(rng.uniform(0.1, 0.35)) if rng.random() < 0.2 else 0.0,
        slopes=_slopes(textures) * np.float32(depth),
        clear=float(rng.uniform(0.2, 0.9)) if rng.random() < 0.2 else 0.0,
    )


def _slopes(textures: F32) -> F32:
    """How the ink of each face (6, TEXTURE, TEXTURE) would fall off as a hollow: (..., 2) along u and v."""
    soft = [np.asarray(cv2.GaussianBlur(t, (0, 0), 2.0), np.float32) for t in textures]
    return np.stack([np.stack([np.gradient(t, axis=1), np.gradient(t, axis=0)], -1) for t in soft]).astype(
        np.float32
    )


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
    falls = normal.copy()
    falls[(main + 1) % 3, each] += die.slopes[face, tv, tu, 0]
    falls[(main + 2) % 3, each] += die.slopes[face, tv, tu, 1]
    falls /= np.maximum(np.sqrt((falls * falls).sum(0)), 1e-6)
    return (
        np.asarray(body * (1 - ink) + die.inks[face] * ink, np.float32),
        np.asarray(falls, np.float32),
        face,
    )


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
    """A window or a lamp that the top face mirrors, (k, 1): white over part of it."""
    if rng.random() > 0.4 * die.gloss:
        return np.zeros((p.shape[1], 1), np.float32)
    way = rng.normal(0, 1, 3).astype(np.float32)
    along = (way / np.linalg.norm(way)) @ p + np.float32(rng.uniform(-0.4, 0.4))
    edge = 1 / (1 + np.exp(-along * np.float32(rng.uniform(4, 40))))
    return np.asarray((rng.uniform(0.1, 0.7) * edge * (face == top_face))[:, None], np.float32)


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
