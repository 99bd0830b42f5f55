"""How the pieces of Biz-Bluff look, from biz_bluff.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.biz_bluff.board import CENTRE, DAHU, STREETS, SVP, WHITE
from firmware.kit.errors import KitFileError
from firmware.kit.papers import colour, shipped
from firmware.kit.shapes import Colour
from vision.node import Node

GROUND = "ground"
SEATS = 6  # pods: whoever plays has the pawn with the number of his
_SQUARES = (WHITE, DAHU, SVP, CENTRE, GROUND)
_FILE = "biz_bluff.toml"


@dataclass(frozen=True, slots=True)
class StreetLook:
    field: Colour
    edge: Colour


@dataclass(frozen=True, slots=True)
class BizLooks:
    streets: Mapping[str, StreetLook]
    squares: Mapping[str, Colour]
    seats: Mapping[int, Colour]


@cache
def biz_looks() -> BizLooks:
    """The looks that ship with the package."""
    return parse_biz_looks(shipped(_FILE), _FILE)


def parse_biz_looks(text: str, name: str) -> BizLooks:
    """The looks in TOML text; `name` says in an error where it came from. Raises KitFileError."""
    root = Node.of(text, name, KitFileError)
    root.only("source", "streets", "squares", "seats")
    root.text("source")
    streets, squares, colours = (root.node(key) for key in ("streets", "squares", "seats"))
    streets.only(*STREETS)
    squares.only(*_SQUARES)
    seats = tuple(str(seat) for seat in range(1, SEATS + 1))
    colours.only(*seats)
    return BizLooks(
        {street: _street(streets.node(street)) for street in STREETS},
        {kind: colour(squares, kind) for kind in _SQUARES},
        {int(seat): colour(colours, seat) for seat in seats},
    )


def _street(node: Node) -> StreetLook:
    node.only("field", "edge")
    return StreetLook(colour(node, "field"), colour(node, "edge"))
