"""What lies open on the simulated table of Biz-Bluff: the card that was drawn, or the token of a file."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from firmware.sim.cards import SeenCard
from firmware.sim.layout import Layout
from firmware.sim.prints import kit_face

_ASIDE = 95.0  # from a seat's centre to its left: die and cup have the room before it


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """`face` of the deck `pack` lies open before `seat`; `lays`: how often it has been laid anew."""

    seat: int
    pack: str
    face: str
    lays: int = 0


def open_before(one: TurnedUp, layout: Layout) -> SeenCard:
    """As the camera sees it."""
    rng = Random(f"{one}")
    out = layout.outward(one.seat)
    at = layout.seat(one.seat).toward(layout.right_hand(one.seat), -_ASIDE + rng.uniform(-5, 5))
    facing = math.degrees(math.atan2(out.y, out.x)) - 90.0
    return SeenCard(
        kit_face(one.pack, one.face), at.toward(out, rng.uniform(-15, 15)), facing + rng.gauss(0.0, 6.0), 0.0
    )
