"""A simulated I2C bus with a pod's glass on each channel of a multiplexer, which fails on request.

The real luma drivers write to it, so what the page shows is the memory of the simulated controllers: the
very points.
"""

from __future__ import annotations

import errno
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from firmware.pods.panel import LumaPanel
from firmware.pods.pins import Controller
from firmware.pods.wire import GLASS, MUX, Wire
from firmware.sim.controller import Glass

DATA = 0x40  # the control byte before picture bytes; 0x00 stands before commands


class SimBus:
    """A bus as `smbus2.SMBus` offers it. Channel k of the multiplexer carries the glass of pod k + 1.

    The glass keeps its memory for as long as this object lives, whatever happens to the program that writes
    to it. Reading (`pixels`, `ram`, `version`) and asking for faults is safe from any thread.
    """

    def __init__(
        self, pods: Iterable[int] = range(1, 7), kind: Controller = Controller.SSD1306, seed: int = 0
    ) -> None:
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        self._glass = {pod: Glass(kind, self._noise()) for pod in pods}
        self._away: set[int] = set()
        self._mux = 0
        self._mux_away = False
        self._stray: list[tuple[int, int]] = []  # (transactions until then, channels selected from then on)
        self._fail_data: dict[int, tuple[int, int]] = {}  # pod: (data writes until then, errno)
        self._noisy = 0.0
        self._watch: Callable[[int], None] | None = None
        self.threads: set[int] = set()  # idents of the threads that used the bus
        self.sent: Counter[int] = Counter()  # bytes that reached each pod
        self.transactions = 0

    # What the bus offers to the drivers.

    def write_i2c_block_data(self, address: int, register: int, data: list[int], /) -> None:
        """Send a control byte and up to 32 bytes. Raises `OSError` 121 where nobody answers."""
        if len(data) > 32:
            raise OSError(errno.EINVAL, "more than 32 bytes in a block")
        with self._lock:
            self._begin()
            pods = self._at(address)
            if register == DATA:
                for pod in pods:
                    self._data_fault(pod)
            for pod in pods:
                self.sent[pod] += len(data) + 2
                if register == DATA:
                    self._glass[pod].data(data)
                else:
                    self._glass[pod].command(data)
                if self._watch is not None:
                    self._watch(pod)

    def write_byte(self, address: int, value: int, /) -> None:
        """Set the multiplexer's channels, one bit each."""
        with self._lock:
            self._begin()
            self._at_mux(address)
            self._mux = value

    def read_byte(self, address: int, /) -> int:
        """The multiplexer's channels, or a controller's status."""
        with self._lock:
            self._begin()
            if address == MUX:
                self._at_mux(address)
                return self._mux
            statuses = [self._glass[pod].status for pod in self._at(address)]
            return statuses[0]

    # What the table and the tests see.

    def pixels(self, pod: int) -> NDArray[np.bool_]:
        """(64, 128) bool: the points that shine on the glass of a pod right now."""
        with self._lock:
            return self._glass[pod].pixels()

    def ram(self, pod: int) -> NDArray[np.uint8]:
        """(8, 128 or 132) uint8: a copy of what the controller's memory holds, lit or not."""
        with self._lock:
            return self._glass[pod].ram

    def brightness(self, pod: int) -> int:
        """The contrast that the controller was set to, 0-255."""
        return self._glass[pod].contrast

    def version(self, pod: int) -> int:
        """Grows whenever something was written to that pod's glass."""
        return self._glass[pod].version

    def watch(self, seen: Callable[[int], None] | None) -> None:
        """Call `seen(pod)` after each write that reached a pod, before the next one can begin."""
        self._watch = seen

    # Faults on request.

    def unplug(self, pod: int) -> None:
        """The glass of a pod is gone, and dark, until `plug`."""
        with self._lock:
            self._away.add(pod)
            self._glass[pod].power_up(self._noise())

    def plug(self, pod: int) -> None:
        """The glass is back: powered up with noise in its memory, off, and to be set up again."""
        with self._lock:
            self._away.discard(pod)
            self._glass[pod].power_up(self._noise())

    def unplug_mux(self, away: bool = True) -> None:
        """The multiplexer does not answer (or does again), and no channel of it."""
        with self._lock:
            self._mux_away = away

    def fail_data(self, pod: int, nth: int = 1, number: int = errno.EREMOTEIO) -> None:
        """The `nth` picture block from now to that pod (1 is the next) ends in `OSError` `number`, once."""
        with self._lock:
            self._fail_data[pod] = (nth, number)

    def noisy(self, chance: float) -> None:
        """Each picture block fails with this chance (0-1), by the bus's own seed."""
        with self._lock:
            self._noisy = chance

    def mux_forgets(self, after: int = 0, to: Iterable[int] = ()) -> None:
        """After `after` more transactions the multiplexer is reset and selects no channel, or those of the
        pods `to`."""
        with self._lock:
            self._stray.append((after, sum(1 << pod - 1 for pod in to)))

    def _begin(self) -> None:
        self.threads.add(threading.get_ident())
        self.transactions += 1
        due = [mask for left, mask in self._stray if left <= 0]
        if due:
            self._mux = due[-1]
        self._stray = [(left - 1, mask) for left, mask in self._stray if left > 0]

    def _at(self, address: int) -> list[int]:
        """The pods that a transaction reaches. On a real bus, too, two open channels hear the same."""
        pods = (
            [pod for pod in self._glass if self._mux >> (pod - 1) & 1 and pod not in self._away]
            if address == GLASS and not self._mux_away
            else []
        )
        if not pods:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return pods

    def _at_mux(self, address: int) -> None:
        if address != MUX or self._mux_away:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def _data_fault(self, pod: int) -> None:
        if pod in self._fail_data:
            left, number = self._fail_data.pop(pod)
            if left <= 1:
                raise OSError(number, "made to fail")
            self._fail_data[pod] = (left - 1, number)
        if self._noisy and self._random.random() < self._noisy:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def _noise(self) -> bytes:
        return self._random.randbytes(8 * 132)


def sim_panels(
    bus: SimBus, pods: Iterable[int], kind: Controller = Controller.SSD1306
) -> Mapping[int, LumaPanel]:
    """The real driver on each channel of a simulated bus."""

    def on(pod: int) -> LumaPanel:
        return LumaPanel(pod, lambda: Wire(bus, channel=pod - 1), kind)

    return {pod: on(pod) for pod in pods}
