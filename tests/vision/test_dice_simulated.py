"""Whole games are refereed from the simulated table's picture: it must be read right, or not surely."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from random import Random

from firmware.sim import styles
from firmware.sim.pose import about, lowest, then
from firmware.sim.render import Optics, dice_in_picture, render
from firmware.sim.things import DiceKind, Lean
from firmware.sim.throw import cock
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


def test_a_cocked_die_that_lies_alone_is_not_read_for_sure() -> None:
    """No other die says how an upright one looks from there: the table's markers must."""
    sure = {Lean.FLAT: 0, Lean.COCKED: 0}
    for seed in range(6):
        world = World([1 + seed, 1 + (seed + 3) % 6], seed, DiceKind.STAR, style=styles.usual())
        world.lift(1 + seed)
        scene = world.scene()
        flat = next(die for die in scene.dice if die.seat == 1 + seed)
        # Tipped towards the table's edge, so that it shows a side which a flat one there would hide.
        along, away = flat.pose.x, flat.pose.y
        turn = then(
            flat.pose.turn,
            about((-away / math.hypot(along, away), along / math.hypot(along, away), 0.0), 30.0),
        )
        pose = replace(flat.pose, z=lowest(turn, flat.look.side), turn=turn)
        for die in (flat, replace(flat, pose=pose, lean=Lean.COCKED)):
            frame = render(replace(scene, dice=(die,)), Optics(grain=seed))
            dice = read_dice(frame, find_table(frame, reference_layout())).dice
            sure[die.lean] += any(seen.sure for seen in dice)
    assert sure == {Lean.FLAT: 6, Lean.COCKED: 0}


def test_a_die_that_was_thrown_alone_and_came_to_rest_askew_is_hardly_ever_sure() -> None:
    """Askew any way that a throw leaves it: a side that is seen as well as the top is not taken for it."""
    count = Counter[str]()
    for seed in range(24):
        seat = 1 + seed % 6
        world = World([seat], seed, DiceKind.ORDINARY, style=styles.drawn(seed))
        world.lift(seat)
        scene = world.scene()
        die = scene.dice[0]
        askew = replace(die, pose=cock(Random(seed), die.pose, die.look.side), lean=Lean.COCKED)
        for lies in (die, askew):
            frame = render(replace(scene, dice=(lies,)), Optics(grain=seed))
            dice = read_dice(frame, find_table(frame, reference_layout())).dice
            count[f"{lies.lean.value} sure"] += any(seen.sure for seen in dice)
    assert count["cocked sure"] <= 4, count
    assert count["flat sure"] >= 21, count
