"""The command `bluffbox teach`: makes a deck out of a photograph of each face."""

from __future__ import annotations

import re
import shutil
import statistics
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click
import cv2

from firmware.reading.errors import PictureError, printable
from firmware.reading.files import NamedPath, pictures_in
from firmware.reading.picture import load_picture
from vision.cards.alike import too_alike
from vision.cards.deck import FILE, Deck, Face, Size, check_name, check_size, deck_text, load_deck
from vision.cards.errors import DeckError, NoDeckError
from vision.cards.teach import Taught, find_card
from vision.files import is_file, is_there
from vision.picture import Frame

_POKER = 63.0  # millimetres across: what most cards measure, where nothing is said


@dataclass(frozen=True, slots=True)
class _Shown:
    """A photograph of a face, and what the face is called."""

    name: str
    path: Path


def _size_given(_: click.Context, param: click.Parameter, value: str | None) -> Size | None:
    if value is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", value)
    if match is None:
        raise click.BadParameter(
            f"{value!r} is no size: write width x height in millimetres, such as 63x88", param=param
        )
    size = (float(match[1]), float(match[2]))
    wrong = check_size(size)
    if wrong is not None:
        raise click.BadParameter(wrong, param=param)
    return size


@click.command()
@click.argument("folder", type=NamedPath(path_type=Path), metavar="DECK")
@click.argument("more", nargs=-1, metavar="[PHOTO...]")
@click.option(
    "--from",
    "first",
    multiple=True,
    metavar="PHOTO...",
    help="A photograph, or a folder of them, of one card each. Its name is the face's; NAME=PHOTO "
    "names another. Two photographs of one name are two looks of that face.",
)
@click.option(
    "--size", callback=_size_given, metavar="WxH", help="The upright card in millimetres, as 63x88."
)
@click.option("--count", type=click.IntRange(1), default=1, help="How many of each face are in the deck.")
@click.option("--back", "backs", multiple=True, metavar="NAME", help="This face is a back.")
@click.option("--name", help="What the deck is called. Else as its folder.")
@click.option("--source", default="photographed by its owner", help="Where the pictures come from.")
@click.option("--licence", default="not stated", help="Under which licence the pictures are.")
@click.option("--replace", "anew", is_flag=True, help="Forget what was taught of these faces before.")
def teach(
    folder: Path,
    more: tuple[str, ...],
    first: tuple[str, ...],
    size: Size | None,
    count: int,
    backs: tuple[str, ...],
    name: str | None,
    source: str,
    licence: str,
    anew: bool,
) -> None:
    """Teach the deck in the folder DECK: each face once, from a photograph of that card alone.

    The deck is made when it is not there; else faces are added to it. Without a photograph it is only
    checked. Says at the end which faces are too alike to tell apart. Ends with 1 when a photograph could
    not be used.

    `bluffbox teach biz-bluff` teaches what is in a box of Biz-Bluff instead."""
    try:
        shown = list(_shown((*first, *more)))
        known = _known(folder)
        if known is None and not shown:
            raise click.UsageError(f"{printable(str(folder))} is no deck yet: name photographs with --from")
        failed = False
        if shown:
            if known is not None and size is not None and size != known.size_mm:
                raise click.UsageError(f"the deck's cards are {known.size_mm[0]:g}x{known.size_mm[1]:g} mm")
            wanted = known.size_mm if known is not None else size
            pictures, failed = _found(shown, None if wanted is None else wanted[0] / wanted[1])
            if pictures:
                if known is None:
                    known = Deck(
                        name or folder.resolve().name, source, licence, wanted or _size_of(pictures), {}
                    )
                _write(folder, _added(known, pictures, count, backs, anew))
        if is_file(folder / FILE):
            _check(load_deck(folder))
    except DeckError as error:
        raise click.ClickException(printable(str(error))) from error
    except OSError as error:
        place = error.filename if error.filename is not None else folder
        raise click.ClickException(
            f"{printable(str(place))}: the deck cannot be written: {error.strerror}"
        ) from error
    if failed:
        raise SystemExit(1)


def _shown(words: Iterable[str]) -> Iterator[_Shown]:
    for word in words:
        name, equals, rest = word.partition("=")
        given = bool(equals) and not is_there(Path(word))
        place = rest if given else word
        if not place:
            raise click.UsageError("an empty name stands for no photograph")
        paths = list(pictures_in([Path(place)]))
        if not paths:
            raise click.UsageError(f"there are no pictures in {printable(place)}")
        for path in paths:
            face = name if given else path.stem
            wrong = check_name(face)
            if wrong is not None:
                raise click.UsageError(f"{printable(str(path))}: {wrong}: name it with NAME=PHOTO")
            yield _Shown(face, path)


def _known(folder: Path) -> Deck | None:
    try:
        return load_deck(folder)
    except NoDeckError:
        if is_there(folder / FILE):
            raise
        return None


def _found(shown: Iterable[_Shown], ratio: float | None) -> tuple[list[tuple[str, Frame]], bool]:
    """Each face's name and upright picture, and whether there were photographs without one."""
    found: list[tuple[str, Frame]] = []
    failed = False
    for one in shown:
        try:
            taught = find_card(load_picture(one.path).frame, ratio)
        except PictureError as error:
            failed = True
            click.echo(f"bluffbox teach: {printable(str(error))}", err=True)
            continue
        if taught is None:
            failed = True
            click.echo(
                f"bluffbox teach: {printable(str(one.path))}: no card found: lay it alone on a plain cloth "
                "of another colour, near the middle, or crop the picture to it",
                err=True,
            )
            continue
        click.echo(f"  {printable(one.name)}: {_told(taught)} in {printable(str(one.path))}")
        found.append((one.name, taught.picture))
    return found, failed


def _told(taught: Taught) -> str:
    high, wide = taught.picture.shape[:2]
    if taught.corners is None:
        return f"the whole picture, {wide} x {high},"
    x, y = taught.corners.mean(0)
    return f"a card of {wide} x {high} pixels at {x:.0f}, {y:.0f}"


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


def _write(folder: Path, deck: Deck) -> None:
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


def _check(deck: Deck) -> None:
    faces, cards = len(deck.faces), sum(face.count for face in deck.faces.values() if not face.back)
    click.echo(f"{printable(deck.name)}: {faces} faces, {cards} cards")
    for one, other in too_alike(deck):
        click.echo(
            f"bluffbox teach: {printable(one)} and {printable(other)} are too alike to tell apart: "
            "they will be read as unsure. Take better photographs of both, or teach them as one face.",
            err=True,
        )
