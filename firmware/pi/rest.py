"""Spares the glass: a table that nobody touches grows dim, and later dark, before its picture burns in."""

from __future__ import annotations

from collections.abc import Callable

DIM_AFTER = 300.0  # seconds without a press
DARK_AFTER = 1200.0


class Rest:
    """A helper of the loop. `dim(True)` makes all glass dim, `dim(False)` as bright as the house has it;
    `dark(now)` makes the table pause, which the next press ends."""

    def __init__(self, dim: Callable[[bool], object], dark: Callable[[float], object], now: float) -> None:
        self._dim, self._dark = dim, dark
        self._touched = now
        self._is_dim = self._is_dark = False

    def touched(self, now: float) -> None:
        """Somebody pressed a button. On the loop's thread."""
        self._touched = now
        self._is_dark = False
        if self._is_dim:
            self._is_dim = False
            self._dim(False)

    def tick(self, now: float) -> None:
        """Does what is due."""
        idle = now - self._touched
        if idle >= DIM_AFTER and not self._is_dim:
            self._is_dim = True
            self._dim(True)
        if idle >= DARK_AFTER and not self._is_dark:
            self._is_dark = True
            self._dark(now)

    def next_tick(self) -> float | None:
        if self._is_dark:
            return None
        return self._touched + (DARK_AFTER if self._is_dim else DIM_AFTER)
