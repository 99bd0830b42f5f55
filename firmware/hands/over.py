"""The game is over: who has won, until somebody goes on."""

from __future__ import annotations

from dataclasses import replace

from engine.answer import Seat
from engine.game import Result, View
from firmware.glass import icons
from firmware.glass.screen import Screen
from firmware.hands.hand import Said, is_tap, steps
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


class OverHand:
    """Says `house.again`. BACK and MORE turn the pages where there is something to add up."""

    def __init__(self, result: Result, seat: Seat) -> None:
        self._result = result
        self._seat = seat
        self._at = 0

    def on(self, gesture: Gesture) -> Said | None:
        if gesture.kind is Kind.TAP:
            self._at += steps(gesture)
        return Said("house.again") if is_tap(gesture, Button.OK) else None

    def screen(self, words: Words, view: View, /) -> Screen:
        pages = words.result(self._result, self._seat, view)
        turns = len(pages) > 1
        bar = (icons.LEFT if turns else "", icons.RIGHT if turns else "", words.say("go on"))
        return replace(pages[self._at % len(pages)], bar=bar)


class ResultHand:
    """The same in the lobby, before whoever still had something to read when another went on: who has won is
    seen by everybody. `view`: the seat's, of the game that is over."""

    def __init__(self, over: OverHand, view: View) -> None:
        self._over = over
        self._view = view

    def on(self, gesture: Gesture) -> Said | None:
        return self._over.on(gesture)

    def screen(self, words: Words, _view: View, /) -> Screen:
        return self._over.screen(words, self._view)
