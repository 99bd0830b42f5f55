"""A real box whose devices are doubles at the lowest layer: gpiozero's mock pins, a simulated bus under what
looks like Linux's, no camera; turned by hand in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.glass.draw import draw
from firmware.journal import Journal
from firmware.pods.buses import Buses
from firmware.pods.gesture import Button
from firmware.pods.pins import load_pins
from firmware.real import RealBox
from firmware.settings import CameraKind
from firmware.sim.fingers import SimFinger
from firmware.sim.panels import SimBus
from firmware.sim.rehearsal import VirtualClock
from tests.pi.kernel import Kernel
from tests.table.headless import settings
from tests.table.texts import text_of

PINS = load_pins()


class RealTable:
    """`pods`: how many. `before`: what is done to the kernel before the box is built."""

    def __init__(
        self, root: Path, pods: int = 3, before: Callable[[Kernel], object] | None = None, **how: Any
    ) -> None:
        self.clock = VirtualClock()
        self.bus = SimBus(range(1, pods + 1))
        self.kernel = Kernel(root, self.bus)
        self.kernel.load_mux()
        if before is not None:
            before(self.kernel)
        self.factory = how.pop("factory", None) or MockFactory(revision="c03115", pin_class=MockPWMPin)
        self.offs = 0
        made = replace(settings(pods, 1), camera=CameraKind.AUTO, sound="off")
        self.box = RealBox(
            made,
            PINS,
            self.factory,
            buses=Buses(PINS, self.kernel.open, root),
            clock=self.clock,
            journal=Journal(None),
            gone_off=self._off,
            root=root,
            **how,
        )
        self.finger = SimFinger(self.box.buttons, sleep=self.clock.sleep)

    def _off(self) -> None:
        self.offs += 1

    def run(self, seconds: float) -> None:
        """So much virtual time."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            due = min(self.box.loop.turn(), self.box.glass.pump())
            self.clock.now = max(self.clock.now + 1e-4, min(due, self.clock.now + 0.5))

    def tap(self, pod: int, button: Button = Button.OK) -> None:
        self.finger.tap(pod, button)
        self.run(0.6)

    def text(self, pod: int) -> str:
        return text_of(self.box.table.screen(pod))

    def shines(self, pod: int) -> bool:
        """Whether the glass shows what is to be seen there."""
        return bool((self.bus.pixels(pod) == np.asarray(draw(self.box.table.screen(pod)))).all())
