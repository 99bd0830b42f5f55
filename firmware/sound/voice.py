"""What a voice is, and the thread on which one speaks: the newest call counts, others give way."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from firmware.words.aloud import Aloud

log = logging.getLogger(__name__)

Ails = Callable[[str | None], object]
"""Told what is wrong with a voice (one clear line), or None when it is well again; each change once. It is
called on the voice's own thread: only put it in a queue."""


class Voice(Protocol):
    def say(self, call: Aloud, language: str, /) -> None:
        """Says this as soon as it can, in one of the languages of the house. Returns at once."""

    def close(self) -> None:
        """Falls silent for good, in the middle of a word if need be."""


class Silent:
    """The voice of a box that is to keep quiet."""

    def say(self, _call: Aloud, _language: str, /) -> None:
        """Says nothing."""

    def close(self) -> None:
        """There is nothing to end."""


class Mute(Silent):
    """A voice that could not be opened. It says so once, when it should have spoken first: a box that is only
    being built has nobody to tell."""

    def __init__(self, ails: Ails, why: str) -> None:
        self._ails = ails
        self._why = why
        self._told = False

    def say(self, _call: Aloud, _language: str, /) -> None:
        if not self._told:
            self._told = True
            self._ails(self._why)


class SoundFault(Exception):
    """A voice cannot speak. The text is for people: what is wrong, and what to do about it."""


class Spoken(ABC):
    """A voice on a thread of its own. An auction waits for no sentence: a new call cuts the one before it
    short, and of several that wait only the last is said.

    What goes wrong is told to `ails` when it begins; the voice tries again with every call.
    """

    def __init__(self, ails: Ails) -> None:
        self._ails = ails
        self._ailing: str | None = None
        self._change = threading.Condition()
        self._next: tuple[Aloud, str] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, call: Aloud, language: str) -> None:
        with self._change:
            self._next = (call, language)
            self._change.notify()
        self.cut_short()

    def close(self) -> None:
        with self._change:
            self._closed, self._next = True, None
            self._change.notify()
        self.cut_short()
        self._thread.join(timeout=2.0)

    @abstractmethod
    def utter(self, call: Aloud, language: str) -> None:
        """Says it, and returns when it has been said or was cut short. Raises SoundFault."""

    @abstractmethod
    def cut_short(self) -> None:
        """Ends what is being uttered, if anything. Called on other threads."""

    @property
    def overtaken(self) -> bool:
        """Whether something newer waits, or the voice is to end: what is uttered now is to stop."""
        return self._closed or self._next is not None

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self.overtaken)
                if self._closed or self._next is None:
                    return
                (call, language), self._next = self._next, None
            try:
                self.utter(call, language)
            except SoundFault as fault:
                self._told(str(fault))
            except Exception as fault:
                # Nothing that a sound may do is worth a game: whatever it is, the box is silent and says so.
                self._told(f"the voice failed ({type(fault).__name__})")
            else:
                self._told(None)

    def _told(self, why: str | None) -> None:
        if why != self._ailing and not self._closed:
            self._ailing = why
            if why is not None:
                log.warning("no sound: %s", why)
            self._ails(why)
