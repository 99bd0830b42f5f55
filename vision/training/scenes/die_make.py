"""What sets of dice look like: colours, pips, symbols, rounding, gloss."""

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
    second: F32 | None = None  # another colour of its body
    speckles: float = 0.0  # the part of its body that has the second colour, in specks
    swirl: float = 0.0  # how sharply the second colour begins where the two meet; 0: there is none


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


def apart(a: F32, b: F32) -> float:
    """How well two colours can be told from each other, 0-1."""
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
        if apart(body, ink) > least:
            break
    inks = np.repeat(ink[None], 6, 0)
    if rng.random() < 0.12:  # the eastern die: a red one, sometimes a red four
        red = np.array([0.1, 0.1, rng.uniform(0.6, 0.95)], np.float32)
        if apart(body, red) > 0.25:
            inks[4] = red
            if rng.random() < 0.5:
                inks[1] = red
    elif rng.random() < 0.08:  # every face in a colour of its own
        inks = np.stack([other if apart(body, other := colour(rng)) > 0.28 else ink for _ in range(6)])
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
