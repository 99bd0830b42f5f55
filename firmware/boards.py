"""The printed boards that the eye knows: where their spaces and markers are, and how they look."""

from __future__ import annotations

from functools import cache

from firmware.kit.liars_dice_art import board_drawing
from firmware.kit.liars_dice_board import areas, board_look, inside, markers
from firmware.kit.raster import painted
from vision.board import BoardPlan

_SCALE = 2.0  # pixels a millimetre: a little more than the camera has


@cache
def board_plan(track: str) -> BoardPlan:
    """The board of liar's dice on which this track is printed; drawn when it is first asked for."""
    look = board_look()
    picture = painted(board_drawing(track), look.width, look.height, _SCALE)
    return BoardPlan(
        look.width,
        look.height,
        look.dictionary,
        look.side,
        markers(look, track),
        areas(look),
        inside(look),
        picture,
    )
