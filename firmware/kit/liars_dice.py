"""The kit of liar's dice: the board in two halves, stars for ordinary dice, and what any table needs."""

from __future__ import annotations

from firmware.kit.cards import INK
from firmware.kit.guide import guide_side
from firmware.kit.lettering import fitting, lines_of
from firmware.kit.liars_dice_art import board_drawing
from firmware.kit.liars_dice_board import BoardLook, board_look
from firmware.kit.liars_dice_stars import sticker_side
from firmware.kit.pieces import Anchor, Paper, Sheet, Side, Stamp, Text
from firmware.kit.seats import seat_cards
from firmware.kit.shapes import Contour, Drawing, filled, polygon, stroked
from firmware.kit.sheets import MARK, THIN, card_sheets
from firmware.kit.table import steps
from firmware.words.words import Words
from vision.layout import Layout

EDGE = 5.0  # millimetres from the edge of the paper to the line where the halves meet
_JOINS = (0.28, 0.5, 0.72)  # of the height: where a mark lies across that line
_JOIN = 2.2  # millimetres: half as large as it is
_LETTERS, _LINE = 3.3, 4.6


def liars_dice_sheets(paper: Paper, layout: Layout, words: Words, track: str) -> list[Sheet]:
    """The board of liar's dice, star stickers, and what any table needs. Raises SheetError."""
    title = words.say("{game}: a kit for the Bluffbox", game=words.say("Liar's dice"))
    guide = guide_side(paper, layout, words, title, steps(words))
    return [
        Sheet(guide, Side()),
        *(Sheet(half, Side()) for half in board_halves(paper, words, track)),
        Sheet(sticker_side(paper, words), Side()),
        *card_sheets(seat_cards(layout.seats), paper),
    ]


def corner_of_half(paper: Paper, right: bool) -> tuple[float, float]:
    """The upper left corner of a half of the board on its sheet, in millimetres."""
    look = board_look()
    left = EDGE if right else paper.width - EDGE - look.width / 2
    return left, (paper.height - look.height) / 2


def board_halves(paper: Paper, words: Words, track: str) -> list[Side]:
    """The left half and the right one, each against the edge of its sheet where they meet."""
    look = board_look()
    whole = Side((*board_drawing(track), *_joins(look)))
    return [_half(whole, look, paper, words, right) for right in (False, True)]


def _half(whole: Side, look: BoardLook, paper: Paper, words: Words, right: bool) -> Side:
    left, top = corner_of_half(paper, right)
    wide, high = look.width / 2, look.height
    stamp = Stamp(whole, left - wide if right else left, top, (left, top, left + wide, top + high))
    head, told = (
        (
            words.say("The right half of the board"),
            words.say(
                "Lay the board in the middle of the table, its corners free. Lost dice go into it, the red "
                "die alone on its spaces."
            ),
        )
        if right
        else (
            words.say("The left half of the board"),
            words.say(
                "Cut both halves out, lay them side by side so that the diamonds meet, and glue them to card."
            ),
        )
    )
    middle, size = left + wide / 2, fitting(head, 4.0, wide, bold=True)
    texts = [Text(head, middle, top - 9, size, INK, anchor=Anchor.MIDDLE, bold=True)]
    for at, line in enumerate(lines_of(told, _LETTERS, wide)):
        foot = top + high + 11 + at * _LINE
        texts.append(Text(line, middle, foot, _LETTERS, INK, anchor=Anchor.MIDDLE))
    return Side(_cuts(left, top, wide, high, right), tuple(texts), (stamp,))


def _cuts(left: float, top: float, wide: float, high: float, right: bool) -> Drawing:
    """Marks where to cut; beside the line where the halves meet there is no room for any."""
    near, far = MARK[0], sum(MARK)
    lines: list[Contour] = []
    for x in (left, left + wide):
        lines.append(polygon([(x, top - near), (x, top - far)], closed=False))
        lines.append(polygon([(x, top + high + near), (x, top + high + far)], closed=False))
    outer, away = (left + wide, 1) if right else (left, -1)
    for y in (top, top + high):
        lines.append(polygon([(outer + away * near, y), (outer + away * far, y)], closed=False))
    return (stroked(INK, THIN, *lines),)


def _joins(look: BoardLook) -> Drawing:
    """Diamonds across the line where the halves meet: they are whole where the halves lie right."""
    x = look.width / 2
    return tuple(
        filled(
            look.colours["edge"],
            polygon([(x - _JOIN, y), (x, y - _JOIN), (x + _JOIN, y), (x, y + _JOIN)]),
        )
        for y in (share * look.height for share in _JOINS)
    )
