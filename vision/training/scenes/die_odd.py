"""Makes sets of dice odd in ways that those of other makers are: faint pips, small faint symbols, speckles,
two colours that run into each other."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import any_colour
from vision.training.scenes.die_make import STAR, TEXTURE, Make, apart

Rng = np.random.Generator
F32 = NDArray[np.float32]

FAINTEST = 0.09  # between body and ink, so that people can still tell (see `apart`)


def odd(die: Make, rng: Rng) -> Make:
    """The make, odd in about half of all cases."""
    inks, textures, slopes = die.inks.copy(), die.textures.copy(), die.slopes.copy()
    if rng.random() < 0.2:
        inks = np.stack([_fainter(die.body, ink, rng.uniform(0.25, 0.8)) for ink in inks])
    for face in (i for i, value in enumerate(die.values) if value == STAR):
        if rng.random() < 0.4:
            small = rng.uniform(0.6, 0.9)  # of a quarter to two fifths of a face in radius
            textures[face], slopes[face] = _shrunk(textures[face], small), _shrunk(slopes[face], small)
        if rng.random() < 0.4:
            inks[face] = _fainter(die.body, inks[face], rng.uniform(0.25, 0.8))
    speckles = swirl = 0.0
    second = any_colour(rng)
    if rng.random() < 0.2 and all(apart(second, ink) > 0.15 for ink in inks):
        speckles, swirl = (rng.uniform(0.05, 0.3), 0.0) if rng.random() < 0.5 else (0.0, rng.uniform(1, 6))
    return replace(
        die, inks=inks, textures=textures, slopes=slopes, second=second, speckles=speckles, swirl=swirl
    )


def _fainter(body: F32, ink: F32, left: float) -> F32:
    """An ink nearer to the body's colour, of which so much is left, if that can still be told."""
    faint = np.asarray(body + (ink - body) * np.float32(left), np.float32)
    return faint if apart(body, faint) > FAINTEST else ink


def _shrunk(layer: F32, small: float) -> F32:
    """A layer of a face (TEXTURE, TEXTURE, ...) with its symbol made smaller."""
    middle = (TEXTURE - 1) / 2
    shrink = cv2.getRotationMatrix2D((middle, middle), 0, small)
    return np.asarray(cv2.warpAffine(layer, shrink, (TEXTURE, TEXTURE)), np.float32)
