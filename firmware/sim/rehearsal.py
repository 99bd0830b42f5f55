"""A rehearsal: the whole box on the simulated table in virtual time, turned by hand instead of by threads.

Everything is the real thing - pins, debouncer, table, drivers, glass, camera pictures, reading - but nobody
waits: a whole game takes as long as its pictures take to draw and read.
"""

from __future__ import annotations

from firmware.box import Box
from firmware.camera.frame import Camera, CameraError
from firmware.glass.screen import Screen
from firmware.table.table import Ailment

LONGEST_STEP = 0.5  # seconds of virtual time


class VirtualClock:
    """Monotonic seconds that pass only when told to."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)


class Rehearsal:
    """Turns a box that was built with `clock` (and its `sleep`) and not started."""

    def __init__(self, box: Box, clock: VirtualClock) -> None:
        self.box = box
        self.clock = clock
        self.reads = 0  # frames that the eye was given
        self._camera: Camera | None = None
        self._next_frame = 0.0

    def step(self) -> None:
        """Lets everything happen that is due, then time pass until something is due again."""
        due = self.box.loop.turn()
        due = min(due, self._look(), self.box.glass.pump())
        self.clock.now = max(self.clock.now + 1e-4, min(due, self.clock.now + LONGEST_STEP))

    def run(self, seconds: float) -> None:
        """So much virtual time."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.step()

    def screen(self, pod: int) -> Screen:
        """What the pod is to show now."""
        return self.box.table.screen(pod)

    def _look(self) -> float:
        """A frame for the eye, if one is wanted now; when the next may be."""
        if not self.box.eye.looks:
            return float("inf")
        if self.clock.now >= self._next_frame:
            self._next_frame = self.clock.now + self.box.look_every
            try:
                if self._camera is None:
                    self._camera = self.box.make_camera()
                self.box.take_frame(self._camera.frame())
                self.reads += 1
                self.box.loop.post(Ailment("camera", None))
            except CameraError as lost:
                self._camera = None
                self.box.loop.post(Ailment("camera", str(lost)))
            return self.clock.now
        return self._next_frame
