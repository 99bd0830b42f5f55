"""How well the red die is read on the printed board: `python -m tests.bench_board` prints it as Markdown.

Each placing is a picture of its own of the simulated table, disturbed in one way. A placing that is unsure
costs a moment; one that is wrong and sure would be a bid that nobody made."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

import cv2

from firmware.boards import board_plan
from firmware.sim.layout import Spot
from firmware.sim.red_die import RED, TrackBoard
from firmware.sim.render import Optics, render
from firmware.sim.things import DiceKind, DieLook, Lean, Scene, SeenDie, Stand, value_of
from firmware.sim.throw import Footprint, cock, rest
from tests.vision.boards import hand_over, scene
from vision.board import find_board
from vision.board_reading import Amiss, Standing, read_board
from vision.errors import BoardNotFoundError
from vision.reading import Value

REDS = (RED, DieLook((40, 25, 160), (240, 240, 240)), DieLook((60, 60, 215), (30, 25, 25)))
SIDES = (16.0, 16.0, 16.0, 14.0, 12.0)
SEED = 7


@dataclass
class Shot:
    """One picture: what is in it, how it was taken, and what would be right to say of it."""

    seen: Scene
    board: TrackBoard
    optics: Optics
    truth: tuple[int, Value] | None  # None: nothing that could be a bid


@dataclass(frozen=True)
class Scenery:
    """How a board lies and where the camera is: a few placings are taken in each, for drawing it takes
    longest."""

    board: TrackBoard
    stand: Stand = field(default_factory=Stand)


@dataclass
class Tally:
    """How many were read right, left unsure, or read wrong and sure; seconds that reading took."""

    said: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


def straight(rng: Random) -> Scenery:
    """A board in the middle, about straight, under a camera that looks straight down."""
    return Scenery(TrackBoard("borg", Spot(rng.uniform(-10, 10), rng.uniform(-8, 8)), rng.uniform(-6, 6)))


def turned(rng: Random) -> Scenery:
    """The board of either track, turned anyhow and laid askew."""
    at = Spot(rng.uniform(-30, 30), rng.uniform(-15, 15))
    return Scenery(TrackBoard(rng.choice(("borg", "perudo")), at, rng.uniform(-180, 180)))


def tilted(rng: Random) -> Scenery:
    """A camera that looks from the side by up to eight degrees each way."""
    stand = Stand(tilt_x=rng.uniform(-8, 8), tilt_y=rng.uniform(-8, 8), roll=rng.uniform(-5, 5))
    return replace(straight(rng), stand=stand)


def usual(rng: Random, there: Scenery) -> Shot:
    """Under the lamp of the table."""
    return shot(rng, there)


def lit(rng: Random, there: Scenery) -> Shot:
    """Dark, bright, cold, warm."""
    made = shot(rng, there)
    made.optics = replace(made.optics, gain=rng.uniform(0.45, 1.5), warmth=rng.uniform(-0.8, 0.8))
    return made


def blurred(rng: Random, there: Scenery) -> Shot:
    """Out of focus by up to two pixels, and grainy."""
    made = shot(rng, there)
    made.optics = replace(made.optics, blur=rng.uniform(1.0, 2.0), noise=rng.uniform(2.0, 6.0))
    return made


def overhung(rng: Random, there: Scenery) -> Shot:
    """A hand rests somewhere over the board, and may hide anything of it."""
    made = shot(rng, there)
    tip = Spot(rng.uniform(-190, 190), rng.uniform(-100, 100))
    hand = hand_over(tip, rng.choice((90.0, -90.0, 0.0, 180.0)))
    made.seen = replace(made.seen, hands=(hand,))
    return made


def littered(rng: Random, there: Scenery) -> Shot:
    """Many lost dice on the ground within the ring."""
    made = shot(rng, there)
    lost = [
        SeenDie(
            rest(
                Footprint(x + rng.uniform(-6, 6), y + rng.uniform(-6, 6), rng.uniform(0, 90), 16.0), face, 0
            ),
            DieLook(),
            DiceKind.STAR,
            Lean.FLAT,
            0,
        )
        for x in range(-120, 140, 40)
        for y in (-40, 0, 40)
        for face in (rng.randint(1, 6),)
        if rng.random() < 0.8
    ]
    made.seen = replace(made.seen, dice=(*made.seen.dice, *lost))
    return made


def between(rng: Random, there: Scenery) -> Shot:
    """On the line between two spaces, give or take a millimetre and a half."""
    board = there.board
    spaces = board.spaces.spaces
    along = [at for at in range(len(spaces) - 1) if _beside(board, at)]
    at = rng.choice(along)
    one, other = board.area_of(spaces[at]).centre, board.area_of(spaces[at + 1]).centre
    off = rng.uniform(-1.5, 1.5) / max(abs(one.x - other.x), abs(one.y - other.y))
    share = 0.5 + off
    x, y = one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share
    return shot(rng, there, at=board.to_table(x, y), truth=False)


def cocked(rng: Random, there: Scenery) -> Shot:
    """Tipped by fourteen to thirty-six degrees: right is to say so, and its nearest face is no harm."""
    made = shot(rng, there)
    (die,) = made.seen.dice
    tipped = replace(die, pose=cock(rng, die.pose, die.look.side), lean=Lean.COCKED)
    made.seen = replace(made.seen, dice=(tipped,))
    return made


def empty(rng: Random, there: Scenery) -> Shot:
    """No die on any space; some with a hand."""
    made = overhung(rng, there) if rng.random() < 0.5 else shot(rng, there)
    made.seen = replace(made.seen, dice=())
    made.truth = None
    return made


KINDS: Mapping[str, tuple[int, Callable[[Random], Scenery], Callable[[Random, Scenery], Shot]]] = {
    "as a rule": (120, straight, usual),
    "board turned anyhow": (80, turned, usual),
    "camera tilted to 8°": (64, tilted, usual),
    "light from 0.45 to 1.5": (64, straight, lit),
    "out of focus, grainy": (48, straight, blurred),
    "lost dice within the ring": (40, straight, littered),
    "a hand over the board": (40, straight, overhung),
    "between two spaces": (40, straight, between),
    "cocked": (40, straight, cocked),
    "no die on any space": (24, straight, empty),
}
EACH = 8  # placings in one scenery


def shot(rng: Random, there: Scenery, at: Spot | None = None, truth: bool = True) -> Shot:
    """The red die, of some size, colour and face, on some space within seven millimetres of its middle."""
    board = there.board
    number = rng.randrange(len(board.spaces.spaces))
    area = board.area_of(board.spaces.spaces[number])
    x, y = area.centre.x + rng.uniform(-7, 7), area.centre.y + rng.uniform(-6, 6)
    spot = at or board.to_table(x, y)
    kind, face = rng.choice((DiceKind.STAR, DiceKind.STAR, DiceKind.ORDINARY)), rng.randint(1, 6)
    look = replace(rng.choice(REDS), side=rng.choice(SIDES))
    pose = rest(Footprint(spot.x, spot.y, rng.uniform(0, 360), look.side), face, rng.randrange(4))
    die = SeenDie(pose, look, kind, Lean.FLAT, 0)
    optics = Optics(gain=rng.uniform(0.85, 1.15), warmth=rng.uniform(-0.2, 0.2), grain=rng.randrange(10**6))
    return Shot(
        scene(board=board, more=[die]), board, optics, (number, value_of(face, kind)) if truth else None
    )


def judged(made: Shot, tally: Tally) -> None:
    """Reads one picture and takes down how."""
    picture = render(made.seen, made.optics)
    began = time.perf_counter()
    try:
        standing = read_board(picture, find_board(picture, board_plan(made.board.track)))
    except BoardNotFoundError:
        standing = Standing(None, None, 0.0, Amiss.NO_BOARD)
    tally.seconds += time.perf_counter() - began
    if standing.reason is None and standing.value is not None:
        right = (standing.place, standing.value) == made.truth
        tally.said["right" if right else "wrong"] += 1
        if not right:
            tally.wrong.append(f"{standing.place} {standing.value} for {made.truth}")
    else:
        right = made.truth is None and (standing.reason is not None)
        tally.said["right" if right else "unsure"] += 1


def measured(share: float = 1.0) -> Iterator[tuple[str, Tally]]:
    """Every kind of picture in turn, each a `share` of its number, at least one."""
    rng = Random(SEED)
    for name, (count, lay, make) in KINDS.items():
        tally = Tally()
        for number in range(max(1, round(count * share))):
            if number % EACH == 0:
                there = lay(rng)
            judged(make(rng, there), tally)
        yield name, tally


def report(tallies: Iterable[tuple[str, Tally]]) -> Iterator[str]:
    """The lines of the Markdown table as they come, and then what was read wrong though sure."""
    yield "| | placings | right | unsure | wrong and sure | ms |"
    yield "|---|---|---|---|---|---|"
    total = Tally()
    for name, tally in tallies:
        yield _row(name, tally)
        total.said += tally.said
        total.seconds += tally.seconds
        total.wrong += [f"{name}: {what}" for what in tally.wrong]
    yield _row("**all**", total)
    yield from ("", *total.wrong) if total.wrong else ()


def _row(name: str, tally: Tally) -> str:
    count = sum(tally.said.values())
    each = [tally.said[key] for key in ("right", "unsure", "wrong")]
    return f"| {name} | {count} | " + " | ".join(map(str, each)) + f" | {1000 * tally.seconds / count:.0f} |"


def _beside(board: TrackBoard, at: int) -> bool:
    """Whether this space and the next one share an edge: not where the ring turns."""
    spaces = board.spaces.spaces
    one, other = board.area_of(spaces[at]).centre, board.area_of(spaces[at + 1]).centre
    return one.x == other.x or one.y == other.y


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="a part of the pictures, for a quick look")
    cv2.setNumThreads(1)
    for line in report(measured(parser.parse_args().share)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
