"""Finds the straight edge of a hard shadow, or of a lamp's beam, that falls across a card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.cards.level import F32, F64

_PAPER = 0.7  # of the brightest on a face: what tells the light, as its print does not
_ENOUGH = 0.25  # of the card that must be so
_ANGLES = 24  # directions of an edge that are tried,
_FINER = (-3.75, -2.5, -1.25, 0.0, 1.25, 2.5, 3.75)  # and those in degrees about the best of them
_STEPS = 128  # places of an edge along the card's longer side
_SOFT = (0.004, 0.012, 0.03, 0.07)  # of the longer side: how wide an edge may be
_SIDE = 0.06  # of the paper that must lie on either side
_STEP = 0.2  # logarithm of how much more light there is on the brighter side, at least
_MOSTLY = 0.6  # of what varies in the light that the edge must explain
_DIMMEST = 0.02  # of full brightness
_MEAN = np.full((1, 3), 1 / 3, np.float32)


@dataclass(frozen=True, slots=True)
class Edge:
    """A line across a card: `x` and `y` are its direction across, `at` where, `width` over how much, in parts
    of the longer side from the middle. There is `dim` times as much light on one side as on the other."""

    x: float
    y: float
    at: float
    width: float
    dim: float

    def light(self, high: int, wide: int) -> F32:
        """How much light there is at each pixel of a card so large, (high, wide), in parts of the most."""
        ramp = _ramp(_along(high, wide, self.x, self.y), self.at, self.width)
        return np.asarray(np.exp(math.log(self.dim) * ramp), np.float32)


def edge_over(card: F32, face: F32, weight: F32) -> Edge | None:
    """The edge on either side of which a card, (h, w, 3) BGR 0-1, is lit so differently from its face, of the
    same size, that one light does not explain it. Only the paper is asked: light is told from print by that
    one straight line parts all of it."""
    high, wide = weight.shape
    bright = _brightness(face)
    paper = (weight > 0) & (bright > _PAPER * float(np.quantile(bright, 0.95)))
    if paper.sum() < _ENOUGH * (weight > 0).sum():
        return None
    light = np.log(np.maximum(_brightness(card)[paper], _DIMMEST) / bright[paper])
    varied = float(light.var()) * len(light)
    if varied <= 0:
        return None
    spots = [one[paper] for one in _grid(high, wide)]
    _, angle, _ = _parted(spots, light, [math.pi * number / _ANGLES for number in range(_ANGLES)])
    gain, angle, at = _parted(spots, light, [angle + math.radians(one) for one in _FINER])
    if gain < _MOSTLY * varied:
        return None
    along = spots[0] * math.cos(angle) + spots[1] * math.sin(angle)
    _, step, width = min(_stepped(light, _ramp(along, at, width), width) for width in _SOFT)
    if abs(step) < _STEP:
        return None
    way = -1.0 if step > 0 else 1.0  # towards the darker side
    return Edge(way * math.cos(angle), way * math.sin(angle), way * at, width, math.exp(-abs(step)))


def _parted(spots: Sequence[F64], light: F32, angles: Sequence[float]) -> tuple[float, float, float]:
    """How much of what varies is explained where the light is parted by a line at the best of the angles in
    the best place, that angle, and that place."""
    ways = np.array([(math.cos(one), math.sin(one)) for one in angles])
    count = 3 * _STEPS // 2
    bins = np.clip(((ways @ np.stack(spots) + 0.75) * _STEPS).astype(np.int64), 0, count - 1)
    bins += count * np.arange(len(ways))[:, None]
    lights = np.broadcast_to(light, bins.shape).ravel()
    sides = (
        np.bincount(bins.ravel(), weights, len(ways) * count).reshape(-1, count).cumsum(1)[:, :-1]
        for weights in (None, lights)
    )
    here, total = (np.asarray(one, np.float64) for one in sides)
    whole, over = len(light), float(light.sum())
    there = whole - here
    mean = total / np.maximum(here, 1) - (over - total) / np.maximum(there, 1)
    apart = np.where(np.minimum(here, there) > _SIDE * whole, mean * mean * here * there / whole, 0)
    best = int(np.argmax(apart))
    at = best % (count - 1)
    return float(apart.flat[best]), float(angles[best // (count - 1)]), (at + 1) / _STEPS - 0.75


def _stepped(light: F64, ramp: F64, width: float) -> tuple[float, float, float]:
    """What is left over where the light changes along the ramp, by how much it changes, and the width."""
    away, off = ramp - ramp.mean(), light - light.mean()
    step = float((away * off).sum() / max(float((away * away).sum()), 1e-9))
    return float(((off - step * away) ** 2).sum()), step, width


def _ramp(along: F64, at: float, width: float) -> F64:
    return np.asarray(1 / (1 + np.exp(np.clip(-(along - at) / width, -30, 30))), np.float64)


def _along(high: int, wide: int, x: float, y: float) -> F64:
    across, down = _grid(high, wide)
    return np.asarray(across * x + down * y, np.float64)


def _brightness(picture: F32) -> F32:
    """The mean of the channels of a picture (h, w, 3), (h, w)."""
    return np.asarray(cv2.transform(picture, _MEAN), np.float32)


@lru_cache(16)
def _grid(high: int, wide: int) -> list[F64]:
    """x and y at each pixel, (high, wide) each, in parts of the longer side from the middle."""
    down, across = np.mgrid[0:high, 0:wide].astype(np.float64)
    longest = max(high, wide)
    return [(across - (wide - 1) / 2) / longest, (down - (high - 1) / 2) / longest]
