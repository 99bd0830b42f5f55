"""The kit of liar's dice: the board in two halves, stars for ordinary dice, and what any table needs."""

from __future__ import annotations

from firmware.kit.guide import guide_side
from firmware.kit.halves import EDGE, half_side, joins
from firmware.kit.liars_dice_art import board_drawing
from firmware.kit.liars_dice_board import BoardLook, board_look
from firmware.kit.liars_dice_stars import sticker_side
from firmware.kit.pieces import Paper, Sheet, Side, Stamp, together
from firmware.kit.seats import seat_cards
from firmware.kit.sheets import card_sheets
from firmware.kit.table import steps
from firmware.words.words import Words
from vision.layout import Layout

_JOINS = (0.28, 0.5, 0.72)  # of the height: where a mark lies across that line


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
    heights = tuple(share * look.height for share in _JOINS)
    meet = joins(look.width / 2, heights, look.colours["edge"])
    whole = Side((*board_drawing(track), *meet))
    return [_half(whole, look, paper, words, right) for right in (False, True)]


def _half(whole: Side, look: BoardLook, paper: Paper, words: Words, right: bool) -> Side:
    left, top = corner_of_half(paper, right)
    wide, high = look.width / 2, look.height
    stamp = Stamp(whole, left - wide if right else left, top, (left, top, left + wide, top + high))
    told = words.say(
        "Lay the board in the middle of the table, its corners free. Lost dice go into it, the red die alone "
        "on its spaces."
    )
    about = half_side(left, top, wide, high, right, words, told if right else None)
    return together(Side((), (), (stamp,)), about)
