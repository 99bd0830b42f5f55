"""The decks that the box knows: the owner's own, or those of the printed kits."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from firmware.eye import Cards
from firmware.table.stage import Pack
from vision.cards.deck import Deck, load_deck
from vision.cards.reader import read_cards
from vision.cards.reading import CardReading
from vision.picture import Frame
from vision.table import Table


def known_cards(pack: Pack, folder: Path | None = None) -> Cards:
    """How what `pack` names is read by the deck in `folder`, None for that of the kit. Raises DeckError."""
    if folder is not None:
        return _read_with(load_deck(folder))
    with as_file(files("firmware").joinpath("decks", pack)) as kit:
        return _read_with(load_deck(kit))


def _read_with(deck: Deck) -> Cards:
    def read(frame: Frame, table: Table | None) -> tuple[CardReading, ...]:
        return read_cards(frame, deck, table)

    return Cards(read, frozenset(name for name, face in deck.faces.items() if face.back))
