"""The board of Biz-Bluff on two sheets that are laid side by side: squares with their names, and where the
files go beside it."""

from __future__ import annotations

from engine.biz_bluff.board import CENTRE, COLUMNS, COMPANY, DAHU, SVP, Board, Square, street_of
from firmware.kit.biz_looks import GROUND, BizLooks, biz_looks
from firmware.kit.cards import INK, WHITE
from firmware.kit.errors import SheetError
from firmware.kit.lettering import fitting
from firmware.kit.pieces import Anchor, Paper, Side, Text, together
from firmware.kit.shapes import Colour, Shape, filled, polygon, rectangle, rounded, stroked
from firmware.words.biz_bluff_texts import STREETS, company
from firmware.words.words import Words

SQUARE = 23.0  # millimetres: eleven rows fit on A4 and on Letter
_EDGE = 5.0  # of the paper, that a printer may leave white
_INSET = 0.7
_ROUND = 2.0
_LINE = 0.5
_LETTER, _NAME = 2.4, 3.4


def board_halves(board: Board, paper: Paper, words: Words) -> list[Side]:
    """The left half and the right one, each against the edge where they meet. Raises SheetError."""
    columns, rows = _size(board)
    middle = -(-columns // 2)
    most_rows, most_columns = (int((side - 2 * _EDGE) / SQUARE) for side in (paper.height, paper.width))
    if rows > most_rows or middle > most_columns:
        raise SheetError(
            f"a board of {columns} x {rows} squares does not fit: two sheets hold "
            f"{2 * most_columns} x {most_rows}"
        )
    top = (paper.height - rows * SQUARE) / 2
    left = _half(board, 0, middle, words).at(paper.width - middle * SQUARE - _EDGE, top)
    right = _half(board, middle, columns, words).at(_EDGE, top)
    return [left, right]


def _size(board: Board) -> tuple[int, int]:
    columns = max(COLUMNS.index(name[0]) for name in board.squares) + 1
    return columns, max(int(name[1:]) for name in board.squares)


def _half(board: Board, first: int, end: int, words: Words) -> Side:
    """The columns from `first` up to `end`, with its upper left corner at (0, 0)."""
    _, rows = _size(board)
    looks = biz_looks()
    wide, high = (end - first) * SQUARE, rows * SQUARE
    ground = Side((filled(looks.squares[GROUND], rectangle(0, 0, wide, high)), _frame(wide, high)))
    squares = [
        _square(square, looks, words).at(
            (COLUMNS.index(name[0]) - first) * SQUARE, (int(name[1:]) - 1) * SQUARE
        )
        for name, square in board.squares.items()
        if first <= COLUMNS.index(name[0]) < end
    ]
    return together(ground, *squares)


def _frame(wide: float, high: float) -> Shape:
    return stroked(INK, _LINE, polygon([(0, 0), (wide, 0), (wide, high), (0, high)]))


def _square(square: Square, looks: BizLooks, words: Words) -> Side:
    """One square: its colour, its name in a corner, and what it is."""
    side = SQUARE - 2 * _INSET
    field, edge = _colours(square, looks)
    box = rounded(_INSET, _INSET, side, side, _ROUND)
    ink = WHITE if square.kind == CENTRE else INK
    texts = [Text(square.name, _INSET + 1.6, _INSET + 3.2, _LETTER, ink)]
    lines = _said(square, words)
    foot = SQUARE / 2 + 1.2 - (len(lines) - 1) * 2.0
    for at, line in enumerate(lines):
        size = fitting(line, _NAME, side - 2, bold=True, smallest=0.6)
        texts.append(Text(line, SQUARE / 2, foot + at * 4.0, size, ink, anchor=Anchor.MIDDLE, bold=True))
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
        return words.say("Dahu hunt").split(maxsplit=1)
    return ["Biz", "Bluff"] if square.kind == CENTRE else []
