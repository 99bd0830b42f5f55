"""Stickers that make ordinary dice dice with a star: for the faces of dice of several sizes."""

from __future__ import annotations

from firmware.kit.cards import INK
from firmware.kit.lettering import fitting, lines_of
from firmware.kit.liars_dice_art import star
from firmware.kit.liars_dice_board import board_look
from firmware.kit.pieces import Paper, Side, Text, together
from firmware.kit.shapes import Drawing, filled, polygon, rectangle, stroked
from firmware.kit.sheets import MARK, THIN
from firmware.words.words import Words

DICE = (12.0, 14.0, 16.0)
"""Millimetres from face to face of the dice that there are stickers for."""
SHARE = 0.78  # of a face that is flat: the rest are its rounded edges
COUNT = 31  # thirty dice and the red one
SPARE = 36
_COLUMNS = 12
_STAR = 0.42  # of a sticker's side: how far its points reach
_TOP, _GAP, _HEAD = 34.0, 16.0, 6.0
_BESIDE, _LETTERS = 14.0, 3.3


def sticker(die: float) -> Drawing:
    """A sticker for a die of this size, from (0, 0) on."""
    side = side_of(die)
    ground = board_look().colours["stickers"]
    return (filled(ground, rectangle(0, 0, side, side)), filled(INK, star(side / 2, side / 2, side * _STAR)))


def side_of(die: float) -> float:
    """How large the sticker for a die of this size is."""
    return round(die * SHARE, 1)


def place_of(paper: Paper, die: float, number: int) -> tuple[float, float]:
    """The upper left corner of a sticker on the sheet, in millimetres."""
    above = DICE[: DICE.index(die)]
    top = _TOP + sum(_HEAD + SPARE / _COLUMNS * side_of(other) + _GAP for other in above) + _HEAD
    row, column = divmod(number, _COLUMNS)
    side = side_of(die)
    return (paper.width - _COLUMNS * side) / 2 + column * side, top + row * side


def sticker_side(paper: Paper, words: Words) -> Side:
    """A sheet of them, for each size as many as a whole game wants and a few more."""
    told = words.say(
        "Stick stars on the sixes of thirty ordinary dice, and on that of a red one that is as large."
    )
    room = paper.width - 2 * _BESIDE
    lines = enumerate(lines_of(told, _LETTERS, room))
    sides = [Side((), tuple(Text(line, _BESIDE, 16 + at * 4.6, _LETTERS, INK) for at, line in lines))]
    for die in DICE:
        left, top = place_of(paper, die, 0)
        text = words.say("For dice of {n} mm", n=round(die))
        size = fitting(text, 3.6, paper.width - 2 * left)
        sides.append(Side(_cuts(paper, die), (Text(text, left, top - 7.5, size, INK, bold=True),)))
        for number in range(SPARE):
            sides.append(Side(sticker(die)).at(*place_of(paper, die, number)))
    return together(*sides)


def _cuts(paper: Paper, die: float) -> Drawing:
    """Marks where to cut, around the stickers of one size."""
    left, top = place_of(paper, die, 0)
    side, rows = side_of(die), SPARE // _COLUMNS
    right, low = left + _COLUMNS * side, top + rows * side
    near, far = MARK[0], sum(MARK)
    lines = []
    for column in range(_COLUMNS + 1):
        x = left + column * side
        lines.append(polygon([(x, top - near), (x, top - far)], closed=False))
        lines.append(polygon([(x, low + near), (x, low + far)], closed=False))
    for row in range(rows + 1):
        y = top + row * side
        lines.append(polygon([(left - near, y), (left - far, y)], closed=False))
        lines.append(polygon([(right + near, y), (right + far, y)], closed=False))
    return (stroked(INK, THIN, *lines),)
