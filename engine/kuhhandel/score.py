"""What everybody's sets are worth in the end, with the arithmetic step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.event import Value
from engine.kuhhandel.editions import ANIMALS

DOVE = 500  # 000:L69.1, K-27


@dataclass(frozen=True, slots=True)
class Score:
    """`sets`: the value of each; with the `dove` they make the sum, which counts so many times. Money is
    worth nothing (000:L91.4, 002:L152.1)."""

    sets: Mapping[str, int]
    dove: int
    times: int

    @property
    def sum(self) -> int:
        return sum(self.sets.values()) + self.dove

    @property
    def points(self) -> int:
        return self.sum * self.times

    def steps(self) -> dict[str, Value]:
        """650 + 160 + 10 = 820, x 3 = 2460, as JSON types."""
        return {
            "sets": dict(self.sets),
            "dove": self.dove,
            "sum": self.sum,
            "times": self.times,
            "points": self.points,
        }


def score(rule: str, complete: Iterable[str], dove: bool) -> Score:
    """The score of who has these complete sets, and the dove or not. `rule`: K-28 or K-29."""
    sets = {kind: ANIMALS[kind] for kind in complete}
    return Score(sets, DOVE if dove else 0, len(sets) if rule == "times-sets" else 1)
