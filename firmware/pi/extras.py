"""The lamp, the power button and the buzzer: a box does without any of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gpiozero import Buzzer, InputDevice, OutputDevice, TonalBuzzer

from firmware.pods.pins import BuzzerKind, PinTable
from firmware.sound.buzzer import Pitched, Sounder

LOOK_EVERY = 0.1  # seconds between two looks at the power button and at what the lamp should do
OFF_AFTER = 2.0  # seconds that the power button is held


def sounder(pins: PinTable, factory: Any) -> Sounder:
    """The buzzer of the pin table. Raises whatever gpiozero or the library below it does."""
    if pins.buzzer_kind is BuzzerKind.PASSIVE:
        return Pitched(TonalBuzzer(pins.buzzer, pin_factory=factory))
    buzzer: Sounder = Buzzer(pins.buzzer, pin_factory=factory)
    return buzzer


class Extras:
    """The lamp shines while `lit` says so; the power button calls `off` once it was held for `OFF_AFTER`.
    A helper of the loop. `ails(what, why)` is told of each that cannot be had."""

    def __init__(
        self,
        pins: PinTable,
        factory: Any,
        lit: Callable[[], bool],
        off: Callable[[], object],
        ails: Callable[[str, str], object],
    ) -> None:
        self._lit, self._off = lit, off
        self._next = 0.0
        self._down_since: float | None = None
        self._spent = True  # a button that is down when the box starts was not pressed to end it
        self._lamp = self._open(
            "lamp", pins.lamp, ails, lambda pin: OutputDevice(pin, initial_value=False, pin_factory=factory)
        )
        self._button = self._open(
            "power", pins.power, ails, lambda pin: InputDevice(pin, pull_up=True, pin_factory=factory)
        )

    def _open(
        self, what: str, pin: int, ails: Callable[[str, str], object], make: Callable[[int], Any]
    ) -> Any:
        try:
            return make(pin)
        except Exception as wrong:  # as many kinds of error as there are pin libraries; none is worth a game
            name = {"lamp": "lamp", "power": "power button"}[what]
            ails(what, f"the {name} on GPIO {pin} cannot be had ({wrong}); stop the program that holds it")
            return None

    def tick(self, now: float) -> None:
        """One look at both."""
        self._next = now + LOOK_EVERY
        if self._lamp is not None and bool(self._lamp.value) != self._lit():
            self._lamp.toggle()
        down = self._button is not None and bool(self._button.is_active)
        if not down:
            self._down_since, self._spent = None, False
        elif self._spent:
            return
        elif self._down_since is None:
            self._down_since = now
        elif now - self._down_since >= OFF_AFTER:
            self._spent = True
            self._off()

    def next_tick(self) -> float:
        return self._next

    def close(self) -> None:
        """Lamp off, pins given back. May be called twice."""
        for device in (self._lamp, self._button):
            if device is not None:
                with suppress(Exception):  # whatever a pin library says now helps nobody
                    device.close()
        self._lamp = self._button = None
