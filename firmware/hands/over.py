"""The game is over: who has won, until somebody goes on."""

from __future__ import annotations

from dataclasses import replace

from engine.answer import Seat
from engine.game import Result, View
from firmware.glass.screen import Screen
from firmware.hands.hand import Said, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class OverHand:
    """Says `house.again`."""

    def __init__(self, result: Result, seat: Seat) -> None:
        self._result = result
        self._seat = seat

    def on(self, gesture: Gesture) -> Said | None:
        return Said("house.again") if is_tap(gesture, Button.OK) else None

    def screen(self, words: Words, _view: View, /) -> Screen:
        return replace(words.result(self._result, self._seat), bar=("", "", words.say("go on")))
