"""A hand that opens pages over itself: the open one gets the gestures and the glass until it is done."""

from __future__ import annotations

from abc import ABC, abstractmethod

from engine.game import View
from firmware.glass.screen import Screen
from firmware.hands.hand import LEFT, Hand, Said
from firmware.pods.gesture import Gesture
from firmware.words import Words


class Paged(ABC):
    """Set `page` to open one. It goes when it is left, or has said what it had to."""

    def __init__(self) -> None:
        self.page: Hand | None = None

    def on(self, gesture: Gesture) -> Said | None:
        if self.page is None:
            return self.own_on(gesture)
        said = self.page.on(gesture)
        if said is None or said.stays:
            return said
        self.page = None
        return self.page_left() if said == LEFT else self.page_said(said)

    def screen(self, words: Words, view: View, /) -> Screen:
        return self.own_screen(words, view) if self.page is None else self.page.screen(words, view)

    @abstractmethod
    def own_on(self, gesture: Gesture) -> Said | None:
        """What `on` does while no page is open."""

    @abstractmethod
    def own_screen(self, words: Words, view: View, /) -> Screen:
        """What the glass shows while no page is open."""

    def page_left(self) -> Said | None:
        """The page was left without a word."""
        return None

    def page_said(self, said: Said) -> Said | None:
        """What the hand says when its page has said this: mostly the same."""
        return said
