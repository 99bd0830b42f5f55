"""A press of OK, and nothing else."""

from __future__ import annotations

from engine.game import View
from engine.request import Confirm
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import Said, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class ConfirmHand:
    def __init__(self, asked: Confirm) -> None:
        self.asked = asked

    def on(self, gesture: Gesture) -> Said | None:
        return Said(self.asked.key) if is_tap(gesture, Button.OK) else None

    def screen(self, words: Words, view: View, /) -> Screen:
        rows = (
            Row(words.asked(self.asked.key, view), Size.LARGE, Align.CENTRE),
            *words.about(self.asked.key, view),
        )
        return Screen(title=words.heading(view), rows=rows, bar=("", "", "OK"))
