"""What a game in which nobody bids against a count says of it: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.event import Event
from engine.game import View
from engine.request import Countdown
from firmware.words.aloud import Aloud

if TYPE_CHECKING:
    from firmware.words.words import Words


class NoAuction:
    def leading(self, _words: Words, _view: View, /) -> str:
        """Nobody leads by a bid."""
        return ""

    def counting(self, _words: Words, count: Countdown, _view: View, /) -> str:
        """Nothing is counted down."""
        return str(count.step)

    def aloud(self, _words: Words, _event: Event, /) -> Aloud | None:
        """People say everything themselves."""
        return None
