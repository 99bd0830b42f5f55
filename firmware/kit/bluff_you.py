"""The kit of Bluff You!: its sixteen tokens, and what any table needs."""

from __future__ import annotations

from engine.bluff_you.tokens import TOKENS
from firmware.kit.guide import guide_side
from firmware.kit.pieces import Paper, Piece, Sheet, Side
from firmware.kit.seats import seat_cards
from firmware.kit.sheets import Cut, card_sheets
from firmware.kit.table import steps
from firmware.kit.tokens import SIDE, token_face
from firmware.words.words import Words
from vision.layout import Layout

TOKEN_CUT = Cut(SIDE, SIDE)
_SIZE = f"{SIDE:g} × {SIDE:g}"


def token_pieces() -> list[Piece]:
    """All tokens in rising order; whichever side lies up, it is the same."""
    sides = {token: Side(token_face(token)) for token in TOKENS}
    return [Piece(str(token), side, side) for token, side in sides.items()]


def bluff_you_sheets(paper: Paper, layout: Layout, words: Words) -> list[Sheet]:
    """The tokens of Bluff You!, and what any table needs. Raises SheetError."""
    more = [
        words.say("A token measures {size} mm. Its diamonds are its points.", size=_SIZE),
        words.say("Lay the tokens in the middle in rising order, and have three ordinary dice and one cup."),
    ]
    title = words.say("{game}: a kit for the Bluffbox", game="Bluff You!")
    guide = guide_side(paper, layout, words, title, [*steps(words), *more])
    return [
        Sheet(guide, Side()),
        *card_sheets(token_pieces(), paper, TOKEN_CUT),
        *card_sheets(seat_cards(layout.seats), paper),
    ]
