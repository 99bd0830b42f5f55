"""Lays pieces on sheets of paper, with marks where to cut, and their backs where they come to lie behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.kit.backs import BLEED
from firmware.kit.cards import HEIGHT, INK, WIDTH
from firmware.kit.pieces import Paper, Piece, Sheet, Side, Stamp
from firmware.kit.shapes import Contour, polygon, stroked

COLUMNS = ROWS = 4
# From the cut, and how long: within what printers reach on Letter.
MARK = (1.0, 4.5)
THIN = 0.15


class Cut(NamedTuple):
    """Pieces of one size, in millimetres, so many side by side and so many below each other on a sheet."""

    width: float = WIDTH
    height: float = HEIGHT
    columns: int = COLUMNS
    rows: int = ROWS


CARDS = Cut()


def card_sheets(pieces: Sequence[Piece], paper: Paper, cut: Cut = CARDS) -> list[Sheet]:
    """The pieces in order, row by row, as many a sheet as the cut has places."""
    each = cut.columns * cut.rows
    return [_sheet(pieces[at : at + each], paper, cut) for at in range(0, len(pieces), each)]


def corner_of(paper: Paper, cell: int, back: bool = False, cut: Cut = CARDS) -> tuple[float, float]:
    """The upper left corner of a piece's place on a side of the paper, in millimetres."""
    row, column = divmod(cell, cut.columns)
    if back:
        column = cut.columns - 1 - column
    left = (paper.width - cut.columns * cut.width) / 2
    top = (paper.height - cut.rows * cut.height) / 2
    return left + column * cut.width, top + row * cut.height


def _sheet(pieces: Sequence[Piece], paper: Paper, cut: Cut) -> Sheet:
    fronts = []
    for cell, piece in enumerate(pieces):
        left, top = corner_of(paper, cell, cut=cut)
        fronts.append(Stamp(piece.front, left, top, (left, top, left + cut.width, top + cut.height)))
    # What runs on comes last: it may lie over the edge of a piece next to it that does not.
    cells = sorted(range(len(pieces)), key=lambda cell: pieces[cell].runs_on)
    backs = tuple(_back(pieces, cell, paper, cut) for cell in cells)
    marks = stroked(INK, THIN, *_marks(paper, cut, rows=-(-len(pieces) // cut.columns)))
    names = tuple(piece.name for piece in pieces)
    return Sheet(Side((marks,), stamps=tuple(fronts)), Side(stamps=backs), names)


def _back(pieces: Sequence[Piece], cell: int, paper: Paper, cut: Cut) -> Stamp:
    row, column = divmod(cell, cut.columns)
    left, top = corner_of(paper, cell, back=True, cut=cut)

    def over(row: int, column: int) -> float:
        """How far it runs on towards that place: not where the same back lies."""
        beside = row * cut.columns + column
        there = row >= 0 and 0 <= column < cut.columns and beside < len(pieces)
        same = there and pieces[beside].back is pieces[cell].back
        return BLEED if pieces[cell].runs_on and not same else 0

    # As one sees the back, the next column lies to the left.
    seen = (
        left - over(row, column + 1),
        top - over(row - 1, column),
        left + cut.width + over(row, column - 1),
        top + cut.height + over(row + 1, column),
    )
    return Stamp(pieces[cell].back, left, top, seen)


def _marks(paper: Paper, cut: Cut, rows: int) -> Iterator[Contour]:
    left, top = corner_of(paper, 0, cut=cut)
    right, low = left + cut.columns * cut.width, top + rows * cut.height
    near, far = MARK[0], sum(MARK)
    for column in range(cut.columns + 1):
        x = left + column * cut.width
        yield polygon([(x, top - near), (x, top - far)], closed=False)
        yield polygon([(x, low + near), (x, low + far)], closed=False)
    for row in range(rows + 1):
        y = top + row * cut.height
        yield polygon([(left - near, y), (left - far, y)], closed=False)
        yield polygon([(right + near, y), (right + far, y)], closed=False)
