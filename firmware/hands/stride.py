"""How far a finger goes along a ladder of money: by one step a tap, by round sums when it stays down."""

from __future__ import annotations

from engine.ladder import Ladder
from firmware.pods.gesture import Kind

LONG = 6  # runs after which it goes by the larger sum


class Stride:
    """Feed it every gesture of the finger, in order."""

    def __init__(self, ladder: Ladder) -> None:
        step = int(ladder.moved(ladder.lowest, 0, 1)) - int(ladder.lowest)
        held, far = (50, 100) if step >= 10 else (10, 50)
        self._held, self._far = max(1, held // max(1, step)), max(1, far // max(1, step))
        self._runs = 0

    def of(self, kind: Kind) -> int:
        """So many steps for this gesture. Held, the tap that began it counts into the first sum."""
        if kind is Kind.TAP:
            self._runs = 0
            return 1
        if kind is Kind.HELD:
            return max(1, self._held - 1)
        self._runs += 1
        return self._far if self._runs > LONG else self._held
