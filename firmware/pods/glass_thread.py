"""The one owner of the bus: shows each pod the latest screen that is wanted, whatever the others' glass
does."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from PIL import Image

from firmware.errors import PanelLost
from firmware.pods.panel import Panel

S = TypeVar("S")

log = logging.getLogger(__name__)

# Seconds until a failed frame is sent again; the last one repeats. A disturbed frame is mended before
# anybody sees it, an absent pod costs next to nothing.
RETRY = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
# A pod is called lost after so many failures in a row: one disturbed frame is nothing to tell the table.
LOST_AFTER = 3
CHECK_EVERY = 2.0


@dataclass(frozen=True, slots=True)
class PanelChange:
    """A pod's glass is lost, or it is back. `why` is for the log and the page, in English."""

    pod: int
    there: bool
    why: str


class _Pod(Generic[S]):
    """What one pod wants and how its glass does. Guarded by the thread's lock where both sides touch it."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.wanted: S | None = None  # None: dark
        self.ask = 0  # grows with each wish
        self.done = -1  # the wish that the glass shows
        self.level: int | None = None
        self.failures = 0
        self.lost = False
        self.again = float("-inf")  # not before this time
        self.check = float("-inf")
        self.drawn: tuple[S, Image.Image] | None = None


class GlassThread(Generic[S]):
    """Keeps all glass up to date. `show`, `dark_all` and `contrast` may be called from any thread and never
    wait for the bus; drawing and sending happen on this thread alone. A wish that is overtaken is never
    shown.

    Either `start` it, or call `pump` yourself with a virtual clock; not both.
    """

    def __init__(
        self,
        panels: Mapping[int, Panel],
        draw: Callable[[S], Image.Image],
        changed: Callable[[PanelChange], object] | None = None,
        *,
        lost: Iterable[int] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`draw` gives a picture, mode "1", 128x64; equal screens must give equal pictures. `changed` is told
        once of each loss and return, on this thread: it should only put it in a queue. `lost`: pods that are
        held for lost until they answer."""
        self._pods: dict[int, _Pod[S]] = {pod: _Pod(panel) for pod, panel in sorted(panels.items())}
        for pod in lost:
            self._pods[pod].lost = True
        self._draw = draw
        self._changed = changed
        self._clock = clock
        self._wake = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def show(self, pod: int, screen: S) -> None:
        """Want `screen` on that pod's glass. A pod without glass takes any wish and shows nothing."""
        self._want(pod, screen)

    def dark_all(self) -> None:
        """Want every glass dark (the table pauses). Each stays so until the next `show` for it."""
        for pod in self._pods:
            self._want(pod, None)

    def dark(self, pod: int) -> None:
        """Want one glass dark."""
        self._want(pod, None)

    def contrast(self, level: int) -> None:
        """Set the brightness of all glass, 0-255."""
        with self._wake:
            for one in self._pods.values():
                one.level = level
            self._wake.notify_all()

    def lost(self) -> frozenset[int]:
        """The pods whose glass is away right now."""
        with self._wake:
            return frozenset(pod for pod, one in self._pods.items() if one.lost)

    def start(self) -> None:
        """Let the thread do the work."""
        if self._thread is not None:
            raise RuntimeError("the glass thread runs already")
        self._thread = threading.Thread(target=self._run, name="glass", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> bool:
        """Blank all glass and end. Whether that was done within `timeout` seconds (a bus can hang for
        good)."""
        self.dark_all()
        with self._wake:
            self._stopping = True
            self._wake.notify_all()
        if self._thread is None:
            for _ in range(LOST_AFTER):
                for one in self._pods.values():
                    one.again = float("-inf")
                self.pump()
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def settled(self, timeout: float = 5.0) -> bool:
        """Wait until every glass that is there shows what is wanted; whether it does. For the thread's use
        only."""
        with self._wake:
            return self._wake.wait_for(self._up_to_date, timeout)

    def pump(self) -> float:
        """One pass over all pods: send what is due. Gives the time at which the next pass is due if nobody
        wants anything new, in the clock's seconds."""
        for pod, one in self._pods.items():
            now = self._clock()
            with self._wake:
                wish, number, level = one.wanted, one.ask, one.level
                due = one.done != number or level is not None or now >= one.check
            if due and now >= one.again:
                self._serve(pod, one, wish, number, level)
        with self._wake:
            self._wake.notify_all()
            return min((self._next(one) for one in self._pods.values()), default=float("inf"))

    def _want(self, pod: int, screen: S | None) -> None:
        with self._wake:
            one = self._pods.get(pod)
            if one is not None:
                one.wanted = screen
                one.ask += 1
                self._wake.notify_all()

    def _next(self, one: _Pod[S]) -> float:
        return one.again if one.done != one.ask or one.level is not None else max(one.check, one.again)

    def _up_to_date(self) -> bool:
        return all(one.done == one.ask or one.lost for one in self._pods.values())

    def _run(self) -> None:
        while True:
            due = self.pump()
            with self._wake:
                if self._stopping and self._up_to_date():
                    return
                self._wake.wait_for(self._anything_new, max(0.0, min(due - self._clock(), CHECK_EVERY)))

    def _anything_new(self) -> bool:
        now = self._clock()
        return any(
            (one.done != one.ask or one.level is not None) and now >= one.again for one in self._pods.values()
        )

    def _serve(self, pod: int, one: _Pod[S], wish: S | None, number: int, level: int | None) -> None:
        try:
            if level is not None:
                one.panel.contrast(level)
            if one.done == number:
                one.panel.check()
            elif wish is None:
                one.panel.dark()
            else:
                one.panel.show(self._picture(one, wish))
        except PanelLost as gone:
            self._failed(pod, one, gone.why)
        except Exception as wrong:
            # A screen that cannot be drawn must not take the other pods' glass with it, and its text is a
            # secret.
            where = traceback.extract_tb(wrong.__traceback__)[-1]
            log.error(
                "pod %d: a screen could not be drawn (%s at %s:%s)",
                pod,
                type(wrong).__name__,
                where.filename,
                where.lineno,
            )
            self._drawn_nothing(pod, one, number)
        else:
            self._served(pod, one, number, level)

    def _picture(self, one: _Pod[S], wish: S) -> Image.Image:
        if one.drawn is None or one.drawn[0] != wish:
            one.drawn = (wish, self._draw(wish))
        return one.drawn[1]

    def _drawn_nothing(self, pod: int, one: _Pod[S], number: int) -> None:
        try:
            one.panel.dark()
        except PanelLost as gone:
            self._failed(pod, one, gone.why)
        else:
            self._served(pod, one, number, None)

    def _served(self, pod: int, one: _Pod[S], number: int, level: int | None) -> None:
        with self._wake:
            back, one.lost = one.lost, False
            one.failures = 0
            one.done = number
            if level is not None and one.level == level:
                one.level = None
            one.check = self._clock() + CHECK_EVERY
            one.again = float("-inf")
        if back:
            self._tell(PanelChange(pod, True, "its glass answers again"))

    def _failed(self, pod: int, one: _Pod[S], why: str) -> None:
        with self._wake:
            one.done = -1  # whatever it showed, it has to be sent again
            one.again = self._clock() + RETRY[min(one.failures, len(RETRY) - 1)]
            one.failures += 1
            gone = one.failures >= LOST_AFTER and not one.lost
            one.lost = one.lost or gone
        if gone:
            self._tell(PanelChange(pod, False, why))

    def _tell(self, change: PanelChange) -> None:
        if self._changed is not None:
            self._changed(change)
