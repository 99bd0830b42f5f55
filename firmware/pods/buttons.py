"""The buttons' pins: passes each edge on with its time, and reads a button's level when asked.

gpiozero drives the pins, but its `Button` is left aside for the plain input below it: a `Button` swallows
the next press when it missed a release (it compares with what it saw last), and keeps a thread per button
that wakes ten times a second. Debouncing and holding are ours (`firmware.pods.debounce`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from gpiozero import GPIOZeroError, InputDevice
from gpiozero.pins.mock import MockFactory

from firmware.errors import NoPinFactory, PinRefused
from firmware.pods.gesture import Button
from firmware.pods.pins import PinTable

# pod, button, whether it went down, seconds of monotonic time. Called on the pins' own thread: only put it
# in a queue.
PostEdge = Callable[[int, Button, bool, float], object]


def real_factory() -> Any:
    """The pins of the Pi we run on, by lgpio and nothing else. Raises `NoPinFactory` in one clear line."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - a laptop has no lgpio
    except ImportError as missing:
        raise NoPinFactory(
            "lgpio is missing, and no other pin library is ever used; "
            "on Raspberry Pi OS: sudo apt install python3-lgpio"
        ) from missing
    except OSError as wrong:
        # Importing lgpio makes a pipe in the working folder, or in the folder that LG_WD names.
        raise NoPinFactory(
            f"lgpio cannot start ({wrong}); set LG_WD to a folder this user may write to"
        ) from wrong
    try:
        return LGPIOFactory()
    except Exception as wrong:
        # lgpio raises its own error type and gpiozero several: none of them leads to another factory.
        raise NoPinFactory(
            f"lgpio cannot open the pins ({type(wrong).__name__}: {wrong}); is this a Pi, "
            f"and is this user in the group gpio?"
        ) from wrong


def sim_factory() -> MockFactory:
    """The pins of a simulated Pi 4, one set for each table, never gpiozero's global one."""
    return MockFactory(revision="c03115")


class _Line:
    """One button's pin. gpiozero keeps only a weak reference to `changed`, so this object must be kept."""

    def __init__(
        self, device: Any, pod: int, button: Button, post: PostEdge, clock: Callable[[], float]
    ) -> None:
        self.device = device
        self._pod, self._button, self._post, self._clock = pod, button, post, clock
        device.pin.bounce = None
        device.pin.edges = "both"
        device.pin.when_changed = self.changed

    def changed(self, _ticks: float, high: bool) -> None:
        # Pulled up: the line is low while the button is down. The pins' own ticks are opaque, so the time
        # is taken here.
        self._post(self._pod, self._button, not high, self._clock())


class Buttons:
    """All buttons of a table. Raises `PinRefused` naming the pod and the pin when one cannot be had."""

    def __init__(
        self,
        pods: Iterable[int],
        pins: PinTable,
        factory: Any,
        post_edge: PostEdge,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`factory` is `real_factory()` or `sim_factory()`; it is closed with the buttons."""
        self._factory = factory
        self._lines: dict[tuple[int, Button], _Line] = {}
        try:
            for pod in pods:
                for button in Button:
                    device = self._claim(pod, button, pins.pin(pod, button))
                    self._lines[pod, button] = _Line(device, pod, button, post_edge, clock)
        except BaseException:
            self.close()
            raise

    def _claim(self, pod: int, button: Button, number: int) -> Any:
        try:
            return InputDevice(number, pull_up=True, pin_factory=self._factory)
        except Exception as wrong:
            # Besides gpiozero's own errors lgpio raises a bare `lgpio.error` ("GPIO busy").
            raise PinRefused(
                f"GPIO {number} (pod {pod}, {button}) cannot be had ({wrong}); "
                f"stop the program that holds it, or change the pin table"
            ) from wrong

    @property
    def pods(self) -> tuple[int, ...]:
        """The pods whose buttons are open, in order."""
        return tuple(sorted({pod for pod, _ in self._lines}))

    def level(self, pod: int, button: Button) -> bool:
        """Whether the button is down right now, as its pin reads."""
        return bool(self._lines[pod, button].device.is_active)

    def pin(self, pod: int, button: Button) -> Any:
        """The gpiozero pin under a button; the simulated finger drives it."""
        return self._lines[pod, button].device.pin

    def close(self) -> None:
        """Give all pins back. May be called twice."""
        for line in self._lines.values():
            with suppress(GPIOZeroError):
                line.device.close()
        self._lines.clear()
        self._factory.close()
