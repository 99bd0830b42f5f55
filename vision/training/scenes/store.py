"""Keeps drawn scenes on disk in shards, so that a training run that was cut off goes on where it was."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.rough import rough_ground
from vision.training.scenes.scene import SCENE, Known, scene
from vision.training.scenes.spotted import spotted_ground

SHARD = 250
LABEL = np.dtype(
    [("value", "i4"), ("x", "f4"), ("y", "f4"), ("size", "f4"), ("down_x", "f4"), ("down_y", "f4"),
     ("visible", "f4"), ("tilt", "f4")]
)  # fmt: skip

U8 = NDArray[np.uint8]


def draw_shards(
    folder: Path, shards: int, seed: int, backdrops: list[Path], kind: str = "", each: int = SHARD
) -> None:
    """Draws `shards` files of `each` scenes into `folder`; those already there are kept. A tenth of the
    scenes has no dice, in an eighth half of the dice lean, an eighth lies on one of the photographs
    `backdrops`, a seventh on a rough ground, a ninth among cards and other things with pips. If `kind` is
    "spotted" all lie among those, nearly half of them without dice; if "leaning" half of the dice lean in
    all of them; if "traced" the scenes are `traced.py`'s."""
    folder.mkdir(parents=True, exist_ok=True)
    for shard in range(shards):
        path = folder / f"scenes-{seed}-{shard:03d}.npz"
        if path.exists():
            continue
        pictures, labels, counts = [], [], []
        for i in range(each):
            rng = np.random.default_rng([seed, shard, i])
            picture, known = _scene(rng, backdrops, kind)
            pictures.append(picture)
            counts.append(len(known))
            labels += [(k.value, k.x, k.y, k.size, *k.down, k.visible, k.tilt) for k in known]
        part = path.with_suffix(".part.npz")
        np.savez(part, pictures=np.stack(pictures), labels=np.array(labels, LABEL), counts=np.array(counts))
        part.rename(path)


def _scene(rng: np.random.Generator, backdrops: list[Path], kind: str) -> tuple[U8, list[Known]]:
    backdrop = None
    if kind == "spotted":
        return scene(rng, spotted_ground(rng, SCENE), empty=rng.random() < 0.45)
    if kind == "leaning":
        if rng.random() < 0.3:
            backdrop = rough_ground(rng, SCENE)
        elif rng.random() < 0.2:
            backdrop = spotted_ground(rng, SCENE)
        return scene(rng, backdrop, leaning=True)
    # What traces light needs more to be installed than the other kinds do.
    draw = import_module("vision.training.scenes.traced").traced if kind == "traced" else scene
    if backdrops and rng.random() < 0.125:
        photo = cv2.imread(str(backdrops[int(rng.integers(len(backdrops)))]))
        backdrop = None if photo is None else _square(np.asarray(photo, np.uint8), rng)
    elif rng.random() < 1 / 6:
        backdrop = rough_ground(rng, SCENE)
    elif rng.random() < 0.15:
        backdrop = spotted_ground(rng, SCENE)
    done: tuple[U8, list[Known]] = draw(rng, backdrop, empty=rng.random() < 0.1, leaning=rng.random() < 0.125)
    return done


def _square(photo: U8, rng: np.random.Generator) -> U8:
    h, w = photo.shape[:2]
    side = int(min(h, w) * rng.uniform(0.4, 1))
    y, x = int(rng.integers(0, h - side + 1)), int(rng.integers(0, w - side + 1))
    return photo[y : y + side, x : x + side]


def load_shards(folder: Path) -> tuple[list[U8], list[NDArray[np.void]]]:
    """All scenes drawn so far and the labels of each."""
    pictures: list[U8] = []
    labels: list[NDArray[np.void]] = []
    for path in sorted(folder.glob("scenes-*[0-9].npz")):
        with np.load(path) as shard:
            pictures += list(shard["pictures"])
            labels += np.split(shard["labels"], np.cumsum(shard["counts"])[:-1])
    return pictures, labels
