"""The dove: who may claim it, and until when (000:L69-L77, K-25 to K-27)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.answer import Seat
from engine.asking import Asking
from engine.request import Confirm

T = TypeVar("T")


class Dove:
    """`holder` has it. `claimant` has just united a pair of sets that earns it, and may say so."""

    def __init__(self, pairs: tuple[frozenset[str], ...], holder: Seat | None) -> None:
        """`pairs` of sets that earn the dove; none: there is no dove in this edition."""
        self.pairs = pairs
        self.holder = holder
        self.claimant: Seat | None = None

    @property
    def free(self) -> bool:
        return bool(self.pairs) and self.holder is None

    def earned(self, seat: Seat, kind: str, complete: Iterable[str]) -> bool:
        """Whether the set of `kind`, just completed, unites a pair; then the seat may claim."""
        united = any(kind in pair and pair <= set(complete) for pair in self.pairs)
        if united and self.free:
            self.claimant = seat
        return united and self.free

    def lapse(self) -> None:
        """The occasion is gone (K-25); the next pair is another (K-26)."""
        self.claimant = None

    def beside(self, asking: Asking[T], claimed: Callable[[Seat], None]) -> Asking[T]:
        """Goes through `asking`; who may claim the dove can say so besides whatever is asked."""
        try:
            requests = next(asking)
            while True:
                claimant = self.claimant
                if claimant is None:
                    answer = yield requests
                else:
                    answer = yield (*requests, Confirm(claimant, "dove", aside=True))
                if answer.key == "dove" and claimant is not None:
                    self.holder, self.claimant = claimant, None
                    claimed(claimant)
                else:
                    requests = asking.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
