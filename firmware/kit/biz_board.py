"""The board of Biz-Bluff on two sheets that are laid side by side: squares with their names, and where the
files go beside it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.biz_bluff.board import CENTRE, COLUMNS, COMPANY, DAHU, SVP, Board, Square, street_of
from firmware.kit.biz_looks import GROUND, BizLooks, biz_looks
from firmware.kit.cards import INK, WHITE
from firmware.kit.errors import SheetError
from firmware.kit.halves import EDGE, ROOM, half_side, joins
from firmware.kit.lettering import fitting
from firmware.kit.pieces import Anchor, Paper, Side, Text, together
from firmware.kit.shapes import Colour, Shape, filled, polygon, rectangle, rounded, stroked
from firmware.words.biz_bluff_texts import STREETS, company
from firmware.words.words import Words

SQUARE = 23.0  # millimetres: eleven rows fit on A4 and on Letter
INSET = 0.7
ROUND = 2.0
_LINE = 0.5


@dataclass(frozen=True, slots=True)
class Lettering:
    """Sizes in millimetres: of a square's name, of what it is, and from line to line; how far below the
    middle a line stands, and how far it rises for each that follows. `smallest`: to what part of its size a
    long word may come out."""

    name: float
    said: float
    line: float
    low: float
    rise: float
    smallest: float


PRINTED = Lettering(name=3.0, said=3.4, line=4.0, low=1.2, rise=2.0, smallest=0.6)


def board_halves(board: Board, paper: Paper, words: Words) -> list[Side]:
    """The left half and the right one, each against the edge where they meet. Raises SheetError."""
    columns, rows = size_of(board)
    middle = -(-columns // 2)
    most_rows = int((paper.height - 2 * ROOM) / SQUARE)
    most_columns = int((paper.width - 2 * EDGE) / SQUARE)
    if rows > most_rows or middle > most_columns:
        raise SheetError(
            f"a board of {columns} x {rows} squares does not fit: two sheets hold "
            f"{2 * most_columns} x {most_rows}"
        )
    top = (paper.height - rows * SQUARE) / 2
    meets = paper.width - EDGE, EDGE
    lefts, wides = (meets[0] - middle * SQUARE, meets[1]), (middle * SQUARE, (columns - middle) * SQUARE)
    between = tuple(top + row * SQUARE for row in sorted({1, rows // 2, rows - 1}) if 0 < row < rows)
    halves = []
    for right, first, end in ((False, 0, middle), (True, middle, columns)):
        squares = part_of(board, first, end, words).at(lefts[right], top)
        meet = Side(joins(meets[right], between, INK, of="right" if right else "left"))
        about = half_side(lefts[right], top, wides[right], rows * SQUARE, right, words)
        halves.append(together(about, squares, meet))
    return halves


def size_of(board: Board) -> tuple[int, int]:
    """How many columns and rows."""
    columns = max(COLUMNS.index(name[0]) for name in board.squares) + 1
    return columns, max(int(name[1:]) for name in board.squares)


def part_of(board: Board, first: int, end: int, words: Words, lettering: Lettering = PRINTED) -> Side:
    """The columns from `first` up to `end`, with its upper left corner at (0, 0)."""
    _, rows = size_of(board)
    looks = biz_looks()
    wide, high = (end - first) * SQUARE, rows * SQUARE
    ground = Side((filled(looks.squares[GROUND], rectangle(0, 0, wide, high)), _frame(wide, high)))
    squares = [
        _square(square, looks, words, lettering).at(*place_of(name, first))
        for name, square in board.squares.items()
        if first <= COLUMNS.index(name[0]) < end
    ]
    return together(ground, *squares)


def place_of(name: str, first: int = 0) -> tuple[float, float]:
    """The upper left corner of a square, where `first` is the leftmost column, in millimetres."""
    return (COLUMNS.index(name[0]) - first) * SQUARE, (int(name[1:]) - 1) * SQUARE


def _frame(wide: float, high: float) -> Shape:
    return stroked(INK, _LINE, polygon([(0, 0), (wide, 0), (wide, high), (0, high)]))


def _square(square: Square, looks: BizLooks, words: Words, lettering: Lettering) -> Side:
    """One square: its colour, its name in a corner, and what it is."""
    side = SQUARE - 2 * INSET
    field, edge = _colours(square, looks)
    box = rounded(INSET, INSET, side, side, ROUND)
    ink = WHITE if square.kind == CENTRE else INK
    texts = [Text(square.name, INSET + 1.6, INSET + 0.8 + lettering.name, lettering.name, ink)]
    lines = _said(square, words)
    foot = SQUARE / 2 + lettering.low - (len(lines) - 1) * lettering.rise
    for at, line in enumerate(lines):
        size = fitting(line, lettering.said, side - 2, bold=True, smallest=lettering.smallest)
        foot_of = foot + at * lettering.line
        texts.append(Text(line, SQUARE / 2, foot_of, size, ink, anchor=Anchor.MIDDLE, bold=True))
    return Side((filled(field, box), stroked(edge, _LINE, box)), tuple(texts))


def _colours(square: Square, looks: BizLooks) -> tuple[Colour, Colour]:
    if square.kind == COMPANY:
        street = looks.streets[street_of(square.of)]
        return street.field, street.edge
    if square.kind == SVP:
        return looks.squares[SVP], looks.streets[square.of].edge
    return looks.squares[square.kind], INK


def _said(square: Square, words: Words) -> list[str]:
    if square.kind == COMPANY:
        return [company(words, square.of)]
    if square.kind == SVP:
        return ["S.V.P.", *words.say(STREETS[square.of]).split()]
    if square.kind == DAHU:
        return words.say("Dahu hunt").replace("-", "- ").split(maxsplit=1)
    return ["Biz", "Bluff"] if square.kind == CENTRE else []
