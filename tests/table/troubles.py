"""What goes wrong with wires and camera during a soak: fault after fault, each mended after a while."""

from __future__ import annotations

import random

from firmware.box import Box
from firmware.camera.faults import NO_FAULTS
from firmware.camera.faults import Faults as CameraFaults
from firmware.sim.rehearsal import VirtualClock

EVERY = (2.0, 15.0)  # seconds between two faults
LASTS = (1.0, 6.0)  # seconds of a fault that goes by
QUIET = 5.0  # seconds after a fault until all glass must be right again


class Troubles:
    """The faults of one game. The chance is the game's own, so that its number repeats them."""

    def __init__(self, box: Box, clock: VirtualClock, rng: random.Random) -> None:
        self.box = box
        self.clock = clock
        self.rng = rng
        self.seen = 0
        self.quiet_from = 0.0  # the clock's time from which no fault is an excuse for wrong glass
        self._mends: list[tuple[float, str, int]] = []
        self._next = clock.now + rng.uniform(*EVERY)

    def step(self) -> None:
        """Mends what has lasted long enough, and breaks something when it is time."""
        now = self.clock.now
        for mend in [mend for mend in self._mends if mend[0] <= now]:
            self._mends.remove(mend)
            self._mend(*mend[1:])
        if self.box.bus._stray or self.box.bus._fail_data:  # a fault that is still to come
            self._excuse()
        if now >= self._next:
            self._break(now)

    def end(self) -> None:
        """Nothing is broken from now on."""
        for _, kind, pod in self._mends:
            self._mend(kind, pod)
        self._mends.clear()
        self.box.bus.noisy(0.0)
        self.box.bus._stray.clear()
        self.box.bus._fail_data.clear()
        self._next = float("inf")

    def _break(self, now: float) -> None:
        rng = self.rng
        self.seen += 1
        self._next = now + rng.uniform(*EVERY)
        pod = rng.choice(self.box.settings.pods)
        kind = rng.choice(("block", "forgets", "unplug", "mux", "lost", "slow", "stale", "frozen", "drift"))
        lasts = now + rng.uniform(*LASTS)
        match kind:
            case "block":
                self.box.bus.fail_data(pod, rng.randint(1, 20))
            case "forgets":
                self.box.bus.mux_forgets(rng.randrange(30))
            case "unplug":
                self.box.bus.unplug(pod)
                self._mends.append((lasts, kind, pod))
            case "mux":
                self.box.bus.unplug_mux()
                self._mends.append((lasts, kind, pod))
            case _:
                self.box.trouble_camera(self._camera_fault(kind))
                self._mends.append((lasts, "camera", pod))
        self._excuse()

    def _camera_fault(self, kind: str) -> CameraFaults:
        rng = self.rng
        match kind:
            case "lost":
                return CameraFaults(lost=True)
            case "slow":
                return CameraFaults(slow=True)
            case "stale":
                return CameraFaults(stale=rng.randint(1, 4))
            case "frozen":
                return CameraFaults(frozen=True)
            case _:
                return CameraFaults(gain=rng.uniform(0.75, 1.25), warmth=rng.uniform(-0.5, 0.5))

    def _mend(self, kind: str, pod: int) -> None:
        self._excuse()
        match kind:
            case "unplug":
                self.box.bus.plug(pod)
            case "mux":
                self.box.bus.unplug_mux(False)
            case _:
                self.box.trouble_camera(NO_FAULTS)

    def _excuse(self) -> None:
        self.quiet_from = max(self.quiet_from, self.clock.now + QUIET)
