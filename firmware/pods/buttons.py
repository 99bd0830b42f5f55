"""The buttons' pins: passes each edge on with its time, and reads a button's level when asked.

gpiozero drives the pins, but its `Button` is left aside for the plain input below it: a `Button` swallows
the next press when it missed a release (it compares with what it saw last), and keeps a thread per button
that wakes ten times a second. Debouncing and holding are ours (`firmware.pods.debounce`).
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gpiozero import GPIOZeroError, InputDevice
from gpiozero.pins.mock import MockFactory

from firmware.errors import NoPinFactory, PinRefused
from firmware.pods.gesture import Button
from firmware.pods.pins import PinTable

# pod, button, whether it went down, seconds of monotonic time. Called on the pins' own thread: only put it
# in a queue.
PostEdge = Callable[[int, Button, bool, float], object]


# What the kernel calls the chip behind the 40-pin header: of a Pi 5, a Pi 4, and those before. The number of
# the chip has changed with the kernel (on a Pi 5 from 4 to 0), the label has not.
HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")


def real_factory(dev: Path = Path("/dev")) -> Any:
    """The pins of the Pi we run on, by lgpio and nothing else. Raises `NoPinFactory` in one clear line.

    lgpio changes the working folder of the whole process to `LG_WD`: use absolute paths from then on.
    """
    let_lgpio_write()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory, lgpio  # noqa: PLC0415 - a laptop has no lgpio
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
        return LGPIOFactory(chip=_header_chip(lgpio, dev))
    except NoPinFactory:
        raise
    except Exception as wrong:
        # lgpio raises its own error type and gpiozero several: none of them leads to another factory.
        raise NoPinFactory(
            f"lgpio cannot open the pins ({type(wrong).__name__}: {wrong}); is this a Pi, "
            f"and is this user in the group gpio?"
        ) from wrong


def let_lgpio_write() -> None:
    """Names a folder for lgpio's pipe, unless one is named that will do: a unit's own, the user's, or that
    for things of a moment."""
    places = [os.environ.get(name, "") for name in ("LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR")]
    places = [place.partition(":")[0] for place in places] + [tempfile.gettempdir()]
    for place in places:
        if place and Path(place).is_dir() and os.access(place, os.W_OK | os.X_OK):
            os.environ["LG_WD"] = place
            return


def _header_chip(lgpio: Any, dev: Path) -> int:
    """The number of the chip that has the 40-pin header."""
    numbers = sorted(int(found.name.removeprefix("gpiochip")) for found in dev.glob("gpiochip[0-9]*"))
    seen, refused = [], ""
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception as wrong:  # lgpio.error, which is no OSError
            refused = f"gpiochip{number}: {wrong}"
            continue
        label = str(lgpio.gpio_get_chip_info(handle)[3])
        lgpio.gpiochip_close(handle)
        if label in HEADER_CHIPS:
            return number
        seen.append(label)
    what = refused or (f"there are only {', '.join(seen)}" if seen else f"there is no {dev}/gpiochip0")
    raise NoPinFactory(
        f"no chip of a Pi's 40-pin header can be opened ({what}); is this a Pi, "
        f"and is this user in the group gpio?"
    )


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
        refused: Callable[[int, PinRefused | None], object] | None = None,
    ) -> None:
        """`factory` is `real_factory()` or `sim_factory()`; it is closed with the buttons. `refused`: is told
        of a pod one of whose pins cannot be had, in place of the error, and with None once it can; such a
        pod has no buttons until `try_again` gets them."""
        self._pins, self._factory, self._post, self._clock = pins, factory, post_edge, clock
        self._refused = refused
        self._lines: dict[tuple[int, Button], _Line] = {}
        self._missing: set[int] = set()
        try:
            for pod in pods:
                try:
                    self._open(pod)
                except PinRefused as fault:
                    if refused is None:
                        raise
                    self._missing.add(pod)
                    refused(pod, fault)
        except BaseException:
            self.close()
            raise

    def try_again(self) -> None:
        """Opens the pods that are missing, as far as their pins can be had now."""
        for pod in sorted(self._missing):
            with suppress(PinRefused):
                self._open(pod)
                self._missing.discard(pod)
                if self._refused is not None:
                    self._refused(pod, None)

    def _open(self, pod: int) -> None:
        lines: dict[tuple[int, Button], _Line] = {}
        try:
            for button in Button:
                device = self._claim(pod, button, self._pins.pin(pod, button))
                lines[pod, button] = _Line(device, pod, button, self._post, self._clock)
        except PinRefused:
            for line in lines.values():
                line.device.close()
            raise
        self._lines |= lines

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
        """Whether the button is down right now, as its pin reads; one that is missing is up."""
        line = self._lines.get((pod, button))
        return line is not None and bool(line.device.is_active)

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
