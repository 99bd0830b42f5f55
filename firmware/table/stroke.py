"""The clock of a running count: when its next number is due."""

from __future__ import annotations

from engine.request import Countdown

COMES_UP = 4.0  # seconds to the first number where a count has just come up: time to look at what it is about
RAISED = 2.0  # where it was cancelled and begins again, or was held: time to think, and to press
STROKE_EVERY = 1.2  # between two numbers
MOST_HELD = 20.0  # that one count may be held in all: who reads or votes no sooner does not stop the game
_NONE = 0.01  # less than this is left by rounding


class Stroke:
    """Follows what is open. Each number has its whole time, whatever came before it."""

    def __init__(self) -> None:
        self.at: float | None = None
        self._runs = False
        self._held_since: float | None = None
        self._patience = MOST_HELD

    @property
    def next_tick(self) -> float | None:
        """When the next number is due, or a count that is held goes on in any case."""
        return self.at if self._held_since is None else self._held_since + self._patience

    def may_be_held(self, now: float) -> bool:
        """Whether news and votes have not held this count for as long as they may."""
        if self._held_since is None:
            return self._patience > 0
        return now < self._held_since + self._patience

    def follow(self, count: Countdown | None, now: float, held: bool) -> None:
        """`count`: the one that runs now, if any. `held`: somebody still reads what has just happened, or is
        to vote, and so cannot bid; it goes on when he can, after that or when it has been held enough."""
        if count is None:
            self.at = self._held_since = None
            self._patience = MOST_HELD
        elif held and self.may_be_held(now):
            self.at = None
            self._held_since = now if self._held_since is None else self._held_since
        else:
            goes_on = self._held_since is not None
            self._release(now)
            if self.at is None:
                first = RAISED if self._runs else COMES_UP
                later = RAISED if goes_on else STROKE_EVERY
                self.at = now + (first if count.step == 1 else later)
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
        if self._held_since is not None:
            self._held_since += by

    def _release(self, now: float) -> None:
        if self._held_since is not None:
            left = self._patience - (now - self._held_since)
            self._patience = left if left > _NONE else 0.0
            self._held_since = None
