"""Puts lens, light and sensor on a drawn picture: exposure, colour cast, glare, shadow, blur, noise, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]


def develop(picture: U8, rng: Rng, blur: float, detail: float = 1.0) -> U8:
    """A picture (h, w, 3) uint8 as a camera may give it. `blur`: the most deviation of soft focus in
    pixels; `detail`: a factor on everything that destroys."""
    h, w = picture.shape[:2]
    x = np.asarray(picture, np.float32) / np.float32(255)
    if rng.random() < 0.35 * detail:
        x = _light(x, h, w, rng)
    if rng.random() < 0.8:
        sigma = abs(rng.normal(0, blur * 0.5)) * detail
        if sigma > 0.15:
            x = np.asarray(cv2.GaussianBlur(x, (0, 0), min(sigma, blur)), np.float32)
    if rng.random() < 0.06 * detail:
        reach, way = rng.uniform(1, 1.5 * blur + 1.5), rng.uniform(0, math.pi)
        kernel = np.zeros((9, 9), np.float32)
        end = np.array([math.cos(way), math.sin(way)]) * reach / 2
        cv2.line(
            kernel,
            tuple((4 - end).round().astype(int).tolist()),
            tuple((4 + end).round().astype(int).tolist()),
            1,
        )
        x = np.asarray(cv2.filter2D(x, -1, kernel / kernel.sum()), np.float32)
    gain = math.exp(rng.normal(0, 0.08 + 0.12 * detail))
    cast = np.exp(rng.normal(0, 0.03 + 0.06 * detail, 3)).astype(np.float32)
    x = np.maximum(x * gain * cast, 0)
    if rng.random() < 0.5:
        x = x ** np.float32(math.exp(rng.normal(0, 0.22)))
    if rng.random() < 0.4:
        grey = x.mean(2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.uniform(0.0, 1.5))
    if rng.random() < 0.25 * detail:
        soft = np.asarray(cv2.GaussianBlur(x, (0, 0), rng.uniform(0.8, 2.0)), np.float32)
        x = x + (x - soft) * np.float32(rng.uniform(0.3, 1.5))
    noise = abs(rng.normal(0, 0.022)) * detail
    if noise > 0.004:
        n = rng.standard_normal((h, w, 1 if rng.random() < 0.4 else 3), np.float32)
        if rng.random() < 0.4:
            n = np.asarray(cv2.GaussianBlur(n, (0, 0), 0.8), np.float32).reshape(h, w, -1) * 1.8
        x = x + n * np.float32(noise)
    if rng.random() < 0.3 * detail:
        x = (x - 0.5) * np.float32(rng.uniform(0.5, 1.3)) + np.float32(rng.uniform(0.38, 0.58))
    out = (np.clip(x, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.4 * detail:
        quality = int(rng.integers(45, 96))
        _ok, code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        out = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return np.asarray(out, np.uint8)


def _light(x: F32, h: int, w: int, rng: Rng) -> F32:
    """Light that is not the same all over: a fall-off, the edge of a shadow, a shine."""
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    way = rng.uniform(0, 2 * math.pi)
    along = ((xx / w - 0.5) * math.cos(way) + (yy / h - 0.5) * math.sin(way)).astype(np.float32)
    kind = int(rng.integers(0, 3))
    if kind == 0:
        return np.asarray(x * (1 + np.float32(rng.uniform(-0.7, 0.7)) * along)[..., None], np.float32)
    if kind == 1:
        edge = 1 / (1 + np.exp(-(along - rng.uniform(-0.4, 0.4)) * rng.uniform(8, 80)))
        return np.asarray(x * (1 - rng.uniform(0.15, 0.65) * edge)[..., None], np.float32)
    cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.08, 0.5) * w
    spot = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * r * r))
    return np.asarray(x + rng.uniform(0.1, 0.6) * spot[..., None], np.float32)
