"""What all our cards have in common: their size, their white border, and the number in two corners."""

from __future__ import annotations

from firmware.kit.numerals import number, width_of
from firmware.kit.shapes import (
    Colour,
    Drawing,
    Window,
    filled,
    moved,
    placed,
    rectangle,
    rounded,
    scaled,
    turned,
)

WIDTH, HEIGHT = 44.0, 66.0
"""Of a card in millimetres: what small sleeves take (44 x 68), two rows of nine fit before a seat of the
reference table, and sixteen fit on A4 and on Letter."""
# Faces are drawn 63 wide, and made smaller.
UNIT = WIDTH / 63
# White all round: a cut that strays by a millimetre shows no neighbour, and a dark cloth shows where the card
# ends.
BORDER = 3.0
FIELD = (WIDTH / UNIT - 2 * BORDER, HEIGHT / UNIT - 2 * BORDER)
INK = Colour.of("#22202c")
WHITE = Colour.of("#ffffff")
_FIGURES = 11.0
_AROUND = 2.2
_ROUNDING = 2.5


def card(field: Drawing, over: Drawing) -> Drawing:
    """A card in millimetres whose coloured field, drawn from (0, 0) to FIELD, lies in a white border; `over`
    lies over both."""
    opening = rounded(BORDER, BORDER, *FIELD, _ROUNDING)
    shift = moved(BORDER, BORDER)
    drawn = (Window((opening,), placed(field, shift)), *placed(over, shift))
    return (filled(WHITE, rectangle(0, 0, WIDTH, HEIGHT)), *placed(drawn, scaled(UNIT)))


def both_ways_up(part: Drawing) -> Drawing:
    """A part of the field, and the same where it comes to lie when the card is turned."""
    return (*part, *placed(part, moved(*FIELD).after(turned(180))))


def corner_numbers(text: str, ink: Colour = INK) -> Drawing:
    """The number in the field's corners, on notches of the border's white."""
    wide = width_of(text, _FIGURES) + 2 * _AROUND - 0.8
    tall = _FIGURES + 2 * _AROUND - 0.8
    notch = filled(WHITE, rounded(-2, -2, wide + 2, tall + 2, 4))
    # The border is white too: towards it the figures need less room.
    return both_ways_up((notch, *placed(number(text, _FIGURES, ink), moved(_AROUND - 0.8, _AROUND - 0.8))))
