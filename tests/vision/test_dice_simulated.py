"""Whole games are refereed from the simulated table's picture: it must be read right, or not surely."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

from firmware.sim import styles
from firmware.sim.render import Optics, dice_in_picture, render
from firmware.sim.things import DiceKind
from firmware.sim.world import World
from vision.dice import read_dice
from vision.layout import reference_layout
from vision.table import find_table


def test_the_plain_simulated_table_is_read_right_or_not_surely() -> None:
    count: Counter[str] = Counter()
    for seed in range(8):
        rng = Random(seed)
        seats = sorted(rng.sample(range(1, 7), 3))
        world = World(seats, seed, rng.choice(list(DiceKind)), style=styles.usual())
        for seat in seats:
            world.lift(seat)
        scene = world.scene()
        frame = render(scene, Optics(grain=seed))
        left = list(read_dice(frame, find_table(frame, reference_layout())).dice)
        for known in dice_in_picture(scene):
            near = [d for d in left if math.hypot(d.x - known.x, d.y - known.y) < 0.5 * known.size]
            for die in near:
                left.remove(die)
            count["known"] += 1
            count["right"] += any(die.value is known.value for die in near)
            count["sure"] += any(die.sure for die in near)
            count["wrong and sure"] += any(die.sure and die.value is not known.value for die in near)
        count["wrong and sure"] += sum(die.sure for die in left)
    assert count["wrong and sure"] == 0
    assert count["right"] >= 0.97 * count["known"]
    assert count["sure"] >= 0.85 * count["known"]
