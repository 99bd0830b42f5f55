"""What Linux makes of an I2C bus, over the simulated one: nodes in /dev, and a bus for each channel of the
multiplexer when its driver runs."""

from __future__ import annotations

from pathlib import Path

from firmware.pods.wire import MUX
from firmware.sim.panels import SimBus


class Channel:
    """The bus of one channel, as the kernel's driver gives it with `disconnect_on_idle`: opened for one
    block, and closed behind it."""

    def __init__(self, bus: SimBus, channel: int) -> None:
        self._bus = bus
        self._channel = channel
        self.closed = False

    def write_i2c_block_data(self, address: int, register: int, data: list[int], /) -> None:
        self._bus.write_byte(MUX, 1 << self._channel)
        try:
            self._bus.write_i2c_block_data(address, register, data)
        finally:
            self._bus.write_byte(MUX, 0)

    def write_byte(self, address: int, value: int, /) -> None:
        raise AssertionError(f"{value} to {address:#x}: the multiplexer is the kernel's")

    def read_byte(self, address: int, /) -> int:
        self._bus.write_byte(MUX, 1 << self._channel)
        try:
            return self._bus.read_byte(address)
        finally:
            self._bus.write_byte(MUX, 0)

    def close(self) -> None:
        self.closed = True


class Kernel:
    """A folder that looks like the /dev and /sys of a Pi with bus 1; `open` gives what a node leads to."""

    def __init__(self, root: Path, bus: SimBus) -> None:
        self.root = root
        self.bus = bus
        self.opened: list[int] = []
        self.channels: dict[int, Channel] = {}
        self.forbidden = False
        self._first = 0
        (root / "dev").mkdir()
        self._devices = root / "sys/bus/i2c/devices"
        self._devices.mkdir(parents=True)
        self.node(1)

    def node(self, number: int) -> None:
        (self.root / f"dev/i2c-{number}").touch()

    def load_mux(self, first: int = 11, count: int = 8) -> None:
        """The driver of the multiplexer comes; its channels are the buses from `first` on."""
        self._first = first
        device = self._devices / f"1-{MUX:04x}"
        device.mkdir()
        for channel in range(count):
            (self._devices / f"i2c-{first + channel}").mkdir()
            (device / f"channel-{channel}").symlink_to(self._devices / f"i2c-{first + channel}")
            self.node(first + channel)

    def unload_mux(self) -> None:
        device = self._devices / f"1-{MUX:04x}"
        for link in device.iterdir():
            number = link.resolve().name
            link.unlink()
            (self._devices / number).rmdir()
            (self.root / "dev" / number).unlink()
        device.rmdir()

    def open(self, number: int) -> Channel | SimBus:
        if self.forbidden:
            raise PermissionError(13, "Permission denied")
        self.opened.append(number)
        if number == 1:
            return self.bus
        return self.channels.setdefault(number, Channel(self.bus, number - self._first))
