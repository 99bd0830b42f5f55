"""Paints what other drawings are made of: colours, grain, outlines, letters, soft shadows."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
F32 = NDArray[np.float32]


def any_colour(rng: Rng, low: float = 0.03, high: float = 1.0) -> F32:
    """A colour of things, BGR 0-1; half of them muted."""
    saturation = rng.uniform(0, 0.3) if rng.random() < 0.5 else rng.uniform(0.3, 1)
    pixel = np.array([[[rng.uniform(0, 360), saturation, rng.uniform(low, high)]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def grain(rng: Rng, side: int, coarse: float, stretch: float = 1.0) -> F32:
    """Smooth noise (side, side), mean 0, deviation 1, with features of about `coarse` pixels."""
    h, w = max(3, int(side / coarse)), max(3, int(side / (coarse * stretch)))
    small = rng.normal(0, 1, (h, w)).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def write(
    img: F32, text: str, at: tuple[int, int], font: int, scale: float, ink: list[float], thick: int
) -> None:
    mask = np.zeros(img.shape[:2], np.uint8)
    cv2.putText(mask, text, at, font, scale, 255, thick, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    if w and h:
        part, cover = img[y : y + h, x : x + w], (mask[y : y + h, x : x + w, None] / 255).astype(np.float32)
        part[:] = part * (1 - cover) + np.array(ink, np.float32) * cover


def shade_under(img: F32, outline: NDArray[np.int32], rng: Rng, reach: float, strength: float) -> None:
    mask = np.zeros(img.shape[:2], np.float32)
    cv2.fillPoly(mask, [outline + rng.normal(0, reach, 2).astype(np.int32)], 1.0)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.8, reach)), np.float32)
    img *= 1 - strength * mask[..., None]


def ring(at: NDArray[np.float64], radius: float, flat: float = 1.0, turn: float = 0.0) -> NDArray[np.int32]:
    t = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    x, y = radius * np.cos(t), radius * flat * np.sin(t)
    c, s = math.cos(turn), math.sin(turn)
    return np.round(np.stack([at[0] + c * x - s * y, at[1] + s * x + c * y], 1)).astype(np.int32)


def paint(img: F32, outline: NDArray[np.int32], ink: F32, rng: Rng, bend: float = 0.15) -> None:
    """Fills an outline with a colour that changes slowly, as a lit thing does."""
    x0, y0 = np.maximum(outline.min(0) - 2, 0)
    x1, y1 = np.minimum(outline.max(0) + 3, img.shape[1::-1])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillPoly(mask, [outline - (x0, y0)], 1.0, cv2.LINE_AA)
    gx, gy = rng.normal(0, bend, 2)
    tone = 1 + gx * np.linspace(-1, 1, x1 - x0)[None, :] + gy * np.linspace(-1, 1, y1 - y0)[:, None]
    fill = ink * np.asarray(tone, np.float32)[..., None]
    part = img[y0:y1, x0:x1]
    part[:] = part * (1 - mask[..., None]) + np.clip(fill, 0, 1) * mask[..., None]
