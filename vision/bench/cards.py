"""Measures card readers on labelled photographs: cards read, and those wrong and sure."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from vision.bench.labels import LabelsError, each_label
from vision.bench.run import load_frame
from vision.cards.deck import Deck, Face
from vision.cards.reader import read_cards
from vision.cards.reading import CardReading
from vision.cards.teach import find_card
from vision.picture import Frame

CardReader = Callable[[Frame, Deck], Sequence[CardReading]]
_SIZE = (63.5, 88.9)


@dataclass(frozen=True, slots=True)
class KnownCards:
    """A photograph and the faces in it. `perhaps` are mostly hidden: neither demanded nor punished."""

    path: Path
    deck: str
    view: str
    faces: tuple[str, ...]
    perhaps: tuple[str, ...]


@dataclass(slots=True)
class CardTally:
    """What a reader made of the cards shown to it. `read`: right and sure; `doubted`: right and not sure;
    `wrong`: sure of a face that is not there; `untaught`: cards of faces that were not taught.
    `milliseconds` on one thread for each photograph."""

    shown: int = 0
    read: int = 0
    doubted: int = 0
    wrong: int = 0
    untaught: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, cards: Iterable[CardReading], known: KnownCards, deck: Deck, ms: float) -> None:
        taught = Counter(face for face in known.faces if face in deck.faces)
        sure = Counter(card.face for card in cards if card.sure and card.face is not None)
        doubted = Counter(card.face for card in cards if not card.sure and card.face is not None)
        right = sure & taught
        self.shown += taught.total()
        self.untaught += len(known.faces) - taught.total()
        self.read += right.total()
        self.doubted += (doubted & (taught - right)).total()
        backs = Counter({name: sure[name] for name, face in deck.faces.items() if face.back})
        self.wrong += (sure - taught - Counter(known.perhaps) - backs).total()
        self.milliseconds.append(ms)


def load_card_labels(path: Path) -> list[KnownCards]:
    """The labels in a file with one JSON object a line: `image`, `deck`, `view` and `cards`, a list of faces,
    those that end in `~` mostly hidden. Raises LabelsError."""
    return each_label(path, _known)


def _known(folder: Path, row: Mapping[str, Any]) -> KnownCards:
    cards = [str(card) for card in row["cards"]]
    return KnownCards(
        folder / row["image"],
        str(row["deck"]),
        str(row.get("view", "cards")),
        tuple(card for card in cards if not card.endswith("~")),
        tuple(card[:-1] for card in cards if card.endswith("~")),
    )


def deck_of_crops(folder: Path) -> Deck:
    """A deck of the pictures in a folder, one a face, each named as its face. Raises LabelsError."""
    faces = {}
    for path in sorted(folder.glob("*.png")):
        frame = load_frame(path)
        taught = None if frame is None else find_card(frame, _SIZE[0] / _SIZE[1])
        if taught is None:
            raise LabelsError(f"{path}: is no picture of a card")
        faces[path.stem] = Face(path.stem, (taught.picture,), _SIZE)
    if not faces:
        raise LabelsError(f"{folder}: there are no pictures of faces in it")
    return Deck(folder.parent.name, str(folder), "see the folder", _SIZE, MappingProxyType(faces))


def half(deck: Deck, odd: bool) -> Deck:
    """Every second face in alphabetical order."""
    return deck.only(sorted(deck.faces)[int(odd) :: 2])


def measure_cards(
    read: CardReader,
    labels: Sequence[KnownCards],
    deck: Deck,
    progress: Callable[[int], None] = lambda _: None,
) -> Mapping[str, CardTally]:
    """What the reader makes of the photographs, by view, on one thread. Raises LabelsError when one is not
    there."""
    cv2.setNumThreads(1)
    tallies: dict[str, CardTally] = {}
    for number, known in enumerate(labels):
        frame = load_frame(known.path)
        if frame is None:
            raise LabelsError(f"{known.path}: the picture that the labels name cannot be read")
        if number == 0:  # what is prepared on the first call is not part of reading
            read(frame, deck)
        start = time.process_time()
        cards = read(frame, deck)
        ms = (time.process_time() - start) * 1000
        tallies.setdefault(known.view, CardTally()).add(cards, known, deck, ms)
        progress(number + 1)
    return tallies


def ours(frame: Frame, deck: Deck) -> Sequence[CardReading]:
    return read_cards(frame, deck)


def summed(tallies: Iterable[CardTally]) -> CardTally:
    total = CardTally()
    for one in tallies:
        for name in ("shown", "read", "doubted", "wrong", "untaught"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        total.milliseconds += one.milliseconds
    return total


def typical_ms(tally: CardTally) -> float:
    """The time of half of the photographs at most."""
    return float(np.median(tally.milliseconds)) if tally.milliseconds else 0.0
