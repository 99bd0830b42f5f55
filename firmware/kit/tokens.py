"""The faces of the tokens of Bluff You!: squares with a large number on a disc, and a diamond for each point,
the same on both sides. A bar along one edge, or two, tells which way up each lies, and two of
the same colours from each other, before anything smaller can be made out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.bluff_you.tokens import POINTS
from firmware.kit.cards import INK, WHITE
from firmware.kit.errors import KitFileError
from firmware.kit.numerals import number, width_of
from firmware.kit.papers import colour, shipped
from firmware.kit.shapes import (
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
    turned,
)
from vision.node import Node

SIDE = 40.0  # millimetres: sixteen lie in the middle of the reference table, four by four
_BORDER = 2.4
_FIGURE = 13.0
_DISC = 13.0
_BAR = 4.4
_DIAMOND = (1.9, 1.35)  # half as wide, half as high
_UNDERLINED = (6, 9)  # each is the other upside down
_LOW = 10  # and below: the first of two fields
# The eye learns from the disc what the light makes of colours. A camera shows white as it likes.
_GREY = Colour.of("#cfcfcf")
_FILE = "bluff_you.toml"


@dataclass(frozen=True, slots=True)
class TokenLook:
    low: Colour
    high: Colour
    ink: Colour
    light: Colour


@cache
def token_looks() -> Mapping[int, TokenLook]:
    """By points, as they ship with the package."""
    return parse_token_looks(shipped(_FILE), _FILE)


def parse_token_looks(text: str, name: str) -> Mapping[int, TokenLook]:
    """The looks in TOML text; `name` says in an error where it came from. Raises KitFileError."""
    root = Node.of(text, name, KitFileError)
    root.only("source", "points")
    root.text("source")
    points, values = root.node("points"), sorted(set(POINTS.values()))
    points.only(*(str(value) for value in values))
    return {value: _look(points.node(str(value))) for value in values}


def token_face(token: int) -> Drawing:
    """A token from (0, 0) to (SIDE, SIDE)."""
    look = token_looks()[POINTS[token]]
    field = look.low if token <= _LOW else look.high
    middle = SIDE / 2
    text = str(token)
    figure = number(text, _FIGURE, INK, underline=token in _UNDERLINED)
    lift = 1.4 if token in _UNDERLINED else 0
    return (
        filled(WHITE, rectangle(0, 0, SIDE, SIDE)),
        filled(field, rounded(_BORDER, _BORDER, SIDE - 2 * _BORDER, SIDE - 2 * _BORDER, 2.5)),
        filled(look.ink, _bar(token)),
        filled(_GREY, ellipse(middle, middle, _DISC)),
        *placed(figure, moved(middle - width_of(text, _FIGURE) / 2, middle - _FIGURE / 2 - lift)),
        *_diamonds(POINTS[token], look),
    )


def _bar(token: int) -> Contour:
    """Along the upper edge; of an odd number along the left one too."""
    near, far, inner = _BORDER, SIDE - _BORDER, _BORDER + _BAR
    down = [(inner, inner), (inner, far), (near, far)] if token % 2 else [(near, inner)]
    return polygon([(near, near), (far, near), (far, inner), *down])


def _diamonds(count: int, look: TokenLook) -> Drawing:
    """A row in two opposite corners, for the points: on the bar, and on the field."""
    return (
        *_row(count, look.light),
        *placed(_row(count, look.ink), moved(SIDE, SIDE).after(turned(180))),
    )


def _row(count: int, colour: Colour) -> Drawing:
    wide, high = _DIAMOND
    places = ((_BORDER + 2.4 + (wide + 0.6) * place, _BORDER + _BAR / 2) for place in range(count))
    return tuple(
        filled(colour, polygon([(x - wide / 2, y), (x, y - high), (x + wide / 2, y), (x, y + high)]))
        for x, y in places
    )


def _look(node: Node) -> TokenLook:
    keys = ("low", "high", "ink", "light")
    node.only(*keys)
    return TokenLook(*(colour(node, key) for key in keys))
