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
            Row(words.counting(self.asked), Size.LARGE, Align.CENTRE),
            *words.about(self.asked.key, view),
        )
        return Screen(title=words.heading(view), rows=rows, progress=self.asked.step / max(1, self.asked.of))
