"""A taught deck: a folder with a picture or more of each face, and a `deck.toml` that says what they are."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType

import cv2
import numpy as np

from vision.cards.errors import DeckError, DeckFileError, FacePictureError, NoDeckError
from vision.files import is_file, is_there, read_text
from vision.node import Node, one_line, shown
from vision.picture import Frame

FILE = "deck.toml"
Size = tuple[float, float]
"""Width and height of an upright card in millimetres."""

# A card under the camera shows 100 to 170 px of its height; a picture of less would have to be guessed at.
FEWEST_PIXELS = 40
# What a file may hold at most, so that a mistaken one does not fill the memory.
_MOST_PIXELS = 40_000_000
# How far a picture's shape may be from the card's: more means that it was not cropped to the card.
_SHAPE = 1.2
_SMALLEST, _LARGEST = 5.0, 500.0  # millimetres
_LONGEST_NAME = 60
MOST_OF_A_FACE = 999


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A side of a card, as it is named in the game. `pictures` are its looks, each upright, cropped to the
    card, (H, W, 3) uint8 BGR: several where the same face comes in several prints. `count` says how many
    of these cards are in the deck. A `back` is a face like any other, which tells no card from another."""

    name: str
    pictures: tuple[Frame, ...]
    size_mm: Size
    count: int = 1
    back: bool = False

    @property
    def picture(self) -> Frame:
        """Its first look."""
        return self.pictures[0]

    def __repr__(self) -> str:
        return f"Face({self.name!r}, {len(self.pictures)} pictures, count={self.count}, back={self.back})"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Deck:
    """Cards that were taught, by the name of their face. `size_mm` is what a card measures unless its face
    says otherwise. `source` and `licence` are of the pictures."""

    name: str
    source: str
    licence: str
    size_mm: Size
    faces: Mapping[str, Face]

    def only(self, names: Collection[str]) -> Deck:
        """The same deck with these faces alone, as if the others had never been taught."""
        return replace(
            self,
            faces=MappingProxyType({name: face for name, face in self.faces.items() if name in names}),
        )

    def __repr__(self) -> str:
        return f"Deck({self.name!r}, {len(self.faces)} faces)"


def load_deck(folder: Path) -> Deck:
    """The deck in a folder: `deck.toml` and the pictures that it names, relative to the folder.

    Raises DeckError: NoDeckError when there is none, DeckFileError naming the key that cannot be meant,
    FacePictureError naming the picture."""
    root = _root(folder / FILE)
    root.only("name", "source", "licence", "size", "faces")
    size = _size(root)
    faces = root.node("faces")
    if not faces.value:
        raise faces.error("", "at least one face is needed, such as [faces.cow]")
    return Deck(
        root.text("name"),
        root.text("source"),
        root.text("licence"),
        size,
        MappingProxyType({name: _face(folder, faces, name, size) for name in faces.value}),
    )


def deck_text(deck: Deck, files: Mapping[str, Collection[str]]) -> str:
    """The text of the deck's `deck.toml`, `files` being the names of each face's pictures."""
    lines = [
        f"name = {_quoted(deck.name)}",
        f"source = {_quoted(deck.source)}",
        f"licence = {_quoted(deck.licence)}",
        f"size = {_written(deck.size_mm)}  # millimetres, width and height of an upright card",
    ]
    for name, face in deck.faces.items():
        lines += ["", f"[faces.{_quoted(name)}]"]
        lines.append(f"pictures = [{', '.join(map(_quoted, files[name]))}]")
        if face.count != 1:
            lines.append(f"count = {face.count}")
        if face.size_mm != deck.size_mm:
            lines.append(f"size = {_written(face.size_mm)}")
        if face.back:
            lines.append("back = true")
    return "\n".join(lines) + "\n"


def check_name(name: str) -> str | None:
    """What is wrong with a face's name, or None."""
    if not name.strip() or name != name.strip() or not name.isprintable():
        return "a face's name must be printable, and neither begin nor end with a space"
    if len(name) > _LONGEST_NAME:
        return f"a face's name may have {_LONGEST_NAME} letters, this has {len(name)}"
    return None


def check_size(size: Size) -> str | None:
    """What is wrong with a card's size, or None."""
    if any(not _SMALLEST <= side <= _LARGEST for side in size):
        return f"a card's sides are {_SMALLEST:g} to {_LARGEST:g} mm, not {size[0]:g} and {size[1]:g}"
    return None


def check_picture(picture: Frame, size: Size) -> str | None:
    """What is wrong with the picture of a card that measures `size`, or None."""
    high, wide = picture.shape[:2]
    if min(high, wide) < FEWEST_PIXELS:
        return f"is {wide} x {high} pixels, at least {FEWEST_PIXELS} each way are needed: take it from nearer"
    if high * wide > _MOST_PIXELS:
        return f"is {wide} x {high} pixels, too large: make it smaller"
    if abs(math.log((high / wide) / (size[1] / size[0]))) > math.log(_SHAPE):
        return (
            f"is {wide} x {high} pixels, but the card is {size[0]:g} x {size[1]:g} mm: "
            "crop it to the upright card, or correct the size"
        )
    return None


def picture_files(folder: Path) -> dict[str, list[str]]:
    """The names of each face's pictures in the sound deck that is in the folder. Raises DeckError."""
    faces = _root(folder / FILE).node("faces")
    return {name: list(faces.node(name).get("pictures")) for name in faces.value}


def _root(path: Path) -> Node:
    try:
        text = read_text(path)
    except (FileNotFoundError, NotADirectoryError):
        raise NoDeckError(f"{path}: there is no such file: name a deck's folder, or make one") from None
    except (OSError, UnicodeDecodeError) as error:
        raise NoDeckError(f"{path}: the deck cannot be read: {error}") from error
    return Node.of(text, str(path), DeckFileError)


def _face(folder: Path, faces: Node, name: str, size: Size) -> Face:
    wrong = check_name(name)
    if wrong is not None:
        raise faces.error(repr(name), wrong)
    node = faces.node(name)
    node.only("pictures", "count", "back", "size")
    names = node.get("pictures")
    if not isinstance(names, list) or not names or not all(isinstance(one, str) for one in names):
        raise node.error("pictures", f'must be a list of file names, such as ["cow.png"], is {shown(names)}')
    own = _size(node) if "size" in node.value else size
    count, back = node.value.get("count", 1), node.value.get("back", False)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_OF_A_FACE:
        asked = f"must be how many of it are in the deck, 1 to {MOST_OF_A_FACE}"
        raise node.error("count", f"{asked}, is {shown(count)}")
    if not isinstance(back, bool):
        raise node.error("back", f"must be true or false, is {shown(back)}")
    return Face(name, tuple(_picture(folder, node, one, own) for one in names), own, count, back)


def _size(node: Node) -> Size:
    size = node.pair("size", "[width, height] of the upright card in millimetres")
    wrong = check_size(size)
    if wrong is not None:
        raise node.error("size", wrong)
    return size


def _picture(folder: Path, node: Node, name: str, size: Size) -> Frame:
    parts = PurePosixPath(name).parts
    if not name or PurePosixPath(name).is_absolute() or ".." in parts or "\\" in name or "\0" in name:
        raise node.error("pictures", f"{name!r} must be the name of a file in the deck's own folder")
    path = folder / name
    key = one_line(f"{path}: {node.path}pictures")
    try:
        if is_there(path) and not is_file(path):
            raise FacePictureError(f"{key}: is not a file")
        data = np.fromfile(path, np.uint8)
    except FileNotFoundError:
        raise FacePictureError(
            f"{key}: there is no such picture: put it there, or strike it from {FILE}"
        ) from None
    except OSError as error:
        raise FacePictureError(f"{key}: may not be opened: {error.strerror or error}") from error
    return _decoded(data, key, size)


def _decoded(data: np.ndarray[tuple[int], np.dtype[np.uint8]], key: str, size: Size) -> Frame:
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        picture = None
    if picture is None:
        raise FacePictureError(f"{key}: is not a picture that can be opened: save it as PNG or JPEG")
    frame = np.asarray(picture, np.uint8)
    wrong = check_picture(frame, size)
    if wrong is not None:
        raise FacePictureError(f"{key}: {wrong}")
    return frame


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _written(size: Size) -> str:
    return f"[{size[0]:g}, {size[1]:g}]"


__all__ = [
    "FILE",
    "Deck",
    "DeckError",
    "Face",
    "Size",
    "check_name",
    "check_picture",
    "check_size",
    "deck_text",
    "load_deck",
    "picture_files",
]
