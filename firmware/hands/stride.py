"""How far a finger goes along a ladder of money: by one step a tap, by round sums when it stays down, and the
larger the longer, so that wealth without limit (Z-13) is said before the button counts as jammed."""

from __future__ import annotations

from engine.ladder import Ladder
from firmware.pods.gesture import Kind

LONG = 6  # runs after which it goes by the larger sum
TENFOLD = 8  # runs, about a second, after which it goes by ten times as much, and again
PURSE = 32  # runs by hundreds before that where money goes by notes: to as much as a seat has


class Stride:
    """Feed it every gesture of the finger, in order."""

    def __init__(self, ladder: Ladder) -> None:
        step = int(ladder.moved(ladder.lowest, 0, 1)) - int(ladder.lowest)
        held, far = (50, 100) if step >= 10 else (10, 50)
        self._held, self._far = max(1, held // max(1, step)), max(1, far // max(1, step))
        self._patience = PURSE if step >= 10 else TENFOLD
        self._runs = 0

    def of(self, kind: Kind) -> int:
        """So many steps for this gesture. Held, the tap that began it counts into the first sum."""
        if kind is Kind.TAP:
            self._runs = 0
            return 1
        if kind is Kind.HELD:
            return max(1, self._held - 1)
        self._runs += 1
        if self._runs <= LONG:
            return self._held
        over = self._runs - LONG - 1 - self._patience
        return self._far if over < 0 else self._far * 10 ** (1 + over // TENFOLD)
