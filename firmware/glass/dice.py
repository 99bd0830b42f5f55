"""Faces of dice drawn to measure: a lit square, its pips dark, like the dice on the table."""

from __future__ import annotations

from typing import NamedTuple


class _Measure(NamedTuple):
    """Margin, pip and gap in pixels: 2 x margin + 3 x pip + 2 x gap is the side."""

    margin: int
    pip: int
    gap: int


_MEASURES = {
    7: _Measure(1, 1, 1),
    10: _Measure(1, 2, 1),
    12: _Measure(1, 2, 2),
    14: _Measure(2, 2, 2),
    19: _Measure(2, 3, 3),
    25: _Measure(2, 5, 3),
}
SIDES = tuple(_MEASURES)

_PIPS = {  # column and row of each pip, 0 to 2
    1: ((1, 1),),
    2: ((2, 0), (0, 2)),
    3: ((2, 0), (1, 1), (0, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def blank(side: int) -> list[list[bool]]:
    """A face without pips, its corners rounded where there is room: rows of pixels, True = lit."""
    face = [[True] * side for _ in range(side)]
    nick = side // 8 if side > 12 else 0  # a pip beside a cut corner would melt into it
    for along in range(nick):
        for across in range(nick - along):
            for y, x in (
                (along, across),
                (along, -1 - across),
                (-1 - along, across),
                (-1 - along, -1 - across),
            ):
                face[y][x] = False
    return face


def pips(value: int, side: int) -> list[str]:
    """The face 1 to 6 as rows of `#` and `.`, `side` one of SIDES."""
    margin, pip, gap = _MEASURES[side]
    face = blank(side)
    for column, row in _PIPS[value]:
        left, top = margin + column * (pip + gap), margin + row * (pip + gap)
        for y in range(pip):
            for x in range(pip):
                cut = pip > 3 and y in (0, pip - 1) and x in (0, pip - 1)
                face[top + y][left + x] = cut
    return as_text(face)


def star(picture: list[str], side: int) -> list[str]:
    """The star face as rows of `#` and `.`: `picture`, no larger than the side, dark in the middle of it."""
    face = blank(side)
    left, top = (side - len(picture[0])) // 2, (side - len(picture)) // 2
    for y, row in enumerate(picture, start=top):
        for x, pixel in enumerate(row, start=left):
            face[y][x] = pixel == "."
    return as_text(face)


def as_text(face: list[list[bool]]) -> list[str]:
    """Rows of pixels as rows of `#` and `.`."""
    return ["".join("#" if pixel else "." for pixel in row) for row in face]
