"""Ladders: the legal bids in rising order, and how a pod walks over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.answer import DIGITS


class Ladder(Protocol):
    """All the bids that may be made now, lowest to highest. A rung is what an answer says (`8x4`, `120`)."""

    @property
    def columns(self) -> int:
        """How many things a player sets: 1 (an amount) or 2 (count, then face)."""

    @property
    def proposal(self) -> str:
        """The likely rung: where a pod starts."""

    @property
    def lowest(self) -> str: ...

    def __contains__(self, said: object) -> bool: ...

    def parts(self, said: str) -> tuple[str, ...]:
        """The rung's text, a part for each column."""

    def moved(self, said: str, column: int, by: int) -> str:
        """The rung `by` steps away in `column`, or the nearest that is legal."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """Money: `least`, and on in steps of `step` up to `most` (None: without end)."""

    least: int
    step: int = 10
    most: int | None = None

    @property
    def columns(self) -> int:
        return 1

    @property
    def lowest(self) -> str:
        return str(self.least)

    @property
    def proposal(self) -> str:
        return self.lowest

    def __contains__(self, said: object) -> bool:
        if not isinstance(said, str) or not (said.isascii() and said.isdigit()) or len(said) > DIGITS:
            return False
        amount = int(said)
        if said != str(amount):
            return False
        below = self.most is None or amount <= self.most
        return amount >= self.least and below and (amount - self.least) % self.step == 0

    def parts(self, said: str) -> tuple[str, ...]:
        return (said,)

    def moved(self, said: str, column: int, by: int) -> str:
        del column  # there is but one
        amount = max(self.least, int(said) + by * self.step)
        if self.most is not None:
            amount = min(amount, self.most - (self.most - self.least) % self.step)
        return str(amount)
