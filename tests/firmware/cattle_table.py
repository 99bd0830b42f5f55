"""A whole box in virtual time at a game of cards, with an eye that costs nothing: it knows what lies open."""

from __future__ import annotations

import numpy as np

from firmware.eye import Seen
from firmware.sim.rehearsal import Rehearsal
from firmware.sim.render import cards_in_picture
from firmware.table.stage import CardSight, Purpose
from vision.cards.reading import CardReading
from vision.cards_look import CardsReading, Ground, GroundReading
from vision.gaze import Trouble
from vision.layout import reference_layout
from vision.reading import Place

LOOKS_EVERY = 0.15  # seconds


class Sighted(Rehearsal):
    """A rehearsal in which no picture of cards is drawn: all that is asked for is seen once it lies there."""

    _next_look = 0.0
    _answered: CardSight | None = None

    def _look(self) -> float:
        sight = self.box.table.stage.sight()
        if not isinstance(sight, CardSight) or sight.purpose is not Purpose.READ or sight == self._answered:
            return float("inf")
        if self.clock.now < self._next_look:
            return self._next_look
        self._next_look = self.clock.now + LOOKS_EVERY
        world = self.box.host.world
        if any(world.has_hand(seat) for seat in world.seats):
            return self._next_look
        grounds = tuple(self._lies(ground, wanted) for ground, wanted in sight.wanted.items())
        final = all(ground.reason is None for ground in grounds)
        self._answered = sight if final else None
        self.box.loop.post(Seen(sight, CardsReading(self.clock.now, grounds, final=final)))
        return self._next_look

    def _lies(self, ground: Ground, wanted: int | None) -> GroundReading:
        """The cards turned up on a ground, and nothing else."""
        world = self.box.host.world
        cards = tuple(
            CardReading(card.face, np.array(card.quad), confidence=1.0, sure=True)
            for card in cards_in_picture(world.scene())
            if card.face is not None and reference_layout().role_of(Place(card.at.x, card.at.y)) == ground
        )
        reason = None if len(cards) == wanted else Trouble.MISSING
        if ground[1] is None and world._state.cards.scraps:
            reason = Trouble.WAVERING
        values = tuple(sorted(str(card.face) for card in cards)) if reason is None else None
        return GroundReading(ground, wanted, cards, 0, values, reason)
