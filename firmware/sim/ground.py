"""The simulated table under every game: who sits at it, how it looks, whose hands are over it."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import Any

from firmware.sim.errors import NoSuchSeatError
from firmware.sim.layout import Layout, Spot
from firmware.sim.prints import Prints, prints_of, shipped_deck
from firmware.sim.state import State, degrees
from firmware.sim.things import Hand, Scene, Stand, Style
from vision.cards.deck import Deck


class Ground:
    """What dice and cards share. Whoever builds one gives it its `_state`, its `_lock` and, if it is not the
    one that comes with the box, the `_deck` that is played with."""

    _state: State
    _lock: threading.RLock
    _deck: Deck | None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are taken, in rising order."""
        return self._state.seats

    @property
    def layout(self) -> Layout:
        """Where things belong."""
        return self._state.layout

    @property
    def style(self) -> Style:
        """How the table looks; may be set at any time."""
        return self._state.style

    @style.setter
    def style(self, style: Style) -> None:
        with self._lock:
            self._state.style = style

    @property
    def stand(self) -> Stand:
        """Where the camera is; may be set at any time."""
        return self._state.stand

    @stand.setter
    def stand(self, stand: Stand) -> None:
        with self._lock:
            self._state.stand = stand

    def has_hand(self, seat: int) -> bool:
        """Whether this seat's hand is over the table."""
        self._check(seat)
        return seat in self._state.hands

    def scene(self) -> Scene:
        """All that the camera can see now; dice under a cup that stands or is only tilted are not in it."""
        with self._lock:
            return self._state.scene(self._prints if self._state.cards.out else None)

    def hand_in(self, seat: int, over: Spot | None = None) -> None:
        """A hand comes over the seat's zone, or reaches across the table as far as `over`; called again, it
        moves."""
        with self._at(seat):
            rng = self._state.chance(seat)
            out = self.layout.outward(seat)
            tip = (over or self.layout.seat(seat)).toward(out, rng.uniform(-25.0, 30.0))
            tip = tip.toward(self.layout.right_hand(seat), rng.uniform(-25.0, 25.0))
            heading = degrees(out) + rng.uniform(-20.0, 20.0)
            self._state.hands[seat] = Hand(tip, heading, rng.randrange(8))

    def hand_out(self, seat: int) -> None:
        """The seat's hand leaves the table."""
        with self._at(seat):
            self._state.hands.pop(seat, None)

    def nudge_camera(self, mm: float, degrees: float) -> None:
        """Somebody knocks against the camera: it shifts by so much, in some direction, and turns."""
        with self._lock:
            angle = self._state.chance(0).uniform(0.0, 2 * math.pi)
            stand = self._state.stand
            self._state.stand = replace(
                stand,
                x=stand.x + mm * math.cos(angle),
                y=stand.y + mm * math.sin(angle),
                roll=stand.roll + degrees,
            )

    def to_data(self) -> dict[str, Any]:
        """The whole table as plain data fit for JSON. Holds every secret: keep it where nobody looks."""
        with self._lock:
            return self._state.to_data()

    @property
    def _prints(self) -> Prints:
        """How the cards look; the shipped deck is loaded when it is first needed."""
        return prints_of(self._deck or shipped_deck())

    def _check(self, seat: int) -> None:
        if seat not in self._state.cups:
            raise NoSuchSeatError(seat, self.seats)

    def _at(self, seat: int) -> threading.RLock:
        self._check(seat)
        return self._lock
