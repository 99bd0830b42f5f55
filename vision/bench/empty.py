"""Pictures without dice: photographs of cards, and drawn tables with everything on them but dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.bench.labels import EMPTY, Labelled, LabelsError
from vision.training.develop import develop
from vision.training.scenes.scene import SCENE, scene
from vision.training.scenes.spotted import spotted_ground

DRAWN = "without dice: drawn"
PIPS = "without dice: things with pips"
CARDS = "without dice: cards"
_TERMS = "Apache-2.0"


def drawn_empty(folder: Path, count: int, seed: int) -> Iterator[Labelled]:
    """Writes `count` drawn tables with cups, cards, coins, keys, hands, trays and cloths, and no die, into
    `folder` as PNG. Raises LabelsError where it cannot be written."""
    return _drawn(folder, count, seed, DRAWN)


def spotted_empty(folder: Path, count: int, seed: int) -> Iterator[Labelled]:
    """As `drawn_empty`, on grounds full of what is most like dice: dominoes, counters and cards with pips,
    spotted cloths."""
    return _drawn(folder, count, seed, PIPS)


def _drawn(folder: Path, count: int, seed: int, source: str) -> Iterator[Labelled]:
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        picture, _ = scene(rng, spotted_ground(rng, SCENE) if source == PIPS else None, empty=True)
        name = "with-pips" if source == PIPS else "without-dice"
        path = folder / f"{name}-{seed}-{number:03}.png"
        _, data = cv2.imencode(".png", develop(picture, rng, 1.2, 0.6))
        try:
            path.write_bytes(data.tobytes())
        except OSError as error:
            raise LabelsError(f"{path}: cannot be written: {error.strerror}") from error
        yield Labelled(path, source, "ours", EMPTY, (), ())


def photographed_empty(folder: Path) -> Iterator[Labelled]:
    """The photographs of cards in `folder`, none if there is no such folder."""
    for path in sorted(folder.glob("*.jpg")):
        yield Labelled(path, CARDS, _TERMS, EMPTY, (), ())
