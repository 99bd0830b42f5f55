"""Draws grounds whose grain is as coarse as pips: leather, stone, felt with lint, boards. A reader that evens
out contrast sees most in the darkest of them."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour, grain, ring

Rng = np.random.Generator
F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]


def rough_ground(rng: Rng, side: int) -> U8:
    """A ground (side, side, 3) uint8 BGR without anything on it, dark as often as not."""
    base = any_colour(rng, 0.03, 0.9) * np.float32(rng.uniform(0.08, 0.5) if rng.random() < 0.5 else 1.0)
    img = np.broadcast_to(base, (side, side, 3)).copy()
    coarse = math.exp(rng.uniform(math.log(2), math.log(14)))
    kind = int(rng.integers(0, 4))
    if kind == 0:  # leather: dents in a net of ridges
        tone = np.abs(grain(rng, side, coarse)) + 0.5 * np.abs(grain(rng, side, coarse / 2))
        img *= (1 + rng.uniform(0.1, 0.6) * (tone - 0.9))[..., None]
    elif kind == 1:  # stone: grains of a few colours
        for _ in range(int(rng.integers(1, 4))):
            cover = _stains(grain(rng, side, coarse * rng.uniform(0.5, 1.5)), rng.uniform(0.3, 1.6))[
                ..., None
            ]
            img = img * (1 - cover) + any_colour(rng) * np.float32(rng.uniform(0.3, 1)) * cover
    elif kind == 2:  # felt with lint, crumbs, drops
        img *= (1 + rng.uniform(0.05, 0.4) * grain(rng, side, rng.uniform(1.5, 4)))[..., None]
        for _ in range(int(rng.integers(10, 120))):
            spot = ring(
                rng.uniform(0, side, 2),
                coarse * rng.uniform(0.2, 0.6),
                rng.uniform(0.2, 1),
                rng.uniform(0, 3),
            )
            cv2.fillPoly(img, [spot], any_colour(rng, 0.3, 1.0).tolist(), cv2.LINE_AA)
    else:  # boards: grain along, dark lines between, knots
        img *= (1 + rng.uniform(0.08, 0.35) * grain(rng, side, rng.uniform(1.5, 5), rng.uniform(6, 40)))[
            ..., None
        ]
        pitch = rng.uniform(30, 200)
        for x in np.arange(rng.uniform(0, pitch), side, pitch):
            cv2.line(
                img, (int(x), 0), (int(x), side), (base * 0.4).tolist(), int(rng.integers(1, 4)), cv2.LINE_AA
            )
        for _ in range(int(rng.integers(0, 6))):
            at, radius = rng.uniform(0, side, 2), rng.uniform(3, 14)
            for k, shade in ((1.0, 0.7), (0.6, 0.35)):
                cv2.fillPoly(
                    img, [ring(at, radius * k, rng.uniform(0.5, 1))], (base * shade).tolist(), cv2.LINE_AA
                )
    fine = rng.uniform(0, 0.12) * grain(rng, side, rng.uniform(1, 2.5)) + rng.uniform(0, 0.15) * grain(
        rng, side, 60
    )
    img = np.clip(img * (1 + fine)[..., None], 0.01, 1)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.45)
    img = cv2.warpAffine(img, turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(img * 255, np.uint8)


def _stains(tone: F32, above: float) -> F32:
    """Where `tone` is above `above`, with soft edges."""
    return np.asarray(1 / (1 + np.exp(-8 * (tone - np.float32(above)))), np.float32)
