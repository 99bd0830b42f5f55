"""The Pi's I2C buses: opens each once, and finds the way to each pod's display as it is wired right now."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.pods.panel import LumaPanel
from firmware.pods.pins import PinTable
from firmware.pods.wire import Bus, Wire


def open_smbus(number: int) -> Any:
    """/dev/i2c-`number`. Raises `OSError`."""
    from smbus2 import SMBus  # noqa: PLC0415 - a laptop's table opens no bus

    return SMBus(number)


class Buses:
    """`wire` is asked anew whenever a display has to be set up, so buses and multiplexers may come and go.

    The kernel's driver of the multiplexer, where it runs, gives a bus for each channel, and its own number to
    each. Where it does not run, the multiplexer is driven from here. One thread only.
    """

    def __init__(
        self,
        pins: PinTable,
        open_bus: Callable[[int], Bus] = open_smbus,
        root: Path = Path("/"),
    ) -> None:
        """`root`: where /sys and /dev are found."""
        self._pins = pins
        self._open_bus = open_bus
        self._root = root
        self._open: dict[int, tuple[tuple[int, int], Bus]] = {}

    def wire(self, pod: int) -> Wire:
        """The wire to a pod's display. Raises `OSError` in a line that says what is missing."""
        shown = self._pins.display(pod)
        mux = self._pins.buses[shown.bus].mux
        if shown.channel is None or mux is None:
            return Wire(self._bus(shown.bus), address=shown.address)
        channels = mux_channels(shown.bus, mux, self._root)
        if not channels:
            return Wire(self._bus(shown.bus), shown.channel, shown.address, mux)
        if shown.channel not in channels:
            raise OSError(
                errno.ENODEV, f"the multiplexer's driver has no channel {shown.channel}; is it a TCA9548A?"
            )
        return Wire(self._bus(channels[shown.channel]), address=shown.address)

    def close(self) -> None:
        """Give all buses back. May be called twice."""
        while self._open:
            _, (_, bus) = self._open.popitem()
            _close(bus)

    def _bus(self, number: int) -> Bus:
        node = self._root / f"dev/i2c-{number}"
        try:
            found = node.stat()
        except OSError:
            raise OSError(
                errno.ENODEV, f"there is no {node}; switch I2C on: sudo raspi-config nonint do_i2c 0"
            ) from None
        made = (found.st_ino, found.st_ctime_ns)
        if number in self._open and self._open[number][0] != made:
            # The driver was taken away and came back: the old file leads nowhere.
            _close(self._open.pop(number)[1])
        if number not in self._open:
            try:
                self._open[number] = made, self._open_bus(number)
            except PermissionError:
                raise OSError(
                    errno.EACCES, f"{node} may not be used; is this user in the group i2c?"
                ) from None
        return self._open[number][1]


def mux_channels(bus: int, mux: int, root: Path = Path("/")) -> dict[int, int]:
    """The bus that the kernel gives each channel of the multiplexer at address `mux`, by the channel; empty
    where the kernel's driver does not run it."""
    device = root / f"sys/bus/i2c/devices/{bus}-{mux:04x}"
    return {
        int(channel.name.removeprefix("channel-")): int(channel.resolve().name.removeprefix("i2c-"))
        for channel in sorted(device.glob("channel-[0-9]"))
    }


def real_panels(pods: tuple[int, ...], pins: PinTable, buses: Buses) -> dict[int, LumaPanel]:
    """The driver of each pod's display; nothing is opened before it is asked to show something."""

    def on(pod: int) -> LumaPanel:
        return LumaPanel(pod, lambda: buses.wire(pod), pins.display(pod).controller)

    return {pod: on(pod) for pod in pods}


def _close(bus: Bus) -> None:
    close = getattr(bus, "close", None)
    if close is not None:
        close()
