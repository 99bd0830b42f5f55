"""Where the tokens of Bluff You! lie on the simulated table, and how they look: as they are printed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache

from engine.bluff_you.tokens import TOKENS
from firmware.kit.raster import painted
from firmware.kit.tokens import SIDE, token_face
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Layout, Spot
from vision.cards.deck import Face

MIDDLE = 0  # beside the seats' numbers
_PITCH = 44.0  # from token to token, in millimetres
_COLUMNS = 4
_OUT = 88.0  # from a seat's centre outwards: dice and cup have the room before it
_ROW = 220.0  # as long as a seat's row may be; more tokens lie over each other
_SCALE = 4.0  # pixels a millimetre


def lying(tokens: Mapping[int, tuple[int, ...]], layout: Layout) -> tuple[SeenCard, ...]:
    """As the camera sees them: in the middle each in the place of its number, before a seat in a row."""
    seen: list[SeenCard] = []
    for place, own in sorted(tokens.items()):
        spots = _in_the_middle(own) if place == MIDDLE else _before(place, len(own), layout)
        yaw = 0.0 if place == MIDDLE else _turned(layout.outward(place))
        seen += [
            SeenCard(_face(token), spot, yaw, 0.3 * at if place else 0.0)
            for at, (token, spot) in enumerate(zip(own, spots, strict=True))
        ]
    return tuple(sorted(seen, key=lambda one: one.height))


def _in_the_middle(tokens: tuple[int, ...]) -> Iterator[Spot]:
    half = (_COLUMNS - 1) / 2
    for token in tokens:
        row, column = divmod(TOKENS.index(token), _COLUMNS)
        yield Spot((column - half) * _PITCH, (row - half) * _PITCH)


def _before(seat: int, count: int, layout: Layout) -> Iterator[Spot]:
    pitch = min(_PITCH, _ROW / max(1, count - 1))
    foot = layout.seat(seat).toward(layout.outward(seat), _OUT)
    for at in range(count):
        yield foot.toward(layout.right_hand(seat), (at - (count - 1) / 2) * pitch)


def _turned(outward: Spot) -> float:
    """In degrees, so that it stands upright for who sits there."""
    return math.degrees(math.atan2(outward.y, outward.x)) - 90.0


@cache
def _face(token: int) -> Face:
    return Face(str(token), (painted(token_face(token), SIDE, SIDE, _SCALE),), (SIDE, SIDE))
