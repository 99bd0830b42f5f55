"""The letters of the kit's texts, and whether a text fits where it belongs."""

from __future__ import annotations

from functools import cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from firmware.kit.errors import SheetError

# Bitstream Vera comes with reportlab, may be given away freely, and has all letters of our languages.
_FONTS = {False: ("KitPlain", "Vera.ttf"), True: ("KitBold", "VeraBd.ttf")}
POINT = 25.4 / 72


@cache
def font(bold: bool) -> str:
    """The name by which reportlab knows the font."""
    name, file = _FONTS[bold]
    pdfmetrics.registerFont(TTFont(name, file))
    return name


def width_of(words: str, size: float, bold: bool = False) -> float:
    """How wide a text comes out, in millimetres."""
    return float(pdfmetrics.stringWidth(words, font(bold), size / POINT)) * POINT


def fitting(words: str, size: float, width: float, bold: bool = False, smallest: float = 0.8) -> float:
    """The size, at most `size`, at which the text is no wider than `width`. Raises SheetError when it would
    have to be smaller than `smallest` of it."""
    wide = width_of(words, size, bold)
    if wide * smallest > width:
        raise SheetError(f"{words!r} is {wide:.1f} mm wide, there is room for {width:.1f}: make it shorter")
    return min(size, size * width / wide) if wide else size


def lines_of(words: str, size: float, width: float) -> list[str]:
    """The text broken into lines no wider than `width`. Raises SheetError when a word alone is wider."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        fitting(word, size, width, smallest=1)
        longer = f"{line} {word}".strip()
        if width_of(longer, size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]
