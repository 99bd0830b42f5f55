"""Measures networks on the handed photographs, each maker on its own: `python -m vision.training.measure
--nets FOLDER --data DATA nb mt`. With FOLDER = WORK/without-nb the figures for nb are those of photographs
never learnt from."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from vision.dice import read_with
from vision.dice_nets import DiceNets


def measured(nets: DiceNets, data: Path, maker: str) -> Counter[str]:
    """Counts over a maker's photographs. Values are compared photo by photo as heaps, so a false die that
    is sure counts as wrong and sure as well."""
    count: Counter[str] = Counter()
    for line in (data / "dice" / "labels.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if not Path(entry["image"]).name.startswith(maker):
            continue
        dice = read_with(nets, np.asarray(cv2.imread(str(data / "dice" / entry["image"])), np.uint8)).dice
        known = Counter(str(value) for value in entry["values"])
        said = Counter(str(die.value) for die in dice)
        sure = Counter(str(die.value) for die in dice if die.sure)
        all_sure = sure.total() == len(dice)
        count["photos"] += 1
        count["photos right"] += said == known
        count["photos sure"] += all_sure
        count["photos sure and right"] += all_sure and said == known
        count["dice"] += known.total()
        count["dice right"] += (said & known).total()
        count["dice sure"] += sure.total()
        count["dice wrong and sure"] += (sure - known).total()
        count["dice too many"] += max(0, len(dice) - known.total())
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nets", type=Path, required=True, help="folder with the two ONNX files")
    parser.add_argument("--data", type=Path, required=True, help="folder with dice/")
    parser.add_argument("makers", nargs="+", help="nb, mt, ep, dt")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    nets = DiceNets.kept_in(chosen.nets)
    for maker in chosen.makers:
        figures = measured(nets, chosen.data, maker)
        print(maker, ", ".join(f"{key} {value}" for key, value in figures.items()), flush=True)


if __name__ == "__main__":
    main()
