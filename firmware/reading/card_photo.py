"""Reads the cards in one photograph with a taught deck, in the file's own pixels."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from firmware.reading.errors import printable
from firmware.reading.picture import Picture, load_picture
from vision.cards.deck import Deck
from vision.cards.reader import read_cards
from vision.cards.reading import CardReading
from vision.errors import TableNotFoundError
from vision.layout import Layout
from vision.table import Table, find_table


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
    picture = load_picture(path)
    try:
        table = find_table(picture.frame, layout)
    except TableNotFoundError:
        table = None
    start = time.perf_counter()
    reading = read_cards(picture.frame, deck, table)
    return CardPhoto(path, picture, table, reading, (time.perf_counter() - start) * 1000)


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
    sure = sum(card.sure for card in photo.cards)
    total = len(photo.cards)
    faces = " ".join(printable(card.face) for card in photo.cards if card.sure and card.face is not None)
    summary = "no cards" if not total else f"{total} {'card' if total == 1 else 'cards'}, {sure} sure"
    lines = [
        f"{printable(str(photo.path))}  {photo.picture.width} x {photo.picture.height}  "
        f"{summary}{': ' + faces if faces else ''}  ({photo.ms:.0f} ms)"
    ]
    for card in photo.cards:
        face = "?" if card.face is None else printable(card.face) + ("" if card.sure else "?")
        x, y = card.quad.mean(0)
        line = f"  {face:<12} at {x:6.0f}, {y:6.0f}  {100 * card.confidence:5.1f} %"
        if card.place is not None:
            line += f"  {card.place.x:5.0f}, {card.place.y:5.0f} mm"
            seat = None if photo.table is None else photo.table.seat_of(card.place)
            line += "" if seat is None else f"  seat {seat}"
        if card.reason is not None:
            line += f"  {card.reason.value}"
        lines.append(line)
    return "\n".join(lines)
