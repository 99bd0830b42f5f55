"""The faces of the notes: pale paper with a medal, so that nobody takes one for an animal."""

from __future__ import annotations

import math
from functools import cache

from firmware.kit.cards import FIELD, both_ways_up, card, corner_numbers
from firmware.kit.looks import NoteLook, art
from firmware.kit.shapes import (
    Colour,
    Contour,
    Drawing,
    Shape,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    rectangle,
    rounded,
    scaled,
    stroked,
)

_MEDAL = 19.5
_BAR = (3.2, 13.0)
_WAVES = 24
# Rays of the medal, a few for each bar: the outline alone tells a note.
_RAYS = (0, 6, 8, 12, 16, 24)


@cache
def note_face(value: int, look: NoteLook) -> Drawing:
    """The face of a note, as large as a card."""
    wide, high = FIELD
    medal: Drawing = (
        *_rays(look),
        filled(look.ink, ellipse(0, 0, _MEDAL)),
        stroked(look.ground, 0.9, ellipse(0, 0, _MEDAL - 1.6)),
        *placed(art("goods", str(value)), scaled(0.98)),
    )
    return card(
        (
            filled(look.ground, rectangle(0, 0, wide, high)),
            *_weave(look),
            *placed(medal, moved(wide / 2, high / 2)),
            *both_ways_up(_bars(look)),
        ),
        corner_numbers(str(value), look.ink),
    )


def _rays(look: NoteLook) -> Drawing:
    rays = _RAYS[look.bars]
    if not rays:
        return (stroked(look.ink, 1.4, ellipse(0, 0, _MEDAL + 3.2)),)
    points = []
    for ray in range(2 * rays):
        far = _MEDAL + (6 if ray % 2 == 0 else 1.2)
        turn = math.pi * ray / rays - math.pi / 2
        points.append((far * math.cos(turn), far * math.sin(turn)))
    return (filled(look.ink, polygon(points)),)


def _weave(look: NoteLook) -> Drawing:
    """Fine waves that cross each other, as on old money."""
    wide, high = FIELD
    steps = [step / 2 for step in range(round(2 * wide) + 1)]
    lines: list[Contour] = []
    for wave in range(_WAVES):
        y = high * (wave + 0.5) / _WAVES
        swing = 3.4 if wave % 2 else -3.4
        points = [(x, y + swing * math.cos(2 * math.pi * (2 * x / wide - 1))) for x in steps]
        lines.append(polygon(points, closed=False))
    return (stroked(_faint(look), 0.6, *lines),)


def _bars(look: NoteLook) -> Drawing:
    """Down from the corner that has no number."""
    wide, _ = FIELD
    across, down = _BAR
    parts: list[Shape] = []
    for bar in range(look.bars):
        left = wide - (bar + 1) * (across + 1.6) - 0.6
        parts.append(filled(look.ink, rounded(left, -3, across, down + 3, 1.4)))
    return tuple(parts)


def _faint(look: NoteLook) -> Colour:
    """Between the ink and the ground."""
    both = zip(look.ink, look.ground, strict=True)
    return Colour(*(round(0.2 * ink + 0.8 * ground) for ink, ground in both))
