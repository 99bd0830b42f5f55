"""The clock of a running count: when its next number is due."""

from __future__ import annotations

from engine.request import Countdown

STROKE_EVERY = 1.0  # seconds between two numbers of a running count


class Stroke:
    """Follows what is open. Each number has its whole second, whatever came before it."""

    def __init__(self) -> None:
        self.at: float | None = None

    def follow(self, count: Countdown | None, now: float) -> None:
        """`count`: the one that runs now, if any."""
        if count is None:
            self.at = None
        elif self.at is None:
            self.at = now + STROKE_EVERY

    def answered(self) -> None:
        """Somebody has said something: what runs after it runs anew, even if it looks the same."""
        self.at = None

    def is_due(self, now: float) -> bool:
        return self.at is not None and now >= self.at

    def shift(self, by: float) -> None:
        """The table has stood still for so many seconds."""
        if self.at is not None:
            self.at += by
