"""Makes the taught deck of a kit from the very drawings that are printed.

`python -m firmware.kit.deck` renews those that ship with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2

from engine.biz_bluff.box import our_box
from engine.bluff_you.tokens import TOKENS
from firmware.kit.backs import animals_back, notes_back
from firmware.kit.biz_faces import TOKEN, card_back, card_face, token_back
from firmware.kit.biz_faces import token_face as value_face
from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.errors import OutError
from firmware.kit.kuhhandel import card_faces
from firmware.kit.looks import kuhhandel_looks
from firmware.kit.raster import painted
from firmware.kit.seats import seat_face
from firmware.kit.shapes import Drawing
from firmware.kit.tokens import SIDE, token_face
from vision.cards.deck import FILE, Deck, Face, Size, deck_text
from vision.layout import reference_layout

_DECKS = Path(__file__).parents[1] / "decks"
SHIPPED = _DECKS / "kuhhandel"
SHIPPED_TOKENS = _DECKS / "bluff-you"
SHIPPED_BUSINESS = _DECKS / "biz-bluff-cards"
SHIPPED_VALUES = _DECKS / "biz-bluff-tokens"
BACK = "back"
ANIMALS_BACK, NOTES_BACK = "back-animals", "back-notes"
# Pixels a millimetre: more than any camera of ours sees of a card.
_SCALE = 4.0


def kuhhandel_deck() -> Deck:
    """Every side of a card that may lie on the table: by the engine's names, backs and seat cards by ours."""
    looks = kuhhandel_looks()
    faces = [_face(name, side.drawing, count=count) for name, (side, count) in card_faces().items()]
    faces += [
        _face(ANIMALS_BACK, animals_back(looks.backs["animals"]), back=True),
        _face(NOTES_BACK, notes_back(looks.backs["notes"]), back=True),
    ]
    faces += [_face(f"seat-{seat}", seat_face(seat)) for seat in reference_layout().seats]
    return Deck(
        "Kuhhandel",
        "made by bluffbox kit kuhhandel from drawings of our own",
        "MIT",
        (WIDTH, HEIGHT),
        {face.name: face for face in faces},
    )


def bluff_you_deck() -> Deck:
    """Every token by its number; both sides are alike, so that it has no back."""
    faces = {
        str(token): Face(str(token), (painted(token_face(token), SIDE, SIDE, _SCALE),), (SIDE, SIDE))
        for token in TOKENS
    }
    return Deck(
        "Bluff You!", "made by bluffbox kit bluff-you from drawings of our own", "MIT", (SIDE, SIDE), faces
    )


def business_deck() -> Deck:
    """The cards of Biz-Bluff, sort by sort."""
    cards = our_box().cards.values()
    faces = [_face(card.name, card_face(card), count=card.count) for card in cards]
    return _biz_deck("Biz-Bluff: the cards", [*faces, _face(BACK, card_back(), back=True)], (WIDTH, HEIGHT))


def values_deck() -> Deck:
    """The value tokens of Biz-Bluff, sort by sort."""
    size = (TOKEN, TOKEN)
    faces = [
        Face(token.name, (painted(value_face(token.name), *size, _SCALE),), size, token.count)
        for token in our_box().tokens.values()
    ]
    back = Face(BACK, (painted(token_back(), *size, _SCALE),), size, back=True)
    return _biz_deck("Biz-Bluff: the tokens", [*faces, back], size)


def _biz_deck(name: str, faces: Sequence[Face], size: Size) -> Deck:
    made = "made by bluffbox kit biz-bluff from drawings of our own"
    return Deck(name, made, "MIT", size, {face.name: face for face in faces})


def _face(name: str, drawing: Drawing, count: int = 1, back: bool = False) -> Face:
    return Face(name, (painted(drawing, WIDTH, HEIGHT, _SCALE),), (WIDTH, HEIGHT), count, back)


MADE: Mapping[Path, Callable[[], Deck]] = {
    SHIPPED: kuhhandel_deck,
    SHIPPED_TOKENS: bluff_you_deck,
    SHIPPED_BUSINESS: business_deck,
    SHIPPED_VALUES: values_deck,
}
"""What each shipped deck is made by."""


def write_deck(deck: Deck, folder: Path) -> None:
    """The deck as files. Raises OutError."""
    files: Mapping[str, list[str]] = {name: [f"{name}.png"] for name in deck.faces}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, face in deck.faces.items():
            _, data = cv2.imencode(".png", face.picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
            (folder / files[name][0]).write_bytes(data.tobytes())
        (folder / FILE).write_text(deck_text(deck, files), encoding="utf-8")
    except OSError as error:
        raise OutError(f"{folder}: the deck cannot be written: {error.strerror or error}") from error


if __name__ == "__main__":
    for folder, make in MADE.items():
        write_deck(make(), folder)
