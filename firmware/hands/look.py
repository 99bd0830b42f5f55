"""Pages to look at, turned by BACK and MORE: nothing is asked and nothing is said."""

from __future__ import annotations

from dataclasses import replace

from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Screen
from firmware.hands.hand import LEFT, Said, is_tap, steps
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


class LookHand:
    """What the owner of the view may look at while something else is before it. OK leaves."""

    secret = True  # OK held uncovers it where the seat hides its money

    def __init__(self) -> None:
        self._at = 0

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return LEFT
        if gesture.kind is not Kind.HELD:
            self._at += steps(gesture)
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        pages = words.pages(view)
        page = pages[self._at % len(pages)]
        turns = len(pages) > 1
        return replace(page, bar=(icons.LEFT if turns else "", icons.RIGHT if turns else "", "OK"))
