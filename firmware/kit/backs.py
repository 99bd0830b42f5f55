"""The backs: small patterns without a middle, the same both ways up, that run on over the cut."""

from __future__ import annotations

from functools import cache

from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.looks import BackLook
from firmware.kit.path import parse_path
from firmware.kit.shapes import (
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    rectangle,
    scaled,
    stroked,
    turned,
)

BLEED = 2.0
"""How far a back is drawn beyond the card."""
# Whole steps of the patterns in a card's width and height.
_CLOVERS = (6, 9)
_COINS = (4, 6)
_LEAF = (
    "M0 0 C-2.9 -1.5 -2.6 -3.7 -1.3 -3.7 C-0.5 -3.7 0 -3.1 0 -2.6 "
    "C0 -3.1 0.5 -3.7 1.3 -3.7 C2.6 -3.7 2.9 -1.5 0 0 Z"
)


@cache
def animals_back(look: BackLook) -> Drawing:
    """Clover, for luck and for the cow. From -BLEED to the card's size and BLEED more."""
    leaf = parse_path(_LEAF)[0].through(turned(45).after(scaled(0.8)))
    leaves = tuple(filled(look.figure, leaf.through(turned(90 * quarter))) for quarter in range(4))
    clover = (*leaves, filled(look.dot, ellipse(0, 0, 0.5)))
    return _pattern(look, _CLOVERS, clover, (filled(look.dot, ellipse(0, 0, 0.6)),))


@cache
def notes_back(look: BackLook) -> Drawing:
    """Coins between bars of gold."""
    coin: Drawing = (
        filled(look.figure, ellipse(0, 0, 2.5)),
        stroked(look.field, 0.6, ellipse(0, 0, 1.6)),
    )
    bar = filled(look.dot, polygon([(0, -1.9), (1.9, 0), (0, 1.9), (-1.9, 0)]))
    return _pattern(look, _COINS, placed(coin, scaled(1.5)), placed((bar,), scaled(1.5)))


def _pattern(look: BackLook, steps: tuple[int, int], figure: Drawing, dot: Drawing) -> Drawing:
    across, down = WIDTH / steps[0], HEIGHT / steps[1]
    parts: list[Drawing] = [
        (filled(look.field, rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)),)
    ]
    for row in range(-1, steps[1] + 2):
        for column in range(-1, steps[0] + 2):
            parts.append(placed(figure, moved((column + 0.5) * across, (row + 0.5) * down)))
            parts.append(placed(dot, moved(column * across, row * down)))
    return tuple(shape for part in parts for shape in part)
