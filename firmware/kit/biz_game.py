"""The board of Biz-Bluff as a picture for a screen while it is played on: where pawns and markers are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.biz_bluff.board import COMPANY, DAHU, WHITE, Board
from engine.game import View
from firmware.kit.biz_board import INSET, ROUND, SQUARE, Lettering, part_of, place_of, size_of
from firmware.kit.biz_looks import biz_looks
from firmware.kit.cards import INK
from firmware.kit.cards import WHITE as PAPER
from firmware.kit.numerals import number, width_of
from firmware.kit.shapes import (
    Colour,
    Contour,
    Shape,
    ellipse,
    filled,
    moved,
    rounded,
    stroked,
)
from firmware.kit.svg_out import elements_of, svg_of
from firmware.words.biz_bluff_texts import box
from firmware.words.values import mapping
from firmware.words.values import number as counted
from firmware.words.words import Words

BIZ_BLUFF = "biz-bluff"
_SHOWN = Lettering(name=5.2, said=5.0, line=4.6, low=3.0, rise=1.65, smallest=0.3)
_PIXELS = 4.0  # a millimetre, where there is room for all of them
_LIT = Colour(214, 92, 0)
_LIT_WIDTH = 1.8
PAWN, _MARKER = 3.5, 6.6  # a pawn's radius, a marker's side
_STANDS = ((18.4, 4.2), (12.4, 4.2), (4.8, 19.0), (11.4, 19.0), (18.3, 19.0))
_SHORT = 2  # letters of a square's name that leave room for two pawns beside it
_RIM = 0.8
_FIGURE = 4.2  # its height


class BoardInPlay:
    """Draws the board; the squares, that change seldom, are kept from picture to picture."""

    def __init__(self) -> None:
        self._kept: tuple[object, str] = (None, "")

    def svg(self, view: View, words: Words) -> bytes | None:
        """The board with a pawn for each seat, its marker before the company that it has claimed, and the
        squares lit that can be chosen now. `view`: the public one, and nothing else is in it. None: it is no
        Biz-Bluff, or players keep the board themselves."""
        if view.get("game") != BIZ_BLUFF or mapping(view["options"])["way"] != "full":
            return None
        board = box(words).board
        columns, rows = size_of(board)
        pieces = elements_of((*_lit(board, view), *_markers(board, view), *_pawns(view)))
        ground = self._ground(board, _gone(view), columns, words)
        return svg_of(ground + pieces, columns * SQUARE, rows * SQUARE, _PIXELS)

    def _ground(self, board: Board, gone: frozenset[str], columns: int, words: Words) -> str:
        key = (words.language, gone, board.companies, tuple(board.squares.values()))
        if self._kept[0] != key:
            side = part_of(_left(board, gone), 0, columns, words, _SHOWN)
            shapes = (part for part in side.drawing if isinstance(part, Shape))  # there are no windows in it
            self._kept = key, elements_of(shapes, side.texts)
        return self._kept[1]


def _gone(view: View) -> frozenset[str]:
    """The companies whose files have left the game."""
    about = mapping(view["companies"])
    return frozenset(key for key, one in about.items() if not mapping(one)["there"])


def _left(board: Board, gone: frozenset[str]) -> Board:
    """The board on which the square of a company is white when its file is gone (Z-22)."""
    squares = {
        name: replace(square, kind=WHITE, of="") if square.kind == COMPANY and square.of in gone else square
        for name, square in board.squares.items()
    }
    return replace(board, squares=squares)


def _lit(board: Board, view: View) -> Iterator[Shape]:
    """A frame round each square to which the one whose turn it is can move, or send another."""
    lit = tuple(square.name for square in board.of_kind(DAHU)) if view["phase"] == "hunt" else ()
    if view["phase"] == "move":
        seat, thrown = str(view["turn"]), mapping(view["thrown"])["value"]
        at, has_claim = _square_of(view, seat), mapping(view["claims"])[seat] is not None
        lit = tuple(square.name for square in board.reached(at, counted(thrown), has_claim))
    return (stroked(_LIT, _LIT_WIDTH, _frame_of(name)) for name in lit)


def _frame_of(name: str) -> Contour:
    x, y = place_of(name)
    inset = INSET + _LIT_WIDTH / 2
    return rounded(x + inset, y + inset, SQUARE - 2 * inset, SQUARE - 2 * inset, ROUND)


def _markers(board: Board, view: View) -> Iterator[Shape]:
    """In the lower right corner of the company's square, in the colour of the seat that has claimed it."""
    for seat, company in mapping(view["claims"]).items():
        if company is None:
            continue
        x, y = place_of(board.before(str(company)).name)
        left, top = x + SQUARE - _MARKER - 1.3, y + SQUARE - _MARKER - 1.3
        edge = _MARKER - 2 * _RIM
        yield filled(PAPER, rounded(left, top, _MARKER, _MARKER, 1.6))
        yield filled(_colour(seat), rounded(left + _RIM, top + _RIM, edge, edge, 1.2))
        yield from _figure(seat, left + _MARKER / 2, top + _MARKER / 2)


def _pawns(view: View) -> Iterator[Shape]:
    """On their squares, where they hide no name: several stand round what the square is."""
    stand: dict[str, list[str]] = {}
    for seat in mapping(view["stands"]):
        stand.setdefault(_square_of(view, seat), []).append(seat)
    for name, seats in stand.items():
        x, y = place_of(name)
        for seat, (right, down) in zip(seats, stands_on(name), strict=False):
            middle, low = x + right, y + down
            yield filled(INK, ellipse(middle, low + 0.3, PAWN + 0.3))
            yield filled(PAPER, ellipse(middle, low, PAWN))
            yield filled(_colour(seat), ellipse(middle, low, PAWN - _RIM))
            yield from _figure(seat, middle, low)


def stands_on(name: str) -> tuple[tuple[float, float], ...]:
    """Where pawns stand on a square, first come first: beside its name, then below what it is, left of where
    a marker lies."""
    return _STANDS if len(name) <= _SHORT else (_STANDS[0], *_STANDS[2:])


def _square_of(view: View, seat: str) -> str:
    return str(mapping(mapping(view["stands"])[seat])["square"])


def _colour(seat: str) -> Colour:
    """That of the printed pawn with the seat's number."""
    return biz_looks().seats[int(seat)]


def _figure(seat: str, x: float, y: float) -> Iterator[Shape]:
    change = moved(x - width_of(seat, _FIGURE) / 2, y - _FIGURE / 2)
    return (part.through(change) for part in number(seat, _FIGURE, PAPER) if isinstance(part, Shape))
