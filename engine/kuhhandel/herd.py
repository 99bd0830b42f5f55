"""The animals: four of each kind, whose they are, and what two players can trade for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.answer import Seat

SET = 4  # 000:L13.1, 002:L30


class Herds:
    """Whose animals lie where, face up; `deck` is how many are still face down."""

    def __init__(self, kinds: Iterable[str], herds: Mapping[Seat, Mapping[str, int]], deck: int) -> None:
        self.kinds = tuple(kinds)
        self.deck = deck
        self._herds = {seat: Counter(herd) for seat, herd in herds.items()}
        self._turned_up = Counter[str]()
        for herd in self._herds.values():
            self._turned_up.update(herd)

    def of(self, seat: Seat) -> dict[str, int]:
        """What lies before `seat`, in the order of the values."""
        herd = self._herds[seat]
        return {kind: count for kind in self.kinds if (count := herd.get(kind))}

    def sets(self, seat: Seat) -> tuple[str, ...]:
        """The complete sets of `seat`: nobody can take them any more (K-20)."""
        herd = self._herds[seat]
        return tuple([kind for kind in self.kinds if herd.get(kind) == SET])

    def can_come(self) -> dict[str, int]:
        """What the deck can still hold: how many of each kind were never turned up."""
        left = {kind: SET - self._turned_up[kind] for kind in self.kinds}
        return {kind: count for kind, count in left.items() if count > 0}

    def turn_up(self, kinds: Iterable[str]) -> None:
        """Cards from the deck become known."""
        drawn = tuple(kinds)
        self.deck -= len(drawn)
        self._turned_up.update(drawn)

    def give(self, seat: Seat, kinds: Iterable[str]) -> tuple[str, ...]:
        """Animals come to lie before `seat`; gives the sets that become complete by them."""
        before = self.sets(seat)
        self._herds[seat].update(kinds)
        return tuple([kind for kind in self.sets(seat) if kind not in before])

    def take(self, seat: Seat, kind: str, count: int) -> None:
        self._herds[seat][kind] -= count

    def stake(self, one: Seat, other: Seat, kind: str) -> int:
        """For how many animals of a kind two players trade: a pair if both have just a pair, else one, none
        if it is not for them to trade (K-19 to K-21)."""
        mine, yours = self._herds[one][kind], self._herds[other][kind]
        if not mine or not yours or mine + yours > SET:
            return 0
        return 2 if mine == yours == 2 else 1

    def trades(self, seat: Seat) -> dict[str, tuple[Seat, ...]]:
        """What `seat` can trade for, and with whom, in order from its left."""
        order = tuple(self._herds)
        at = order.index(seat) + 1
        others = order[at:] + order[: at - 1]
        partners = {
            kind: tuple([one for one in others if self.stake(seat, one, kind)]) for kind in self.kinds
        }
        return {kind: seats for kind, seats in partners.items() if seats}

    def all_complete(self) -> bool:
        """Nothing is left to auction or to trade for (000:L91.1, 002:L255.1)."""
        return not self.deck and all(
            count in (0, SET) for herd in self._herds.values() for count in herd.values()
        )

    def stuck(self) -> bool:
        """Whether an incomplete set could never be completed: the deck is gone, and one alone has some."""
        some = Counter(
            kind for herd in self._herds.values() for kind, count in herd.items() if count not in (0, SET)
        )
        return not self.deck and 1 in some.values()
