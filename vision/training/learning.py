"""Teaches the networks: what a step learns from and how wrong it was. A run that was cut off goes on."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch  # type: ignore[import-not-found]
from torch.nn import functional  # type: ignore[import-not-found]

from vision.dice_crops import normalised
from vision.training.other_make import other_make
from vision.training.samples import MILDLY, SPOILT, Crop, Picture, die_crop, empty_crop, finder_input, tile

OTHER_MILDLY = 0.4  # of the crops that may look as another maker's dice where less is spoilt

Rng = np.random.Generator
Pools: TypeAlias = list[tuple[float, list[Picture]]]  # pictures, and the share of learning that they get


class _Log:
    """Prints how training goes, smoothed."""

    def __init__(self, name: str, steps: int) -> None:
        self.name, self.steps, self.since = name, steps, time.monotonic()
        self.loss = self.right = 0.0
        self.told = 0

    def tell(self, step: int, loss: float, right: float) -> None:
        self.told += 1
        share = max(0.02, 1 / self.told)
        self.loss += share * (loss - self.loss)
        self.right += share * (right - self.right)
        if step % 100 == 0:
            spent = time.monotonic() - self.since
            state = f"loss {self.loss:.4f} right {self.right:.4f} {spent:.0f} s"
            print(f"{self.name} {step}/{self.steps} {state}", flush=True)


def _rate(step: int, steps: int, top: float, fall: int) -> float:
    """How large a step is: it grows over the first 200, then falls as half a cosine does; or, with `fall`,
    stays, and falls straight to nothing over that many at the end."""
    warm = min(1.0, (step + 1) / 200)
    left = min(1.0, (steps - step) / fall) if fall else 0.5 + 0.5 * float(np.cos(np.pi * step / steps))
    return top * warm * left + 1e-6


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


def learn(
    net: Any,
    optimiser: Any,
    kept: Path,
    steps: int,
    top: float,
    step_of: Callable[[Rng], tuple[Any, float]],
    seed: list[int],
    fall: int = 0,
) -> None:
    """Takes `steps` steps, each with chance of its own, so that a run that was cut off goes on the same way
    from what it kept in the file `kept`, and leaves in `net` a running mean of its weights, which is good at
    any time. `step_of` gives a step's loss and the share that was right."""
    net.train().to(memory_format=torch.channels_last)
    mean, first = copy.deepcopy(net), 0
    if kept.exists():
        state = torch.load(kept)
        net.load_state_dict(state["raw"])
        mean.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
    log = _Log(kept.stem, steps)
    for step in range(first, steps):
        optimiser.param_groups[0]["lr"] = _rate(step, steps, top, fall)
        dropped_out = int(np.random.default_rng([*seed, step, 1]).integers(1 << 31))
        torch.manual_seed(dropped_out)
        loss, right = step_of(np.random.default_rng([*seed, step]))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        _follow(mean, net, min(0.998, (1 + step) / (10 + step)))
        log.tell(step, loss.item(), right)
        if step % 250 == 249 or step == steps - 1:
            part = kept.with_suffix(".part")
            state = {"net": mean.state_dict(), "raw": net.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**state, "step": step + 1}, part)
            part.rename(kept)
    net.load_state_dict(mean.state_dict())


def _follow(mean: Any, net: Any, keep: float) -> None:
    """Moves the running mean of the weights on towards those of `net`."""
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if new.is_floating_point():
                old.mul_(keep).add_(new, alpha=1 - keep)
            else:
                old.copy_(new)


def some_tiles(pools: Pools, rng: Rng, count: int) -> Any:
    """Tiles as the finder takes them, (count, 3, TILE, TILE)."""
    return torch.from_numpy(finder_input([tile(_any(pools, rng), rng).picture for _ in range(count)]))


def train_finder(net: Any, pools: Pools, steps: int, seed: int, top: float, kept: Path) -> None:
    """Teaches the finder `steps` batches of 12 tiles."""

    def step_of(rng: Rng) -> tuple[Any, float]:
        batch = [tile(_any(pools, rng), rng) for _ in range(12)]
        x = torch.from_numpy(finder_input([t.picture for t in batch]))
        return finder_loss(net(x.to(memory_format=torch.channels_last)), batch), 0.0

    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    learn(net, optimiser, kept, steps, top, step_of, [seed, 1])


def draw_batch(pools: Pools, rng: Rng, count: int, mild: bool = False, fine: bool = False) -> list[Crop]:
    """Crops for the reader, three in five on a die; if `mild` spoilt less; if `fine` for the second one."""
    spoilt = MILDLY if mild else SPOILT
    out: list[Crop] = []
    while len(out) < count:
        picture = _any(pools, rng)
        on_die = len(picture.dice) and rng.random() < 0.68
        crop = (die_crop if on_die else empty_crop)(picture, rng, spoilt, fine)
        if crop is not None:
            out.append(crop)
    return out


def reader_input(batch: list[Crop]) -> Any:
    """The crops as the readers take them, (n, 3, side, side)."""
    return torch.from_numpy(normalised(np.stack([c.crop for c in batch])))


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
        aims = torch.cat([down, down.norm(dim=1, keepdim=True)], 1)[down_counts]
        loss = loss + functional.smooth_l1_loss(out[down_counts, 12:15], aims, beta=0.05) * 4
    return loss


def train_reader(net: Any, pools: Pools, steps: int, seed: int, top: float, kept: Path) -> None:
    """Teaches the reader `steps` batches of 64 crops."""

    def step_of(rng: Rng) -> tuple[Any, float]:
        batch = draw_batch(pools, rng, 64)
        out = net(reader_input(batch).to(memory_format=torch.channels_last))
        right = (out[:, :9].argmax(1) == torch.tensor([c.kind for c in batch])).float().mean()
        return reader_loss(out, batch), float(right)

    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-2)
    learn(net, optimiser, kept, steps, top, step_of, [seed, 2])


def untold_loss(out: Any, taught: Any, batch: list[Crop]) -> Any:
    """How far `out` is from what the taught reader says of the way down of those dice whose picture does not
    tell it, where that one is right about their kind."""
    kinds = torch.tensor([c.kind for c in batch])
    untold = (taught[:, :9].argmax(1) == kinds) & (kinds > 0) & (kinds < 8)
    untold &= ~torch.tensor([c.down_counts for c in batch])
    if not untold.any():
        return 0.0
    return functional.smooth_l1_loss(out[untold, 12:15], taught[untold, 12:15], beta=0.05) * 2


def light_loss(out: Any, taught: Any, batch: list[Crop]) -> Any:
    """The reader's loss, and how far `out` is from what the taught reader says of the same crops: of the kind
    where that one is right, of the way down where the picture does not tell it."""
    right = taught[:, :9].argmax(1) == torch.tensor([c.kind for c in batch])
    chances = taught[:, :9].softmax(1)
    far = chances * (chances.clamp_min(1e-9).log() - out[:, :9].log_softmax(1))
    return reader_loss(out, batch) + (far.sum(1) * right).mean() + untold_loss(out, taught, batch)


def further_loss(out: Any, before: Any, batch: list[Crop]) -> Any:
    """The reader's loss; the one from before helps only where the picture does not tell the way down: in what
    a die shows it would hold the new one back."""
    return reader_loss(out, batch) + untold_loss(out, before, batch)


def alone_loss(out: Any, _taught: Any, batch: list[Crop]) -> Any:
    """The reader's loss, without any other reader's help."""
    return reader_loss(out, batch)


def train_light(
    light: Any,
    taught: Any,
    pools: Pools,
    steps: int,
    fall: int,
    seed: int,
    top: float,
    kept: Path,
    loss: Callable[[Any, Any, list[Crop]], Any] = light_loss,
    mild: bool = False,
) -> None:
    """Teaches the reader `light` `steps` batches of 64 crops, of which some look as another maker's dice may,
    with the help of the reader `taught`; the rate falls over the last `fall`. If `mild` less is spoilt and
    made to look otherwise: what is easy is then read more surely."""
    other = OTHER_MILDLY if mild else 1.0
    taught.eval().to(memory_format=torch.channels_last)

    def step_of(rng: Rng) -> tuple[Any, float]:
        batch = draw_batch(pools, rng, 64, mild)
        batch = [replace(c, crop=other_make(c.crop, rng)) if rng.random() < other else c for c in batch]
        x = reader_input(batch).to(memory_format=torch.channels_last)
        with torch.no_grad():
            said = taught(x)
        out = light(x)
        right = (out[:, :9].argmax(1) == torch.tensor([c.kind for c in batch])).float().mean()
        return loss(out, said, batch), float(right)

    optimiser = torch.optim.AdamW(light.parameters(), weight_decay=1e-2)
    learn(light, optimiser, kept, steps, top, step_of, [seed, 4], fall)
