"""The clock of a running count: when its next number is due."""

from __future__ import annotations

from engine.request import Countdown

COMES_UP = 4.0  # seconds to the first number where a count has just come up: time to look at what it is about
RAISED = 2.0  # where it was cancelled and begins again: time to think, and to press
STROKE_EVERY = 1.2  # between two numbers


class Stroke:
    """Follows what is open. Each number has its whole time, whatever came before it."""

    def __init__(self) -> None:
        self.at: float | None = None
        self._runs = False

    def follow(self, count: Countdown | None, now: float, reads: bool) -> None:
        """`count`: the one that runs now, if any. It does not begin while somebody still `reads` what has
        just happened."""
        if count is None or (count.step == 1 and reads):
            self.at = None
        elif self.at is None:
            first = RAISED if self._runs else COMES_UP
            self.at = now + (first if count.step == 1 else STROKE_EVERY)
        self._runs = count is not None and (self._runs or self.at is not None)

    def answered(self) -> None:
        """Somebody has said something: what runs after it runs anew, even if it looks the same."""
        self.at = None

    def is_due(self, now: float) -> bool:
        return self.at is not None and now >= self.at

    def shift(self, by: float) -> None:
        """The table has stood still for so many seconds."""
        if self.at is not None:
            self.at += by
