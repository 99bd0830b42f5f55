"""The command `bluffbox teach`: makes a deck out of a photograph of each face."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from firmware.camera.frame import CameraError
from firmware.camera.opening import camera_of
from firmware.reading.errors import PictureError, printable
from firmware.reading.files import NamedPath, pictures_in
from firmware.reading.picture import load_picture
from firmware.settings import Settings, load_settings
from firmware.teaching.folder import Lesson, known_deck, own_pictures, usual_size, write_deck
from firmware.teaching.lesson import teach_live
from vision.cards.alike import too_alike
from vision.cards.deck import (
    FEWEST_PIXELS,
    FILE,
    MOST_OF_A_FACE,
    Deck,
    Size,
    check_name,
    check_picture,
    check_size,
    load_deck,
)
from vision.cards.errors import DeckError
from vision.cards.teach import Taught, find_card
from vision.files import is_file, is_folder, is_there
from vision.picture import Frame


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
    "--live",
    is_flag=True,
    help="Lay the cards under the box's camera, one after the other. What follows are names of faces then; "
    "without any each is asked for.",
)
@click.option(
    "--settings",
    "file",
    type=click.Path(path_type=Path),
    help="With --live: the settings file that names the camera; else the user's own.",
)
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
@click.option(
    "--count",
    type=click.IntRange(1, MOST_OF_A_FACE),
    default=1,
    help="How many of each face are in the deck.",
)
@click.option("--back", "backs", multiple=True, metavar="NAME", help="This face is a back.")
@click.option("--name", help="What the deck is called. Else as its folder.")
@click.option("--source", default="photographed by its owner", help="Where the pictures come from.")
@click.option("--licence", default="not stated", help="Under which licence the pictures are.")
@click.option("--replace", "anew", is_flag=True, help="Forget what was taught of these faces before.")
def teach(
    folder: Path,
    more: tuple[str, ...],
    live: bool,
    file: Path | None,
    first: tuple[str, ...],
    size: Size | None,
    count: int,
    backs: tuple[str, ...],
    name: str | None,
    source: str,
    licence: str,
    anew: bool,
) -> None:
    """Teach the deck in the folder DECK: each face once, from a photograph of that card alone, or --live.

    The deck is made when it is not there; else faces are added to it. Without a photograph it is only
    checked. Says at the end which faces are too alike to tell apart. Ends with 1 when a photograph could
    not be used, or not all faces were shown.

    `bluffbox teach biz-bluff` teaches what is in a box of Biz-Bluff instead."""
    lesson = Lesson(folder, size, count, backs, name, source, licence, anew)
    try:
        if live:
            if first:
                raise click.UsageError("--live takes the pictures itself: leave --from out")
            done = _live(lesson, more, load_settings(file)[0])
        else:
            done = _from_photographs(lesson, list(_shown((*first, *more), folder)))
        if is_file(folder / FILE):
            _check(load_deck(folder))
    except CameraError as error:
        raise click.ClickException(f"no card can be shown to the camera: {printable(str(error))}") from error
    except DeckError as error:
        raise click.ClickException(printable(str(error))) from error
    except OSError as error:
        place = error.filename if error.filename is not None else folder
        raise click.ClickException(
            f"{printable(str(place))}: the deck cannot be written: {error.strerror}"
        ) from error
    if not done:
        raise SystemExit(1)


def _live(lesson: Lesson, names: Sequence[str], settings: Settings) -> bool:
    """Whether all faces were shown to the camera of the settings."""
    camera = camera_of(settings.camera, settings.camera_path, time.monotonic)
    try:
        return teach_live(lesson, names, camera)
    finally:
        camera.close()


def _from_photographs(lesson: Lesson, shown: Sequence[_Shown]) -> bool:
    """Whether there was a card in each of the photographs."""
    known = known_deck(lesson.folder)
    if known is None and not shown:
        raise click.UsageError(
            f"{printable(str(lesson.folder))} is no deck yet: name photographs with --from, or lay the cards "
            "under the camera with --live"
        )
    if not shown:
        return True
    found = _found(shown, lesson, known)
    if not found:
        return False
    usual = lesson.size_for(known) or usual_size(picture for _, picture in found)
    pictures = []
    for one, picture in found:
        wrong = check_picture(picture, lesson.size_of(one.name, known) or usual)
        if wrong is None:
            pictures.append((one.name, picture))
        else:
            _refuse(one.path, f"the card in it {wrong}")
    if pictures:
        write_deck(lesson.folder, replace(lesson, size=usual).learnt(known, pictures))
    return len(pictures) == len(shown)


def _shown(words: Iterable[str], deck: Path) -> Iterator[_Shown]:
    """What is named, and what lies in the folders that are; of those not the deck's own looks."""
    own = own_pictures(deck)
    for word in words:
        name, equals, rest = word.partition("=")
        given = bool(equals) and not is_there(Path(word))
        place = rest if given else word
        if not place:
            raise click.UsageError("an empty name stands for no photograph")
        paths = list(pictures_in([Path(place)]))
        if is_folder(Path(place)):
            paths = [path for path in paths if path.resolve() not in own]
        if not paths:
            raise click.UsageError(f"there are no pictures in {printable(place)}")
        for path in paths:
            face = name if given else path.stem
            wrong = check_name(face)
            if wrong is not None:
                raise click.UsageError(f"{printable(str(path))}: {wrong}: name it with NAME=PHOTO")
            yield _Shown(face, path)


def _found(shown: Iterable[_Shown], lesson: Lesson, known: Deck | None) -> list[tuple[_Shown, Frame]]:
    """Each photograph in which there is a card, and that card upright; says which have none."""
    found = []
    for one in shown:
        size = lesson.size_of(one.name, known)
        try:
            photo = load_picture(one.path).frame
        except PictureError as error:
            click.echo(f"bluffbox teach: {printable(str(error))}", err=True)
            continue
        high, wide = photo.shape[:2]
        if min(high, wide) < FEWEST_PIXELS:
            _refuse(one.path, f"is {wide} x {high} pixels: too small, {FEWEST_PIXELS} each way are the least")
            continue
        taught = find_card(photo, None if size is None else size[0] / size[1])
        if taught is None:
            _refuse(
                one.path,
                "no card found: lay it alone on a plain cloth of another colour, near the middle, "
                "or crop the picture to it",
            )
            continue
        click.echo(f"  {printable(one.name)}: {_told(taught)} in {printable(str(one.path))}")
        found.append((one, taught.picture))
    return found


def _refuse(path: Path, why: str) -> None:
    click.echo(f"bluffbox teach: {printable(str(path))}: {why}", err=True)


def _told(taught: Taught) -> str:
    high, wide = taught.picture.shape[:2]
    if taught.corners is None:
        return f"the whole picture, {wide} x {high},"
    x, y = taught.corners.mean(0)
    return f"a card of {wide} x {high} pixels at {x:.0f}, {y:.0f}"


def _check(deck: Deck) -> None:
    faces, cards = len(deck.faces), sum(face.count for face in deck.faces.values() if not face.back)
    click.echo(f"{printable(deck.name)}: {faces} faces, {cards} cards")
    for one, other in too_alike(deck):
        click.echo(
            f"bluffbox teach: {printable(one)} and {printable(other)} are too alike to tell apart: "
            "they will be read as unsure. Take better photographs of both, or teach them as one face.",
            err=True,
        )
