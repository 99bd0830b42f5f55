"""Where thrown dice come to rest: they never run into one another, though they may touch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from firmware.sim.errors import NoRoomError
from firmware.sim.layout import Spot
from firmware.sim.pose import UP, Pose, Quaternion, about, flat, lowest, then
from firmware.sim.things import Chances, Lean

_RESTARTS = 25  # of a throw that found no place for its last die

AIR = 0.15  # millimetres between dice that touch
CLEAR = 1.0  # millimetres, at least, between dice that do not
COCKED_DEGREES = (14.0, 36.0)  # beyond 36 people would no longer agree on the face
LEANING_ROOM = 1.4  # a cube tipped by 36 degrees is so much wider: cos 36 + sin 36


@dataclass(frozen=True, slots=True)
class Footprint:
    """The square of cloth that a die stands on: centre, turn in degrees, side in millimetres."""

    x: float
    y: float
    yaw: float
    side: float

    def corners(self, margin: float = 0.0) -> list[tuple[float, float]]:
        """The four corners in millimetres, of the square grown by `margin` on every side."""
        half = self.side / 2 + margin
        c, s = math.cos(math.radians(self.yaw)) * half, math.sin(math.radians(self.yaw)) * half
        return [
            (self.x + c - s, self.y + s + c),
            (self.x - c - s, self.y - s + c),
            (self.x - c + s, self.y - s - c),
            (self.x + c + s, self.y + s - c),
        ]


def overlap(a: Footprint, b: Footprint, gap: float = 0.0) -> bool:
    """Whether two footprints come closer than `gap` millimetres (separating axes)."""
    apart = math.hypot(a.x - b.x, a.y - b.y)
    if apart >= (a.side + b.side) * math.sqrt(0.5) + gap:
        return False
    first, second = a.corners(), b.corners(gap)
    for yaw in (a.yaw, a.yaw + 90.0, b.yaw, b.yaw + 90.0):
        c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
        ones = [x * c + y * s for x, y in first]
        others = [x * c + y * s for x, y in second]
        if max(ones) <= min(others) or max(others) <= min(ones):
            return False
    return True


def _within(foot: Footprint, centre: Spot, radius: float) -> bool:
    return all(math.hypot(x - centre.x, y - centre.y) <= radius for x, y in foot.corners())


def _anywhere(rng: Random, centre: Spot, radius: float, side: float) -> Footprint:
    reach = radius * math.sqrt(rng.random())
    angle = rng.uniform(0.0, 2 * math.pi)
    return Footprint(
        centre.x + reach * math.cos(angle), centre.y + reach * math.sin(angle), rng.uniform(0.0, 360.0), side
    )


def _against(rng: Random, other: Footprint, side: float) -> Footprint:
    yaw = math.radians(other.yaw + 90.0 * rng.randrange(4))
    away, along = (other.side + side) / 2 + AIR, rng.uniform(-0.45, 0.45) * side
    return Footprint(
        other.x + away * math.cos(yaw) - along * math.sin(yaw),
        other.y + away * math.sin(yaw) + along * math.cos(yaw),
        other.yaw,
        side,
    )


def free_place(
    rng: Random,
    centre: Spot,
    radius: float,
    side: float,
    taken: Sequence[Footprint],
    touching: float = 0.0,
    tries: int = 80,
) -> Footprint | None:
    """A free footprint wholly within a circle, or None if none was found in so many tries."""
    for _ in range(tries):
        leans = bool(taken) and rng.random() < touching
        foot = _against(rng, rng.choice(taken), side) if leans else _anywhere(rng, centre, radius, side)
        gap = AIR / 2 if leans else CLEAR
        if _within(foot, centre, radius) and not any(overlap(foot, other, gap) for other in taken):
            return foot
    return None


def scatter(
    rng: Random,
    sides: Sequence[float],
    centre: Spot,
    radius: float,
    taken: Sequence[Footprint] = (),
    touching: float = 0.0,
) -> list[Footprint]:
    """Footprints of these `sides` for dice thrown into a circle beside those already there.
    Raises `NoRoomError`."""
    for _ in range(_RESTARTS):
        placed: list[Footprint] = []
        for side in sides:
            foot = free_place(rng, centre, radius, side, [*taken, *placed], touching)
            if foot is None:
                break
            placed.append(foot)
        else:
            return placed
    packed = _packed(rng, sides, centre)
    if all(_within(foot, centre, radius) and not any(overlap(foot, t) for t in taken) for foot in packed):
        return packed
    raise NoRoomError(
        f"no room for {len(sides)} dice within {radius:.0f} mm of ({centre.x:.0f}, {centre.y:.0f})"
    )


def _packed(rng: Random, sides: Sequence[float], centre: Spot) -> list[Footprint]:
    """Up to six dice side by side, as close as they go: how large dice have to lie under a cup."""
    pitch, yaw = max(sides) + AIR, rng.uniform(0.0, 360.0)
    c, s = math.cos(math.radians(yaw)) * pitch, math.sin(math.radians(yaw)) * pitch
    places = [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
    if len(sides) > len(places):
        places = [(x, y) for y in (-0.5, 0.5) for x in (0.0, 1.0, -1.0)]
    return [
        Footprint(centre.x + x * c - y * s, centre.y + x * s + y * c, yaw, side)
        for (x, y), side in zip(places, sides, strict=False)
    ]


def rest(foot: Footprint, face: int, quarter: int) -> Pose:
    """The pose of a die that lies flat on its footprint with `face` up, spun by some quarter turns."""
    return Pose(foot.x, foot.y, foot.side / 2, flat(face, foot.yaw + 90.0 * quarter))


def cock(rng: Random, pose: Pose, side: float) -> Pose:
    """The same die leaning: tipped so that no face lies flat, its lowest corner on the cloth."""
    angle = rng.uniform(0.0, 2 * math.pi)
    turn: Quaternion = then(
        pose.turn, about((math.cos(angle), math.sin(angle), 0.0), rng.uniform(*COCKED_DEGREES))
    )
    return Pose(pose.x, pose.y, lowest(turn, side), turn)


def stack(rng: Random, below: Pose, face: int, side: float) -> Pose:
    """A die that came to lie flat on top of another."""
    slip = side * 0.28
    return Pose(
        below.x + rng.uniform(-slip, slip),
        below.y + rng.uniform(-slip, slip),
        below.z + side,
        then(flat(face, 0.0), about(UP, rng.uniform(0.0, 360.0))),
    )


class Landed(NamedTuple):
    """How one die came to rest, and whether it rolled away."""

    pose: Pose
    lean: Lean
    astray: bool = False


def throw(
    rng: Random,
    count: int,
    centre: Spot,
    radius: float,
    side: float,
    around: Sequence[Footprint],
    chances: Chances,
    stray: Callable[[Sequence[Footprint]], Footprint | None],
) -> list[Landed]:
    """Dice thrown into a circle, with what goes wrong by chance: one may end cocked, one on another, and one
    where `stray` finds a place beside the footprints that it is given. Raises `NoRoomError`."""
    faces = [rng.randint(1, 6) for _ in range(count)]
    sides = [side] * count
    leaning = rng.randrange(count) if rng.random() < chances.cocked else None
    if leaning is not None:
        sides[leaning] *= LEANING_ROOM
    try:
        feet = scatter(rng, sides, centre, radius, around, chances.touching)
    except NoRoomError:
        if leaning is None:
            raise
        leaning = None  # so tightly held, no die can lean
        feet = scatter(rng, [side] * count, centre, radius, around, chances.touching)
    dice = [
        Landed(rest(replace(foot, side=side), face, rng.randrange(4)), Lean.FLAT)
        for foot, face in zip(feet, faces, strict=True)
    ]
    if leaning is not None:
        dice[leaning] = Landed(cock(rng, dice[leaning].pose, side), Lean.COCKED)
    flat_ones = [index for index, die in enumerate(dice) if die.lean is Lean.FLAT]
    if len(flat_ones) > 1 and rng.random() < chances.stacked:
        upper, lower = rng.sample(flat_ones, 2)
        dice[upper] = Landed(stack(rng, dice[lower].pose, faces[upper], side), Lean.STACKED)
        flat_ones = [index for index in flat_ones if index not in {upper, lower}]
    if flat_ones and rng.random() < chances.astray:
        index = rng.choice(flat_ones)
        foot = stray([*around, *feet])
        if foot is not None:
            dice[index] = Landed(rest(foot, faces[index], rng.randrange(4)), Lean.FLAT, astray=True)
    return dice
