"""Pictures without dice: photographs of cards, and drawn tables with everything on them but dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.bench.labels import EMPTY, Labelled, LabelsError
from vision.training.develop import develop
from vision.training.scene import scene

DRAWN = "without dice: drawn"
CARDS = "without dice: cards"
_TERMS = "Apache-2.0"


def drawn_empty(folder: Path, count: int, seed: int) -> Iterator[Labelled]:
    """Writes `count` drawn tables with cups, cards, coins, keys, hands, trays and cloths, and no die, into
    `folder` as PNG. Raises LabelsError where it cannot be written."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        picture, _ = scene(rng, empty=True)
        path = folder / f"without-dice-{seed}-{number:03}.png"
        _, data = cv2.imencode(".png", develop(picture, rng, 1.2, 0.6))
        try:
            path.write_bytes(data.tobytes())
        except OSError as error:
            raise LabelsError(f"{path}: cannot be written: {error.strerror}") from error
        yield Labelled(path, DRAWN, "ours", EMPTY, (), ())


def photographed_empty(folder: Path) -> Iterator[Labelled]:
    """The photographs of cards in `folder`, none if there is no such folder."""
    for path in sorted(folder.glob("*.jpg")):
        yield Labelled(path, CARDS, _TERMS, EMPTY, (), ())
