"""A real box with all its threads, in real time, on doubles of what a Pi has: mock pins, six displays behind
Linux's buses, and a Pi's camera above the simulated table."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from numpy.typing import NDArray

from firmware.camera.thread import Patience
from firmware.glass.draw import draw
from firmware.journal import Journal
from firmware.pods.buses import Buses
from firmware.pods.pins import load_pins
from firmware.real import RealBox
from firmware.settings import CameraKind
from firmware.sim.host import Host
from firmware.sim.panels import SimBus
from firmware.sim.people import Manners
from firmware.sim.render import Optics, render
from firmware.sim.world import World
from firmware.table.stage import Asked
from tests.pi.at_table import AtTable
from tests.pi.cameras import Picamera2, RealTime
from tests.pi.kernel import Kernel
from tests.table.headless import settings

PATIENCE = 120.0
HELD, TAPPED = 0.9, 0.08  # seconds that a finger stays down
PINS = load_pins()


class TableCamera(Picamera2):
    """Hangs above a simulated table, which `above` names."""

    clock = RealTime()
    ahead = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
    world: World

    def _picture(self) -> NDArray[np.uint8]:
        picture = render(self.world.scene(), Optics(grain=self.frames))
        red, blue = self.tint
        if (red, blue) == (1.0, 1.0):
            return picture
        return np.clip(picture * np.array((blue, 1.0, red), np.float32), 0, 255).astype(np.uint8)


def picamera2_above(world: World) -> ModuleType:
    """What `import picamera2` gives on a Pi whose camera hangs above that table."""
    module = ModuleType("picamera2")
    module.Picamera2 = type("Above", (TableCamera,), {"world": world, "made": []})  # type: ignore[attr-defined]
    return module


class LiveTable(AtTable):
    """Six pods; `missing`: those whose display has never been there. Its people do with dice and cups what
    the box asks."""

    def __init__(self, root: Path, missing: tuple[int, ...] = ()) -> None:
        self.bus = SimBus(range(1, 7))
        for pod in missing:
            self.bus.unplug(pod)
        kernel = Kernel(root, self.bus)
        kernel.load_mux()
        made = replace(settings(6, 5), camera=CameraKind.PICAMERA)
        box = RealBox(
            made,
            PINS,
            MockFactory(revision="c03115", pin_class=MockPWMPin),
            buses=Buses(PINS, kernel.open, root),
            journal=Journal(None),
            root=root,
        )
        box.camera._patience = Patience(capture=30.0, opening=60.0)
        super().__init__(box)
        self.host = Host(box.journal, made.pods, 5, self._asked, self._options, Manners(shows_hands=False))
        box.loop.join(self.host)

    def shines(self, pod: int) -> bool:
        """Whether the glass shows what is to be seen there, point by point."""
        return bool((self.bus.pixels(pod) == np.asarray(draw(self.box.table.screen(pod)))).all())

    def _asked(self) -> Asked:
        return self.box.table.stage.asked()

    def _options(self) -> Mapping[str, str] | None:
        return self.play.match.setup.options if self.plays else None
