"""The mat for the middle of the table, on which the cards up for auction lie."""

from __future__ import annotations

import math

from firmware.kit.cards import INK
from firmware.kit.lettering import fitting
from firmware.kit.looks import art
from firmware.kit.pieces import Anchor, Paper, Side, Text
from firmware.kit.shapes import (
    Affine,
    Colour,
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    scaled,
    turned,
)

RADIUS = 88.0
# Darker than a card's white border, lighter than any field, and round: nothing on it looks like a card.
_STRAW = Colour.of("#dcb866")
_RING = Colour.of("#1d5c46")
_FLAGS = (Colour.of("#f3d27a"), Colour.of("#d8573f"), Colour.of("#fff4dc"))
_RING_WIDTH = 9.0
_FLAG_COUNT = 48


def mat_side(paper: Paper, word: str) -> Side:
    """The mat in the middle of a paper, `word` above the place for the cards."""
    title = Text(
        word, 0, -38, fitting(word, 8, 70, bold=True, smallest=0.6), INK, anchor=Anchor.MIDDLE, bold=True
    )
    drawing = (
        filled(_RING, ellipse(0, 0, RADIUS)),
        *_bunting(),
        filled(_STRAW, ellipse(0, 0, RADIUS - _RING_WIDTH)),
        *placed(art("mat", "gavel"), moved(3, -61).after(scaled(0.85))),
        *placed(art("mat", "sprig"), moved(6, 62).after(turned(20))),
        *placed(art("mat", "sprig"), Affine(a=-1, e=-6, f=62).after(turned(20))),
    )
    return Side(drawing, (title,)).at(paper.width / 2, paper.height / 2)


def _bunting() -> Drawing:
    """Flags all round, their points outwards."""
    foot, tip = RADIUS - _RING_WIDTH, RADIUS - 1.6
    half = math.pi / _FLAG_COUNT * 0.86
    flags = []
    for flag in range(_FLAG_COUNT):
        turn = 2 * math.pi * flag / _FLAG_COUNT
        corners = [(foot, turn - half), (tip, turn), (foot, turn + half)]
        points = [(far * math.cos(angle), far * math.sin(angle)) for far, angle in corners]
        flags.append(filled(_FLAGS[flag % len(_FLAGS)], polygon(points)))
    return tuple(flags)
