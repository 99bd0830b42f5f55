"""A model of an SSD1306 or SH1106: commands and picture bytes in, memory and shining points out.

Written from the two data sheets (Solomon Systech SSD1306 rev 1.1, Sino Wealth SH1106 v2.3): addressing
modes, windows, remapping, start line, inverse, all-on, charge pump, and a memory that holds noise after
power-up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from firmware.pods.panel import HEIGHT, PAGES, SH1106_FIRST, WIDTH
from firmware.pods.pins import Controller

# How many bytes follow a command; the rest stand alone.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2,
    0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_ARGUMENTS_SH1106 = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class Glass:
    """One display. Mounted as usual, so that it stands upright with both directions remapped (A1, C8)."""

    def __init__(self, kind: Controller, noise: bytes) -> None:
        self._kind = kind
        self._columns = WIDTH if kind is Controller.SSD1306 else 132
        self._first = 0 if kind is Controller.SSD1306 else SH1106_FIRST
        self._arguments = _ARGUMENTS if kind is Controller.SSD1306 else _ARGUMENTS_SH1106
        self.version = 0
        self.power_up(noise)

    def power_up(self, noise: bytes) -> None:
        """As after power-on: off, nothing set up, `noise` (at least 1056 bytes) in the memory."""
        row = self._columns
        self._memory = [bytearray(noise[page * row : (page + 1) * row]) for page in range(PAGES)]
        self.contrast = 0x7F
        self.on = False
        # The SSD1306's pump for the panel's voltage is off after power-up; the SH1106's is on.
        self._pump = self._kind is Controller.SH1106
        self._all_on = self._inverse = self._mirrored = self._flipped = False
        self._start = self._offset = 0
        self._mode = 2  # page addressing
        self._page = self._column = 0
        self._window = (0, self._columns - 1, 0, PAGES - 1)
        self._pending: list[int] = []
        self.version += 1

    @property
    def status(self) -> int:
        """The status byte: bit 6 while the glass is off, the chip's own mark in the low bits."""
        return (0 if self.on else 0x40) | (0x03 if self._kind is Controller.SSD1306 else 0x08)

    @property
    def ram(self) -> NDArray[np.uint8]:
        """(8, columns) uint8: a copy of the memory."""
        return np.frombuffer(b"".join(self._memory), np.uint8).reshape(PAGES, -1)

    def pixels(self) -> NDArray[np.bool_]:
        """(64, 128) bool: the points that shine."""
        if not self.on or not self._pump:
            return np.zeros((HEIGHT, WIDTH), bool)
        if self._all_on:
            return np.ones((HEIGHT, WIDTH), bool)
        rows = np.unpackbits(self.ram, axis=0, bitorder="little").astype(bool)
        rows = np.roll(rows, -(self._start + self._offset), axis=0)
        seen = rows[:, self._first : self._first + WIDTH]
        seen = seen if self._mirrored else seen[:, ::-1]
        seen = seen if self._flipped else seen[::-1]
        return ~seen if self._inverse else seen.copy()

    def command(self, values: list[int]) -> None:
        """Take command bytes; a command's arguments may come in a later call."""
        self.version += 1
        for value in values:
            self._pending.append(value)
            if len(self._pending) > self._arguments.get(self._pending[0], 0):
                first, *arguments = self._pending
                self._pending = []
                self._obey(first, arguments)

    def data(self, values: list[int]) -> None:
        """Take picture bytes at the place that the commands set."""
        self.version += 1
        data = bytes(values)
        while data:
            count = min(len(data), self._room())
            if self._column < self._columns:
                self._memory[self._page][self._column : self._column + count] = data[:count]
            self._advance(count)
            data = data[count:]

    def _obey(self, first: int, arguments: list[int]) -> None:
        match first:
            case 0x81:
                self.contrast = arguments[0]
            case 0x8D if arguments:
                self._pump = bool(arguments[0] & 0x04)
            case 0xA0 | 0xA1:
                self._mirrored = first == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = first == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = first == 0xA7
            case 0xAD if arguments:
                self._pump = bool(arguments[0] & 0x01)
            case 0xAE | 0xAF:
                self.on = first == 0xAF
            case 0xC0 | 0xC8:
                self._flipped = first == 0xC8
            case 0xD3:
                self._offset = arguments[0] & 0x3F
            case _ if 0x40 <= first <= 0x7F:
                self._start = first & 0x3F
            case _:
                self._place(first, arguments)

    def _place(self, first: int, arguments: list[int]) -> None:
        if self._kind is Controller.SSD1306 and first in {0x20, 0x21, 0x22}:
            left, right, top, bottom = self._window
            if first == 0x20:
                self._mode = arguments[0] & 0x03
            elif first == 0x21:
                self._window = (arguments[0] & 0x7F, arguments[1] & 0x7F, top, bottom)
                self._column = self._window[0]
            else:
                self._window = (left, right, arguments[0] & 0x07, arguments[1] & 0x07)
                self._page = self._window[2]
        elif self._kind is Controller.SH1106 or self._mode == 2:
            if first <= 0x0F:
                self._column = self._column & 0xF0 | first
            elif first <= 0x1F:
                self._column = first << 4 & 0xF0 | self._column & 0x0F
            elif 0xB0 <= first <= 0xB7:
                self._page = first & 0x07

    def _room(self) -> int:
        """How many bytes go into the present page from the present column on before the place jumps."""
        if self._kind is Controller.SH1106:
            return max(self._columns - self._column, 1)
        if self._mode == 1:
            return 1
        last = self._columns - 1 if self._mode == 2 or self._column > self._window[1] else self._window[1]
        return last - self._column + 1

    def _advance(self, count: int) -> None:
        if self._kind is Controller.SH1106:
            # It stays behind the last column; what is written there is lost.
            self._column = min(self._column + count, self._columns)
            return
        left, right, top, bottom = self._window
        if self._mode == 1:
            self._page = top if self._page == bottom else (self._page + 1) % PAGES
            if self._page != top:
                return
            end = right
        else:
            end = self._columns - 1 if self._mode == 2 or self._column > right else right
        self._column += count
        if self._column > end:
            self._column = 0 if self._mode == 2 else left
            if self._mode == 0:
                self._page = top if self._page == bottom else (self._page + 1) % PAGES
