"""The kit of Biz-Bluff: the board in two halves, files, tokens, cards, pawns and markers, and what any table
needs. Money and parts the box keeps."""

from __future__ import annotations

from engine.biz_bluff.board import street_of
from engine.biz_bluff.box import Box
from firmware.kit.biz_board import board_halves
from firmware.kit.biz_faces import TOKEN, card_back, card_face, token_back, token_face
from firmware.kit.biz_looks import biz_looks
from firmware.kit.cards import HEIGHT, INK, WHITE, WIDTH
from firmware.kit.guide import guide_side
from firmware.kit.lettering import fitting
from firmware.kit.numerals import number, width_of
from firmware.kit.pieces import Anchor, Paper, Piece, Sheet, Side, Text
from firmware.kit.seats import seat_cards
from firmware.kit.shapes import (
    Colour,
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    rectangle,
    rounded,
    scaled,
)
from firmware.kit.sheets import Cut, card_sheets
from firmware.kit.table import steps
from firmware.words.biz_bluff_texts import box as box_of
from firmware.words.biz_bluff_texts import company
from firmware.words.words import Words
from vision.layout import Layout

SMALL = 22.0  # millimetres: of a pawn and a marker; a square of the board holds it
SMALL_CUT = Cut(SMALL, SMALL, columns=6, rows=6)
TOKEN_CUT = Cut(TOKEN, TOKEN)
_SMALL, _SIZE = f"{SMALL:g} × {SMALL:g}", f"{TOKEN:g} × {TOKEN:g}"
_BORDER = 2.4
_DRAWN = 30.0  # small pieces are drawn so large, and made smaller
_DARK = Colour.of("#3a3a52")


def biz_bluff_sheets(paper: Paper, layout: Layout, words: Words, box: Box | None = None) -> list[Sheet]:
    """The board, files, tokens and cards of Biz-Bluff, and what any table needs. Raises SheetError."""
    words = words if box is None else Words(words.language, box=box)
    more = [
        words.say(
            "Tokens measure {size} mm, pawns and markers {small}. Mix the tokens face down and lay one under "
            "each file; the others stay in the box, unseen.",
            size=_SIZE,
            small=_SMALL,
        ),
        words.say(
            "Lay the files round the board, each outside its edge, before the square with its company's name."
        ),
        words.say(
            "Whoever plays takes the pawn and the marker of his seat. The box keeps money and parts; have a "
            "die and a cup."
        ),
    ]
    title = words.say("{game}: a kit for the Bluffbox", game="Biz-Bluff")
    guide = guide_side(paper, layout, words, title, [*steps(words), *more])
    halves = board_halves(box_of(words).board, paper, words)
    return [
        Sheet(guide, Side()),
        *(Sheet(half, Side()) for half in halves),
        *card_sheets(card_pieces(words), paper),
        *card_sheets(file_pieces(words), paper),
        *card_sheets(token_pieces(words), paper, TOKEN_CUT),
        *card_sheets(small_pieces(), paper, SMALL_CUT),
        *card_sheets(seat_cards(layout.seats), paper),
    ]


def card_pieces(words: Words) -> list[Piece]:
    """The pile, sort by sort."""
    back = Side(card_back())
    cards = box_of(words).cards.values()
    return [Piece(card.name, Side(card_face(card)), back) for card in cards for _ in range(card.count)]


def file_pieces(words: Words) -> list[Piece]:
    """A file for each company: its name on one side, the same ground on the other."""
    pieces = []
    for key in box_of(words).board.companies:
        street = biz_looks().streets[street_of(key)]
        name = _line(company(words, key), HEIGHT / 2 + 2, WIDTH, 7, INK)
        front = Side((*_plain(street.field, WIDTH, HEIGHT), *_roof(street.edge)), (name,))
        pieces.append(Piece(key, front, Side(_plain(_DARK, WIDTH, HEIGHT))))
    return pieces


def _roof(colour: Colour) -> Drawing:
    """A house over the name."""
    walls = rectangle(WIDTH / 2 - 7, 14, 14, 10)
    roof = polygon([(WIDTH / 2 - 9, 14), (WIDTH / 2, 7), (WIDTH / 2 + 9, 14)])
    return (filled(colour, walls), filled(colour, roof))


def token_pieces(words: Words) -> list[Piece]:
    """The value tokens, whose backs are all alike."""
    back = Side(token_back())
    return [
        Piece(f"token-{token.name}", Side(token_face(token.name)), back)
        for token in box_of(words).tokens.values()
        for _ in range(token.count)
    ]


def small_pieces() -> list[Piece]:
    """A pawn and a marker for each seat."""
    return [
        Piece(f"{what}-{seat}", side, side)
        for seat in biz_looks().seats
        for what, side in (("pawn", Side(_pawn(seat))), ("marker", Side(_marker(seat))))
    ]


def _small(drawing: Drawing) -> Drawing:
    return placed(drawing, scaled(SMALL / _DRAWN))


def _pawn(seat: int) -> Drawing:
    """A disc with the number of the seat."""
    disc = filled(biz_looks().seats[seat], ellipse(_DRAWN / 2, _DRAWN / 2, _DRAWN / 2 - _BORDER))
    return _small((filled(WHITE, rectangle(0, 0, _DRAWN, _DRAWN)), disc, *_figure(seat)))


def _marker(seat: int) -> Drawing:
    """The same colour all over."""
    return _small((*_plain(biz_looks().seats[seat], _DRAWN, _DRAWN), *_figure(seat)))


def _figure(seat: int) -> Drawing:
    text = str(seat)
    return placed(number(text, 11, WHITE), moved((_DRAWN - width_of(text, 11)) / 2, (_DRAWN - 11) / 2))


def _plain(field: Colour, width: float, height: float) -> Drawing:
    """A field in a white border."""
    return (
        filled(WHITE, rectangle(0, 0, width, height)),
        filled(field, rounded(_BORDER, _BORDER, width - 2 * _BORDER, height - 2 * _BORDER, 2.5)),
    )


def _line(words: str, foot: float, width: float, size: float, ink: Colour) -> Text:
    fits = fitting(words, size, width - 2 * _BORDER - 3, bold=True, smallest=0.5)
    return Text(words, width / 2, foot, fits, ink, anchor=Anchor.MIDDLE, bold=True)
