"""The loop: one queue, one thread. Button edges, readings and health come in; the table answers."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from firmware.pods.debounce import Hands
from firmware.pods.gesture import Button
from firmware.table.table import Message, Table

LONGEST_WAIT = 0.5  # seconds; the loop looks up at least so often, whatever it was told to wait for


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's line went down or up at `at` (monotonic seconds)."""

    pod: int
    button: Button
    down: bool
    at: float


class Helper(Protocol):
    """Somebody who acts when it is time: the simulated people, the bots."""

    def tick(self, now: float) -> None: ...

    def next_tick(self) -> float | None: ...


class Loop:
    """`post` may be called from any thread. Either `run` it on a thread, or call `turn` with a virtual
    clock. `beat` is called once a turn: a watchdog is fed by it, so only by a loop that is alive."""

    def __init__(
        self,
        table: Table,
        buttons: Hands,
        *,
        clock: Callable[[], float] = time.monotonic,
        beat: Callable[[], object] = lambda: None,
    ) -> None:
        self.table = table
        self._buttons = buttons
        self._helpers: list[Helper] = []
        self._clock = clock
        self._beat = beat
        self._inbox: queue.SimpleQueue[Edge | Message | Callable[[float], object]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._held: frozenset[int] = frozenset()

    def join(self, helper: Helper) -> None:
        """One more who acts in every turn. Before the first turn, or on the loop's own thread."""
        self._helpers.append(helper)

    def post(self, message: Edge | Message | Callable[[float], object]) -> None:
        """Puts in a message, or a call to be made on the loop's thread with the time."""
        self._inbox.put(message)

    def turn(self) -> float:
        """Takes all that waits, then whatever is due. Gives the time at which something is due next."""
        while not self._inbox.empty():
            self._take(self._inbox.get())
        now = self._clock()
        for gesture in self._buttons.tick(now):
            self.table.take(gesture, now)
        held = self._buttons.pods_with(Button.OK)
        if held != self._held:
            self._held = held
            self.table.hold(held, now)
        due = self.table.next_tick()
        if due is not None and due <= now:
            self.table.tick(now)
        for helper in self._helpers:
            helps = helper.next_tick()
            if helps is not None and helps <= now:
                helper.tick(now)
        self._beat()
        return self.due()

    def due(self) -> float:
        """When something is due next, if no message comes."""
        times = [self._buttons.next_tick(), self.table.next_tick(), *(h.next_tick() for h in self._helpers)]
        return min(time for time in times if time is not None)

    def run(self) -> None:
        """Turns until `stop`."""
        while not self._stop.is_set():
            wait = min(LONGEST_WAIT, self.turn() - self._clock())
            try:
                message = self._inbox.get(timeout=wait) if wait > 0 else None
            except queue.Empty:
                continue
            if message is not None:
                self._take(message)

    def stop(self) -> None:
        """Ends `run` after its present turn. From any thread."""
        self._stop.set()
        self.post(lambda _now: None)

    def _take(self, message: Edge | Message | Callable[[float], object]) -> None:
        if isinstance(message, Edge):
            self._buttons.edge(message.pod, message.button, message.down, message.at)
        elif callable(message):
            message(self._clock())
        else:
            self.table.take(message, self._clock())
