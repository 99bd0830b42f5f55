"""Reads the cards in one photograph with a taught deck, in the file's own pixels."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from firmware.reading.errors import printable
from firmware.reading.photo import heading, looked_at, whereabouts
from firmware.reading.picture import Picture
from vision.cards.deck import Deck
from vision.cards.reader import read_cards
from vision.cards.reading import CardReading
from vision.layout import Layout
from vision.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class CardPhoto:
    """A photograph and the cards that were read. `reading` is in pixels of `picture.frame`, `cards` in those
    of the file. `ms`: reading time, without opening the file and without looking for the markers."""

    path: Path
    picture: Picture
    table: Table | None
    reading: tuple[CardReading, ...]
    ms: float

    @property
    def cards(self) -> tuple[CardReading, ...]:
        scale = np.array(self.picture.scale)
        # Middles of pixels: the first pixel of a frame lies in the middle of those that it stands for.
        return tuple(replace(card, quad=(card.quad + 0.5) * scale - 0.5) for card in self.reading)


def read_card_photo(path: Path, layout: Layout, deck: Deck) -> CardPhoto:
    """The cards of the deck in the picture at `path`. Raises PictureError."""
    return CardPhoto(path, *looked_at(path, layout, lambda frame, table: read_cards(frame, deck, table)))


def cards_as_json(photo: CardPhoto) -> str:
    """One line: the picture's path as given, its cards and the reading time."""
    cards = [
        {
            "face": card.face,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad],
            "confidence": round(card.confidence, 4),
            "sure": card.sure,
            "reason": None if card.reason is None else card.reason.value,
        }
        for card in photo.cards
    ]
    return json.dumps({"image": str(photo.path), "cards": cards, "ms": round(photo.ms, 1)})


def cards_as_text(photo: CardPhoto) -> str:
    """A heading and a line a card, for people."""
    faces = [printable(card.face) for card in photo.cards if card.sure and card.face is not None]
    lines = [heading(photo, photo.cards, ("card", "cards"), faces)]
    for card in photo.cards:
        face = "?" if card.face is None else printable(card.face) + ("" if card.sure else "?")
        x, y = card.quad.mean(0)
        lines.append(
            f"  {face:<12} at {x:6.0f}, {y:6.0f}  {100 * card.confidence:5.1f} %"
            + whereabouts(photo.table, card)
        )
    return "\n".join(lines)
