"""The board of liar's dice: how its ring of spaces is laid out, from liars_dice.toml and the rules' own
tracks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.liars_dice.options import OPTIONS
from engine.liars_dice.track import Track, track
from firmware.kit.errors import KitFileError
from firmware.kit.papers import colour, shipped
from firmware.kit.shapes import Colour
from vision.areas import Area
from vision.errors import LayoutError
from vision.layout import marker_dictionary
from vision.node import Node
from vision.reading import Place

CORNERS = 4
TRACKS: tuple[str, ...] = next(option.choices for option in OPTIONS if option.key == "track")
_FILE = "liars_dice.toml"
_COLOURS = ("ground", "number", "star", "edge", "gold", "felt", "stickers")
_WHITE_AROUND = 3.0  # millimetres, at least, between a marker and what is drawn beside it


@dataclass(frozen=True, slots=True)
class BoardLook:
    """The ring's measures in millimetres, its markers and its colours by name. `first`: the id of the upper
    left marker by the track's name."""

    width: float
    height: float
    depth: float
    columns: int
    rows: int
    dictionary: str
    side: float
    first: Mapping[str, int]
    colours: Mapping[str, Colour]


@cache
def board_look() -> BoardLook:
    """As it ships with the package."""
    return parse_board_look(shipped(_FILE), _FILE)


def parse_board_look(text: str, name: str) -> BoardLook:
    """The look in TOML text; `name` says in an error where it came from. Raises KitFileError."""
    root = Node.of(text, name, KitFileError)
    root.only("source", "board", "markers", "colours")
    root.text("source")
    board, markers, colours = (root.node(key) for key in ("board", "markers", "colours"))
    board.only("width", "height", "depth", "columns", "rows")
    markers.only("dictionary", "side", "first")
    first = markers.node("first")
    first.only(*TRACKS)
    colours.only(*_COLOURS)
    look = BoardLook(
        board.number("width"),
        board.number("height"),
        board.number("depth"),
        _whole(board, "columns"),
        _whole(board, "rows"),
        markers.text("dictionary"),
        markers.number("side"),
        {which: _whole(first, which) for which in TRACKS},
        {key: colour(colours, key) for key in _COLOURS},
    )
    _check(look, board, markers, first)
    return look


def spaces_of(name: str) -> Track:
    """The track whose spaces lie on the board of this name; on which faces a bid can be made is no matter."""
    return track(name, "12345")


def areas(look: BoardLook) -> tuple[Area, ...]:
    """The spaces in the direction of the arrow, about the board's middle: from the upper left corner along
    the upper side, and on clockwise."""
    right, low, depth = look.width / 2, look.height / 2, look.depth
    wide = (look.width - 2 * depth) / look.columns
    high = (look.height - 2 * depth) / look.rows
    left, top = -right + depth, -low + depth  # of the ground inside
    upper = [Area(left + wide * n, -low, left + wide * (n + 1), top) for n in range(look.columns)]
    beside = [Area(-left, top + high * n, right, top + high * (n + 1)) for n in range(look.rows)]
    return (*upper, *beside, *map(_opposite, upper), *map(_opposite, beside))


def inside(look: BoardLook) -> Area:
    """The ground for discarded dice."""
    wide, high = look.width / 2 - look.depth, look.height / 2 - look.depth
    return Area(-wide, -high, wide, high)


def markers(look: BoardLook, name: str) -> dict[int, Place]:
    """The middles of a board's markers by their ids: clockwise from the upper left."""
    x, y = (look.width - look.depth) / 2, (look.height - look.depth) / 2
    at = (Place(-x, -y), Place(x, -y), Place(x, y), Place(-x, y))
    return {look.first[name] + corner: place for corner, place in enumerate(at)}


def _opposite(area: Area) -> Area:
    """The same across the middle."""
    return Area(-area.right, -area.bottom, -area.left, -area.top)


def _check(look: BoardLook, board: Node, markers: Node, first: Node) -> None:
    try:
        most = len(marker_dictionary(look.dictionary).bytesList)
    except LayoutError as error:
        raise markers.error("dictionary", str(error)) from None
    room = min(look.width, look.height) - 2 * look.depth
    if min(look.columns, look.rows, look.depth, room) <= 0:
        raise board.error("depth", "the ring must have spaces on each side, and ground within")
    if not 0 < look.side <= look.depth - 2 * _WHITE_AROUND:
        raise markers.error("side", f"must be {_WHITE_AROUND:g} mm or more from the edges of its corner")
    taken: set[int] = set()
    for name in TRACKS:
        spaces = len(spaces_of(name).spaces)
        if spaces != 2 * (look.columns + look.rows):
            raise board.error(
                "columns", f"twice columns and rows must be {spaces}, as the track {name!r} has"
            )
        ids = set(range(look.first[name], look.first[name] + CORNERS))
        if min(ids) < 0 or max(ids) >= most or ids & taken:
            raise first.error(name, f"its {CORNERS} ids must be of 0 to {most - 1}, and no other board's")
        taken |= ids


def _whole(node: Node, key: str) -> int:
    value = node.number(key)
    if value != int(value):
        raise node.error(key, f"must be a whole number, is {value:g}")
    return int(value)
