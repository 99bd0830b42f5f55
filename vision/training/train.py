"""Trains the finder and the reader that `vision.dice` runs, and writes them as ONNX.

python -m vision.training.train --work WORK --data DATA --tables TABLES --leave-out nb mt ep dt

Needs torch and onnx beside the project's own dependencies (pip install torch==2.13.0 onnx). DATA is the
folder with dice/ and cards/; TABLES holds pictures of the simulated table (python -m
tests.vision.simulated_tables TABLES 60 97). The first round draws scenes into WORK/scenes (about 35 s for 250
on one core) and learns from them and TABLES alone (WORK/drawn); the second goes on with photographs of real
dice and with what the first round took for dice and was none (WORK/all, and WORK/without-MAKER for an honest
measure on that maker, by a share of the same steps). A step takes about a quarter of a second on one core.
What ships are WORK/all/dice_finder.onnx and dice_reader.onnx. Everything is seeded, and a run that was cut
off goes on where it was."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import torch  # type: ignore[import-not-found]
from numpy.typing import NDArray
from torch.nn import functional  # type: ignore[import-not-found]

from vision.dice import faces
from vision.dice_crops import CROP, Pyramid, normalised
from vision.dice_nets import DiceNets
from vision.training.nets import Finder, Reader, write_onnx
from vision.training.photos import Photo, learnt_from, mistaken, photos, tables
from vision.training.samples import TILE, Crop, Picture, die_crop, empty_crop, finder_input, tile
from vision.training.store import LABEL, draw_shards, load_shards

Rng = np.random.Generator
U8 = NDArray[np.uint8]
Pools: TypeAlias = list[tuple[float, list[Picture]]]  # pictures, and the share of learning that they get


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


class _Log:
    """Prints how training goes, smoothed."""

    def __init__(self, name: str, steps: int) -> None:
        self.name, self.steps, self.since = name, steps, time.monotonic()
        self.loss = self.right = 0.0

    def tell(self, step: int, loss: float, right: float) -> None:
        share = max(0.02, 1 / (step + 1))
        self.loss += share * (loss - self.loss)
        self.right += share * (right - self.right)
        if step % 100 == 0:
            spent = time.monotonic() - self.since
            state = f"loss {self.loss:.4f} right {self.right:.4f} {spent:.0f} s"
            print(f"{self.name} {step}/{self.steps} {state}", flush=True)


def _rate(step: int, steps: int, top: float) -> float:
    warm = min(1.0, (step + 1) / 200)
    return top * warm * (0.5 + 0.5 * float(np.cos(np.pi * step / steps))) + 1e-6


def _any(pools: Pools, rng: Rng) -> Picture:
    """A picture: each pool as often as its share says."""
    shares = np.array([share for share, _ in pools])
    pool = pools[int(rng.choice(len(pools), p=shares / shares.sum()))][1]
    return pool[int(rng.integers(len(pool)))]


def finder_loss(out: Any, batch: list[Any]) -> Any:
    """Focal loss on the heat (1 at each top face's cell, less about it) and a smooth loss on place and size
    there."""
    heat = torch.from_numpy(np.stack([t.heat for t in batch]))
    weight = torch.from_numpy(np.stack([t.weight for t in batch]))
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    peak = (heat > 0.999).float()
    hit = -peak * (1 - p) ** 2 * torch.log(p)
    miss = -(1 - peak) * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
    loss = ((hit + miss) * weight).sum() / (sum(len(t.dice) for t in batch) + len(batch))
    where = [(n, r, c) for n, t in enumerate(batch) for r, c, *_ in t.dice]
    if where:
        n, r, c = (torch.tensor(v) for v in zip(*where, strict=True))
        aim = torch.tensor([d[2:] for t in batch for d in t.dice], dtype=torch.float32)
        loss = loss + functional.smooth_l1_loss(out[n, 1:, r, c], aim, beta=0.2)
    return loss


def _learn(
    net: Any,
    optimiser: Any,
    kept: Path,
    steps: int,
    top: float,
    step_of: Callable[[Rng], tuple[Any, float]],
    seed: list[int],
) -> None:
    """Takes `steps` steps, each with chance of its own, so that a run that was cut off goes on the same way
    from what it kept in the file `kept`. `step_of` gives a step's loss and the share that was right."""
    net.train().to(memory_format=torch.channels_last)
    first = 0
    if kept.exists():
        state = torch.load(kept)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
    log = _Log(kept.stem, steps)
    for step in range(first, steps):
        optimiser.param_groups[0]["lr"] = _rate(step, steps, top)
        loss, right = step_of(np.random.default_rng([*seed, step]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        log.tell(step, loss.item(), right)
        if step % 250 == 249 or step == steps - 1:
            part = kept.with_suffix(".part")
            torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step + 1}, part)
            part.rename(kept)


def train_finder(net: Any, pools: Pools, steps: int, seed: int, top: float, kept: Path) -> None:
    """Teaches the finder `steps` batches of 12 tiles."""

    def step_of(rng: Rng) -> tuple[Any, float]:
        batch = [tile(_any(pools, rng), rng) for _ in range(12)]
        x = torch.from_numpy(finder_input([t.picture for t in batch]))
        return finder_loss(net(x.to(memory_format=torch.channels_last)), batch), 0.0

    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    _learn(net, optimiser, kept, steps, top, step_of, [seed, 1])


def draw_batch(pools: Pools, rng: Rng, count: int) -> list[Crop]:
    """Crops for the reader, three in five on a die."""
    out: list[Crop] = []
    while len(out) < count:
        picture = _any(pools, rng)
        on_die = len(picture.dice) and rng.random() < 0.68
        crop = die_crop(picture, rng) if on_die else empty_crop(picture, rng)
        if crop is not None:
            out.append(crop)
    return out


def reader_loss(out: Any, batch: list[Crop]) -> Any:
    """Cross-entropy on the kind, smooth losses on place, size and lean where these are known."""
    loss = functional.cross_entropy(out[:, :9], torch.tensor([c.kind for c in batch]))
    place_counts = torch.tensor([c.place_counts for c in batch])
    down_counts = torch.tensor([c.down_counts for c in batch])
    place = torch.tensor([c.place for c in batch], dtype=torch.float32)
    down = torch.tensor([c.down for c in batch], dtype=torch.float32)
    if place_counts.any():
        loss = loss + functional.smooth_l1_loss(out[place_counts, 9:12], place[place_counts], beta=0.05) * 2
    if down_counts.any():
        loss = loss + functional.smooth_l1_loss(out[down_counts, 12:14], down[down_counts], beta=0.05) * 3
    return loss


def train_reader(net: Any, pools: Pools, steps: int, seed: int, top: float, kept: Path) -> None:
    """Teaches the reader `steps` batches of 64 crops."""

    def step_of(rng: Rng) -> tuple[Any, float]:
        batch = draw_batch(pools, rng, 64)
        x = torch.from_numpy(normalised(np.stack([c.crop for c in batch])))
        out = net(x.to(memory_format=torch.channels_last))
        right = (out[:, :9].argmax(1) == torch.tensor([c.kind for c in batch])).float().mean()
        return reader_loss(out, batch), float(right)

    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-2)
    _learn(net, optimiser, kept, steps, top, step_of, [seed, 2])


def _save(folder: Path, finder: Any, reader: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
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


def _drawn(work: Path) -> list[Picture]:
    images, labels = load_shards(work / "scenes")
    print(f"{len(images)} scenes, {sum(map(len, labels))} dice", flush=True)
    return [Picture(Pyramid(i), k) for i, k in zip(images, labels, strict=True)]


def on_drawn(work: Path, data: Path, plan: Plan, extra: Path | None) -> None:
    """First round: drawn scenes and tables alone."""
    draw_shards(work / "scenes", plan.shards, plan.seed, sorted((data / "cards/photos").glob("*.jpg")))
    pools: Pools = [(0.9, _drawn(work))]
    if extra is not None:
        pools.append((0.1, [picture for picture in tables(extra) if len(picture.dice)]))
    folder = work / "drawn"
    folder.mkdir(parents=True, exist_ok=True)
    finder, reader = Finder(), Reader()
    train_reader(reader, pools, plan.reader_steps, plan.seed, 2e-3, folder / "reader-state.pt")
    train_finder(finder, pools, plan.finder_steps, plan.seed, 3e-3, folder / "finder-state.pt")
    _save(folder, finder, reader)


def _photo_pools(
    work: Path, data: Path, plan: Plan, extra: Path | None
) -> tuple[Pools, dict[str, list[Picture]]]:
    """Drawn scenes and pictures without dice, and every maker's photographs, as the first round sees them."""
    folder = work / "drawn"
    nets = DiceNets((folder / "dice_finder.onnx").read_bytes(), (folder / "dice_reader.onnx").read_bytes())

    def seen(image: U8) -> list[tuple[float, float, float, float]]:
        return [(k.x, k.y, k.size, 1 - k.chances[0]) for k in faces(nets, Pyramid(image))]

    drawn = _drawn(work)
    for picture in drawn[::8]:
        picture.traps = mistaken(picture, seen)
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
        known = [learnt_from(photo, seen) for photo in all_photos[:: max(1, len(all_photos) // plan.photos)]]
        makers[maker] = [picture for picture in known if picture is not None]
    for maker, pictures in makers.items():
        print(f"{maker}: {len(pictures)} photos, {sum(len(p.traps) for p in pictures)} traps", flush=True)
    own: Pools = [(0.5, drawn), (0.08, empty)]
    if extra is not None:
        own.append((0.12, [picture for picture in tables(extra) if len(picture.dice)]))
        for picture in own[-1][1]:
            picture.traps = mistaken(picture, seen)
    return own, makers


def on_photos(work: Path, data: Path, plan: Plan, extra: Path | None, leave_out: list[str]) -> None:
    """Second round: photographs and mistakes too; with all makers, then once without each of `leave_out`."""
    own, makers = _photo_pools(work, data, plan, extra)
    for left in [None, *leave_out]:
        learnt = [pictures for maker, pictures in makers.items() if maker != left]
        pools: Pools = [*own, *((0.42 / len(learnt), pictures) for pictures in learnt)]
        folder = work / (f"without-{left}" if left else "all")
        folder.mkdir(parents=True, exist_ok=True)
        share = plan.fold_share if left else 1.0
        finder, reader = _load(work / "drawn")
        steps = (round(plan.photo_reader_steps * share), round(plan.photo_finder_steps * share))
        train_reader(reader, pools, steps[0], plan.seed + 1, 1e-3, folder / "reader-state.pt")
        train_finder(finder, pools, steps[1], plan.seed + 1, 1.5e-3, folder / "finder-state.pt")
        _save(folder, finder, reader)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for drawn scenes and networks")
    parser.add_argument("--data", type=Path, required=True, help="folder with dice/ and cards/")
    parser.add_argument("--shards", type=int, default=12, help="files of 250 scenes to draw")
    parser.add_argument("--finder-steps", type=int, default=2500)
    parser.add_argument("--reader-steps", type=int, default=6500)
    parser.add_argument("--photo-finder-steps", type=int, default=400)
    parser.add_argument("--photo-reader-steps", type=int, default=1200)
    parser.add_argument(
        "--photos", type=int, default=1000, help="photographs of each maker to learn from, about"
    )
    parser.add_argument(
        "--fold-share",
        type=float,
        default=0.4,
        help="steps of a run without one maker, as a part of the whole one's",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--leave-out", nargs="*", default=[], help="makers (nb, mt, ep, dt) to leave out once"
    )
    parser.add_argument("--tables", type=Path, help="folder of more pictures with answers, as data/table")
    parser.add_argument("--round", choices=["drawn", "photos", "both"], default="both")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    cv2.setNumThreads(1)
    steps = (chosen.finder_steps, chosen.reader_steps, chosen.photo_finder_steps, chosen.photo_reader_steps)
    plan = Plan(chosen.shards, *steps, chosen.photos, chosen.fold_share, chosen.seed)
    if chosen.round in {"drawn", "both"}:
        on_drawn(chosen.work, chosen.data, plan, chosen.tables)
    if chosen.round in {"photos", "both"}:
        on_photos(chosen.work, chosen.data, plan, chosen.tables, chosen.leave_out)


if __name__ == "__main__":
    main()
