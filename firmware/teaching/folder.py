"""A taught deck's folder: what is in it, what it becomes with more faces, and how that is written."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import statistics
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import cv2
import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from firmware.reading.errors import printable
from vision.cards.deck import FILE, Deck, Face, Size, deck_text, load_deck, picture_files
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

    def size_of(self, name: str, known: Deck | None) -> Size | None:
        """The size of a face's cards, None where nobody knows it yet. Raises UsageError as `size_for`."""
        size = self.size_for(known)
        return known.faces[name].size_mm if known is not None and name in known.faces else size

    def learnt(self, known: Deck | None, pictures: Sequence[tuple[str, Frame]]) -> Deck:
        """The deck with these faces, by their names. Raises UsageError for a back that is no face of it."""
        if known is None:
            size = self.size or usual_size(picture for _, picture in pictures)
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


def usual_size(pictures: Iterable[Frame]) -> Size:
    """A card as wide as most are and of the shape of most of the pictures."""
    ratio = statistics.median(picture.shape[0] / picture.shape[1] for picture in pictures)
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
    """Writes the deck beside its place, loads it as a proof, and then moves it there. No file that lies in
    the folder is written over: a look that the deck there has already keeps its file, a new one gets a name
    that is free, and only what was made here, for a look that is forgotten now, is taken away."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
        new = Path(place)
        had = _looks_in(folder)
        files: dict[str, list[str]] = {}
        fresh: list[str] = []
        for name, face in deck.faces.items():
            files[name] = []
            for picture in face.pictures:
                file = _file_of(had.get(name, []), picture)
                if file is not None:
                    (new / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(folder / file, new / file)
                else:
                    file = _free_name(name, folder, new)
                    (new / file).write_bytes(_png(picture))
                    fresh.append(file)
                files[name].append(file)
        (new / FILE).write_text(deck_text(deck, files), encoding="utf-8")
        load_deck(new)
        folder.mkdir(exist_ok=True)
        for file in fresh:
            shutil.move(new / file, folder / file)
        (new / FILE).replace(folder / FILE)
    used = {(folder / file).resolve() for names in files.values() for file in names}
    for file in {file for looks in had.values() for file, _ in looks}:
        if (folder / file).resolve() not in used and _is_ours(folder / file):
            (folder / file).unlink()


def own_pictures(folder: Path) -> set[Path]:
    """The files of the looks of the deck in the folder, each by its whole path. Raises DeckError."""
    if known_deck(folder) is None:
        return set()
    return {(folder / file).resolve() for names in picture_files(folder).values() for file in names}


_Looks = list[tuple[str, Frame]]  # the name of a picture's file, and the picture


def _looks_in(folder: Path) -> dict[str, _Looks]:
    """What the deck in the folder has of each face."""
    known = known_deck(folder)
    if known is None:
        return {}
    files = picture_files(folder)
    return {name: list(zip(files[name], face.pictures, strict=True)) for name, face in known.faces.items()}


def _file_of(looks: _Looks, picture: Frame) -> str | None:
    """The file that holds that very picture, if there is one."""
    return next((file for file, look in looks if np.array_equal(look, picture)), None)


def _free_name(name: str, *folders: Path) -> str:
    """A file's name like the face's that any system can write, and that no file in the folders has."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-").lower() or "face"
    file, number = f"{stem}.png", 1
    while any(os.path.lexists(folder / file) for folder in folders):
        number += 1
        file = f"{stem}-{number}.png"
    return file


_MARK = "bluffbox teach"  # what is written into a picture: this, and what its pixels come to


def _png(picture: Frame) -> bytes:
    image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    told, data = PngInfo(), io.BytesIO()
    told.add_text(_MARK, _sum_of(image))
    image.save(data, "PNG", pnginfo=told)
    return data.getvalue()


def _is_ours(file: Path) -> bool:
    """Whether that picture was made here, and by nobody since: one that its owner has changed is his, also
    where his program kept what had been written into it."""
    try:
        with Image.open(file) as image:
            return bool(image.info.get(_MARK) == _sum_of(image))
    except (OSError, ValueError, Image.DecompressionBombError):
        return False


def _sum_of(image: Image.Image) -> str:
    return hashlib.sha256(image.tobytes()).hexdigest()
