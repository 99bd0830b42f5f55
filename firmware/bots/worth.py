"""What animals are worth to a player of the cattle trade: by value, his own sets and those of rivals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

from engine import View
from engine.kuhhandel.editions import ANIMALS
from engine.kuhhandel.money import cheapest, payable
from firmware.words.values import amounts, mapping, number, numbers

SET = 4
_NOTE = 10  # the smallest that is worth anything
_REACH = 60  # what a finger adds while others bid: a hold and a tap
_REACH_BY_ONES = 30  # the same where a tap adds 1 and a hold 10: three holds
_NEAR = 30
_STRIDE = 0.25  # a bid goes so far towards the most that the bidder would give
_OWN = (0.6, 0.75, 0.95, 1.3)  # how much more an animal is wanted by who has so many of its kind
_RICHEST = max(ANIMALS.values())


class Means:
    """What a seat knows of itself and of the table when it thinks about money. `view`: its own."""

    def __init__(self, view: View) -> None:
        you = mapping(view["you"])
        self.seat = number(you["seat"])
        self.notes = numbers(you["notes"])
        self.total = number(you["total"])
        self._herds = {int(seat): amounts(herd) for seat, herd in mapping(view["animals"]).items()}
        self._deck = number(view["deck"])
        self._multiplies = "dove" not in view  # each set counts for more than its own value

    def has(self, kind: str, seat: int | None = None) -> int:
        """How many of a kind lie before a seat; before this one if none is named."""
        return self._herds[self.seat if seat is None else seat].get(kind, 0)

    def appetite(self, kind: str) -> float:
        """How much one more of a kind is wanted, 0-1."""
        own = self.has(kind)
        rival = max((self.has(kind, seat) for seat in self._herds if seat != self.seat), default=0)
        value = math.sqrt(ANIMALS[kind] / _RICHEST)
        if self._multiplies:
            value = 0.25 + 0.75 * value
        wanted = value * _OWN[min(own, SET - 1)]
        if rival >= 2 and not own:
            wanted *= 0.75  # a set of it will hardly come together here
        if rival == SET - 1:
            wanted = max(wanted, 0.5 * value)  # nor shall it there
        return min(1.0, wanted)

    def limit(self, animals: Iterable[str]) -> int:
        """The most that it would give for these, within its means but for a rare bluff. The same each time
        that it is asked at the same auction."""
        put_up = tuple(animals)
        mood = Random(f"{self.seat}/{self._deck}/{'/'.join(put_up)}/{self.total}")
        wanted = min(1.0, sum(self.appetite(kind) for kind in put_up))
        share = (0.08 + 0.52 * wanted) * mood.uniform(0.75, 1.25)
        if not self._deck:
            share *= 1.3  # the last ones: money is worth nothing in the end
        limit = self.total * min(1.0, share)
        if mood.random() < 0.03:
            limit = self.total * 1.25 + 10
        return int(limit)

    def bid(self, lowest: int, most: int, step: int) -> int:
        """What to bid from `lowest` to `most`: some way up, but not farther than a finger goes while others
        bid too, and an amount that can be paid without a loss if one is near. `step`: of a finger."""
        up = min(int(_STRIDE * (most - lowest)), _REACH if step >= _NOTE else _REACH_BY_ONES)
        first, liked = _in_tens(lowest), _in_tens(lowest + up)
        stock = payable(self.notes)
        amounts = range(first, min(most, liked + _NEAR) + 1, _NOTE)
        for amount in sorted(amounts, key=lambda amount: abs(amount - liked)):
            if sum(cheapest(stock, amount)) == amount:
                return amount
        return liked


def _in_tens(amount: int) -> int:
    """The next sum that notes can make."""
    return -(-amount // _NOTE) * _NOTE


def near(notes: Sequence[int], worth: float) -> tuple[int, ...]:
    """Notes of value, the largest first, that come to `worth` or a little less."""
    pile: list[int] = []
    for note in sorted(notes, reverse=True):
        if note and sum(pile) + note <= worth:
            pile.append(note)
    return tuple(sorted(pile))
