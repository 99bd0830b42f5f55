"""Where things belong on the simulated table: its edges, markers, seats and the middle, in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from vision.areas import CardAreas, usual_areas
from vision.layout import reference_layout
from vision.reading import Place


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the table's plane: origin in the middle, x right, y towards the picture's lower edge."""

    x: float
    y: float

    def toward(self, direction: Spot, distance: float) -> Spot:
        """The spot that lies `distance` millimetres away along a unit vector."""
        return Spot(self.x + direction.x * distance, self.y + direction.y * distance)

    def away(self, other: Spot) -> float:
        """Distance between two spots in millimetres."""
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """A table laid for play, in millimetres. Seats are numbered from 1, clockwise seen from above."""

    width: float
    depth: float
    seats: tuple[Spot, ...]
    zone: float  # radius of a seat's own ground
    middle: float  # radius of the ground for discarded dice
    markers: tuple[tuple[int, Spot], ...]  # printed number and centre of each
    marker_side: float
    dictionary: str = "DICT_4X4_50"
    marker_border: float = 6.0  # of white paper round the black square
    cards: tuple[CardAreas, ...] = ()  # each seat's ground for cards, if it is not the usual part of its zone

    def seat(self, number: int) -> Spot:
        """Centre of a seat's zone. Raises `LookupError` if the table has no such seat."""
        if not 1 <= number <= len(self.seats):
            raise LookupError(f"the table has seats 1 to {len(self.seats)}, not {number}")
        return self.seats[number - 1]

    def card_areas(self, number: int) -> CardAreas:
        """A seat's ground for cards. Raises `LookupError` if the table has no such seat."""
        seat = self.seat(number)
        return self.cards[number - 1] if self.cards else usual_areas(Place(seat.x, seat.y), self.zone)

    def outward(self, number: int) -> Spot:
        """Unit vector from a seat's zone to the person who sits there: across the nearest edge."""
        seat = self.seat(number)
        to_side, to_end = self.width / 2 - abs(seat.x), self.depth / 2 - abs(seat.y)
        if to_side < to_end:
            return Spot(math.copysign(1.0, seat.x), 0.0)
        return Spot(0.0, math.copysign(1.0, seat.y))

    def right_hand(self, number: int) -> Spot:
        """Unit vector to the right of the person who sits at a seat and looks at the table."""
        out = self.outward(number)
        return Spot(out.y, -out.x)


@cache
def reference() -> Layout:
    """The table that the box's camera expects."""
    table = reference_layout()
    return Layout(
        table.width,
        table.height,
        tuple(Spot(zone.centre.x, zone.centre.y) for _, zone in sorted(table.seats.items())),
        min(zone.radius for zone in table.seats.values()),
        table.middle.radius,
        tuple((number, Spot(place.x, place.y)) for number, place in sorted(table.markers.items())),
        table.side,
        table.dictionary,
        cards=tuple(areas for _, areas in sorted(table.cards.items())),
    )
