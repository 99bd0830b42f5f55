"""The order in which the seats sit, to the left: shown, and changed by letting two neighbours swap."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answer import Seat
from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.hands.hand import LEFT, Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class OrderHand:
    """BACK and MORE walk along the seats, OK lets the one at the cursor swap with the next. Each change is
    said at once (`order 1 3 2`); the last entry leaves, as does a step back from the first."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = list(seats)
        self._walk = Walk(len(self._seats) + 1)

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return self._swapped()
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, _view: View, /) -> Screen:
        tags = [*(words.tag(seat) for seat in self._seats), icons.CHECK]
        done = self._walk.at == len(self._seats)
        parts = tuple(Part(tag, selected=place == self._walk.at) for place, tag in enumerate(tags))
        own = words.say("Go on") if done else words.seat(self._seats[self._walk.at])
        return Screen(
            title=words.say("To the left sit"),
            rows=(Row(align=Align.SPREAD, parts=parts), Row(own, Size.SMALL, Align.CENTRE)),
            bar=(
                self._back(words),
                "" if done else icons.RIGHT,
                "OK" if done else words.say("swap"),
            ),
        )

    def _back(self, words: Words) -> str:
        out = words.say("back") if self._walk.may_leave else f"{icons.LEFT}{icons.LEFT}"
        return icons.LEFT if self._walk.at else out

    def _swapped(self) -> Said:
        at = self._walk.at
        if at == len(self._seats):
            return LEFT
        other = (at + 1) % len(self._seats)
        self._seats[at], self._seats[other] = self._seats[other], self._seats[at]
        self._walk.at = other
        return Said("order", " ".join(str(seat) for seat in self._seats), stays=True)
