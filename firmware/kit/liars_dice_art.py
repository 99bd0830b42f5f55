"""How the board of liar's dice is drawn: a ring of spaces with numbers and stars, no words, and markers in
its corners."""

from __future__ import annotations

import math

import numpy as np

from engine.liars_dice.dice import STAR
from firmware.kit.cards import INK, WHITE
from firmware.kit.liars_dice_board import BoardLook, areas, board_look, inside, markers, spaces_of
from firmware.kit.numerals import number, width_of
from firmware.kit.shapes import (
    Affine,
    Colour,
    Contour,
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    rectangle,
    rounded,
    stroked,
    turned,
)
from vision.areas import Area
from vision.layout import marker_dictionary

_BLACK = Colour(0, 0, 0)
_INSET = 0.8
_LINE = 0.5
_FIGURE = 8.5
_STAR = 5.2
_REST = 8.7  # the radius of the ring in which the die is set down
_BESIDE = 1.4  # between a space's edge, the ring and the figure
_UNDERLINED = ("6", "9")  # each is the other upside down
_POINTS, _NOTCH = 5, 0.42


def star(x: float, y: float, radius: float) -> Contour:
    """A star with five points, one of them up."""
    turns = [math.pi * at / _POINTS - math.pi / 2 for at in range(2 * _POINTS)]
    reach = [radius if at % 2 == 0 else radius * _NOTCH for at in range(2 * _POINTS)]
    return polygon(
        (x + far * math.cos(turn), y + far * math.sin(turn)) for turn, far in zip(turns, reach, strict=True)
    )


def board_drawing(name: str) -> Drawing:
    """The whole board of a track from (0, 0) on."""
    look = board_look()
    spaces = spaces_of(name).spaces
    drawn = (
        *_ground(look),
        *(
            part
            for space, area in zip(spaces, areas(look), strict=True)
            for part in _space(space, area, look)
        ),
        *_arrow(areas(look)[0], look),
        *_corners(look, name),
    )
    return placed(drawn, moved(look.width / 2, look.height / 2))


def _ground(look: BoardLook) -> Drawing:
    wide, high = look.width, look.height
    felt = inside(look)
    x, y = felt.left + 5, felt.top + 5
    box = rounded(x, y, -2 * x, -2 * y, 14)
    return (
        filled(look.colours["ground"], rectangle(-wide / 2, -high / 2, wide, high)),
        filled(look.colours["felt"], box),
        stroked(look.colours["edge"], _LINE, box),
    )


def _space(space: str, area: Area, look: BoardLook) -> Drawing:
    """A space: what is bid, and beside it a ring for the die. Whoever sits at that edge reads it upright."""
    way, wide, deep = _outward(area, look)
    stars = space.startswith(STAR)
    text = space.removeprefix(STAR)
    field, ink = (look.colours["star"], look.colours["gold"]) if stars else (look.colours["number"], INK)
    box = rounded(_INSET, _INSET, wide - 2 * _INSET, deep - 2 * _INSET, 2.2)
    rest = ellipse(wide - _INSET - _BESIDE - _REST, deep / 2, _REST)
    left, right = _INSET + _BESIDE, wide - _INSET - 2 * _BESIDE - 2 * _REST
    column, room = (left + right) / 2, right - left
    tall = _FIGURE * min(1.0, room / width_of(text, _FIGURE))
    figure = number(text, tall, ink, underline=text in _UNDERLINED and not stars)
    at = deep / 2 + (1.4 if stars else -tall / 2)
    shown: Drawing = (
        filled(field, box),
        stroked(look.colours["edge"], _LINE, box),
        stroked(look.colours["gold"] if stars else look.colours["edge"], 0.7, rest),
        *placed(figure, moved(column - width_of(text, tall) / 2, at)),
    )
    if stars:
        shown += (filled(look.colours["gold"], star(column, deep / 2 - 5.2, _STAR)),)
    return placed(shown, way)


def _outward(area: Area, look: BoardLook) -> tuple[Affine, float, float]:
    """From a space as it is drawn, (0, 0) its upper left corner seen from its own edge of the board, to
    where it lies; how wide it is along that edge, and how deep."""
    wide, deep = area.right - area.left, area.bottom - area.top
    if area.bottom >= look.height / 2:
        return moved(area.left, area.top), wide, deep
    if area.top <= -look.height / 2:
        return moved(area.right, area.bottom).after(turned(180)), wide, deep
    if area.left <= -look.width / 2:
        return moved(area.right, area.top).after(turned(90)), deep, wide
    return moved(area.left, area.bottom).after(turned(-90)), deep, wide


def _arrow(first: Area, look: BoardLook) -> Drawing:
    """Where the track begins, and which way it goes: within the ring, beside the first space."""
    y = first.bottom + 2.4
    x = first.left + 7
    head = polygon([(x + 16, y - 1.7), (x + 20, y + 0.3), (x + 16, y + 2.3)])
    return (filled(look.colours["edge"], rectangle(x, y - 0.3, 16, 1.2)), filled(look.colours["edge"], head))


def _corners(look: BoardLook, name: str) -> Drawing:
    """A marker in each corner, upright, in the white that it needs to be found."""
    drawn: list[Drawing] = []
    dictionary = marker_dictionary(look.dictionary)
    cells = dictionary.markerSize + 2
    cell, half = look.side / cells, look.side / 2
    for which, place in markers(look, name).items():
        printed = np.asarray(dictionary.generateImageMarker(which, cells, borderBits=1))
        white = [
            rectangle(place.x - half + column * cell, place.y - half + row * cell, cell, cell)
            for row, column in np.argwhere(printed > 0).tolist()
        ]
        around = look.depth / 2
        drawn.append(
            (
                filled(WHITE, rectangle(place.x - around, place.y - around, look.depth, look.depth)),
                filled(_BLACK, rectangle(place.x - half, place.y - half, look.side, look.side)),
                filled(WHITE, *white),
            )
        )
    return tuple(part for corner in drawn for part in corner)
