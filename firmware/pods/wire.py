"""The wire to one pod's glass: luma's I2C interface on a shared bus, behind a multiplexer that is never
trusted."""

from __future__ import annotations

import errno
from typing import Any, Protocol

from luma.core.interface.serial import i2c

MUX = 0x70  # a TCA9548A with its address pins at ground
GLASS = 0x3C
BLOCK = 32  # the most data bytes that one SMBus transaction takes


class Bus(Protocol):
    """What we need of an I2C bus, as `smbus2.SMBus` offers it. Every call may raise `OSError`."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int], /) -> None:
        """Send `register` and up to 32 bytes."""

    def write_byte(self, address: int, value: int, /) -> None:
        """Send one byte."""

    def read_byte(self, address: int, /) -> int:
        """Ask for one byte."""


class Wire:
    """The interface that luma's devices write to. With `channel` the glass hangs on that channel (0-7) of the
    multiplexer; without, it is on the bus itself. One thread only.

    The multiplexer is set and read back before each block: if it lost its channel since, the block must not
    go to whoever hangs there now. (The kernel's own multiplexer driver remembers what it set last and does
    not look.)
    """

    def __init__(self, bus: Bus, channel: int | None = None, address: int = GLASS, mux: int = MUX) -> None:
        self._bus = bus
        self._select = None if channel is None else 1 << channel
        self._address = address
        self._mux = mux
        self._luma: Any = i2c(bus=bus, address=address)

    def command(self, *values: int) -> None:
        """Send commands to the controller. Raises `OSError` or luma's `Error`."""
        self._open()
        self._luma.command(*values)

    def data(self, values: bytes | list[int]) -> None:
        """Send picture bytes to the controller. Raises `OSError`."""
        for start in range(0, len(values), BLOCK):
            self._open()
            self._luma.data(values[start : start + BLOCK])

    def status(self) -> int:
        """The controller's status byte; bit 6 is set while the glass is off. Raises `OSError`."""
        self._open()
        return self._bus.read_byte(self._address)

    def cleanup(self) -> None:
        """luma calls this when a device ends; the bus belongs to all pods and stays open."""

    def _open(self) -> None:
        if self._select is None:
            return
        self._bus.write_byte(self._mux, self._select)
        if self._bus.read_byte(self._mux) != self._select:
            raise OSError(errno.EREMOTEIO, "the multiplexer does not keep its channel")
