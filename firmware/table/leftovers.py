"""What was read at a place and may still lie there: such a card is not the one to be turned up next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from engine import Event
from vision.areas import Role
from vision.cards_look import CardsReading, GroundReading, Hitch

SURELY = 2  # readings in a row without them: then they are gone

Left: TypeAlias = tuple[Event, frozenset[str]]
"""What has left cards at the place, as the game stands, and their faces. A step that was taken back and is
said again is another event."""


class Leftovers:
    """People nudge cards and leave them, so a face that was just read is not believed to be another one until
    its place has been seen without it. `lying`: the faces in question, as the place was seen last."""

    def __init__(self) -> None:
        self.lying: frozenset[str] = frozenset()
        self._since: Event | None = None
        self._gone = False
        self._without = 0  # readings in a row

    def lie_in(
        self,
        ground: GroundReading,
        left: Left | None,
        are_elsewhere: Callable[[frozenset[str]], bool] = lambda _faces: False,
    ) -> bool:
        """Whether what is `left` may be what this reading of the place shows. To be asked of every reading.
        `are_elsewhere`: whether all other cards of some faces were seen where they belong, so that those
        here are new."""
        since, faces = left or (None, frozenset[str]())
        if since is not self._since:
            self._since, self._gone, self._without = since, False, 0
        self.lying = frozenset() if self._gone else faces & {card.face for card in ground.cards if card.face}
        if self.lying:
            self._without = 0
            if are_elsewhere(self.lying):
                self._gone, self.lying = True, frozenset()
        elif all(card.sure for card in ground.cards):
            self._without += 1
            self._gone = self._gone or self._without >= SURELY
        return bool(self.lying)

    def forget(self) -> None:
        """Something else was said: nobody looks at the place any more."""
        self.lying = frozenset()


def as_left_over(reading: CardsReading) -> CardsReading:
    """The same reading, which must not be played on: what was read before is in the way."""
    grounds = tuple(
        replace(one, values=None, reason=Hitch.LEFT_OVER) if one.ground[0] in (Role.SPOT, Role.SEAT) else one
        for one in reading.grounds
    )
    return replace(reading, grounds=grounds, final=False)
