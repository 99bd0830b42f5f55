"""Whether a die on a board leans: where the board lies tells where the camera is, and so how a flat die is
seen."""

from __future__ import annotations

import math

from vision.board import Board
from vision.dice_crops import Pyramid
from vision.dice_lean import LEAN
from vision.dice_nets import DiceNets
from vision.picture import Frame
from vision.reading import Die, Place


def leans(frame: Frame, die: Die, foot: Place, board: Board) -> bool:
    """Whether the die, which would stand at `foot` if it lay flat, does not. `frame`: where it was read."""
    x, y = board.pixel_of(foot)
    flat = ((x - die.x) / die.size, (y - die.y) / die.size)
    nets, pyramid, face = DiceNets.shipped(), Pyramid(frame), [(die.x, die.y, die.size)]
    looks = [*nets.look(pyramid, face), *nets.look(pyramid, face, mirror=True)]
    down = [sum(look.down[axis] for look in looks) / len(looks) for axis in (0, 1)]
    slope = sum(look.slope for look in looks) / len(looks)
    return max(math.dist(down, flat), abs(slope - math.hypot(*flat))) > LEAN
