"""Writes pictures of simulated tables with their answers, to learn from or to measure on.

`python -m tests.vision.simulated_tables FOLDER COUNT SEED`, and `full` after it for tables on which all six
seats show their five dice, `alone` for such as show one die only, cocked on every other table, or `leaning`
for such as half of the dice lean on, to learn from"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from firmware.sim import styles
from firmware.sim.eye import Eye, eye_of
from firmware.sim.pose import matrix
from firmware.sim.render import Optics, dice_in_picture, render
from firmware.sim.things import DiceKind, Lean, Scene, SeenDie
from firmware.sim.throw import cock
from firmware.sim.world import World


def write_tables(folder: Path, count: int, seed: int, kind: str = "") -> None:
    """`count` tables of every look, drawn from `seed`, into `folder`; if `full` 30 dice in view on each, if
    `alone` one die, which leans on every other table, if `leaning` half of the dice leaning."""
    full = kind == "full"
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(count):
        rng = Random(f"{seed}.{number}")
        seats = list(range(1, 7)) if full else sorted(rng.sample(range(1, 7), rng.choice([3, 5, 6])))
        world = World(
            seats,
            rng.randrange(1 << 30),
            rng.choice(list(DiceKind)),
            style=styles.drawn(rng.randrange(1 << 30)),
        )
        if number % 3 == 0:
            world.style = styles.usual(rng.choice(list(styles.CLOTHS)), rng.choice(list(styles.DICE)))
        elif number % 3 == 1:
            world.stand = styles.drawn_stand(rng.randrange(1 << 30))
        for seat in seats:
            (world.lift if full else rng.choice([world.lift, world.throw_open, world.lift, world.hand_in]))(
                seat
            )
        scene = world.scene()
        if kind == "alone":
            scene = _with_one_die(scene, rng, cocked=number % 2 == 1)
        if kind == "leaning":
            scene = replace(
                scene, dice=tuple(_cocked(d, rng) if rng.random() < 0.5 else d for d in scene.dice)
            )
        optics = Optics(
            rng.uniform(0.75, 1.2), rng.uniform(-0.6, 0.6), rng.uniform(0.3, 1.0), rng.uniform(1, 4), number
        )
        name = f"sim-{seed}-{number:03d}.png"
        cv2.imwrite(str(folder / name), render(scene, optics))
        eye = eye_of(scene.stand)
        dice = []
        for lies, seen in zip(scene.dice, dice_in_picture(scene), strict=True):
            centre, half = (
                np.array([lies.pose.x, lies.pose.y, lies.pose.z]),
                np.array([0, 0, lies.look.side / 2]),
            )
            top, bottom = eye.project(np.array([centre + half, centre - half]))
            way = [float(v) for v in (bottom - top) / seen.size]
            cocked = seen.lean is not Lean.FLAT
            place = {"cx": float(seen.x), "cy": float(seen.y), "size": float(seen.size), "down": way}
            own = _own_way(lies, eye, float(seen.size)) if kind == "leaning" and cocked else {}
            dice.append({"value": str(seen.value), "cocked": cocked, **place, **own})
        lines.append(json.dumps({"image": name, "profile": "simulated", "dice": dice}))
    (folder / "labels.jsonl").write_text("\n".join(lines) + "\n")


def _with_one_die(scene: Scene, rng: Random, cocked: bool) -> Scene:
    die = rng.choice(scene.dice)
    if cocked:
        die = _cocked(die, rng)
    return replace(scene, dice=(die,))


def _cocked(die: SeenDie, rng: Random) -> SeenDie:
    return replace(die, pose=cock(rng, die.pose, die.look.side), lean=Lean.COCKED)


def _own_way(die: SeenDie, eye: Eye, seen: float) -> dict[str, object]:
    """The side of the top face as it would be seen from right above, of which `seen` is left, and the way
    from its middle to the bottom face's, in such sides."""
    axis = max((s * column for column in matrix(die.pose.turn).T for s in (1, -1)), key=lambda way: way[2])
    centre = np.array([die.pose.x, die.pose.y, die.pose.z])
    half = axis * die.look.side / 2
    top, bottom = eye.project(np.array([centre + half, centre - half]))
    side = seen / math.sqrt(axis[2])
    return {"own_side": side, "own_down": [float(v) for v in (bottom - top) / side]}


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), "".join(sys.argv[4:]))
