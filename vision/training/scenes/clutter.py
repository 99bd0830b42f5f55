"""Lays cloths, clutter, cups and hands: everything of a scene besides its dice."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour, grain, paint, ring, shade_under
from vision.training.scenes.things import ball, block, card, coin, key, marker, pen, scribble, tray

Rng = np.random.Generator
F32 = NDArray[np.float32]


def ground(rng: Rng, side: int) -> F32:
    """A table top or cloth, (side, side, 3) BGR 0-1."""
    base = any_colour(rng, 0.06, 0.95)
    if rng.random() < 0.35:
        base = np.full(3, rng.uniform(0.05, 0.95), np.float32) * rng.uniform(0.92, 1.0, 3).astype(np.float32)
    img = np.broadcast_to(base, (side, side, 3)).copy()
    kind = int(rng.integers(0, 8))
    if kind == 1:  # wood
        tone = 0.5 * grain(rng, side, rng.uniform(2, 6), rng.uniform(8, 40)) + 0.5 * grain(rng, side, 20, 8)
        img *= 1 + rng.uniform(0.04, 0.2) * tone[..., None]
    elif kind == 2:  # checks
        pitch, other = rng.uniform(18, 120), any_colour(rng)
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        a = rng.uniform(0, math.pi)
        u, v = x * math.cos(a) + y * math.sin(a), -x * math.sin(a) + y * math.cos(a)
        weave = 0.5 * ((u // pitch) % 2 + (v // pitch) % 2)[..., None]
        img = img * (1 - weave) + other * weave
    elif kind == 3:  # spots
        other, pitch, radius = any_colour(rng), rng.uniform(12, 70), rng.uniform(0.1, 0.4)
        for gy in np.arange(0, side + pitch, pitch):
            for gx in np.arange(0, side + pitch, pitch):
                cx = gx + (pitch / 2 if round(gy / pitch) % 2 else 0)
                centre = (int(cx * 16), int(gy * 16))
                cv2.circle(img, centre, int(pitch * radius * 16), other.tolist(), -1, cv2.LINE_AA, 4)
    elif kind == 4:  # stripes
        other, pitch = any_colour(rng), rng.uniform(6, 80)
        x = np.arange(side, dtype=np.float32)
        band = ((x // pitch) % 2)[None, :, None]
        img = np.asarray(img * (1 - band) + other * band, np.float32)
    elif kind == 5:  # weave or carpet
        tone = grain(rng, side, rng.uniform(1.5, 5)) * rng.uniform(0.05, 0.25)
        img *= 1 + tone[..., None]
    elif kind == 6:  # a printed surface
        for _ in range(int(rng.integers(10, 60))):
            scribble(img, rng, rng.uniform(5, 60))
    img *= (
        1
        + (grain(rng, side, 1) * rng.uniform(0, 0.05) + grain(rng, side, 40) * rng.uniform(0, 0.05))[
            ..., None
        ]
    )
    if rng.random() < 0.5:
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.45)
        img = cv2.warpAffine(img, turn, (side, side), borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    return np.clip(img, 0.01, 1)


def litter(img: F32, rng: Rng, size: float) -> None:
    """Lays things without pips of dice on the table, in place. `size`: of a die, in pixels."""
    side = img.shape[0]
    if rng.random() < 0.12:
        tray(img, rng)
    for _ in range(int(rng.choice([0, 1, 3, 8, 16]))):
        at = rng.uniform(0, side, 2)
        kind = int(rng.integers(0, 14))
        if kind < 4:
            coin(img, rng, at, size * rng.uniform(0.12, 1.1))
        elif kind < 6:
            card(img, rng, at, size)
        elif kind == 6:
            marker(img, rng, at, size)
        elif kind == 7:
            block(img, rng, at, size)
        elif kind == 8:
            pen(img, rng, at, size)
        elif kind == 9:
            key(img, rng, at, size)
        elif kind < 12:
            ball(img, rng, at, size * rng.uniform(0.12, 0.7))
        else:
            scribble(img, rng, size * rng.uniform(0.3, 2))


def over_litter(img: F32, rng: Rng, size: float, crowded: bool) -> None:
    """Lays cups, hands and cards over whatever is there, in place."""
    side = img.shape[0]
    if rng.random() < 0.68:
        return
    for _ in range(int(rng.choice([1, 1, 2]))):
        at = rng.uniform(-0.05, 1.05, 2) * side
        kind = int(rng.integers(0, 4))
        if kind == 0:  # a cup, from above or lying
            ink, radius = any_colour(rng), size * rng.uniform(1.6, 3)
            lean = rng.normal(0, size * 1.5, 2)
            body = np.concatenate([ring(at, radius), ring(at + lean, radius * rng.uniform(0.7, 1))])
            outline = np.asarray(cv2.convexHull(body)[:, 0], np.int32)
            shade_under(img, outline, rng, size * 0.4, 0.5)
            paint(img, outline, ink * rng.uniform(0.5, 0.9), rng, 0.3)
            paint(img, ring(at, radius), ink, rng, 0.2)
            if rng.random() < 0.4:
                paint(img, ring(at, radius * 0.85), ink * 0.3, rng, 0.4)
        elif kind == 1 and crowded:
            card(img, rng, at, size)
        else:  # a hand: a palm with fingers
            skin = np.array([0.45, 0.58, 0.8], np.float32) * rng.uniform(0.35, 1.15)
            way = rng.uniform(0, 2 * math.pi)
            palm = min(size * rng.uniform(1.5, 3.2), side * 0.2)
            for spread in np.linspace(-0.5, 0.5, 4):
                tip = at + palm * rng.uniform(1.5, 2.3) * np.array(
                    [math.cos(way + spread), math.sin(way + spread)]
                )
                ends = np.concatenate([ring(at, palm * 0.22), ring(tip, palm * 0.18)])
                outline = np.asarray(cv2.convexHull(ends)[:, 0], np.int32)
                shade_under(img, outline, rng, size * 0.2, 0.3)
                paint(img, outline, skin, rng, 0.2)
            arm = np.concatenate(
                [ring(at, palm), ring(at - 6 * palm * np.array([math.cos(way), math.sin(way)]), palm)]
            )
            paint(img, np.asarray(cv2.convexHull(arm)[:, 0], np.int32), skin, rng, 0.15)
