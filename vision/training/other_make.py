"""Makes a crop look as if other dice were on it, seen by another camera: what is learnt should not hang on
the colours and the sharpness of the few makers whose photographs there are."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_crops import CROP

Rng = np.random.Generator
U8 = NDArray[np.uint8]


def other_make(crop: U8, rng: Rng) -> U8:
    """The crop (side, side, 3) uint8, in nearly half of all cases with other colours, in a seventh seen
    worse; of the same value, at the same place."""
    crop = _other_colours(crop, rng)
    pick, side = rng.random(), crop.shape[0]
    if pick < 0.06:
        few = round(int(rng.integers(20, 34)) * side / CROP)
        coarse = cv2.resize(crop, (few, few), interpolation=cv2.INTER_AREA)
        crop = np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
    elif pick < 0.10:
        blur = rng.uniform(0.8, 1.8) * side / CROP
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), blur), np.uint8)
    elif pick < 0.14:
        crop = _shine(crop, rng)
    return np.ascontiguousarray(crop)


def _other_colours(crop: U8, rng: Rng) -> U8:
    """Colours exchanged, mixed, or light for dark."""
    pick = rng.random()
    if pick < 0.12:
        return np.asarray(crop[..., rng.permutation(3)])
    if pick < 0.30:
        mix = np.eye(3) + rng.normal(0, 0.22, (3, 3))
        mix /= np.maximum(0.3, mix.sum(1, keepdims=True))
        return np.asarray(np.clip(crop.astype(np.float32) @ mix.T.astype(np.float32), 0, 255), np.uint8)
    if pick < 0.36:
        return np.asarray(255 - crop, np.uint8)
    return _toned(crop, rng) if pick < 0.46 else crop


def _toned(crop: U8, rng: Rng) -> U8:
    """Every colour's tones bent by a curve that rises, here more and there less: what was faint may be
    strong, and what was strong faint."""
    tones = np.zeros((1, 256, 3), np.uint8)
    for colour in range(3):
        heights = np.cumsum(rng.exponential(1.0, 6))
        curve = np.interp(np.arange(256), np.linspace(0, 255, 6), heights / heights[-1] * 255)
        tones[0, :, colour] = curve.astype(np.uint8)
    return np.asarray(cv2.LUT(crop, tones), np.uint8)


def _shine(crop: U8, rng: Rng) -> U8:
    """A lamp mirrored in a face: a bright spot with a soft or a hard edge."""
    side = crop.shape[0]
    across, down = rng.uniform(side / 6, side * 5 / 6, 2)
    long, wide = rng.uniform(side / 24, side / 7, 2)
    turn = rng.uniform(0, math.pi)
    y, x = np.mgrid[0:side, 0:side]
    u = ((x - across) * math.cos(turn) + (y - down) * math.sin(turn)) / long
    v = ((y - down) * math.cos(turn) - (x - across) * math.sin(turn)) / wide
    spot = np.exp(-((u**2 + v**2) ** rng.uniform(1, 3)))
    return np.asarray(np.clip(crop + rng.uniform(0.3, 1.0) * 255 * spot[..., None], 0, 255), np.uint8)
