"""An event: something that happened, in terms that a screen or a log can say in any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.answer import Seat

Value = int | str | bool | None | tuple["Value", ...] | Mapping[str, "Value"]

NOTHING: Mapping[str, Value] = {}


class Event(NamedTuple):
    """`key` names what happened, `values` says with what (JSON types only).

    `known_to`: the seats that may know it; None means everybody. `reveal` marks the moment at which
    something secret became public: what came before is no longer one player's to take back (G-05).
    """

    key: str
    values: Mapping[str, Value] = NOTHING
    known_to: frozenset[Seat] | None = None
    reveal: bool = False

    def __repr__(self) -> str:
        values = dict(self.values) if self.known_to is None else "secret"
        return f"<Event {self.key} {values}>"

    def is_known_to(self, seat: Seat | None) -> bool:
        """Whether `seat` (None: the public) may know it."""
        return self.known_to is None or (seat is not None and seat in self.known_to)
