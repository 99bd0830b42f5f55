"""Asks once more before something that cannot be taken back by one press."""

from __future__ import annotations

from engine.game import View
from firmware.glass.screen import Screen
from firmware.hands.hand import LEFT, Said, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class SureHand:
    """`key`: the menu's entry that is asked about; OK says `said`, BACK leaves."""

    def __init__(self, key: str, said: Said) -> None:
        self._key = key
        self._said = said

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return self._said
        return LEFT if is_tap(gesture, Button.BACK) else None

    def screen(self, words: Words, view: View, /) -> Screen:
        return Screen(
            title=words.menu(self._key),
            rows=words.sure(self._key, view),
            bar=(words.say("no"), "", words.say("yes")),
        )
