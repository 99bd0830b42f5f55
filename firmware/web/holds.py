"""Fingers that come over a network: several pages at one button, and presses that arrive in a heap."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable

from firmware.pods.gesture import Button

# Seconds between two edges of one button. Messages of a press may arrive together; the debouncer
# takes 8 ms for a press and 20 ms for a release, so an edge that follows sooner would be lost as a bounce.
APART = 0.04
MOST_WAITING = 40  # edges of one button: what comes above that is no finger

Key = tuple[int, Button]


class Holds:
    """Which page holds which button. The button goes down with the first finger and up with the last.

    Belongs to one event loop; `press` is called from it.
    """

    def __init__(self, press: Callable[[int, Button, bool], None]) -> None:
        self._press = press
        self._holders: dict[Key, set[Hashable]] = {}
        self._free_at: dict[Key, float] = {}
        self._waiting: dict[Key, list[tuple[asyncio.TimerHandle, bool]]] = {}

    def down(self, who: Hashable, pod: int, button: Button) -> None:
        """`who` puts a finger on the button; not while more presses wait than a finger makes."""
        if len(self._waiting.get((pod, button), ())) >= MOST_WAITING:
            return
        holders = self._holders.setdefault((pod, button), set())
        if not holders:
            self._edge((pod, button), True)
        holders.add(who)

    def up(self, who: Hashable, pod: int, button: Button) -> None:
        """`who` takes the finger off."""
        holders = self._holders.get((pod, button), set())
        if who in holders:
            holders.discard(who)
            if not holders:
                self._edge((pod, button), False)

    def let_go(self, who: Hashable) -> None:
        """`who` is gone: its fingers leave every button."""
        for pod, button in list(self._holders):
            self.up(who, pod, button)

    def close(self) -> None:
        """Everything comes up now, and what still waited to go down does not."""
        for (pod, button), waiting in self._waiting.items():
            for handle, _ in waiting:
                handle.cancel()
            # Edges alternate: if the next to come would have lifted the button, it is down now.
            is_down = not waiting[0][1] if waiting else bool(self._holders[pod, button])
            if is_down:
                self._press(pod, button, False)
        self._holders.clear()
        self._waiting.clear()

    def _edge(self, key: Key, down: bool) -> None:
        loop = asyncio.get_running_loop()
        at = max(loop.time(), self._free_at.get(key, 0.0))
        self._free_at[key] = at + APART
        waiting = self._waiting.setdefault(key, [])
        if at <= loop.time() and not waiting:
            self._press(*key, down)
        else:
            waiting.append((loop.call_at(at, self._late_edge, key), down))

    def _late_edge(self, key: Key) -> None:
        _, down = self._waiting[key].pop(0)
        self._press(*key, down)
