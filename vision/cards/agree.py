"""Compares a card as it is seen with a face, place by place: where they agree, and where they do not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.blocks import SHIFTS, Blocked, at_shift, inks_of, whites
from vision.cards.level import F32
from vision.cards.light import BLOWN, FORGIVEN, lit_as
from vision.cards.sharpness import as_sharp

Blocks = NDArray[np.bool_]

_FLOOR = 0.012  # difference of colours, squared and summed over BGR, that light alone makes
_FAINT, _STRONG = 0.6, 1.7  # how much more or less contrast a block may have
_LIGHT = 2.0  # of three: how little the brightness of a whole block counts, beside its colour
_TINGE = 0.03  # difference of colours, squared, at which a block is another picture for that alone
_MUCH, _MOST = 0.03, 0.35  # of all channels: between so many blown ones another light is tried,
_DOUBT, _ANOTHER = 0.2, 1.2  # where a block differs so much, but not where all of them do more than that
_OVER = 0.5  # by how much at most a blown channel may have been brighter, in the light of the face
_DAZZLED = 0.3  # of a block's pixels


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """`gap` (r, c): how much each block of the card differs from the face: 0 alike, 1 and more another
    picture. `detail`: how much there is to see in the face's block, `seen` in the card's. `dazzled`: where
    the card is too bright for anything to be seen. `lit` (h, w, 3): the card under the face's light, `blown`
    the channels of it that were as bright as the camera can say. `exposed`: not so, but the face was taken
    into the light of the card, which is `lit` as it is."""

    lit: F32
    blown: NDArray[np.bool_]
    gap: F32
    detail: F32
    seen: F32
    dazzled: Blocks
    exposed: bool = False


def agreement(card: F32, face: Blocked, under: Blocks | None = None) -> Agreement:
    """Compares (h, w, 3) float32 BGR 0-1, upright at the level's size, with the level's face. `under` are the
    blocks on which another card is known to lie: they say nothing of the card's light."""
    blown = card > BLOWN
    found = _in_light(card, face, blown, under, blown_too=True)
    # The paper alone may be blown, or all that is bright: which, shows by how well the rest agrees. Where
    # most of a card is blown too little is left to know its light by: a spade was taken for a club.
    if _MUCH < blown.mean() < _MOST and (found.gap > _DOUBT).any():
        misfit = np.minimum(found.gap, 2).mean()
        other = _in_light(card, face, blown, under, blown_too=False) if misfit < _ANOTHER else found
        if np.minimum(other.gap, 2).mean() < misfit:
            return other
    return found


def _in_light(
    card: F32, face: Blocked, blown: NDArray[np.bool_], under: Blocks | None, *, blown_too: bool
) -> Agreement:
    lit = as_sharp(lit_as(card, face, under, blown_too=blown_too), face)
    told = at_least(lit, blown, face)
    grid = face.grid
    dazzled = grid.means(whites(card)) > np.maximum(_DAZZLED, 2 * face.white)
    return Agreement(lit, blown, gaps(told, face), face.detail, grid.moments(told)[0], dazzled)


def at_least(lit: F32, blown: NDArray[np.bool_], face: Blocked) -> F32:
    """A card (h, w, 3) in the light of a face. Where a channel was `blown`, (h, w, 3), as bright as the
    camera can say, it takes the face's where that is brighter still: nothing speaks against it."""
    return np.where(blown, np.maximum(lit, np.minimum(face.level.picture, lit + _OVER)), lit)


def gaps(lit: F32, face: Blocked, *, deeper: bool = True) -> F32:
    """How much each block differs of a card (h, w, 3) that has been taken into the light of a face."""
    grid = face.grid
    seen, mean = grid.moments(lit)
    common = np.stack([grid.totals(lit * at_shift(face.beside, shift)) for shift in SHIFTS])
    # Each block of the card meets those of the face a pixel beside its own too; the best of them counts.
    common -= (mean * face.means).sum(1)
    var = face.variances
    gain = np.clip(common / (var + _FLOOR / 4), _FAINT, _STRONG)
    theirs = gain * gain * var
    rest = np.maximum(seen - 2 * gain * common + theirs, 0)
    tint = mean - face.means
    rest += (tint * tint).sum(1) - _LIGHT * tint.mean(1) ** 2
    rest /= 0.5 * (theirs + seen) + _FLOOR
    return np.asarray(
        np.maximum(rest.min(0), grid.means(_off_colour(lit, face, deeper=deeper)) / _TINGE), np.float32
    )


def _off_colour(lit: F32, face: Blocked, *, deeper: bool) -> F32:
    """How far the colours are apart at each pixel, squared, whatever their brightness."""
    (red, blue), (red_ink, blue_ink) = inks_of(lit), face.inks
    if not deeper:
        return np.asarray((red - red_ink) ** 2 + (blue - blue_ink) ** 2, np.float32)
    trust = 1 + ((red - red_ink) ** 2 + (blue - blue_ink) ** 2) / FORGIVEN
    trust = face.level.weight / (trust * trust)
    # An exposure makes all colours paler or deeper together.
    deep = float((trust * (red * red_ink + blue * blue_ink)).sum()) + 1.0
    deep /= float((trust * (red * red + blue * blue)).sum()) + 1.0
    deep = min(max(deep, 0.7), 1.5)
    return np.asarray((red * deep - red_ink) ** 2 + (blue * deep - blue_ink) ** 2, np.float32)
