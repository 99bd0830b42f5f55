"""Whole games are refereed from the simulated table's picture: it must be read without an error."""

from __future__ import annotations

import math
from random import Random

import pytest

from firmware.sim import styles
from firmware.sim.render import Optics, dice_in_picture, render
from firmware.sim.things import DiceKind, Lean
from firmware.sim.world import World
from vision.dice import read_dice
from vision.layout import reference_layout
from vision.table import find_table


@pytest.mark.parametrize("seed", range(6))
def test_the_plain_simulated_table_is_read_without_an_error(seed: int) -> None:
    rng = Random(seed)
    seats = sorted(rng.sample(range(1, 7), 3))
    world = World(seats, seed, rng.choice(list(DiceKind)), style=styles.usual())
    for seat in seats:
        world.lift(seat)
    scene = world.scene()
    frame = render(scene, Optics(grain=seed))
    left = list(read_dice(frame, find_table(frame, reference_layout())).dice)
    for known in dice_in_picture(scene):
        die = min(left, key=lambda d: math.hypot(d.x - known.x, d.y - known.y))
        assert math.hypot(die.x - known.x, die.y - known.y) < 0.5 * known.size
        left.remove(die)
        if die.sure:
            assert die.value is known.value
        assert die.sure or known.lean is not Lean.FLAT
    assert not left
