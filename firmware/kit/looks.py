"""How the cards of the cattle trade look, from kuhhandel.toml and the drawings in art/."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from firmware.kit.errors import KitFileError
from firmware.kit.shapes import Colour, Drawing
from firmware.kit.svg import parse_svg
from vision.node import Node

_FILE = "kuhhandel.toml"
_MOST_BARS = 5


@dataclass(frozen=True, slots=True)
class AnimalLook:
    field: Colour
    edge: Colour


@dataclass(frozen=True, slots=True)
class NoteLook:
    ink: Colour
    ground: Colour
    bars: int


@dataclass(frozen=True, slots=True)
class BackLook:
    field: Colour
    figure: Colour
    dot: Colour


@dataclass(frozen=True, slots=True)
class Looks:
    animals: Mapping[str, AnimalLook]
    notes: Mapping[int, NoteLook]
    backs: Mapping[str, BackLook]


@cache
def kuhhandel_looks() -> Looks:
    """The looks that ship with the package."""
    return parse_looks(_text(_FILE), _FILE)


def parse_looks(text: str, name: str) -> Looks:
    """The looks in TOML text; `name` says in an error where it came from. Raises KitFileError."""
    root = Node.of(text, name, KitFileError)
    root.only("source", "animals", "notes", "backs")
    root.text("source")
    animals, notes, backs = root.node("animals"), root.node("notes"), root.node("backs")
    backs.only("animals", "notes")
    return Looks(
        {kind: _animal(animals.node(kind)) for kind in animals.value},
        {_value(notes, key): _note(notes.node(key)) for key in notes.value},
        {of: _back(backs.node(of)) for of in ("animals", "notes")},
    )


@cache
def art(name: str, part: str = "") -> Drawing:
    """The drawing art/NAME.svg, or its part of that id. Raises ArtError."""
    file = f"{name}.svg"
    return parse_svg(_text("art", file), file, part)


def _text(*path: str) -> str:
    return files("firmware.kit").joinpath(*path).read_text(encoding="utf-8")


def _animal(node: Node) -> AnimalLook:
    node.only("field", "edge")
    return AnimalLook(_colour(node, "field"), _colour(node, "edge"))


def _note(node: Node) -> NoteLook:
    node.only("ink", "ground", "bars")
    bars = node.get("bars")
    if type(bars) is not int or not 0 <= bars <= _MOST_BARS:
        raise node.error("bars", f"must be 0 to {_MOST_BARS}, is {bars!r}")
    return NoteLook(_colour(node, "ink"), _colour(node, "ground"), bars)


def _value(notes: Node, key: str) -> int:
    if not (key.isascii() and key.isdecimal()):
        raise notes.error(key, "must be what the note is worth")
    return int(key)


def _back(node: Node) -> BackLook:
    node.only("field", "figure", "dot")
    return BackLook(_colour(node, "field"), _colour(node, "figure"), _colour(node, "dot"))


def _colour(node: Node, key: str) -> Colour:
    try:
        return Colour.of(node.text(key))
    except ValueError as error:
        raise node.error(key, str(error)) from None
