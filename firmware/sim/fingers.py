"""Simulated fingers on the mock pins of a table: they press as badly as real ones do."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from firmware.pods.buttons import Buttons
from firmware.pods.gesture import Button

BOUNCE_LASTS = 0.015
GLITCH_LASTS = 0.002


@dataclass(frozen=True, slots=True)
class FingerFaults:
    """How badly the buttons behave. `bounces`: most extra contacts at each press and release, within 15 ms.
    The others are chances 0-1: that an edge is never reported, and that a neighbour's line twitches for 2
    ms at a press."""

    bounces: int = 0
    lost_press: float = 0.0
    lost_release: float = 0.0
    glitch: float = 0.0


class SimFinger:
    """Presses the buttons of a simulated table. `sleep` must let the buttons' clock pass: `time.sleep`, or
    what moves a virtual clock on. May be used from several threads; each call takes at most a press's
    bounce (15 ms) beside the time it is told to hold."""

    def __init__(
        self,
        buttons: Buttons,
        *,
        sleep: Callable[[float], object] = time.sleep,
        faults: FingerFaults | None = None,
        seed: int = 0,
    ) -> None:
        self.faults = faults or FingerFaults()
        self._buttons = buttons
        self._sleep = sleep
        self._random = random.Random(seed)
        self._lock = threading.Lock()

    def press(self, pod: int, button: Button) -> None:
        """Put the finger on a button and leave it there."""
        with self._lock:
            if self._random.random() < self.faults.glitch:
                self._twitch(pod, self._random.choice([b for b in Button if b is not button]))
            self._move(pod, button, True, lost=self._random.random() < self.faults.lost_press)

    def release(self, pod: int, button: Button) -> None:
        """Take the finger off."""
        with self._lock:
            self._move(pod, button, False, lost=self._random.random() < self.faults.lost_release)

    def tap(self, pod: int, button: Button, seconds: float = 0.08) -> None:
        """Press, hold for `seconds`, release."""
        self.press(pod, button)
        self._sleep(seconds)
        self.release(pod, button)

    def glitch(self, pod: int, button: Button) -> None:
        """Let the line twitch for 2 ms, as crosstalk does."""
        with self._lock:
            self._twitch(pod, button)

    def _twitch(self, pod: int, button: Button) -> None:
        pin = self._buttons.pin(pod, button)
        if not self._buttons.level(pod, button):
            pin.drive_low()
            self._sleep(GLITCH_LASTS)
            pin.drive_high()

    def _move(self, pod: int, button: Button, down: bool, *, lost: bool) -> None:
        pin = self._buttons.pin(pod, button)
        there, back = (pin.drive_low, pin.drive_high) if down else (pin.drive_high, pin.drive_low)
        if self._buttons.level(pod, button) == down:
            return
        if lost:
            pin.edges = "none"  # the level changes and nobody is told
            there()
            pin.edges = "both"
            return
        there()
        for pause in self._pauses():
            self._sleep(pause)
            back()
            self._sleep(pause)
            there()

    def _pauses(self) -> list[float]:
        count = self._random.randint(0, self.faults.bounces)
        shares = [self._random.random() + 0.1 for _ in range(count)]
        return [BOUNCE_LASTS * share / sum(shares) / 2 for share in shares]
