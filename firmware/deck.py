"""The deck that the box knows: the owner's own, or the cards of the printed kit."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from firmware.eye import Cards
from vision.cards.deck import Deck, load_deck
from vision.cards.reader import read_cards
from vision.cards.reading import CardReading
from vision.picture import Frame
from vision.table import Table

KIT = "decks/kuhhandel"


def known_cards(folder: Path | None) -> Cards:
    """How the cards of the deck in `folder` are read, None for those of the kit. Raises DeckError."""
    if folder is not None:
        return _read_with(load_deck(folder))
    with as_file(files("firmware").joinpath(KIT)) as kit:
        return _read_with(load_deck(kit))


def _read_with(deck: Deck) -> Cards:
    def read(frame: Frame, table: Table | None) -> tuple[CardReading, ...]:
        return read_cards(frame, deck, table)

    return Cards(read, frozenset(name for name, face in deck.faces.items() if face.back))
