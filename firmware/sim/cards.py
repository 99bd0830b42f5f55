"""Cards and money on the simulated table, as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from firmware.sim.layout import Spot
from firmware.sim.prints import Prints, scrap_of
from vision.cards.deck import Face

DOVE = "dove"
THICK = 0.32  # millimetres of a card
MIDDLE = Spot(0.0, 0.0)


class CardPlace(StrEnum):
    """Where a card lies."""

    DECK = "deck"  # face down in the middle
    SPOT = "spot"  # turned up in the middle: put up for auction
    ANIMALS = "animals"  # turned up before the seat that it belongs to
    LAID = "laid"  # money, laid down before a seat


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card on the table: an animal or a note. `level`: how many cards lie below it. Its printed form
    tells its face only where it is turned up."""

    face: str
    place: CardPlace
    seat: int = 0  # 0: nobody's
    up: bool = False
    at: Spot = MIDDLE
    yaw: float = 0.0  # degrees, clockwise in the picture
    level: int = 0

    def __repr__(self) -> str:
        return f"Card({self.face if self.up else 'face down'}, {self.place} {self.seat})"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that the camera can see: the side that looks up, where it lies, in degrees how it is turned, and
    in millimetres how high. `stack`: how high a stack it ends, itself included; 0 for a card alone."""

    face: Face
    at: Spot
    yaw: float
    height: float
    stack: float = 0.0


@dataclass(frozen=True, slots=True)
class Scrap:
    """A slip of paper that somebody left on the table, and that hides what lies below."""

    at: Spot
    yaw: float
    width: float
    height: float


@dataclass(repr=False)
class Cards:
    """All cards of a table. Holds every secret - how the deck is shuffled, what lies face down, what money
    each seat holds in its hand - so it has no printed form."""

    out: bool = False  # whether cards are played with; else they are in their box, and dice are on the table
    seats: tuple[int, ...] = ()  # who plays
    animals: list[Card] = field(default_factory=list)  # the deck among them from the lowest up
    notes: list[Card] = field(default_factory=list)
    purses: dict[int, list[int]] = field(default_factory=dict)
    meant: dict[int, tuple[int, ...]] = field(default_factory=dict)  # what seats believe to have laid
    dove: Card | None = None  # None: in the box
    scraps: list[Scrap] = field(default_factory=list)

    def at(self, place: CardPlace, seat: int = 0) -> list[Card]:
        """The animals at a place, in the order in which they came there."""
        return [card for card in self.animals if card.place is place and card.seat == seat]

    def laid(self, seat: int) -> list[Card]:
        """The notes that lie before a seat."""
        return [card for card in self.notes if card.seat == seat]

    def move(self, card: Card, laid: Card) -> None:
        """Takes an animal up and lays it down as it is then: where it lies now, it is the last that came."""
        del self.animals[self._index(card)]
        self.animals.append(laid)

    def lay_animals(self, cards: Iterable[Card], lies: Iterable[tuple[Spot, float, int]]) -> None:
        """Animals that stay where they belong are laid neatly: each with its place, turn and level."""
        for card, (at, yaw, level) in zip(cards, lies, strict=True):
            self.animals[self._index(card)] = replace(card, at=at, yaw=yaw, level=level)

    def seen(self, prints: Prints) -> tuple[SeenCard, ...]:
        """All cards that the camera can see, what lies below others first. Of the deck that is the top."""
        if not self.out:
            return ()
        lies = [card for card in self.animals if card.place is not CardPlace.DECK] + self.notes
        if self.dove is not None:
            lies.append(self.dove)
        seen = [
            SeenCard(prints.side(card.face, card.up), card.at, card.yaw, card.level * THICK) for card in lies
        ]
        if deck := self.at(CardPlace.DECK):
            top = deck[-1]
            seen.append(
                SeenCard(prints.side(top.face, top.up), top.at, top.yaw, top.level * THICK, len(deck) * THICK)
            )
        seen.sort(key=lambda card: card.height)
        seen += [SeenCard(scrap_of(s.width, s.height), s.at, s.yaw, 4 * THICK) for s in self.scraps]
        return tuple(seen)

    def _index(self, card: Card) -> int:
        return next(i for i, other in enumerate(self.animals) if other is card)
