"""A board on two sheets: where to cut each half, which one it is, and where the two meet."""

from __future__ import annotations

from firmware.kit.cards import INK
from firmware.kit.lettering import fitting, lines_of
from firmware.kit.pieces import Anchor, Side, Text
from firmware.kit.shapes import Colour, Contour, Drawing, filled, polygon, stroked
from firmware.kit.sheets import MARK, THIN
from firmware.words.words import Words

EDGE = 5.0  # millimetres from the edge of the paper to the line where the halves meet
ROOM = 13.0  # above a half and below it, for what is said there
_JOIN = 2.2  # half as large as a diamond is
_HEAD, _HEAD_OVER = 4.0, 2.6  # its size, and from the board to its foot
_LETTERS, _LINE, _BELOW = 2.9, 3.8, 3.9
_MOST_LINES = 2


def half_side(
    left: float, top: float, wide: float, high: float, right: bool, words: Words, told: str | None = None
) -> Side:
    """What goes round a half that lies there on its sheet. `told`: what is said below it; else how the halves
    are put together."""
    head = words.say("The right half of the board") if right else words.say("The left half of the board")
    middle = left + wide / 2
    size = fitting(head, _HEAD, wide - 4, bold=True)
    texts = [Text(head, middle, top - _HEAD_OVER, size, INK, anchor=Anchor.MIDDLE, bold=True)]
    told = told or words.say(
        "Cut both halves out, lay them side by side so that the diamonds meet, and glue them to card."
    )
    letters = _LETTERS
    while len(lines := lines_of(told, letters, wide - 4)) > _MOST_LINES:
        letters *= 0.97
    for at, line in enumerate(lines):
        texts.append(Text(line, middle, top + high + _BELOW + at * _LINE, letters, INK, anchor=Anchor.MIDDLE))
    return Side(_cuts(left, top, wide, high, right), tuple(texts))


def joins(x: float, heights: tuple[float, ...], colour: Colour, *, of: str = "both") -> Drawing:
    """Diamonds across the line where the halves meet, at these heights: whole where the halves lie right.
    `of`: `both` draws whole ones, `left` and `right` what is on that half of them."""
    away = {"both": (-_JOIN, _JOIN), "left": (-_JOIN, 0.0), "right": (0.0, _JOIN)}[of]
    return tuple(
        filled(colour, polygon([(x + away[0], y), (x, y - _JOIN), (x + away[1], y), (x, y + _JOIN)]))
        for y in heights
    )


def _cuts(left: float, top: float, wide: float, high: float, right: bool) -> Drawing:
    """Marks where to cut; beside the line where the halves meet there is no room for any."""
    near, far = MARK[0], sum(MARK)
    lines: list[Contour] = []
    for x in (left, left + wide):
        lines.append(polygon([(x, top - near), (x, top - far)], closed=False))
        lines.append(polygon([(x, top + high + near), (x, top + high + far)], closed=False))
    outer, away = (left + wide, 1) if right else (left, -1)
    for y in (top, top + high):
        lines.append(polygon([(outer + away * near, y), (outer + away * far, y)], closed=False))
    return (stroked(INK, THIN, *lines),)
