"""A small 1-bit picture kept as one whole number a row: setting text needs no pixel loops and no library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character as lit pixels: each row is a number of `width` bits, the left pixel in the highest bit.

    advance  pixels to the next character's origin
    left     pixels from the origin to the picture's left edge (may be negative)
    top      pixels from the base line up to the picture's upper edge
    """

    advance: int
    left: int
    top: int
    width: int
    rows: tuple[int, ...]

    @property
    def below(self) -> int:
        """Rows of the picture below the base line."""
        return max(0, len(self.rows) - self.top)


def scaled(rows: Sequence[str], times: int) -> list[str]:
    """A picture of `#` and `.` with each pixel made `times` wide and high."""
    return ["".join(pixel * times for pixel in row) for row in rows for _ in range(times)]


def packed(rows: Sequence[str]) -> tuple[int, ...]:
    """A picture of `#` and `.` as one number a row."""
    return tuple(int(row.replace("#", "1").replace(".", "0"), 2) for row in rows)


class Bitmap:
    """A dark surface of `width` x `height` pixels to light; whatever falls outside is clipped."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [0] * height

    def _span(self, x: int, width: int) -> int:
        """The bits of the columns x to x + width - 1."""
        left, right = max(0, x), min(self.width, x + width)
        return ((1 << (right - left)) - 1) << (self.width - right) if right > left else 0

    def _lines(self, y: int, height: int) -> range:
        return range(max(0, y), min(self.height, y + height))

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        span = self._span(x, width)
        for line in self._lines(y, height):
            self.rows[line] |= span

    def invert(self, x: int, y: int, width: int, height: int, *, rounded: bool = False) -> None:
        """Swap lit and dark in a rectangle; `rounded` leaves out its four corner pixels."""
        for line in self._lines(y, height):
            nick = rounded and line in (y, y + height - 1)
            self.rows[line] ^= self._span(x + nick, width - 2 * nick)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """Light the outline of a rectangle, without its four corner pixels."""
        self.fill(x + 1, y, width - 2, 1)
        self.fill(x + 1, y + height - 1, width - 2, 1)
        self.fill(x, y + 1, 1, height - 2)
        self.fill(x + width - 1, y + 1, 1, height - 2)

    def dots(self, y: int) -> None:
        """Light every second pixel of a line, the first one included."""
        self.rows[y] |= int(("10" * self.width)[: self.width], 2)

    def put(self, glyph: Glyph, x: int, base: int) -> None:
        """Light a character whose origin is column x on the base line `base` (the first row below it)."""
        shift = self.width - (x + glyph.left) - glyph.width
        inside = (1 << self.width) - 1
        for line, row in enumerate(glyph.rows, start=base - glyph.top):
            if 0 <= line < self.height:
                self.rows[line] |= (row << shift if shift >= 0 else row >> -shift) & inside

    def to_bytes(self) -> bytes:
        """The rows from the top, each filled up to whole bytes; 1 = lit, the left pixel highest."""
        size = (self.width + 7) // 8
        spare = size * 8 - self.width
        return b"".join((row << spare).to_bytes(size, "big") for row in self.rows)
