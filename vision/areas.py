"""Where cards lie on a table, and what part a card plays by lying there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.reading import Place


class Role(StrEnum):
    """What a card is by the place where it lies."""

    SPOT = "spot"  # in the middle: put up for auction
    ANIMALS = "animals"  # before a seat: it belongs to it
    OFFER = "offer"  # between a seat and the middle: money that is laid down
    SEAT = "seat"  # anywhere before a seat, where no part of its ground means more than another


@dataclass(frozen=True, slots=True)
class Area:
    """An upright rectangle on the table, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> Place:
        return Place((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def holds(self, place: Place) -> bool:
        return self.left <= place.x <= self.right and self.top <= place.y <= self.bottom

    def meets(self, other: Area) -> bool:
        """Whether the two have any ground in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def nearest(self, place: Place) -> Place:
        """The point of the area that is nearest to a place."""
        return Place(
            min(max(place.x, self.left), self.right),
            min(max(place.y, self.top), self.bottom),
        )


@dataclass(frozen=True, slots=True)
class CardAreas:
    """A seat's ground for cards: for its animals, and for the money that it lays down."""

    animals: Area
    offer: Area


def usual_areas(centre: Place, radius: float) -> CardAreas:
    """The areas within a seat's zone, for a table that says nothing of cards: they fit into the circle, the
    offer on the side towards the table's middle."""
    half = radius * 0.7
    x, y = centre.x, centre.y
    left, top, right, bottom = x - half, y - half, x + half, y + half
    cut = half / 3  # the offer takes a third
    if abs(x) > abs(y):
        edge = x + cut if x < 0 else x - cut
        inner, outer = Area(edge, top, right, bottom), Area(left, top, edge, bottom)
        return CardAreas(outer, inner) if x < 0 else CardAreas(inner, outer)
    edge = y + cut if y < 0 else y - cut
    upper, lower = Area(left, top, right, edge), Area(left, edge, right, bottom)
    return CardAreas(upper, lower) if y < 0 else CardAreas(lower, upper)
