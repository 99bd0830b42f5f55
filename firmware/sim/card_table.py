"""Cards and money on the simulated table: how they are shuffled, turned up, moved, laid down and taken up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from random import Random

from firmware.sim import card_places
from firmware.sim.cards import DOVE, Card, CardPlace, Cards, Scrap
from firmware.sim.errors import NoSuchCardError
from firmware.sim.ground import Ground
from firmware.sim.layout import Spot


class CardTable(Ground):
    """A deck of animals, and the money of those who play, on the same table as the dice; which of the two are
    out is seen, the others are in their box. The deck is shuffled by the table's own chance."""

    # What anybody can see

    @property
    def plays_cards(self) -> bool:
        """Whether cards are on the table, and not dice."""
        return self._state.cards.out

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays with the cards, in rising order; nobody before the first game."""
        return self._state.cards.seats

    @property
    def deck(self) -> int:
        """How many cards are still in the deck."""
        return len(self._state.cards.at(CardPlace.DECK))

    @property
    def spot(self) -> tuple[str, ...]:
        """What lies turned up in the middle."""
        return tuple(card.face for card in self._state.cards.at(CardPlace.SPOT))

    @property
    def dove(self) -> int | None:
        """Before whom the dove lies."""
        dove = self._state.cards.dove
        return None if dove is None else dove.seat

    def animals(self, seat: int) -> Counter[str]:
        """What lies before a seat."""
        self._check(seat)
        return Counter(card.face for card in self._state.cards.at(CardPlace.ANIMALS, seat))

    def laid(self, seat: int) -> tuple[int, bool]:
        """How many notes lie before a seat, and whether they are turned up."""
        self._check(seat)
        notes = self._state.cards.laid(seat)
        return len(notes), bool(notes) and notes[0].up

    # What only one person can see

    def purse(self, seat: int) -> tuple[int, ...]:
        """The notes in a seat's hand, in rising order. For his eyes only."""
        with self._at(seat):
            return tuple(sorted(self._state.cards.purses.get(seat, ())))

    def pile(self, seat: int) -> tuple[int, ...]:
        """The notes that lie before a seat, in rising order; face down they are for his eyes only, and for
        whoever takes them up."""
        with self._at(seat):
            return tuple(sorted(int(note.face) for note in self._state.cards.laid(seat)))

    def meant(self, seat: int) -> tuple[int, ...] | None:
        """What a seat believes to have laid before it, in rising order: not always what lies there. None if
        it has laid nothing. For his eyes only."""
        with self._at(seat):
            return self._state.cards.meant.get(seat)

    # What people do

    def put_out_cards(self, out: bool) -> None:
        """Cards come to the table and dice go into their box, or the other way round."""
        with self._lock:
            self._state.cards.out = out

    def gather(self, seats: Collection[int]) -> None:
        """All cards are gathered, the animals shuffled: a new game of `seats`, whose hands are empty yet."""
        with self._lock:
            for seat in seats:
                self._check(seat)
            rng = self._state.chance(0)
            order = [face for face, count in self._prints.animals.items() for _ in range(count)]
            rng.shuffle(order)
            self._state.cards = Cards(
                out=True,
                seats=tuple(sorted(seats)),
                animals=[
                    _on_deck(rng, Card(face, CardPlace.DECK), level) for level, face in enumerate(order)
                ],
                purses={seat: [] for seat in seats},
            )

    def turn_up(self, count: int) -> None:
        """The deck's topmost cards are turned up in the middle. Raises `NoSuchCardError`."""
        with self._lock:
            rng = self._state.chance(0)
            cards = self._state.cards
            for number in range(count):
                at, yaw, level = card_places.lot(rng, number, count)
                top = self._top()
                cards.move(top, replace(top, place=CardPlace.SPOT, up=True, at=at, yaw=yaw, level=level))
            self._mishap(rng)

    def put_back(self, seat: int | None = None, face: str = "") -> None:
        """What was turned up last in the middle, or the last `face` that came before a seat, goes back on top
        of the deck. Raises `NoSuchCardError`."""
        with self._lock:
            cards = self._state.cards
            lies = cards.at(CardPlace.SPOT)
            if seat is not None:
                lies = [card for card in cards.at(CardPlace.ANIMALS, seat) if card.face == face]
            if not lies:
                raise NoSuchCardError("no card lies there that could go back on the deck")
            rng = self._state.chance(0)
            cards.move(lies[-1], _on_deck(rng, lies[-1], self.deck))
            cards.scraps = []
            self._settle(rng, () if seat is None else (seat,))

    def deal(self, counts: Mapping[int, int]) -> None:
        """So many cards from the deck's top, turned up, before each seat. Raises `NoSuchCardError`."""
        with self._lock:
            for seat, count in counts.items():
                self._check(seat)
                for _ in range(count):
                    top = self._top()
                    self._state.cards.move(top, replace(top, place=CardPlace.ANIMALS, seat=seat, up=True))
            self._settle(self._state.chance(0), counts)

    def fetch(self, face: str, seat: int) -> None:
        """An animal is looked for in the deck, from its top, and laid before a seat: whatever is on top if it
        is not there. Raises `NoSuchCardError` for a deck that is empty."""
        with self._at(seat):
            cards, top = self._state.cards, self._top()
            card = next((card for card in cards.at(CardPlace.DECK)[::-1] if card.face == face), top)
            cards.move(card, replace(card, place=CardPlace.ANIMALS, seat=seat, up=True))
            rng = self._state.chance(0)
            deck = cards.at(CardPlace.DECK)
            cards.lay_animals(deck, [card_places.deck(rng, level) for level in range(len(deck))])
            self._settle(rng, (seat,))

    def hand_over(self, seat: int) -> None:
        """All that lies turned up in the middle goes before a seat."""
        with self._at(seat):
            for card in self._state.cards.at(CardPlace.SPOT):
                self._state.cards.move(card, replace(card, place=CardPlace.ANIMALS, seat=seat))
            self._state.cards.scraps = []
            self._settle(self._state.chance(0), (seat,))

    def give(self, face: str, giver: int, taker: int | None) -> None:
        """An animal goes from one seat to another, or back to the middle (None).
        Raises `NoSuchCardError`."""
        with self._at(giver):
            cards = self._state.cards
            card = next((c for c in cards.at(CardPlace.ANIMALS, giver)[::-1] if c.face == face), None)
            if card is None:
                raise NoSuchCardError(f"no {face} lies before seat {giver}")
            rng = self._state.chance(0)
            if taker is None:
                lies = len(cards.at(CardPlace.SPOT))
                at, yaw, level = card_places.lot(rng, lies, lies + 1)
                cards.move(card, replace(card, place=CardPlace.SPOT, seat=0, at=at, yaw=yaw, level=level))
                self._settle(rng, (giver,))
            else:
                self._check(taker)
                cards.move(card, replace(card, seat=taker))
                self._settle(rng, (giver, taker))

    def give_dove(self, seat: int | None) -> None:
        """The dove goes before a seat, or back into its box."""
        with self._lock:
            was = self.dove
            self._state.cards.dove = None if seat is None else Card(DOVE, CardPlace.ANIMALS, seat, up=True)
            self._settle(self._state.chance(0), [one for one in (was, seat) if one is not None])

    def lay(self, seat: int, notes: Iterable[int], *, up: bool, others: Iterable[int] = ()) -> None:
        """Before a seat lie just these of its notes; what lay there goes back into its hand. Now and then it
        lays a larger one of its `others` by mistake. Raises `NoSuchCardError` if it has not got the notes,
        and changes nothing."""
        with self._at(seat):
            cards, pile = self._state.cards, list(notes)
            has = Counter(cards.purses.get(seat, [])) + Counter(self.pile(seat))
            if Counter(pile) - has:
                raise NoSuchCardError(f"seat {seat} has not got the notes for it")
            cards.meant[seat] = tuple(sorted(pile))
            rng = self._state.chance(0)
            rng.shuffle(pile)  # how they lie tells nothing of what they are
            larger = sorted(
                (has - Counter(pile)) & Counter(note for note in others if pile and note > pile[0])
            )
            if rng.random() < self._state.chances.mislaid and larger:
                pile[0] = rng.choice(larger)
            cards.purses[seat] = sorted((has - Counter(pile)).elements())
            lies = card_places.row(rng, self.layout, seat, len(pile), self._prints.note_size)
            cards.notes = [note for note in cards.notes if note.seat != seat] + [
                Card(str(note), CardPlace.LAID, seat, up, at, yaw, level)
                for note, (at, yaw, level) in zip(pile, lies, strict=True)
            ]

    def turn(self, seat: int, *, up: bool) -> None:
        """The notes before a seat are turned over where they lie."""
        with self._at(seat):
            self._state.cards.notes = [
                replace(note, up=up) if note.seat == seat else note for note in self._state.cards.notes
            ]

    def take(self, seat: int, taker: int) -> None:
        """The notes before a seat go into a player's hand."""
        with self._at(seat):
            self._check(taker)
            cards = self._state.cards
            cards.purses.setdefault(taker, []).extend(self.pile(seat))
            cards.meant.pop(seat, None)
            cards.notes = [note for note in cards.notes if note.seat != seat]

    def hold(self, seat: int, notes: Iterable[int]) -> None:
        """The seat's hand holds these notes: the bank pays out, and people change what was wrongly kept."""
        with self._at(seat):
            self._state.cards.purses[seat] = sorted(notes)

    # What goes wrong, and how people mend it

    def push(self) -> None:
        """A sleeve pushes the card in the middle off its place."""
        with self._lock:
            rng, lies = self._state.chance(0), self._state.cards.at(CardPlace.SPOT)
            if lies:
                to = card_places.pushed(rng, self.layout, self._prints.animal_size)
                self._state.cards.lay_animals(lies[-1:], [(to, rng.uniform(0.0, 360.0), 0)])

    def half_cover(self) -> None:
        """A slip of paper comes to lie over half of the card in the middle."""
        with self._lock:
            rng, lies = self._state.chance(0), self._state.cards.at(CardPlace.SPOT)
            if lies:
                width, height = self._prints.animal_size
                angle = math.radians(rng.uniform(0.0, 360.0))
                at = lies[-1].at.toward(Spot(math.cos(angle), math.sin(angle)), 0.45 * width)
                self._state.cards.scraps.append(Scrap(at, rng.uniform(0.0, 360.0), 0.8 * width, height))

    def tidy(self) -> None:
        """Slips of paper are taken away, and every card is laid anew where it belongs."""
        with self._lock:
            rng, cards = self._state.chance(0), self._state.cards
            cards.scraps = []
            lies = cards.at(CardPlace.SPOT)
            cards.lay_animals(lies, [card_places.lot(rng, i, len(lies)) for i in range(len(lies))])
            self._settle(rng, cards.seats)
            for seat in cards.seats:
                notes = cards.laid(seat)
                places = card_places.row(rng, self.layout, seat, len(notes), self._prints.note_size)
                cards.notes = [note for note in cards.notes if note.seat != seat] + [
                    replace(note, at=at, yaw=yaw, level=level)
                    for note, (at, yaw, level) in zip(notes, places, strict=True)
                ]

    # Workings

    def _top(self) -> Card:
        deck = self._state.cards.at(CardPlace.DECK)
        if not deck:
            raise NoSuchCardError("the deck is empty")
        return deck[-1]

    def _settle(self, rng: Random, seats: Iterable[int]) -> None:
        """Lays out what these seats have, kind by kind."""
        cards = self._state.cards
        for seat in seats:
            herd = cards.at(CardPlace.ANIMALS, seat)
            dove = cards.dove if cards.dove is not None and cards.dove.seat == seat else None
            faces = [card.face for card in herd] + ([dove.face] if dove else [])
            lies = card_places.herd(rng, self.layout, seat, faces, self._prints.animal_size)
            if dove is not None:
                at, yaw, level = lies.pop()
                cards.dove = replace(dove, at=at, yaw=yaw, level=level)
            cards.lay_animals(herd, lies)

    def _mishap(self, rng: Random) -> None:
        chances = self._state.chances
        if rng.random() < chances.pushed:
            self.push()
        elif rng.random() < chances.half_covered:
            self.half_cover()


def _on_deck(rng: Random, card: Card, level: int) -> Card:
    at, yaw, level = card_places.deck(rng, level)
    return replace(card, place=CardPlace.DECK, seat=0, up=False, at=at, yaw=yaw, level=level)
