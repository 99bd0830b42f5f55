"""Asks the second reader about what the first one leaves in doubt, and says what both say together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from vision.dice_crops import Pyramid
from vision.dice_doubt import NOTHING
from vision.dice_faces import TURNABLE, same_face
from vision.dice_nets import DiceNets, Face, Look
from vision.reading import Die, Reason

Chances: TypeAlias = tuple[float, ...]  # of each of the readers' classes

DOUBTED = {Reason.UNCLEAR, Reason.GLARE, Reason.BLURRED, Reason.COCKED}
LEANS = 0.13  # faces by which a sure die leans from which it is asked how it lies
HARDLY = 0.95  # chance that it is no die from which nobody is asked again
MOST_ASKED = 12  # places in a frame beside those that are taken for dice, the likeliest first
SETTLED = 0.985  # chance from which one view of the second reader is enough
BACKED = 0.8  # chance of the same value under which a die does not stay sure, where there is no table
SECOND = 0.8  # how much of what both say together is the second's
# What the first reader takes for a die stays one, unsure, unless both together say by more than GONE that it
# is none; what it does not take for one becomes one if they say so by less than FOUND.
FOUND, GONE = 0.15, 0.4
# Chance of one value below which no die comes of what the first reader takes for none.
LEGIBLE = 0.5
STANDS = 0.7  # chance from which the first reader is for a value
LEAST = 1e-6  # chance below which nobody's word counts for more


@dataclass(frozen=True, slots=True)
class Judged:
    """A look at a die, by how many faces the die leans, and what they were judged to be."""

    look: Look
    lean: float
    die: Die


def heard(nets: DiceNets, pyramid: Pyramid, looks: list[Look], dice: Sequence[Judged]) -> list[Look]:
    """The looks at a frame, with what both readers say where the second one was asked. `dice`: what the first
    one's word made of them.

    It is asked about dice whose value is not clear or that seem to lean, and about places that may be dice
    after all. Where no table tells what has a die's size, it is asked whether it backs the others as well.
    What it was asked about speaks for its die: other looks at the same one are left out."""
    asked = in_doubt(looks, dice)
    backed = [i for i in _to_be_backed(looks, dice) if i not in asked]
    said = {i: [look] for i, look in _views(nets, pyramid, looks, asked + backed)}
    asked += [i for i in backed if said[i][0].chances[_kind(looks[i].chances)] < BACKED]
    more = [i for i in asked if not _settles(said[i][0].chances, looks[i].chances)]
    turnable = [i for i in more if math.hypot(*looks[i].down) < TURNABLE]
    for which, turn, mirror in (
        (more, 0.0, True),
        (turnable, math.pi / 2, False),
        (turnable, -math.pi / 2, True),
    ):
        for i, look in _views(nets, pyramid, looks, which, turn, mirror):
            said[i].append(look)
    taken = {id(d.look) for d in dice}
    out = list(looks)
    for i in asked:
        both = together(looks[i].chances, [look.chances for look in said[i]])
        if id(looks[i]) in taken:
            out[i] = replace(_placed(looks[i], said[i]), chances=both, kept=both[NOTHING] <= GONE)
        elif both[NOTHING] < FOUND and max(both[1:]) > LEGIBLE:
            out[i] = replace(_placed(looks[i], said[i]), chances=both)
    spoken_for = [looks[i] for i in asked if id(looks[i]) in taken]
    return [k for i, k in enumerate(out) if i in said or not any(same_face(k, die) for die in spoken_for)]


def _placed(first: Look, second: Sequence[Look]) -> Look:
    """The first reader's look with the way down that the second sees: it tells far better how a die lies."""
    x, y, slope = (sum(v) / len(second) for v in zip(*((*k.down, k.slope) for k in second), strict=True))
    return replace(first, down=(x, y), slope=slope)


def in_doubt(looks: Sequence[Look], dice: Sequence[Judged]) -> list[int]:
    """Which of the looks are at dice whose value is not clear or that seem to lean, or at places that may be
    dice."""
    sure = [d.look for d in dice if d.die.sure]
    doubted = {id(d.look) for d in dice if d.die.reason in DOUBTED or (d.die.sure and d.lean > LEANS)}
    taken = {id(d.look) for d in dice}
    lost = [
        i
        for i, k in enumerate(looks)
        if id(k) not in taken
        and k.chances[NOTHING] < HARDLY
        and not any(math.hypot(k.x - s.x, k.y - s.y) < 0.7 * s.size for s in sure)
    ]
    lost.sort(key=lambda i: looks[i].chances[NOTHING])
    return [i for i, k in enumerate(looks) if id(k) in doubted] + lost[:MOST_ASKED]


def _to_be_backed(looks: Sequence[Look], dice: Sequence[Judged]) -> list[int]:
    """Which of the looks are at dice that are sure without a table that tells what has a die's size."""
    sure = {id(d.look) for d in dice if d.die.sure and d.die.place is None}
    return [i for i, k in enumerate(looks) if id(k) in sure]


def _views(
    nets: DiceNets,
    pyramid: Pyramid,
    looks: Sequence[Look],
    which: Sequence[int],
    turn: float = 0.0,
    mirror: bool = False,
) -> list[tuple[int, Look]]:
    """What the second reader says of some of the looks, in one view each."""
    faces: list[Face] = [(looks[i].x, looks[i].y, looks[i].size) for i in which]
    return list(zip(which, nets.look_finely(pyramid, faces, turn, mirror), strict=True))


def _kind(chances: Chances) -> int:
    return max(range(len(chances)), key=chances.__getitem__)


def _settles(second: Chances, first: Chances) -> bool:
    """Whether one view of the second reader is enough: it is all but sure of what the first one thinks too,
    or that there is no die."""
    kind = _kind(second)
    return second[kind] >= SETTLED and kind in {NOTHING, _kind(first)}


def together(first: Chances, second: Sequence[Chances]) -> Chances:
    """The chances of each kind by what the first reader says and by what the second says in some views. Their
    logarithms are averaged: what any of them rules out is hardly likely. Where each is for a value of its own
    the chances are, so that neither can talk the other's doubt away."""
    said = np.array([first, *second])
    weights = np.array([1 - SECOND, *[SECOND / len(second)] * len(second)])
    kinds = {_kind(first), _kind(tuple(said[1:].mean(0)))}
    if len(kinds) == 2 and NOTHING not in kinds and max(first) >= STANDS:
        chances = weights @ said
    else:
        both = weights @ np.log(np.maximum(said, LEAST))
        chances = np.exp(both - both.max())
    return tuple((chances / chances.sum()).tolist())
