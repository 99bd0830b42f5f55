"""Shows what a reader got wrong: crops of the pictures with what was read drawn on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.annotate import annotate
from vision.bench.labels import Known, Labelled
from vision.bench.run import Measured, load_frame, read_again
from vision.bench.score import matched
from vision.picture import Frame
from vision.reading import DiceReading, Die

_ACROSS = 360  # pixels of a crop
_READ_AGAIN = 12  # pictures of a source
_ROUND = 3.0  # sides of the die that are shown round it


@dataclass(frozen=True, slots=True, eq=False)
class Failure:
    """A crop, (H, W, 3) uint8 BGR, about one die that was read wrong, and a line that says how."""

    label: Labelled
    what: str
    crop: Frame


@dataclass(frozen=True, slots=True)
class _Fault:
    weight: int  # its kind: 4 wrong and sure, 3 missed, 2 made up but not sure, 1 not sure
    x: float
    y: float
    size: float
    what: str


def worst(measured: Measured, labels: Sequence[Labelled], of_each: int) -> Iterator[Failure]:
    """For each source up to `of_each` failures, each of another kind: wrong and sure first, then missed, made
    up and unsure, from the pictures that went worst. Those are read again for it."""
    by_source: dict[str, list[tuple[int, Labelled]]] = {}
    for label, tally in zip(labels, measured.tallies, strict=True):
        harm = 100 * tally.wrong_sure + 10 * (tally.missed + tally.false) + tally.unsure
        if harm and label.dice is not None:
            by_source.setdefault(label.source, []).append((harm, label))
    for source in sorted(by_source):
        pictures = sorted(by_source[source], key=lambda pair: (-pair[0], str(pair[1].path)))
        shown: dict[int, Failure] = {}
        for _, label in pictures[:_READ_AGAIN]:
            for weight, failure in _failures(measured.method, label):
                shown.setdefault(weight, failure)
        yield from (shown[weight] for weight in sorted(shown, reverse=True)[:of_each])


def _failures(method: str, label: Labelled) -> Iterator[tuple[int, Failure]]:
    frame = load_frame(label.path)
    if frame is None or label.dice is None:
        return
    found = read_again(method, frame).dice
    kinds: set[int] = set()
    for fault in _faults(found, label.dice):
        if fault.weight not in kinds:
            kinds.add(fault.weight)
            yield fault.weight, Failure(label, fault.what, _crop(frame, found, fault))


def _faults(found: Sequence[Die], known: Sequence[Known]) -> Iterator[_Fault]:
    pairs = matched(found, known)
    for i, j in pairs:
        die, truth = found[i], known[j]
        said = "nothing" if die.value is None else f"a {die.value.value}"
        is_ = f"{'a cocked die' if truth.cocked else 'a ' + truth.value.value}"
        if die.sure and (truth.cocked or die.value is not truth.value):
            yield _Fault(4, die.x, die.y, die.size, f"read {said} for sure, is {is_}")
        elif not die.sure and not truth.cocked:
            why = die.reason.value if die.reason is not None else "no reason given"
            yield _Fault(1, die.x, die.y, die.size, f"not sure of {is_}: {why}")
    alone, unseen = {i for i, _ in pairs}, {j for _, j in pairs}
    for i, die in enumerate(found):
        if i not in alone:
            sure = " for sure" if die.sure else ""
            yield _Fault(4 if die.sure else 2, die.x, die.y, die.size, f"saw a die{sure} where there is none")
    for j, truth in enumerate(known):
        if j not in unseen:
            yield _Fault(3, truth.x, truth.y, truth.size, f"did not see a {truth.value.value}")


def _crop(frame: Frame, found: Sequence[Die], fault: _Fault) -> Frame:
    reach = max(round(fault.size * _ROUND), 24)
    left, top = max(round(fault.x) - reach, 0), max(round(fault.y) - reach, 0)
    part = frame[top : round(fault.y) + reach, left : round(fault.x) + reach]
    if part.size == 0:
        part, left, top = frame, 0, 0
    grow = _ACROSS / max(part.shape[:2])
    size = (max(1, round(part.shape[1] * grow)), max(1, round(part.shape[0] * grow)))
    large = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    inside = [
        replace(die, x=(die.x - left) * grow, y=(die.y - top) * grow, size=die.size * grow)
        for die in found
        if left <= die.x < left + part.shape[1] and top <= die.y < top + part.shape[0]
    ]
    return annotate(large, DiceReading(tuple(inside)))
