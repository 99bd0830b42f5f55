"""A level that is set while one looks at it."""

from __future__ import annotations

from engine.game import View
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import LEFT, Said, is_tap, steps
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words

FULL = 255
STEP = 17  # fifteen steps from dark to full
LEAST = STEP  # a glass that one cannot read cannot be set lighter again either


class LevelHand:
    """`key`: the menu's entry that it belongs to. Each step is said at once as `house.KEY`; OK leaves."""

    def __init__(self, key: str, level: int) -> None:
        self._key = key
        self._level = level

    def on(self, gesture: Gesture) -> Said | None:
        if gesture.button is Button.OK:
            return LEFT if is_tap(gesture, Button.OK) else None
        level = max(LEAST, min(FULL, self._level + STEP * steps(gesture)))
        if level == self._level:
            return None
        self._level = level
        return Said(f"house.{self._key}", str(level), stays=True)

    def screen(self, words: Words, _view: View, /) -> Screen:
        percent = f"{round(100 * self._level / FULL)} %"
        return Screen(
            title=words.menu(self._key),
            rows=(Row(percent, Size.LARGE, Align.CENTRE),),
            progress=self._level / FULL,
            bar=("-", "+", "OK"),
        )
