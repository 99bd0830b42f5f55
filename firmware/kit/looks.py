"""How the cards of the cattle trade look, from kuhhandel.toml and the drawings in art/."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.kuhhandel.editions import ANIMALS, EDITIONS
from firmware.kit.errors import KitFileError
from firmware.kit.papers import colour, shipped
from firmware.kit.shapes import Colour, Drawing
from firmware.kit.svg import parse_svg
from vision.node import Node

DOVE_FACE = "dove"
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
    return parse_looks(shipped(_FILE), _FILE)


def parse_looks(text: str, name: str) -> Looks:
    """The looks in TOML text; `name` says in an error where it came from. Raises KitFileError."""
    root = Node.of(text, name, KitFileError)
    root.only("source", "animals", "notes", "backs")
    root.text("source")
    animals, notes, backs = root.node("animals"), root.node("notes"), root.node("backs")
    kinds = (*ANIMALS, DOVE_FACE)
    animals.only(*kinds)
    notes.only(*(str(value) for value in note_values()))
    backs.only("animals", "notes")
    return Looks(
        {kind: _animal(animals.node(kind)) for kind in kinds},
        {value: _note(notes.node(str(value))) for value in note_values()},
        {of: _back(backs.node(of)) for of in ("animals", "notes")},
    )


def note_values() -> list[int]:
    """What notes can be worth, in any edition, in rising order."""
    return sorted({value for edition in EDITIONS.values() for value in edition.notes})


@cache
def art(name: str, part: str = "") -> Drawing:
    """The drawing art/NAME.svg, or its part of that id. Raises ArtError."""
    file = f"{name}.svg"
    return parse_svg(shipped("art", file), file, part)


def _animal(node: Node) -> AnimalLook:
    node.only("field", "edge")
    return AnimalLook(colour(node, "field"), colour(node, "edge"))


def _note(node: Node) -> NoteLook:
    node.only("ink", "ground", "bars")
    bars = node.get("bars")
    if type(bars) is not int or not 0 <= bars <= _MOST_BARS:
        raise node.error("bars", f"must be 0 to {_MOST_BARS}, is {bars!r}")
    return NoteLook(colour(node, "ink"), colour(node, "ground"), bars)


def _back(node: Node) -> BackLook:
    node.only("field", "figure", "dot")
    return BackLook(colour(node, "field"), colour(node, "figure"), colour(node, "dot"))
