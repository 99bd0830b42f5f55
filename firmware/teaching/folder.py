"""A taught deck's folder: what is in it, what it becomes with more faces, and how that is written."""

from __future__ import annotations

import re
import shutil
import statistics
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import cv2

from firmware.reading.errors import printable
from vision.cards.deck import FILE, Deck, Face, Size, deck_text, load_deck
from vision.cards.errors import NoDeckError
from vision.files import is_there
from vision.picture import Frame

_POKER = 63.0  # millimetres across: what most cards measure, where nothing is said


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was said of the faces that are taught now: `size` of a card, in millimetres, where it was said,
    `count` of each in the deck, which are `backs`, and whether what was known of them is forgotten (`anew`);
    `name`, `source` and `licence` are for a deck that is made."""

    folder: Path
    size: Size | None = None
    count: int = 1
    backs: tuple[str, ...] = ()
    name: str | None = None
    source: str = ""
    licence: str = ""
    anew: bool = False

    def size_for(self, known: Deck | None) -> Size | None:
        """A card's size, None where nobody knows it yet. Raises UsageError where the deck has another."""
        if known is None:
            return self.size
        if self.size not in (None, known.size_mm):
            raise click.UsageError(f"the deck's cards are {known.size_mm[0]:g}x{known.size_mm[1]:g} mm")
        return known.size_mm

    def learnt(self, known: Deck | None, pictures: Sequence[tuple[str, Frame]]) -> Deck:
        """The deck with these faces, by their names. Raises UsageError for a back that is no face of it."""
        if known is None:
            size = self.size or _size_of(pictures)
            known = Deck(self.name or self.folder.resolve().name, self.source, self.licence, size, {})
        return _added(known, pictures, self.count, self.backs, self.anew)


def known_deck(folder: Path) -> Deck | None:
    """The deck in the folder, None where there is none yet. Raises DeckError for one that is not sound."""
    try:
        return load_deck(folder)
    except NoDeckError:
        if is_there(folder / FILE):
            raise
        return None


def _size_of(pictures: Iterable[tuple[str, Frame]]) -> Size:
    """A card as wide as most are and of the shape of most of the pictures."""
    ratio = statistics.median(picture.shape[0] / picture.shape[1] for _, picture in pictures)
    return (_POKER, round(_POKER * ratio, 1)) if ratio >= 1 else (round(_POKER / ratio, 1), _POKER)


def _added(
    deck: Deck, pictures: Iterable[tuple[str, Frame]], count: int, backs: tuple[str, ...], anew: bool
) -> Deck:
    faces = dict(deck.faces)
    fresh: set[str] = set()
    for name, picture in pictures:
        before = faces.get(name)
        if before is None or (anew and name not in fresh):
            size = deck.size_mm if before is None else before.size_mm
            faces[name] = Face(name, (picture,), size, count, back=name in backs)
        else:
            faces[name] = replace(before, pictures=(*before.pictures, picture))
        fresh.add(name)
    unknown = [name for name in backs if name not in faces]
    if unknown:
        raise click.UsageError(f"--back {printable(unknown[0])}: there is no such face")
    return replace(deck, faces=faces)


def write_deck(folder: Path, deck: Deck) -> None:
    """Writes the deck beside its place, loads it as a proof, and then moves it there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
        new = Path(place)
        files: dict[str, list[str]] = {}
        taken: set[str] = set()
        for name, face in deck.faces.items():
            files[name] = []
            for picture in face.pictures:
                file = _file_name(name, taken)
                data = cv2.imencode(".png", picture)[1]
                (new / file).write_bytes(data.tobytes())
                files[name].append(file)
        (new / FILE).write_text(deck_text(deck, files), encoding="utf-8")
        load_deck(new)
        folder.mkdir(exist_ok=True)
        for file in sorted(taken):
            shutil.move(new / file, folder / file)
        (new / FILE).replace(folder / FILE)


def _file_name(name: str, taken: set[str]) -> str:
    """A file's name like the face's that any system can write."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-").lower() or "face"
    file, number = f"{stem}.png", 1
    while file in taken:
        number += 1
        file = f"{stem}-{number}.png"
    taken.add(file)
    return file
