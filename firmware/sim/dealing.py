"""What people do next so that cards and money come to lie as the game has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations

from firmware.sim.cards import MIDDLE
from firmware.sim.layout import Spot
from firmware.sim.world import World
from firmware.table.stage import CardsAsked, Pile


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One thing that the person at seat `by` does with cards. `over`: how far the hand reaches; None: not
    beyond his own ground. What he does may be his secret, so it is not printed."""

    by: int
    do: Callable[[World], None]
    over: Spot | None = None


def next_move(world: World, asked: CardsAsked) -> Move | None:
    """The next of what still has to be done; None when all lies as it should, or as well as it can: where one
    animal is on record and another lies there, nobody moves anything.

    `asked.animals` names every seat that plays.
    """
    return next(_moves(world, asked), None)


def _moves(world: World, asked: CardsAsked) -> Iterator[Move]:
    seats = tuple(sorted(asked.animals))
    if _begins(world, asked, seats):
        yield Move(seats[0], lambda world: world.gather(seats), MIDDLE)
        return
    yield from _Herds(world, asked, seats).moves()
    if world.dove != asked.dove:
        yield Move(asked.dove or seats[0], lambda world: world.give_dove(asked.dove))
    for seat in seats:
        yield from _laid(world, asked, seat)
    for seat in seats:  # the bank pays out, and takes back
        notes = asked.purses.get(seat)
        if notes is not None and tuple(sorted(notes)) != world.purse(seat) and not world.laid(seat)[0]:
            yield Move(seat, _holding(seat, notes))


def _begins(world: World, asked: CardsAsked, seats: tuple[int, ...]) -> bool:
    """Whether a game begins: others sit down to it, or nothing is known of any animal, and more than is dealt
    lies before seats."""
    if world.players != seats:
        return True
    fresh = not asked.spot and not any(asked.animals.values())
    return fresh and any(world.animals(seat).total() > asked.dealt.get(seat, 0) for seat in seats)


class _Herds:
    """Where the animals lie, and where they should."""

    def __init__(self, world: World, asked: CardsAsked, seats: tuple[int, ...]) -> None:
        self._asked = asked
        self._seats = seats
        self._spot = world.spot
        self._deck = world.deck
        has = {seat: world.animals(seat) for seat in seats}
        want = {seat: Counter(asked.animals[seat]) for seat in seats}
        self._over = {seat: has[seat] - want[seat] for seat in seats}
        self._under = {seat: want[seat] - has[seat] for seat in seats}
        self._lacks = {
            seat: want[seat].total() + asked.dealt.get(seat, 0) - has[seat].total() for seat in seats
        }

    def moves(self) -> Iterator[Move]:
        for giver, taker in permutations(self._seats, 2):
            for face in self._over[giver] & self._under[taker]:
                yield Move(giver, _giving(face, giver, taker))
                return
        spare = len(self._spot) - self._asked.spot
        sold = any(lack > 0 for lack in self._lacks.values()) and self._deck > self._asked.deck
        if spare > 0 or (self._spot and sold):  # others are to be turned up in the place of these
            yield self._clear()
            return
        for giver in self._seats:
            if self._lacks[giver] < 0:
                yield self._give_up(giver, spare)
                return
        if spare < 0 and self._deck > self._asked.deck:
            count = min(-spare, self._deck)
            yield Move(self._seats[0], lambda world: world.turn_up(count), MIDDLE)
            return
        wanting = {seat: count for seat, count in self._lacks.items() if count > 0}
        if not wanting or self._deck <= self._asked.deck:
            return
        if all(self._asked.dealt.get(seat) for seat in wanting) and sum(wanting.values()) <= self._deck:
            yield Move(self._seats[0], lambda world: world.deal(wanting), MIDDLE)
            return
        for seat in wanting:  # a table that was cleared away is laid again
            for face in self._under[seat]:
                yield Move(seat, _fetching(face, seat), MIDDLE)

    def _clear(self) -> Move:
        """What lies in the middle goes to whom it was sold, or back."""
        takers = [seat for seat in self._seats if self._lacks[seat] > 0]
        if not takers:
            return Move(self._seats[0], lambda world: world.put_back(), MIDDLE)
        taker = next((one for one in takers if Counter(self._spot) & self._under[one]), takers[0])
        return Move(taker, lambda world: world.hand_over(taker), MIDDLE)

    def _give_up(self, giver: int, spare: int) -> Move:
        """An animal too many, which is on record nowhere: to who has one too few, else back to the middle, or
        on the deck."""
        takers = [seat for seat in self._seats if self._lacks[seat] > 0]
        face = next(iter(self._over[giver]))
        if takers:
            return Move(giver, _giving(face, giver, takers[0]))
        if spare < 0:
            return Move(giver, _giving(face, giver, None), MIDDLE)
        return Move(giver, lambda world: world.put_back(giver, face), MIDDLE)


def _laid(world: World, asked: CardsAsked, seat: int) -> Iterator[Move]:
    """The notes before a seat."""
    pile = asked.laid.get(seat)
    if pile is None:
        if world.laid(seat)[0]:
            taker = _taker(world, asked, seat)
            yield Move(taker, lambda world: world.take(seat, taker))
    elif world.meant(seat) != tuple(sorted(pile.notes)):
        taker = _taker(world, asked, seat)  # of what lies there still from before
        if taker != seat:
            yield Move(taker, lambda world: world.take(seat, taker))
        yield Move(seat, _laying(seat, pile, asked.purses.get(seat, ())))
    elif world.laid(seat)[0] and world.laid(seat)[1] != pile.up:
        yield Move(seat, lambda world: world.turn(seat, up=pile.up))


def _taker(world: World, asked: CardsAsked, seat: int) -> int:
    """Whose hand misses what lies before a seat: the seat's own if nobody else's."""
    pile = Counter(world.pile(seat))
    others = [one for one in asked.purses if one != seat]
    for one in others:
        if pile.total() and pile <= Counter(asked.purses[one]) - Counter(world.purse(one)):
            return one
    return seat


def _laying(seat: int, pile: Pile, others: tuple[int, ...]) -> Callable[[World], None]:
    def lay(world: World) -> None:
        missing = Counter(pile.notes) - Counter(world.purse(seat)) - Counter(world.pile(seat))
        if missing:
            world.hold(seat, (*world.purse(seat), *missing.elements()))
        world.lay(seat, pile.notes, up=pile.up, others=others)

    return lay


def _holding(seat: int, notes: tuple[int, ...]) -> Callable[[World], None]:
    return lambda world: world.hold(seat, notes)


def _giving(face: str, giver: int, taker: int | None) -> Callable[[World], None]:
    return lambda world: world.give(face, giver, taker)


def _fetching(face: str, seat: int) -> Callable[[World], None]:
    return lambda world: world.fetch(face, seat)
