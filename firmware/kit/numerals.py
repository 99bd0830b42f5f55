"""Our own figures: one stroke of a round pen each, so that they stay clear when they are small or blurred."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from firmware.kit.path import parse_path
from firmware.kit.shapes import Colour, Contour, Drawing, moved, polygon, scaled, stroked

_HEIGHT = 10.0
_PEN = 2.3
_GAP = 3.9
# Width of the pen's way and the way itself, in a box of that width and 10 down.
_FIGURES: Mapping[str, tuple[float, str]] = MappingProxyType(
    {
        "0": (5.8, "M0 3 C0 1.2 1.2 0 2.9 0 S5.8 1.2 5.8 3 V7 C5.8 8.8 4.6 10 2.9 10 S0 8.8 0 7 Z"),
        "1": (2.6, "M0 1.9 L2.6 0 V10"),
        "2": (
            5.6,
            "M0 2.6 C0.3 1 1.4 0 2.8 0 C4.5 0 5.5 1.1 5.5 2.7 C5.5 4.2 4.6 5.2 3.4 6.4 L0 10 "
            "H5.6",
        ),
        "3": (
            5.6,
            "M0.2 0 H5.2 L2.6 3.8 C4.5 3.8 5.6 5 5.6 6.9 C5.6 8.8 4.4 10 2.7 10 C1.4 10 0.4 9.3 0 8.2",
        ),
        "4": (6.0, "M4.4 10 V0 L0 7 H6"),
        "5": (
            5.6,
            "M5.1 0 H1 L0.5 4.5 C1.1 3.9 1.9 3.6 2.7 3.6 C4.5 3.6 5.6 4.9 5.6 6.8 C5.6 8.7 4.4 10 2.6 10 "
            "C1.4 10 0.4 9.4 0 8.3",
        ),
        "6": (
            5.6,
            "M4.4 0 C1.8 1.2 0 3.8 0 6.9 C0 8.8 1.2 10 2.8 10 S5.6 8.8 5.6 6.9 C5.6 5.1 4.5 4 2.9 4 "
            "C1.5 4 0.4 4.9 0.1 6.2",
        ),
        "7": (5.4, "M0 0 H5.4 L1.8 10"),
        "8": (
            5.6,
            "M2.8 4.6 C1.4 4.6 0.5 3.7 0.5 2.3 C0.5 0.9 1.4 0 2.8 0 S5.1 0.9 5.1 2.3 "
            "C5.1 3.7 4.2 4.6 2.8 4.6 C1.1 4.6 0 5.7 0 7.3 C0 9 1.2 10 2.8 10 "
            "S5.6 9 5.6 7.3 C5.6 5.7 4.5 4.6 2.8 4.6 Z",
        ),
        "9": (
            5.6,
            "M1.2 10 C3.8 8.8 5.6 6.2 5.6 3.1 C5.6 1.2 4.4 0 2.8 0 S0 1.2 0 3.1 C0 4.9 1.1 6 2.7 6 "
            "C4.1 6 5.2 5.1 5.5 3.8",
        ),
    }
)  # fmt: skip


def width_of(text: str, height: float) -> float:
    """How wide a number comes out, ink included, when its ink is `height` mm tall."""
    ways = sum(_FIGURES[figure][0] for figure in text) + _GAP * (len(text) - 1)
    return (ways + _PEN) * height / (_HEIGHT + _PEN)


def number(text: str, height: float, colour: Colour, underline: bool = False) -> Drawing:
    """The number with its ink from (0, 0) to (width_of(text, height), height); the line under it, for what
    would read as another number upside down, lies below."""
    contours: list[Contour] = []
    x = 0.0
    for figure in text:
        wide, _ = _FIGURES[figure]
        contours += [contour.through(moved(x, 0)) for contour in _way(figure)]
        x += wide + _GAP
    if underline:
        line = _HEIGHT + _GAP
        contours.append(polygon([(0, line), (x - _GAP, line)], closed=False))
    size = scaled(height / (_HEIGHT + _PEN))
    return (stroked(colour, _PEN, *contours).through(size.after(moved(_PEN / 2, _PEN / 2))),)


@cache
def _way(figure: str) -> tuple[Contour, ...]:
    return tuple(parse_path(_FIGURES[figure][1]))
