"""Tells cocked dice from upright ones: all upright dice of a frame point at one and the same spot below the
camera."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]

# The camera is taken to look straight down from about its own picture's width, as long as the dice do not say
# otherwise; this belief weighs as much as that many dice.
BELIEF = 1.5
# Where a table tells from where the camera looks, no dice talk it out of that: what it says is wrong by about
# so much in where the camera stands, and in how wide it sees.
STANDS, SEES = 0.06, 0.3
# A die that points elsewhere by more than this (faces; the sine of the angle, about) leans. With few dice and
# no table the camera may look from anywhere, so only more tells; with few on a table those that lie flat
# differ less from what it says than among many, so less does.
LEAN, LEAN_OF_FEW, LEAN_ON_TABLE = 0.22, 0.5, 0.16
FEW = 6
WIDE = 0.07  # usual error of one die's direction


def leaning(
    places: F64,
    downs: F64,
    slopes: F64,
    width: int,
    height: int,
    upright_ways: Callable[[float, float], tuple[float, float]] | None = None,
) -> F64:
    """How far each die's way down (n, 2), or its length alone (n), is from what its place (n, 2, pixels)
    asks of an upright one, in faces. `upright_ways`: the way down of an upright die at a pixel, as far as
    the table tells it.

    Under a camera of focal length f pixels that sees the spot below itself at s, an upright die at p has
    the way down (s - p) / f to first order: three numbers for the whole frame, fitted so that a few leaning
    dice do not bend them."""
    if len(places) == 0:
        return np.zeros(0)
    scale = float(max(width, height))
    p = (places - (width / 2, height / 2)) / scale
    # Unknowns a, b, c with down = (a, b) - c p, of which something is believed beforehand.
    rows = np.zeros((2 * len(p) + 3, 3))
    rows[0 : 2 * len(p) : 2, 0] = 1
    rows[1 : 2 * len(p) : 2, 1] = 1
    rows[0 : 2 * len(p) : 2, 2] = -p[:, 0]
    rows[1 : 2 * len(p) : 2, 2] = -p[:, 1]
    rows[-3:] = np.diag([1.0, 1.0, 1.0])
    believed, belief = _belief(width, height, upright_ways)
    aims = np.concatenate([downs.ravel(), believed])
    weights = np.ones(len(p))
    off, upright = np.zeros(len(p)), np.zeros((len(p), 2))
    # From a wide view to a narrow one, or a handful of leaning dice could win at the start. What is believed
    # loses weight as the dice do, or it would win where they only disagree a little; what the table tells
    # does not, or a die that leans would be right wherever it lies alone.
    for wide in (8 * WIDE, 5 * WIDE, 3 * WIDE, 2 * WIDE, 1.5 * WIDE, WIDE, WIDE, WIDE):
        trust = belief * (weights.mean() if upright_ways is None else 1.0)
        w = np.concatenate([np.repeat(weights, 2), trust])
        left = rows.T @ (rows * w[:, None])
        answer = np.linalg.solve(left, rows.T @ (aims * w))
        upright = answer[:2] - answer[2] * p
        off = np.hypot(*(downs - upright).T)
        weights = 1 / (1 + (off / wide) ** 2)
    return np.asarray(np.maximum(off, np.abs(slopes - np.hypot(*upright.T))))


def _belief(
    width: int, height: int, upright_ways: Callable[[float, float], tuple[float, float]] | None
) -> tuple[F64, F64]:
    """What is believed of a, b and c (see `leaning`) before any die is seen, and the weight of each."""
    if upright_ways is None:
        return np.array([0.0, 0.0, 1.1]), BELIEF * (WIDE / np.array([0.12, 0.12, 0.5])) ** 2
    aside = max(width, height) / 4
    x, y = width / 2, height / 2
    a, b = upright_ways(x, y)
    right, below = upright_ways(x + aside, y), upright_ways(x, y + aside)
    c = 2 * (a - right[0] + b - below[1])  # a step aside is a quarter of the scale, and there are two
    return np.array([a, b, c]), (WIDE / np.array([STANDS, STANDS, SEES])) ** 2
