"""How a table is laid: its printed markers, its seats' zones and its middle, in millimetres."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

import cv2

from vision.areas import Area, CardAreas, Role, usual_areas
from vision.errors import LayoutError
from vision.files import read_text
from vision.node import Node
from vision.reading import Place

FEWEST_MARKERS = 3
_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Zone:
    """A circle on the table, in millimetres."""

    centre: Place
    radius: float

    def holds(self, place: Place) -> bool:
        return math.dist((place.x, place.y), (self.centre.x, self.centre.y)) <= self.radius


@dataclass(frozen=True, slots=True)
class Layout:
    """A table of `width` x `height` mm. `markers` are the centres of the printed squares, `side` mm across,
    by their id in the ArUco dictionary `dictionary`; each may lie turned. Zones never overlap, so a die
    belongs to one seat at most; nor do the areas for the `cards` of a seat, which are its own, and lie on no
    marker. Raises LayoutError for a layout that could not be played on."""

    width: float
    height: float
    dictionary: str
    side: float
    markers: Mapping[int, Place]
    seats: Mapping[int, Zone]
    middle: Zone
    cards: Mapping[int, CardAreas] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(self)

    def seat_of(self, place: Place) -> int | None:
        """The seat in whose zone the place lies."""
        return next((seat for seat, zone in self.seats.items() if zone.holds(place)), None)

    def in_middle(self, place: Place) -> bool:
        return self.middle.holds(place)

    def role_of(self, place: Place) -> tuple[Role, int | None] | None:
        """What a card is whose middle lies at this place, and at which seat; None on nobody's ground."""
        if self.in_middle(place):
            return Role.SPOT, None
        for seat, areas in self.cards.items():
            if areas.animals.holds(place):
                return Role.ANIMALS, seat
            if areas.offer.holds(place):
                return Role.OFFER, seat
        return None

    def owner_of(self, place: Place) -> tuple[Role, int | None] | None:
        """Whose a piece is that may lie anywhere before its owner: the middle's, or a seat's by its zone or
        its ground for cards; None on nobody's ground."""
        part = self.role_of(place)
        if part is not None and part[1] is None:
            return part
        seat = self.seat_of(place) if part is None else part[1]
        return None if seat is None else (Role.SEAT, seat)


@cache
def reference_layout() -> Layout:
    """The layout of the reference box."""
    text = resources.files("vision").joinpath("reference_table.toml").read_text(encoding="utf-8")
    return parse_layout(text, "reference_table.toml")


def load_layout(path: Path) -> Layout:
    """The layout in a TOML file of the form of `reference_table.toml`. Raises LayoutError."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise LayoutError(f"{path}: the layout cannot be read: {error}") from error
    return parse_layout(text, str(path))


def parse_layout(text: str, name: str) -> Layout:
    """The layout in TOML text; `name` says in an error where the text came from. Raises LayoutError."""
    root = Node.of(text, name, LayoutError)
    root.only("source", "width", "height", "markers", "seats", "middle", "cards")
    root.text("source")
    markers = root.node("markers")
    markers.only("dictionary", "side", "centres")
    centres = markers.node("centres")
    seats = root.node("seats")
    width, height, dictionary = root.number("width"), root.number("height"), markers.text("dictionary")
    side = markers.number("side")
    places = {number: _place(centres, key) for key, number in _numbered(centres)}
    zones = {number: _zone(seats.node(key)) for key, number in _numbered(seats)}
    middle = _zone(root.node("middle"))
    cards = {number: usual_areas(zone.centre, zone.radius) for number, zone in zones.items()}
    if "cards" in root.value:
        cards |= _card_areas(root.node("cards"))
    try:
        return Layout(width, height, dictionary, side, places, zones, middle, cards)
    except LayoutError as error:
        raise LayoutError(f"{name}: {error}") from None


def marker_dictionary(name: str) -> cv2.aruco.Dictionary:
    """The ArUco dictionary that OpenCV calls by this name. Raises LayoutError."""
    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    if not isinstance(number, int):
        raise LayoutError(f"markers.dictionary: {name!r} is no ArUco dictionary; use one such as DICT_4X4_50")
    return cv2.aruco.getPredefinedDictionary(number)


def _check(layout: Layout) -> None:
    for key in ("width", "height", "side"):
        if not getattr(layout, key) > 0:
            raise LayoutError(f"{key}: must be more than 0 mm, is {getattr(layout, key):g}")
    most = len(marker_dictionary(layout.dictionary).bytesList)
    for number, place in layout.markers.items():
        if not 0 <= number < most:
            raise LayoutError(f"markers.centres.{number}: {layout.dictionary} has ids 0 to {most - 1}")
        _check_on_table(layout, f"markers.centres.{number}", place)
    if len(layout.markers) < FEWEST_MARKERS:
        raise LayoutError(
            f"markers.centres: at least {FEWEST_MARKERS} are needed, there are {len(layout.markers)}"
        )
    for (one, a), (other, b) in itertools.combinations(layout.markers.items(), 2):
        if math.dist((a.x, a.y), (b.x, b.y)) < layout.side * math.sqrt(2):
            raise LayoutError(f"markers.centres: {one} and {other} would lie on each other")
    if not layout.seats:
        raise LayoutError("seats: at least one is needed")
    zones = {f"seats.{number}": zone for number, zone in layout.seats.items()} | {"middle": layout.middle}
    for name, zone in zones.items():
        if not zone.radius > 0:
            raise LayoutError(f"{name}.radius: must be more than 0 mm, is {zone.radius:g}")
        _check_on_table(layout, f"{name}.centre", zone.centre)
    for (name, p), (rival, q) in itertools.combinations(zones.items(), 2):
        if math.dist((p.centre.x, p.centre.y), (q.centre.x, q.centre.y)) < p.radius + q.radius:
            raise LayoutError(
                f"{name} and {rival} overlap: a die could belong to both; make a radius smaller"
            )
    if min(layout.seats) < 1:
        raise LayoutError(f"seats.{min(layout.seats)}: seats are numbered from 1")
    _check_cards(layout)


def _check_cards(layout: Layout) -> None:
    areas = {
        f"cards.{seat}.{name}": area
        for seat, own in layout.cards.items()
        for name, area in (("animals", own.animals), ("offer", own.offer))
    }
    for seat in layout.cards:
        if seat not in layout.seats:
            raise LayoutError(f"cards.{seat}: there is no such seat")
    around = layout.side / 2
    for key, area in areas.items():
        if area.left >= area.right or area.top >= area.bottom:
            raise LayoutError(f"{key}: must be [left, top, right, bottom], each pair in rising order")
        for corner in (Place(area.left, area.top), Place(area.right, area.bottom)):
            _check_on_table(layout, key, corner)
        if layout.in_middle(area.nearest(layout.middle.centre)):
            raise LayoutError(f"{key} and middle overlap: a card could belong to both")
        for number, place in layout.markers.items():
            if area.meets(Area(place.x - around, place.y - around, place.x + around, place.y + around)):
                raise LayoutError(f"{key} holds the marker {number}: a card would cover it")
    for (name, area), (rival, other) in itertools.combinations(areas.items(), 2):
        if area.meets(other):
            raise LayoutError(f"{name} and {rival} overlap: a card could belong to both")


def _check_on_table(layout: Layout, key: str, place: Place) -> None:
    if abs(place.x) > layout.width / 2 or abs(place.y) > layout.height / 2:
        raise LayoutError(
            f"{key}: [{place.x:g}, {place.y:g}] lies off the table of {layout.width:g} x {layout.height:g} mm"
        )


def _zone(node: Node) -> Zone:
    node.only("centre", "radius")
    return Zone(_place(node, "centre"), node.number("radius"))


def _card_areas(node: Node) -> dict[int, CardAreas]:
    areas = {}
    for key, number in _numbered(node):
        own = node.node(key)
        own.only("animals", "offer")
        areas[number] = CardAreas(_area(own, "animals"), _area(own, "offer"))
    return areas


def _area(node: Node, key: str) -> Area:
    return Area(*node.numbers(key, 4, "[left, top, right, bottom] in millimetres"))


def _place(node: Node, key: str) -> Place:
    return Place(*node.pair(key, "[x, y] in millimetres"))


def _numbered(node: Node) -> list[tuple[str, int]]:
    for key in node.value:
        if not _WHOLE.fullmatch(key):
            raise node.error(key, "must be a whole number")
    return [(key, int(key)) for key in node.value]
