"""The page on which a bluff is called: only a finger held on MORE says it, so that no slip can."""

from __future__ import annotations

from engine.game import View
from engine.request import Confirm
from firmware.glass.icons import LEFT as ARROW_LEFT
from firmware.glass.icons import RIGHT
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.hand import LEFT, Said
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


class CallHand:
    """`leaves`: there is something to go back to, by BACK or OK."""

    def __init__(self, call: Confirm, leaves: bool = False) -> None:
        self.call = call
        self._leaves = leaves
        self._armed = False  # MORE went down on this very page and nothing else was touched since

    @property
    def asked(self) -> object:
        return (self.call, self._leaves)

    def on(self, gesture: Gesture) -> Said | None:
        if gesture.button is Button.MORE:
            if gesture.kind is Kind.TAP:
                self._armed = True
            elif gesture.kind is Kind.HELD and self._armed:
                return Said(self.call.key)
            return None
        self._armed = False
        return LEFT if self._leaves and gesture.kind is Kind.TAP else None

    def screen(self, words: Words, view: View, /) -> Screen:
        back = (ARROW_LEFT, words.say("back")) if self._leaves else ("", "")
        how = words.say("keep holding …") if self._armed else words.say("hold {more} to say it", more=RIGHT)
        return Screen(
            title=words.standing(view),
            rows=(
                Row(words.asked(self.call.key, view), Size.HUGE, Align.CENTRE),
                Row(how, Size.SMALL, Align.CENTRE),
                *words.hint(self.call.key, view),
            ),
            bar=(back[0], words.say("hold"), back[1]),
        )
