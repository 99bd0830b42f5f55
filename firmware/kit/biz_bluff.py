"""The kit of Biz-Bluff: the board in two halves, files, tokens, cards, pawns and markers, and what any table
needs. Money and parts the box keeps."""

from __future__ import annotations

from engine.biz_bluff.board import street_of
from engine.biz_bluff.box import Box
from engine.biz_bluff.cards import Card
from firmware.kit.biz_board import board_halves
from firmware.kit.biz_looks import PLAYERS, biz_looks
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
from firmware.words.biz_bluff_texts import TOKENS, company, face
from firmware.words.biz_bluff_texts import box as box_of
from firmware.words.words import Words
from vision.layout import Layout

SMALL = 22.0  # millimetres: of a token, a pawn and a marker; a square of the board holds it
SMALL_CUT = Cut(SMALL, SMALL, columns=6, rows=6)
_SIZE = f"{SMALL:g} × {SMALL:g}"
_BORDER = 2.4
_DRAWN = 30.0  # small pieces are drawn so large, and made smaller
_GREY, _DARK = Colour.of("#8c8c9a"), Colour.of("#3a3a52")
_GOLD = Colour.of("#e0a526")
_TOKEN = {"one": _GOLD, "two": _GOLD, "blank": _GREY, "bluffed": Colour.of("#b3261e")}


def biz_bluff_sheets(paper: Paper, layout: Layout, words: Words, box: Box | None = None) -> list[Sheet]:
    """The board, files, tokens and cards of Biz-Bluff, and what any table needs. Raises SheetError."""
    words = words if box is None else Words(words.language, box=box)
    more = [
        words.say(
            "Tokens, pawns and markers measure {size} mm. Lay a token face down under each file.", size=_SIZE
        ),
        words.say(
            "Lay the halves of the board side by side. The box keeps money and parts; have a die and a cup."
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
        *card_sheets(small_pieces(words), paper, SMALL_CUT),
        *card_sheets(seat_cards(layout.seats), paper),
    ]


def card_pieces(words: Words) -> list[Piece]:
    """The pile, sort by sort."""
    back = Side(_plain(_DARK, WIDTH, HEIGHT), (_line("Biz-Bluff", HEIGHT / 2 + 2, WIDTH, 6, WHITE),))
    cards = box_of(words).cards.values()
    return [Piece(card.name, _card(card, words), back) for card in cards for _ in range(card.count)]


def _card(card: Card, words: Words) -> Side:
    field = _DARK if card.street is None else biz_looks().streets[card.street].field
    ink = INK if card.street is not None else WHITE
    texts = [_line(word, 26 + 7 * at, WIDTH, 6, ink) for at, word in enumerate(_two(face(words, card.name)))]
    below = words.say("Bluffed!") if card.numbers else ""
    if below:
        texts.append(_line(below, HEIGHT - 10, WIDTH, 5, ink))
    return Side(_plain(field, WIDTH, HEIGHT), tuple(texts))


def _two(text: str) -> list[str]:
    """A text in two lines, if it has several words."""
    return text.split(maxsplit=1)


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


def small_pieces(words: Words) -> list[Piece]:
    """Tokens, whose backs are all alike, then a pawn and a marker for each player."""
    back = Side(_small(_plain(_DARK, _DRAWN, _DRAWN)))
    tokens = [
        Piece(f"token-{token.name}", _token(token.name, words), back)
        for token in box_of(words).tokens.values()
        for _ in range(token.count)
    ]
    players = [
        Piece(f"{what}-{seat}", side, side)
        for seat in range(1, PLAYERS + 1)
        for what, side in (("pawn", Side(_pawn(seat))), ("marker", Side(_marker(seat))))
    ]
    return [*tokens, *players]


def _token(name: str, words: Words) -> Side:
    text = _line(words.say(TOKENS[name]), SMALL - 3.6, SMALL, 3, INK)
    bundles = {"one": (_DRAWN / 2,), "two": (_DRAWN / 2 - 6.5, _DRAWN / 2 + 6.5)}.get(name, ())
    drawn = tuple(part for x in bundles for part in _bundle(x))
    return Side(_small((*_plain(WHITE, _DRAWN, _DRAWN, _TOKEN[name]), *drawn)), (text,))


def _small(drawing: Drawing) -> Drawing:
    return placed(drawing, scaled(SMALL / _DRAWN))


def _bundle(x: float) -> Drawing:
    """Notes with a band round them."""
    return (
        filled(_TOKEN["one"], rounded(x - 5, 5.5, 10, 13, 1)),
        filled(WHITE, rectangle(x - 5, 10.6, 10, 2.8)),
        filled(_DARK, ellipse(x, 12, 1.1)),
    )


def _pawn(seat: int) -> Drawing:
    """A disc with the number of the seat."""
    disc = filled(biz_looks().players[seat], ellipse(_DRAWN / 2, _DRAWN / 2, _DRAWN / 2 - _BORDER))
    return _small((filled(WHITE, rectangle(0, 0, _DRAWN, _DRAWN)), disc, *_figure(seat)))


def _marker(seat: int) -> Drawing:
    """The same colour all over."""
    return _small((*_plain(biz_looks().players[seat], _DRAWN, _DRAWN), *_figure(seat)))


def _figure(seat: int) -> Drawing:
    text = str(seat)
    return placed(number(text, 11, WHITE), moved((_DRAWN - width_of(text, 11)) / 2, (_DRAWN - 11) / 2))


def _plain(field: Colour, width: float, height: float, edge: Colour | None = None) -> Drawing:
    """A field in a white border, `edge` around it."""
    inner = (_BORDER, _BORDER, width - 2 * _BORDER, height - 2 * _BORDER, 2.5)
    parts: Drawing = (filled(WHITE, rectangle(0, 0, width, height)),)
    if edge is not None:
        parts += (filled(edge, rounded(*inner)),)
        inner = (_BORDER + 1.2, _BORDER + 1.2, width - 2 * _BORDER - 2.4, height - 2 * _BORDER - 2.4, 1.6)
    return (*parts, filled(field, rounded(*inner)))


def _line(words: str, foot: float, width: float, size: float, ink: Colour) -> Text:
    fits = fitting(words, size, width - 2 * _BORDER - 3, bold=True, smallest=0.5)
    return Text(words, width / 2, foot, fits, ink, anchor=Anchor.MIDDLE, bold=True)
