"""Asks once more before something that cannot be taken back by one press."""

from __future__ import annotations

from dataclasses import replace

from engine.event import Event
from engine.game import View
from firmware.glass.screen import Align, Row, Screen
from firmware.hands.hand import LEFT, Said, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class DisputeHand:
    """Whether the last reading, of which all were `told` so, is to be thrown away; says `dispute` or LEFT."""

    def __init__(self, told: tuple[Event, ...]) -> None:
        self._told = told
        self._sure = SureHand("dispute", Said("dispute"))

    def on(self, gesture: Gesture) -> Said | None:
        return self._sure.on(gesture)

    def screen(self, words: Words, view: View, /) -> Screen:
        asked = self._sure.screen(words, view)
        read = Row(words.read(self._told, view), align=Align.CENTRE)
        return replace(asked, rows=(read, *asked.rows))


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
