"""The money: who holds which notes, what is left in the bank, and how a price can be paid without change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.answer import Seat

Notes = tuple[int, ...]  # their values, in rising order


class Money:
    """Every note of the box is in one purse or in the bank, and stays one note: there is no change."""

    def __init__(
        self, supply: Mapping[int, int], purse: Iterable[int], purses: Mapping[Seat, Iterable[int]]
    ) -> None:
        """`supply`: how many notes of each value there are; all are in the bank but a `purse` for each seat.
        `purses`: what the seats hold."""
        self._purses = {seat: tuple(sorted(notes)) for seat, notes in purses.items()}
        given = Counter(purse)
        self._bank = {value: count - given[value] * len(self._purses) for value, count in supply.items()}

    def purse(self, seat: Seat) -> Notes:
        return self._purses[seat]

    def worth(self, seat: Seat) -> int:
        return sum(self._purses[seat])

    def bank(self) -> dict[int, int]:
        """How many notes of each value nobody has been given. It is kept apart from the purses, so that what
        everybody may see of it cannot depend on them (K-33, K-34)."""
        return dict(self._bank)

    def hand_out(self, note: int) -> None:
        """One such note from the bank to every seat (000:L79.2, 002:L223.1)."""
        self._bank[note] -= len(self._purses)
        for seat, notes in self._purses.items():
            self._purses[seat] = tuple(sorted((*notes, note)))

    def move(self, notes: Iterable[int], giver: Seat, taker: Seat) -> None:
        """These notes, which the giver has, change owners."""
        moved = tuple(notes)
        self._purses[giver] = without(self._purses[giver], moved)
        self._purses[taker] = tuple(sorted((*self._purses[taker], *moved)))


def without(notes: Notes, taken: Iterable[int]) -> Notes:
    """`notes` less those `taken`, which must be among them."""
    left = list(notes)
    for note in taken:
        left.remove(note)
    return tuple(left)


def payable(notes: Sequence[int]) -> Notes:
    """The notes that count as payment: those of no value do not (K-13)."""
    return tuple([note for note in notes if note])


def cheapest(notes: Sequence[int], price: int) -> Notes:
    """The payment of at least `price` that is worth least, with the fewest notes; () if there is none.

    Every worth that some of the notes make, with the fewest notes that make it, note by note.
    """
    ways: dict[int, Notes] = {0: ()}
    for note in sorted(notes, reverse=True):
        for worth, way in list(ways.items()):
            if worth >= price:
                continue  # enough already: more only costs more
            there = ways.get(worth + note)
            if there is None or len(way) + 1 < len(there):
                ways[worth + note] = (*way, note)
    enough = [worth for worth in ways if worth >= price]
    return tuple(sorted(ways[min(enough)])) if enough else ()
