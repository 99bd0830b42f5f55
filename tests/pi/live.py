"""A real box with all its threads, in real time, on doubles of what a Pi has: mock pins, six displays behind
Linux's buses, and a Pi's camera above the simulated table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from numpy.typing import NDArray

from firmware.bots.presses import presses
from firmware.camera.thread import Patience
from firmware.glass.draw import draw
from firmware.hands import Said
from firmware.journal import Journal
from firmware.pods.buses import Buses
from firmware.pods.gesture import Button
from firmware.pods.pins import load_pins
from firmware.real import RealBox
from firmware.settings import CameraKind
from firmware.sim.fingers import SimFinger
from firmware.sim.host import Host
from firmware.sim.panels import SimBus
from firmware.sim.people import Manners
from firmware.sim.render import Optics, render
from firmware.sim.world import World
from firmware.table.play import Play
from firmware.table.stage import Asked
from tests.pi.cameras import Picamera2
from tests.pi.kernel import Kernel
from tests.table.headless import settings
from tests.table.texts import text_of

PATIENCE = 120.0
HELD, TAPPED = 0.9, 0.08  # seconds that a finger stays down
PINS = load_pins()


class RealTime:
    """A clock that goes by itself, whatever is set."""

    @property
    def now(self) -> float:
        return time.monotonic()

    @now.setter
    def now(self, _now: float) -> None:
        pass


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


class LiveTable:
    """Six pods; `missing`: those whose display has never been there. Its people do with dice and cups what
    the box asks; buttons are pressed from the caller's thread, which is none of the box's."""

    def __init__(self, root: Path, missing: tuple[int, ...] = ()) -> None:
        self.bus = SimBus(range(1, 7))
        for pod in missing:
            self.bus.unplug(pod)
        kernel = Kernel(root, self.bus)
        kernel.load_mux()
        made = replace(settings(6, 5), camera=CameraKind.PICAMERA)
        self.box = RealBox(
            made,
            PINS,
            MockFactory(revision="c03115", pin_class=MockPWMPin),
            buses=Buses(PINS, kernel.open, root),
            journal=Journal(None),
            root=root,
        )
        self.box.camera._patience = Patience(capture=30.0, opening=60.0)
        self.host = Host(
            self.box.journal, made.pods, made.seed, self._asked, self._options, Manners(shows_hands=False)
        )
        self.box.loop.join(self.host)
        self._finger = SimFinger(self.box.buttons)
        self._turned = threading.Condition()
        turn = self.box.loop.turn

        def told() -> float:
            due = turn()
            with self._turned:
                self._turned.notify_all()
            return due

        self.box.loop.turn = told  # type: ignore[method-assign]

    # ---- what people do --------------------------------------------------------------------------

    def tap(self, pod: int, button: Button = Button.OK, seconds: float = TAPPED) -> None:
        """A press, once the pod listens, and what it shows then."""
        self.until(lambda: not self._is_deaf(pod), f"pod {pod} stays deaf")
        self.until(lambda: not self.box.loop._buttons.down(pod), "the last press has no end")
        before = self.box.table.screen(pod)
        self._finger.tap(pod, button, seconds)
        self.until(lambda: self.box.table.screen(pod) != before, f"nothing changes at pod {pod}: {before}")

    def read_away(self, pod: int) -> None:
        """Until nothing of what ails the box, and no news of the game, covers what is asked."""
        while self.box.table._notice(pod) is not None or (self.plays and self.play.desks[pod].news):
            self.tap(pod)

    def say(self, pod: int, key: str, said: str = "") -> None:
        """What the seat answers, by its buttons."""
        self.read_away(pod)
        hand = self.play.desks[pod].answers
        assert hand is not None, f"nothing is asked of pod {pod}: {self.text(pod)}"
        made = presses(hand, Said(key, said), self.box.house.words, self.play.match.view(pod))
        assert made is not None, f"pod {pod} cannot say {key} {said}: {self.text(pod)}"
        for button, held in made:
            self.tap(pod, button, HELD if held else TAPPED)

    # ---- what is to be seen ----------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        return isinstance(self.box.table.stage, Play)

    @property
    def play(self) -> Play:
        assert isinstance(self.box.table.stage, Play)
        return self.box.table.stage

    @property
    def phase(self) -> str:
        return str(self.play.match.view(None)["phase"])

    def text(self, pod: int) -> str:
        return text_of(self.box.table.screen(pod))

    def until(self, so: Callable[[], bool], what: str) -> None:
        """Looks again after each turn of the loop."""
        with self._turned:
            assert self._turned.wait_for(so, PATIENCE), what

    def settle(self) -> None:
        """Until the loop has done with what it is at, and the glass shows it."""
        done = threading.Event()
        self.box.loop.post(lambda _now: done.set())
        assert done.wait(PATIENCE)
        assert self.box.glass.settled(PATIENCE)

    def shines(self, pod: int) -> bool:
        """Whether the glass shows what is to be seen there, point by point."""
        return bool((self.bus.pixels(pod) == np.asarray(draw(self.box.table.screen(pod)))).all())

    # ---- what the host asks ----------------------------------------------------------------------

    def _asked(self) -> Asked:
        return self.box.table.stage.asked()

    def _options(self) -> Mapping[str, str] | None:
        return self.play.match.setup.options if self.plays else None

    def _is_deaf(self, pod: int) -> bool:
        return self.plays and self.play.desks[pod].is_deaf(self.box.clock())
