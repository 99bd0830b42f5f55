"""Teaches the second reader, from nothing.

python -m vision.training.second --work WORK --data DATA --tables TABLES --leaning LEANING --traced 40

Needs and draws what `vision.training.further` does, and learns from the same pictures: more of those crops
that leave the shipped reader in doubt, since only these are shown to it. What comes of it is
WORK/second/dice_second.onnx, or with `--leave-out nb mt` WORK/without-nb/dice_second.onnx and
WORK/without-mt/dice_second.onnx, without these makers. A step takes about a fifth of a second on one core;
a run that was cut off goes on where it was."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch  # type: ignore[import-not-found]

from vision.dice_crops import CROP, FINE_CROP, normalised
from vision.training.further import (
    READER,
    SECOND,
    TOP_FROM_NOTHING,
    all_pools,
    handed_out,
    more_arguments,
    shipped,
)
from vision.training.learning import Pools, Rng, draw_batch, learn, reader_input, reader_loss, untold_loss
from vision.training.nets import SecondReader, write_onnx
from vision.training.other_make import other_make
from vision.training.samples import Crop
from vision.training.taken_back import reader_of
from vision.training.train import begun

BATCH, DRAWN = 64, 96  # crops that a step learns from, and that it chooses them from


def as_first_sees(batch: list[Crop]) -> Any:
    """The fine crops as the first reader takes them, (n, 3, CROP, CROP)."""
    small = [cv2.resize(c.crop, (CROP, CROP), interpolation=cv2.INTER_AREA) for c in batch]
    return torch.from_numpy(normalised(np.stack(small)))


def doubted(pools: Pools, first: Any, rng: Rng) -> tuple[list[Crop], Any]:
    """Fine crops, half of them spoilt little, without the third of which `first` is the surest and right; and
    what that one says of each."""
    batch = draw_batch(pools, rng, DRAWN // 2, fine=True)
    batch += draw_batch(pools, rng, DRAWN // 2, mild=True, fine=True)
    batch = [replace(c, crop=other_make(c.crop, rng)) for c in batch]
    with torch.no_grad():
        said = first(as_first_sees(batch).to(memory_format=torch.channels_last))
    right = said[:, :9].softmax(1)[range(DRAWN), [c.kind for c in batch]]
    chosen = right.argsort()[:BATCH].tolist()
    return [batch[i] for i in chosen], said[chosen]


def teach(second: Any, first: Any, pools: Pools, steps: int, fall: int, seed: int, kept: Path) -> None:
    """Teaches the reader `second` `steps` batches; of the way down of dice whose picture does not tell it,
    what `first` says."""
    first.eval().to(memory_format=torch.channels_last)

    def step_of(rng: Rng) -> tuple[Any, float]:
        batch, said = doubted(pools, first, rng)
        out = second(reader_input(batch).to(memory_format=torch.channels_last))
        right = (out[:, :9].argmax(1) == torch.tensor([c.kind for c in batch])).float().mean()
        return reader_loss(out, batch) + untold_loss(out, said, batch), float(right)

    optimiser = torch.optim.AdamW(second.parameters(), weight_decay=2e-2)
    learn(second, optimiser, kept, steps, TOP_FROM_NOTHING, step_of, [seed, 5], fall)


def second(chosen: argparse.Namespace) -> None:
    """Teaches the second reader, without the makers left out, and writes it."""
    left: list[str] = chosen.leave_out
    folder = chosen.work / ("without-" + "-".join(left) if left else "second")
    folder.mkdir(exist_ok=True)
    net = SecondReader()
    kept = folder / "second-state.pt"
    teach(net, reader_of(shipped(READER)), all_pools(chosen), chosen.steps, chosen.fall, chosen.seed, kept)
    net.to(memory_format=torch.contiguous_format)
    write_onnx(net, folder / SECOND, (1, 3, FINE_CROP, FINE_CROP), (0,))
    handed_out(folder, left, SECOND)


def main() -> None:
    second(begun(more_arguments(__doc__, steps=26_000, fall=16_000)))


if __name__ == "__main__":
    main()
