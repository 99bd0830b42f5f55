"""A pod's glass: takes a picture of 128x64 points, sends only what changed, and says when nobody is there."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
from luma.core.device import device as luma_device
from luma.core.error import Error as LumaError
from luma.oled.device import sh1106, ssd1306
from numpy.typing import NDArray
from PIL import Image

from firmware.errors import PanelLost
from firmware.pods.pins import Controller
from firmware.pods.wire import Wire

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
# Two changes in one page nearer than this are sent as one: a new window costs eight bytes on the wire.
GAP = 8
OFF = 0x40  # the controller's status bit while the glass is off
NO_OPERATION = 0xE3
DISPLAY_OFF = 0xAE
FILLING = (NO_OPERATION,) * 8  # as many as the longest command that may have been cut off wants
BUS_GONE = (errno.ENODEV, errno.ENXIO, errno.EBADF)  # the way to the glass has to be looked for again
SH1106_FIRST = 2  # its memory is 132 columns wide, the glass shows those from the third on


class Panel(Protocol):
    """One pod's glass. Every call may raise `PanelLost`; the next `show` then starts from the set-up
    again."""

    def show(self, picture: Image.Image) -> None:
        """Show a picture, mode "1", 128x64."""

    def dark(self) -> None:
        """Blank the glass: its memory is zeroed, then it is switched off."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0-255."""

    def check(self) -> None:
        """Ask whether the glass is there and still set up."""


class _NoExit(luma_device):  # type: ignore[misc] # luma carries no types
    """luma's device less its exit hook: that hook writes to the bus from another thread and keeps each
    device for ever. It stands between luma's controller classes and their base."""

    def __init__(self, const: Any = None, serial_interface: Any = None) -> None:
        self._const = const
        self._serial_interface = serial_interface


class _Ssd1306(ssd1306, _NoExit):  # type: ignore[misc]
    """luma's SSD1306 that also takes a part of a page. (Its own `display` sends all, and asks Pillow for the
    points in a way that Pillow 14 no longer knows.)"""

    def display(self, image: Image.Image) -> None:
        send(self, None, packed(image))

    def part(self, page: int, first: int, values: list[int]) -> None:
        self.command(0x21, first, first + len(values) - 1, 0x22, page, page)
        self.data(values)


class _Sh1106(sh1106, _NoExit):  # type: ignore[misc]
    """luma's SH1106 that also takes a part of a page."""

    def display(self, image: Image.Image) -> None:
        send(self, None, packed(image))

    def part(self, page: int, first: int, values: list[int]) -> None:
        column = first + SH1106_FIRST
        self.command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)
        self.data(values)


class LumaPanel:
    """A panel driven by luma.oled. `connect` gives the wire each time the glass has to be set up, so that a
    bus that comes late is found; it may raise `OSError`. Not thread-safe: one thread owns the bus.

    luma's set-up switches the glass off, zeroes its memory and only then lights it, so nothing old is ever
    seen.
    """

    def __init__(
        self, pod: int, connect: Callable[[], Wire], kind: Controller = Controller.SSD1306, level: int = 0x7F
    ) -> None:
        self._pod = pod
        self._connect = connect
        self._kind = kind
        self._level = level
        self._wire: Wire | None = None
        self._device: Any = None
        self._answers = False  # whether this controller tells its status
        self._lit = False
        self._shaken = False  # the last transaction went wrong
        self._there: NDArray[np.uint8] | None = None  # (8, 128): what its memory holds, None when unknown

    def __repr__(self) -> str:
        return f"<LumaPanel pod {self._pod} {self._kind} {'up' if self._device else 'not set up'}>"

    def show(self, picture: Image.Image) -> None:
        """Show a picture, mode "1", 128x64. Raises `PanelLost`."""
        wanted = packed(picture)
        try:
            # Out of the dark always from the set-up: who knows what the memory holds by now.
            if not self._lit or not self._steady():
                self._set_up()
            self._send(wanted)
        except (OSError, LumaError) as wrong:
            raise self._lost(wrong) from None

    def dark(self) -> None:
        """Zero the memory, then switch the glass off. Raises `PanelLost`."""
        try:
            if not self._steady():
                self._set_up()
            if self._lit:
                self._send(np.zeros((PAGES, WIDTH), np.uint8))
                self._device.hide()
                self._lit = False
        except (OSError, LumaError) as wrong:
            raise self._lost(wrong) from None

    def contrast(self, level: int) -> None:
        """Set the brightness, 0-255; kept for the next set-up if the glass is away. Raises `PanelLost`."""
        self._level = level
        if self._device is None:
            return
        try:
            self._device.contrast(level)
        except (OSError, LumaError) as wrong:
            raise self._lost(wrong) from None

    def check(self) -> None:
        """Raises `PanelLost` if the glass does not answer or forgot its set-up (it lost power and came
        back)."""
        try:
            if self._device is None:
                self._set_up()
            elif not self._steady():
                self._device = None
                raise OSError("it lost its power and came back")
        except (OSError, LumaError) as wrong:
            raise self._lost(wrong) from None

    def _steady(self) -> bool:
        """Whether the glass is as we left it, short of its memory. Raises `OSError` when nobody answers."""
        if self._device is None or self._wire is None:
            return False
        if not self._answers:
            self._device.command(NO_OPERATION)  # an absent glass does not acknowledge it
        elif bool(self._wire.status() & OFF) == self._lit:
            return False  # it lost its power and came back: off, or on from somebody else's hand
        if self._shaken:
            # Fill up a command that was cut off, then set again what it may have changed.
            self._device.command(*FILLING)
            self._device.contrast(self._level)
            self._shaken = False
        return True

    def _set_up(self) -> None:
        self._device = self._there = None
        self._wire = wire = self._connect()
        self._device = {Controller.SSD1306: _Ssd1306, Controller.SH1106: _Sh1106}[self._kind](wire)
        self._device.contrast(self._level)
        self._there = np.zeros((PAGES, WIDTH), np.uint8)
        self._lit, self._shaken = True, False
        try:
            self._answers = not wire.status() & OFF
        except OSError:
            self._answers = False  # some boards cannot be read from, and work

    def _send(self, wanted: NDArray[np.uint8]) -> None:
        there, self._there = self._there, None  # unknown until all of it has arrived
        send(self._device, there, wanted)
        self._there = wanted

    def _lost(self, wrong: Exception) -> PanelLost:
        self._there = None
        self._shaken = True
        if not self._answers or getattr(wrong, "errno", None) in BUS_GONE:
            self._device = None  # it cannot tell whether it lost its set-up, so it gets it again
        why = getattr(wrong, "strerror", None) or str(wrong) or type(wrong).__name__
        return PanelLost(self._pod, why)


def packed(picture: Image.Image) -> NDArray[np.uint8]:
    """A picture, mode "1" and 128x64, in the controllers' order: (8, 128) uint8, one byte for eight points of
    a column, the topmost in bit 0."""
    if picture.mode != "1" or picture.size != (WIDTH, HEIGHT):
        raise ValueError(f'a pod takes pictures of mode "1" and 128x64, not {picture.mode} {picture.size}')
    bits = np.asarray(picture, dtype=bool).reshape(PAGES, 8, WIDTH)
    return np.packbits(bits, axis=1, bitorder="little")[:, 0, :]


def changes(there: NDArray[np.uint8] | None, wanted: NDArray[np.uint8]) -> list[tuple[int, int, int]]:
    """The runs (page, first column, column after the last) in which two packed pictures differ; near runs
    of a page are one. All pages whole when `there` is None."""
    if there is None:
        return [(page, 0, WIDTH) for page in range(PAGES)]
    places = np.flatnonzero(there != wanted)
    if not places.size:
        return []
    apart = (np.diff(places) > GAP) | (np.diff(places // WIDTH) > 0)
    firsts = places[np.concatenate(([True], apart))].tolist()
    lasts = places[np.concatenate((apart, [True]))].tolist()
    return [
        (first // WIDTH, first % WIDTH, last % WIDTH + 1) for first, last in zip(firsts, lasts, strict=True)
    ]


def send(device: Any, there: NDArray[np.uint8] | None, wanted: NDArray[np.uint8]) -> None:
    """Send a device the parts in which `wanted` differs from what is `there`, both packed."""
    for page, first, last in changes(there, wanted):
        device.part(page, first, wanted[page, first:last].tolist())


def put_out(wire: Wire) -> None:
    """Switch a glass off in a moment, whatever it shows. What its memory holds stays there until its set-up,
    which zeroes it before the glass is lit. Raises `OSError` or luma's `Error`."""
    wire.command(*FILLING, DISPLAY_OFF)


def blank(panels: Iterable[Panel]) -> list[PanelLost]:
    """Blank every glass, as after a crash; gives those that could not be reached. The glass keeps its picture
    through a crash of the program."""
    lost: list[PanelLost] = []
    for panel in panels:
        try:
            panel.dark()
        except PanelLost as gone:
            lost.append(gone)
    return lost
