"""Lays cards on sheets of paper, with marks where to cut, and their backs where they come to lie behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware.kit.backs import BLEED
from firmware.kit.cards import HEIGHT, INK, WIDTH
from firmware.kit.pieces import Paper, Piece, Sheet, Side, Stamp
from firmware.kit.shapes import Contour, polygon, stroked

COLUMNS = ROWS = 4
# From the cut, and how long: within what printers reach on Letter.
MARK = (1.0, 4.5)
THIN = 0.15


def card_sheets(pieces: Sequence[Piece], paper: Paper) -> list[Sheet]:
    """The pieces in order, sixteen a sheet, row by row."""
    each = COLUMNS * ROWS
    return [_sheet(pieces[at : at + each], paper) for at in range(0, len(pieces), each)]


def corner_of(paper: Paper, cell: int, back: bool = False) -> tuple[float, float]:
    """The upper left corner of a card's place on a side of the paper, in millimetres."""
    row, column = divmod(cell, COLUMNS)
    if back:
        column = COLUMNS - 1 - column
    left, top = (paper.width - COLUMNS * WIDTH) / 2, (paper.height - ROWS * HEIGHT) / 2
    return left + column * WIDTH, top + row * HEIGHT


def _sheet(pieces: Sequence[Piece], paper: Paper) -> Sheet:
    fronts = []
    for cell, piece in enumerate(pieces):
        left, top = corner_of(paper, cell)
        fronts.append(Stamp(piece.front, left, top, (left, top, left + WIDTH, top + HEIGHT)))
    # What runs on comes last: it may lie over the edge of a card next to it that does not.
    cells = sorted(range(len(pieces)), key=lambda cell: pieces[cell].runs_on)
    backs = tuple(_back(pieces, cell, paper) for cell in cells)
    marks = stroked(INK, THIN, *_marks(paper, rows=-(-len(pieces) // COLUMNS)))
    names = tuple(piece.name for piece in pieces)
    return Sheet(Side((marks,), stamps=tuple(fronts)), Side(stamps=backs), names)


def _back(pieces: Sequence[Piece], cell: int, paper: Paper) -> Stamp:
    row, column = divmod(cell, COLUMNS)
    left, top = corner_of(paper, cell, back=True)

    def over(row: int, column: int) -> float:
        """How far it runs on towards that place: not where the same back lies."""
        beside = row * COLUMNS + column
        there = row >= 0 and 0 <= column < COLUMNS and beside < len(pieces)
        same = there and pieces[beside].back is pieces[cell].back
        return BLEED if pieces[cell].runs_on and not same else 0

    # As one sees the back, the next column lies to the left.
    seen = (
        left - over(row, column + 1),
        top - over(row - 1, column),
        left + WIDTH + over(row, column - 1),
        top + HEIGHT + over(row + 1, column),
    )
    return Stamp(pieces[cell].back, left, top, seen)


def _marks(paper: Paper, rows: int) -> Iterator[Contour]:
    left, top = corner_of(paper, 0)
    right, low = left + COLUMNS * WIDTH, top + rows * HEIGHT
    near, far = MARK[0], sum(MARK)
    for column in range(COLUMNS + 1):
        x = left + column * WIDTH
        yield polygon([(x, top - near), (x, top - far)], closed=False)
        yield polygon([(x, low + near), (x, low + far)], closed=False)
    for row in range(rows + 1):
        y = top + row * HEIGHT
        yield polygon([(left - near, y), (left - far, y)], closed=False)
        yield polygon([(right + near, y), (right + far, y)], closed=False)
