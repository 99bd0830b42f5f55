"""Looks at every place in a frame that may be a die's top face: once, wider where only a part of a die was
found, and from other sides where that can matter."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.dice_crops import Pyramid
from vision.dice_doubt import CLEAR, NOTHING
from vision.dice_nets import DiceNets, Face, Found, Look

SETTLED = 0.985  # chance of its value from which two looks are enough
SAME = 0.6  # part of the smaller face within which two looks are at one die
TURNABLE = 0.45  # faces: a die whose way down is longer may not be turned
LOST = 0.6  # chance of it from which one look is enough
NO_DIE_OF_SIZE = 0.3  # chance that it is none from which a place of a known size is no die
# Where the finder is warm, nothing is read and no clear die lies, it may have taken a part of a die for the
# whole: a wider look must be this sure that something is there.
WARM, WIDER, SOMETHING = 0.33, 1.5, 0.9
# A warm place that small, in faces of the other dice, may be a pip of such a one; nearer than this to another
# it is likely one of the same.
A_PIP, A_PART = 0.4, 0.2
# On a cloth full of spots: so many places are looked at first, then a few at a time, those first that are
# warm and about as big as the dice (within about VARIED, a logarithm), until enough in a row were nothing:
# twice as many as there ever were before a die.
FIRST, A_FEW, ENOUGH, VARIED = 32, 16, 48, 0.2
COMFORT = 10.8  # pixels of a face in the finder's picture under which it misses some of those that touch


def faces(nets: DiceNets, pyramid: Pyramid, bounds: tuple[float, float] | None = None) -> list[Look]:
    """Every place that the finder takes for a top face, read once, and again from other sides where that can
    matter. `bounds`: least and most side of a face in pixels, if known."""
    height, width = pyramid.level(0).shape[:2]
    found = nets.find(pyramid, _scales(width, height, bounds))
    if _known(bounds):
        found, looks = _while_any(nets, pyramid, found)
    else:
        looks = nets.look(pyramid, [(f.x, f.y, f.size) for f in found])
    places = _wider(nets, pyramid, found, looks)
    doubtful = [
        i
        for i, (k, face) in enumerate(zip(looks, places, strict=True))
        if k.chances[NOTHING] < LOST and (max(k.chances) < CLEAR or not _well_placed(k, face))
    ]
    for i, k in zip(doubtful, nets.look(pyramid, _faces_of(looks, doubtful), mirror=True), strict=True):
        looks[i] = _together([k, looks[i]])
    # Seen from the side, a die may not be turned: what is up in the picture tells its top face.
    turnable = [
        i for i in doubtful if max(looks[i].chances) < SETTLED and math.hypot(*looks[i].down) < TURNABLE
    ]
    again = _faces_of(looks, turnable)
    left = nets.look(pyramid, again, turn=math.pi / 2)
    right = nets.look(pyramid, again, turn=-math.pi / 2, mirror=True)
    for i, *others in zip(turnable, left, right, strict=True):
        looks[i] = _together([looks[i], looks[i], *others])
    return looks


def _while_any(nets: DiceNets, pyramid: Pyramid, found: list[Found]) -> tuple[list[Found], list[Look]]:
    """The places and their first looks, the likeliest first, until so many in a row show nothing that the
    rest of them are spots of a cloth."""
    found, looks = list(found), nets.look(pyramid, [(f.x, f.y, f.size) for f in found[:FIRST]])
    clear = [k.size for k in looks if max(k.chances[1:8]) > 0.8]
    if clear and len(found) > FIRST:
        usual = float(np.median(clear))
        found[FIRST:] = sorted(
            found[FIRST:], key=lambda f: -f.heat * math.exp(-0.5 * (math.log(f.size / usual) / VARIED) ** 2)
        )
    nothing = 0
    while len(looks) < len(found) and nothing < ENOUGH:
        more = nets.look(pyramid, [(f.x, f.y, f.size) for f in found[len(looks) : len(looks) + A_FEW]])
        looks += more
        nothing = nothing + len(more) if all(k.chances[NOTHING] >= LOST for k in more) else 0
    return found[: len(looks)], looks


def _wider(nets: DiceNets, pyramid: Pyramid, found: list[Found], looks: list[Look]) -> list[Face]:
    """Where each look was taken: where the finder says, or wider where that shows a die that it only saw a
    part of, whose look in `looks` is then another."""
    places: list[Face] = [(f.x, f.y, f.size) for f in found]
    clear = [k for k in looks if max(k.chances[1:8]) > 0.8]
    warm = [
        i
        for i, (f, k) in enumerate(zip(found, looks, strict=True))
        if f.heat >= WARM
        and max(k.chances[1:8]) <= 0.8
        and not any(math.hypot(f.x - c.x, f.y - c.y) < 0.7 * c.size for c in clear)
    ]
    lost = [i for i in warm if looks[i].chances[NOTHING] > NO_DIE_OF_SIZE]
    wider = [(i, (x, y, WIDER * size)) for i, (x, y, size) in ((i, places[i]) for i in lost)]
    wider += _pips(places, warm, float(np.median([k.size for k in clear])) if clear else 0.0)
    for (i, _), k in zip(wider, nets.look(pyramid, [face for _, face in wider]), strict=True):
        if k.chances[NOTHING] < min(1 - SOMETHING, looks[i].chances[NOTHING]):
            # Looked at again where it is, since it lies far from the middle of this look.
            places[i] = (k.x, k.y, k.size)
            looks[i] = _together([*nets.look(pyramid, [places[i]]), k])
    return places


def _pips(places: list[Face], warm: list[int], usual: float) -> list[tuple[int, Face]]:
    """Those of the `warm` places that may be a pip of a die as big as the others, which are `usual`, and the
    face about each; of several on one face the first."""
    faces: list[tuple[int, Face]] = []
    for i in warm:
        x, y, size = places[i]
        apart = all(math.hypot(x - a, y - b) > A_PART * usual for _, (a, b, _) in faces)
        if size < A_PIP * usual and apart:
            faces.append((i, (x, y, usual)))
    return faces


def same_face(k: Look, other: Look) -> bool:
    """Whether two looks are at one top face."""
    return math.hypot(k.x - other.x, k.y - other.y) <= SAME * min(k.size, other.size)


def _faces_of(looks: list[Look], which: list[int]) -> list[Face]:
    return [(looks[i].x, looks[i].y, looks[i].size) for i in which]


def _together(looks: list[Look]) -> Look:
    """What several looks at one die say together, placed as the first says."""
    chances = [sum(chance) / len(looks) for chance in zip(*(k.chances for k in looks), strict=True)]
    x, y, slope = (sum(v) / len(looks) for v in zip(*((*k.down, k.slope) for k in looks), strict=True))
    return replace(looks[0], chances=tuple(chances), down=(x, y), slope=slope)


def _well_placed(k: Look, face: Face) -> bool:
    x, y, size = face
    return math.hypot(k.x - x, k.y - y) < 0.15 * size and abs(math.log(k.size / size)) < 0.2


def _known(bounds: tuple[float, float] | None) -> bool:
    """Whether the sizes of faces are known so well that the finder sees all of them at one scale."""
    return bounds is not None and bounds[1] <= 3 * bounds[0]


def _scales(width: int, height: int, bounds: tuple[float, float] | None) -> tuple[float, ...]:
    """The scales at which the finder looks at the frame: it sees faces of 8 to 34 pixels."""
    if bounds is not None and _known(bounds):
        return (min(1.0, COMFORT / bounds[0]),)
    longest = max(width, height)
    scale = 1.0 if longest <= 1000 else 2 / 3 if longest <= 1800 else 1200 / longest
    scales = [scale]
    while min(width, height) * scale / 2 >= 60 and scale > 1 / 16:
        scale /= 2
        scales.append(scale)
    return tuple(scales)
