"""Calls out what everybody may know: it hears events and says those that have words for it."""

from __future__ import annotations

from collections.abc import Callable

from engine.event import Event
from firmware.sound.voice import Voice
from firmware.words import Words


class Crier:
    """`words` gives the words of the table as they are now. `silent` can be set at any time."""

    def __init__(self, voice: Voice, words: Callable[[], Words]) -> None:
        self.silent = False
        self._voice = voice
        self._words = words

    def hear(self, event: Event, game: str) -> None:
        """Something happened in this game. Only what the public may know is ever said."""
        if self.silent or not event.is_known_to(None):
            return
        words = self._words()
        call = words.aloud(event, game)
        if call is not None:
            self._voice.say(call, words.language)

    def close(self) -> None:
        self._voice.close()
