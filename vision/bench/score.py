"""Compares readings with what is known and counts what was right, wrong, unsure, missed and made up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from vision.bench.labels import Known, Labelled
from vision.reading import Die, Reason

# A die and a label belong together when their middles are closer than this part of the larger of their sides.
# A label may be the whole die with its side faces or only the pips of its top face, so the middles
# differ; the middles of two dice that touch are a whole side apart.
NEAR = 0.6


@dataclass(slots=True)
class Tally:
    """Counts over pictures. `right` dice have the right value, sure or not; a cocked one is right when it
    is there and not sure. `wrong_sure` are sure dice with another value or where there is none; `unsure`
    are known dice that were found and not sure, cocked ones left out; `missed` were not found; `false` dice
    match none. `exact` pictures have every die right and no false one; `sure_photos` have no unsure die, of
    which `sure_exact` are exact. `cocked` dice are known to be, of which `cocked_doubted` were seen and not
    read for sure; `upright_cocked` were called cocked and are not. `ms` is processor time."""

    photos: int = 0
    dice: int = 0
    right: int = 0
    wrong_sure: int = 0
    unsure: int = 0
    missed: int = 0
    false: int = 0
    exact: int = 0
    sure_photos: int = 0
    sure_exact: int = 0
    cocked: int = 0
    cocked_doubted: int = 0
    upright_cocked: int = 0
    ms: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def score(found: Sequence[Die], label: Labelled, ms: float) -> Tally:
    """The tally of one picture, read in `ms` milliseconds."""
    tally = _by_values(found, label) if label.dice is None else _by_places(found, label.dice)
    tally.photos, tally.ms = 1, ms
    tally.sure_photos = int(all(die.sure for die in found))
    tally.exact = int(tally.right == tally.dice and tally.false == 0)
    tally.sure_exact = tally.exact * tally.sure_photos
    return tally


def matched(found: Sequence[Die], known: Sequence[Known]) -> list[tuple[int, int]]:
    """Pairs (found, known), each used once, the nearest first. Values play no part in it."""
    near = []
    for i, die in enumerate(found):
        for j, truth in enumerate(known):
            apart = math.dist((die.x, die.y), (truth.x, truth.y)) / max(die.size, truth.size, 1e-6)
            if apart <= NEAR:
                near.append((apart, i, j))
    pairs: list[tuple[int, int]] = []
    for _, i, j in sorted(near):
        if all(i != a and j != b for a, b in pairs):
            pairs.append((i, j))
    return pairs


def _by_places(found: Sequence[Die], known: Sequence[Known]) -> Tally:
    pairs = matched(found, known)
    tally = Tally(dice=len(known), missed=len(known) - len(pairs), false=len(found) - len(pairs))
    tally.cocked = sum(truth.cocked for truth in known)
    for i, j in pairs:
        die, truth = found[i], known[j]
        if truth.cocked:
            tally.cocked_doubted += not die.sure
            tally.right += not die.sure
            tally.wrong_sure += die.sure
        else:
            tally.right += die.value is truth.value
            tally.unsure += not die.sure
            tally.upright_cocked += die.reason is Reason.COCKED
            tally.wrong_sure += die.sure and die.value is not truth.value
    paired = {i for i, _ in pairs}
    tally.wrong_sure += sum(die.sure for i, die in enumerate(found) if i not in paired)
    return tally


def _by_values(found: Sequence[Die], label: Labelled) -> Tally:
    """Without places a found value stands for a known one of the same value, and the rest for each other."""
    known = Counter(label.values)
    right = (known & Counter(die.value for die in found if die.value is not None)).total()
    surely = Counter(die.value for die in found if die.sure and die.value is not None)
    return Tally(
        dice=len(label.values),
        right=right,
        wrong_sure=(surely - known).total(),
        unsure=min(sum(not die.sure for die in found), len(label.values)),
        missed=max(len(label.values) - len(found), 0),
        false=max(len(found) - len(label.values), 0),
    )
