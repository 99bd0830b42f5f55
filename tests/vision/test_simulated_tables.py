"""The tables that are drawn to learn from and to measure on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tests.vision.simulated_tables import write_tables
from vision.dice_nets import DiceNets
from vision.training.photos import tables


def test_a_die_that_leans_is_learnt_from_where_it_is_known_how_it_does(tmp_path: Path) -> None:
    write_tables(tmp_path / "leaning", 2, 5, "leaning")
    write_tables(tmp_path / "alone", 2, 5, "alone")
    (_, cocked) = tables(tmp_path / "alone")
    assert cocked.dice["visible"].max() < 0.5  # only its way to the cloth is known
    told, read = [], []
    for line, picture in zip(
        (tmp_path / "leaning/labels.jsonl").open(), tables(tmp_path / "leaning"), strict=True
    ):
        for die, known in zip(json.loads(line)["dice"], picture.dice, strict=True):
            if not die["cocked"]:
                continue
            assert known["visible"] == 1
            (look,) = DiceNets.shipped().look(picture.pyramid, [(known["x"], known["y"], known["size"])])
            told.append((known["down_x"], known["down_y"]))
            read.append(look.down)
    assert len(told) > 5
    far = np.hypot(*(np.array(told) - np.array(read)).T)
    assert np.median(far) < 0.2 < np.median(np.hypot(*np.array(told).T))
