"""The faces of the tokens of Bluff You!: squares with a large number, a ring of as many beads, and a diamond
for each point, the same on both sides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.bluff_you.tokens import POINTS
from firmware.kit.cards import INK, WHITE
from firmware.kit.errors import KitFileError
from firmware.kit.numerals import number, width_of
from firmware.kit.shapes import (
    Colour,
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
_FIGURE = 11.0
_DISC = 10.4
_RING = 14.0
_BEADS = 12.2  # how far from the middle
_BEAD = 1.05
_DIAMOND = (1.9, 1.35)  # half as wide, half as high
_UNDERLINED = (6, 9)  # each is the other upside down
_LOW = 10  # and below: the first of two fields
_FILE = "bluff_you.toml"


@dataclass(frozen=True, slots=True)
class TokenLook:
    low: Colour
    high: Colour
    ring: Colour
    bead: Colour


@cache
def token_looks() -> Mapping[int, TokenLook]:
    """By points, as they ship with the package."""
    return parse_token_looks(files("firmware.kit").joinpath(_FILE).read_text(encoding="utf-8"), _FILE)


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
        filled(look.ring, ellipse(middle, middle, _RING)),
        *_beads(token, look.bead),
        filled(WHITE, ellipse(middle, middle, _DISC)),
        *placed(figure, moved(middle - width_of(text, _FIGURE) / 2, middle - _FIGURE / 2 - lift)),
        *_diamonds(POINTS[token], look.ring),
    )


def _beads(count: int, colour: Colour) -> Drawing:
    """As many as the number says, all round."""
    turns = (2 * math.pi * bead / count - math.pi / 2 for bead in range(count))
    at = ((SIDE / 2 + _BEADS * math.cos(turn), SIDE / 2 + _BEADS * math.sin(turn)) for turn in turns)
    return tuple(filled(colour, ellipse(x, y, _BEAD)) for x, y in at)


def _diamonds(count: int, colour: Colour) -> Drawing:
    """A row in two opposite corners, for the points."""
    wide, high = _DIAMOND
    row: Drawing = tuple(
        filled(
            colour,
            polygon([(x - wide / 2, y), (x, y - high), (x + wide / 2, y), (x, y + high)]),
        )
        for x, y in ((_BORDER + 2.4 + (wide + 0.6) * place, _BORDER + 2.6) for place in range(count))
    )
    return (*row, *placed(row, moved(SIDE, SIDE).after(turned(180))))


def _look(node: Node) -> TokenLook:
    keys = ("low", "high", "ring", "bead")
    node.only(*keys)
    return TokenLook(*(_colour(node, key) for key in keys))


def _colour(node: Node, key: str) -> Colour:
    try:
        return Colour.of(node.text(key))
    except ValueError as error:
        raise node.error(key, str(error)) from None
