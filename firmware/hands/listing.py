"""A page of the menu that is a list of things said as they are, in any language."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import View
from firmware.glass.screen import Screen, picker
from firmware.hands.choose import list_bar
from firmware.hands.hand import LEFT, Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class ListHand:
    """`key`: the menu's entry that it belongs to; `entries`: what each is called and what it says."""

    def __init__(self, key: str, entries: Sequence[tuple[str, Said]], at: int = 0) -> None:
        self._key = key
        self._entries = tuple(entries)
        self._walk = Walk(len(self._entries), at)

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return self._entries[self._walk.at][1]
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, _view: View, /) -> Screen:
        labels = [label for label, _ in self._entries]
        return picker(words.menu(self._key), labels, self._walk.at, list_bar(words, self._walk, leaves=True))
