"""Trains the finder and the reader that `vision.dice` runs, and writes them as ONNX.

python -m vision.training.train --work WORK --data DATA --tables TABLES --leave-out nb mt ep dt

Needs torch and onnx beside the project's own dependencies (pip install torch==2.13.0 onnx). DATA is the
folder with dice/ and cards/; TABLES holds pictures of the simulated table (python -m
tests.vision.simulated_tables TABLES 60 97). The first round draws scenes into WORK/scenes (about 35 s for 250
on one core) and learns from them and TABLES alone (WORK/drawn); the second goes on with photographs of real
dice and with what the first round took for dice and was none (WORK/all, and WORK/without-MAKER for an honest
measure on that maker, by a share of the same steps). A step takes about a quarter of a second on one core.
Everything is seeded, and a run that was cut off goes on where it was. What ships is
WORK/all/dice_finder.onnx, and the reader that `python -m vision.training.lighten` makes of
WORK/all/reader.pt."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch  # type: ignore[import-not-found]
from numpy.typing import NDArray

from vision.dice_crops import CROP, Pyramid
from vision.dice_faces import faces
from vision.dice_nets import DiceNets
from vision.training.learning import Pools, train_finder, train_reader
from vision.training.nets import Finder, Reader, write_onnx
from vision.training.photos import Photo, learnt_from, mistaken, photos, with_dice
from vision.training.samples import TILE, Picture
from vision.training.scenes.store import LABEL, draw_shards, load_shards

U8 = NDArray[np.uint8]


@dataclass(frozen=True)
class Plan:
    """How much of everything, and the seed."""

    shards: int
    finder_steps: int
    reader_steps: int
    photo_finder_steps: int
    photo_reader_steps: int
    photos: int
    fold_share: float
    seed: int


def _train(
    nets: tuple[Any, Any],
    pools: Pools,
    steps: tuple[int, int],
    seed: int,
    tops: tuple[float, float],
    folder: Path,
) -> None:
    """Teaches the finder and the reader, each in a process of its own, and saves them in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    finder, reader = nets
    kept = folder / "reader-state.pt"
    other = multiprocessing.get_context("fork").Process(
        target=train_reader, args=(reader, pools, steps[1], seed, tops[1], kept)
    )
    other.start()
    train_finder(finder, pools, steps[0], seed, tops[0], folder / "finder-state.pt")
    other.join()
    if other.exitcode != 0:
        raise SystemExit(f"the process that trained the reader ended with {other.exitcode}: run this again")
    reader.load_state_dict(torch.load(kept)["net"])
    torch.save(finder.state_dict(), folder / "finder.pt")
    torch.save(reader.state_dict(), folder / "reader.pt")
    write_onnx(finder, folder / "dice_finder.onnx", (1, 3, TILE, TILE), (2, 3))
    write_onnx(reader, folder / "dice_reader.onnx", (1, 3, CROP, CROP), (0,))


def _load(folder: Path) -> tuple[Any, Any]:
    """The networks kept in `folder`."""
    finder, reader = Finder(), Reader()
    finder.load_state_dict(torch.load(folder / "finder.pt"))
    reader.load_state_dict(torch.load(folder / "reader.pt"))
    return finder, reader


def drawn_scenes(folder: Path, nets: DiceNets | None = None) -> list[Picture]:
    """The scenes in `folder`, with what the finder of `nets` takes for dice there and is none."""
    images, labels = load_shards(folder)
    print(f"{len(images)} scenes, {sum(map(len, labels))} dice", flush=True)
    pictures = [Picture(Pyramid(i), k) for i, k in zip(images, labels, strict=True)]
    if nets is not None:

        def hot(image: U8) -> list[tuple[float, float, float, float]]:
            return [(f.x, f.y, f.size, f.heat) for f in nets.find(Pyramid(image), (1.0, 0.5))]

        for picture in pictures:
            picture.traps = mistaken(picture, hot)
    return pictures


def first_round(work: Path) -> DiceNets:
    """The networks that the first round left in `work`."""
    return DiceNets.kept_in(work / "drawn")


def on_drawn(work: Path, data: Path, plan: Plan, extra: Path | None) -> None:
    """First round: drawn scenes and tables alone."""
    draw_shards(work / "scenes", plan.shards, plan.seed, sorted((data / "cards/photos").glob("*.jpg")))
    pools: Pools = [(0.9, drawn_scenes(work / "scenes"))]
    if extra is not None:
        pools.append((0.1, with_dice(extra)))
    steps = (plan.finder_steps, plan.reader_steps)
    _train((Finder(), Reader()), pools, steps, plan.seed, (3e-3, 2e-3), work / "drawn")


def photo_pools(
    nets: DiceNets, work: Path, data: Path, each: int, extra: Path | None
) -> tuple[Pools, dict[str, list[Picture]]]:
    """Drawn scenes and pictures without dice, and about `each` of every maker's photographs, as `nets` sees
    them."""

    def seen(image: U8) -> list[tuple[float, float, float, float]]:
        return [(k.x, k.y, k.size, 1 - k.chances[0]) for k in faces(nets, Pyramid(image))]

    drawn = drawn_scenes(work / "scenes", nets)
    empty = []
    for path in sorted((data / "cards/photos").glob("*.jpg"))[::4]:
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        picture = Picture(Pyramid(image), np.zeros(0, LABEL), lean_known=False)
        picture.traps = mistaken(picture, seen)
        empty.append(picture)
    makers: dict[str, list[Picture]] = {}
    by_maker: dict[str, list[Photo]] = {}
    for photo in photos(data):
        by_maker.setdefault(photo.maker, []).append(photo)
    for maker, all_photos in by_maker.items():
        known = [learnt_from(photo, seen) for photo in all_photos[:: max(1, len(all_photos) // each)]]
        makers[maker] = [picture for picture in known if picture is not None]
    for maker, pictures in makers.items():
        print(f"{maker}: {len(pictures)} photos, {sum(len(p.traps) for p in pictures)} traps", flush=True)
    own: Pools = [(0.5, drawn), (0.08, empty)]
    if extra is not None:
        own.append((0.12, with_dice(extra)))
        for picture in own[-1][1]:
            picture.traps = mistaken(picture, seen)
    return own, makers


def pools_without(own: Pools, makers: dict[str, list[Picture]], left: Collection[str]) -> Pools:
    """What is learnt from when the makers `left` are left out."""
    learnt = [pictures for maker, pictures in makers.items() if maker not in left and pictures]
    return [*own, *((0.42 / len(learnt), pictures) for pictures in learnt)]


def on_photos(work: Path, data: Path, plan: Plan, extra: Path | None, leave_out: list[str]) -> None:
    """Second round: photographs and mistakes too; with all makers, then once without each of `leave_out`."""
    own, makers = photo_pools(first_round(work), work, data, plan.photos, extra)
    for left in [None, *leave_out]:
        pools = pools_without(own, makers, [left] if left else [])
        share = plan.fold_share if left else 1.0
        steps = (round(plan.photo_finder_steps * share), round(plan.photo_reader_steps * share))
        folder = work / (f"without-{left}" if left else "all")
        _train(_load(work / "drawn"), pools, steps, plan.seed + 1, (1.5e-3, 1e-3), folder)


def arguments(told: str | None, photos: int, seed: int) -> argparse.ArgumentParser:
    """What each way of training is asked for; `photos` and `seed` where nothing else is said."""
    parser = argparse.ArgumentParser(description=told, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for drawn scenes and networks")
    parser.add_argument("--data", type=Path, required=True, help="folder with dice/ and cards/")
    parser.add_argument("--tables", type=Path, help="folder of more pictures with answers, as data/table")
    parser.add_argument("--photos", type=int, default=photos, help="photographs of each maker, about")
    parser.add_argument("--seed", type=int, default=seed)
    return parser


def begun(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What was asked for; all chance comes from its seed, on one thread."""
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    cv2.setNumThreads(1)
    return chosen


def main() -> None:
    parser = arguments(__doc__, photos=110, seed=1)
    parser.add_argument("--shards", type=int, default=12, help="files of 250 scenes to draw")
    parser.add_argument("--finder-steps", type=int, default=2200)
    parser.add_argument("--reader-steps", type=int, default=4600)
    parser.add_argument("--photo-finder-steps", type=int, default=250)
    parser.add_argument("--photo-reader-steps", type=int, default=800)
    parser.add_argument(
        "--fold-share",
        type=float,
        default=0.4,
        help="steps of a run without one maker, as a part of the whole one's",
    )
    parser.add_argument(
        "--leave-out", nargs="*", default=[], help="makers (nb, mt, ep, dt) to leave out once"
    )
    parser.add_argument("--round", choices=["drawn", "photos", "both"], default="both")
    chosen = begun(parser)
    steps = (chosen.finder_steps, chosen.reader_steps, chosen.photo_finder_steps, chosen.photo_reader_steps)
    plan = Plan(chosen.shards, *steps, chosen.photos, chosen.fold_share, chosen.seed)
    if chosen.round in {"drawn", "both"}:
        on_drawn(chosen.work, chosen.data, plan, chosen.tables)
    if chosen.round in {"photos", "both"}:
        on_photos(chosen.work, chosen.data, plan, chosen.tables, chosen.leave_out)


if __name__ == "__main__":
    main()
