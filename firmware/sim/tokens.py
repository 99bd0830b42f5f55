"""Where the tokens of Bluff You! lie on the simulated table, and how they look: as they are printed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from engine.bluff_you.tokens import TOKENS
from firmware.kit.raster import painted
from firmware.kit.tokens import SIDE, token_face
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Layout, Spot
from vision.cards.deck import Face

MIDDLE = 0  # beside the seats' numbers
APART = -1  # where a token lies between all of them
_PITCH = 44.0  # from token to token, in millimetres
_COLUMNS = 4
_OUT = 96.0  # from a seat's centre outwards: dice and cup have the room before it
_ROW = 352.0  # as long as a seat's row may be: nine lie beside each other, more over each other
_APART = 170.0  # from the table's middle to both sides, where nobody's ground is
_SCALE = 4.0  # pixels a millimetre


@dataclass(frozen=True, slots=True)
class Slip:
    """How a token lies that somebody has laid without care: at another `place`, or `on` another token, which
    it hides where that lies there too."""

    place: int
    on: int | None = None


def lying(
    tokens: Mapping[int, tuple[int, ...]], layout: Layout, slips: Mapping[int, Slip]
) -> tuple[SeenCard, ...]:
    """As the camera sees them: in the middle each in the place of its number, before a seat in a row."""
    places = really(tokens, slips)
    seen: dict[int, SeenCard] = {}
    for place in sorted(set(places.values())):
        own = sorted(token for token, at in places.items() if at == place)
        yaw = 0.0 if place <= MIDDLE else _turned(layout.outward(place))
        for at, (token, spot) in enumerate(zip(own, _spots(place, own, layout), strict=True)):
            seen[token] = SeenCard(_face(token), spot, yaw, 0.3 * at if place else 0.0)
    for token, slip in slips.items():
        if slip.on is not None and places.get(slip.on) == slip.place and token in seen:
            below = seen[slip.on]
            seen[token] = replace(seen[token], at=below.at, yaw=below.yaw, height=below.height + 0.4)
    return tuple(sorted(seen.values(), key=lambda one: one.height))


def really(tokens: Mapping[int, tuple[int, ...]], slips: Mapping[int, Slip]) -> dict[int, int]:
    """At which place each token lies."""
    meant = {token: place for place, own in tokens.items() for token in own}
    return {token: slips[token].place if token in slips else place for token, place in meant.items()}


def slip_of(rng: Random, token: int, place: int, tokens: Mapping[int, tuple[int, ...]]) -> Slip:
    """How a token that should lie at a place comes to lie otherwise."""
    ways = [Slip(APART), *[Slip(other) for other in sorted(tokens) if other != place]]
    ways += [Slip(place, on=other) for other in tokens.get(place, ()) if other != token]
    return rng.choice(ways)


def _spots(place: int, own: Sequence[int], layout: Layout) -> Iterator[Spot]:
    if place == APART:
        return (Spot(_APART if one % 2 else -_APART, (one // 2 % 3 - 1) * _PITCH) for one in own)
    return _in_the_middle(own) if place == MIDDLE else _before(place, len(own), layout)


def _in_the_middle(tokens: Sequence[int]) -> Iterator[Spot]:
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
