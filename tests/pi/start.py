"""Starts `bluffbox run` on doubles of what a Pi has, for `tests.bench_start`.

`python -m tests.pi.start FOLDER WORDS`: with these words of the command. Where FOLDER has pictures, a camera
that takes them and six pods are attached, six people sit down, and `read` is printed when their throw has
been read. Else everything but the pins is missing.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from numpy.typing import NDArray

from firmware import real, running, wired
from firmware.pods.buses import Buses
from firmware.real import RealBox
from firmware.sim.panels import SimBus
from tests.pi.at_table import AtTable
from tests.pi.cameras import Picamera2, RealTime
from tests.pi.kernel import Kernel

PODS = range(1, 7)


class Shown(Picamera2):
    """Takes the same few pictures over and over."""

    clock = RealTime()
    ahead = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
    pictures: list[Path]

    def _picture(self) -> NDArray[np.uint8]:
        """A copy of its own, as picamera2 makes one of the driver's memory, which counts as nobody's."""
        picture: NDArray[np.uint8] = np.load(self.pictures[self.frames % len(self.pictures)])
        return picture


class Played(RealBox):
    """A box at which six sit down as soon as it runs."""

    def start(self) -> None:
        self._six = AtTable(self)
        super().start()
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        self._six.begin(PODS)
        print("read", flush=True)


def main(folder: Path, words: list[str]) -> None:
    """Does not return: the command ends the program."""
    doubles: Any = running
    doubles.real_factory = lambda: MockFactory(revision="c03115", pin_class=MockPWMPin)
    kernel = Kernel(folder, SimBus(PODS))
    pictures = sorted(folder.glob("*.npy"))
    if pictures:
        kernel.load_mux()
        library: Any = ModuleType("picamera2")
        library.Picamera2 = type("Attached", (Shown,), {"pictures": pictures, "made": []})
        sys.modules["picamera2"] = library
        doubles.RealBox = Played
    else:
        (folder / "dev/i2c-1").unlink()
    both: tuple[Any, ...] = (real, wired)
    for module in both:
        module.Buses = lambda pins: Buses(pins, kernel.open, folder)
    wired.run(words)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
