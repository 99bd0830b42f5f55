"""Pictures of the board of liar's dice on the simulated table, with red dice on it, disturbed as one
likes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from firmware.sim.layout import Spot
from firmware.sim.red_die import RedDie, TrackBoard
from firmware.sim.render import Optics, render
from firmware.sim.sprite import Picture
from firmware.sim.things import CupState, DiceKind, Hand, Scene, SeenDie, SeenHand, Stand
from firmware.sim.world import World
from vision.cards.deck import Face

BOARD = TrackBoard("borg")
SKIN = (110, 150, 210)


@cache
def table() -> Scene:
    """The table with six cups over their dice and nothing in the middle."""
    world = World((1, 2, 3, 4, 5, 6), 1)
    assert all(world.cup(seat) is CupState.DOWN for seat in world.seats)
    return world.scene()


def on(space: str, face: int, board: TrackBoard = BOARD, yaw: float = 0.0) -> RedDie:
    """The red die on the middle of a space."""
    return RedDie(face, board.middle_of(space), yaw)


def beside(space: str, right: float, down: float, face: int, board: TrackBoard = BOARD) -> RedDie:
    """The red die so many millimetres, as the board is read, from the middle of a space."""
    area = board.area_of(space)
    return RedDie(face, board.to_table(area.centre.x + right, area.centre.y + down))


def hand_over(tip: Spot, heading: float = 90.0) -> SeenHand:
    """A hand that reaches that far over the table."""
    return SeenHand(Hand(tip, heading, 1), SKIN)


def scene(
    *dice: RedDie,
    board: TrackBoard = BOARD,
    printed: Face | None = None,
    hands: Iterable[SeenHand] = (),
    more: Iterable[SeenDie] = (),
    stand: Stand | None = None,
) -> Scene:
    """The table with this board and these dice on it. `printed`: how the board came out of the printer."""
    card = board.seen() if printed is None else replace(board.seen(), face=printed)
    return replace(
        table(),
        cards=(card,),
        dice=(*(die.seen(DiceKind.STAR) for die in dice), *more),
        hands=tuple(hands),
        stand=stand or table().stand,
    )


def picture(seen: Scene, optics: Optics | None = None) -> Picture:
    return render(seen, optics or Optics(grain=1))
