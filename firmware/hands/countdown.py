"""A count that runs: there is nothing to press."""

from __future__ import annotations

from engine.game import View
from engine.request import Countdown
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import Said
from firmware.pods.gesture import Gesture
from firmware.words import Words


class CountdownHand:
    def __init__(self, asked: Countdown) -> None:
        self.asked = asked

    def on(self, _gesture: Gesture) -> Said | None:
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        rows = (
            Row(words.counting(self.asked, view), Size.HUGE, Align.CENTRE),
            Row(words.standing(view), align=Align.CENTRE),
            *words.about(self.asked.key, view),
        )
        return Screen(title=words.heading(view), rows=rows, progress=done(self.asked))


def done(count: Countdown) -> float:
    """How much of the count has been said: its request is for the number that comes next."""
    return (count.step - 1) / max(1, count.of)
