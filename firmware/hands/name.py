"""A seat's name: one kept from other evenings, none, or one spelled out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import View
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size, picker
from firmware.hands.choose import list_bar
from firmware.hands.hand import LEFT, Said, Walk, is_tap, steps
from firmware.hands.paged import Paged
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words

LONGEST = 9  # letters that the glass has room for beside other words
_DONE, _RUB_OUT = icons.CHECK, icons.CROSS
_LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÀÄÇÉÈÊËÏÔÖÜ", " ", "-", "'", _RUB_OUT, _DONE)
_OWN_ENTRIES = 2  # "no name" and "spell it" stand before the names


class NameHand(Paged):
    """`known`: names from other evenings, the likeliest first. Says `key` with the name, "" for none."""

    def __init__(self, known: Sequence[str], key: str = "name") -> None:
        super().__init__()
        self._known = tuple(known)
        self.key = key
        self._walk = Walk(len(self._known) + _OWN_ENTRIES, _OWN_ENTRIES if known else 1)

    def own_on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return self._chosen()
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def own_screen(self, words: Words, _view: View, /) -> Screen:
        labels = [words.say("No name"), words.say("Spell it …"), *self._known]
        return picker(
            words.say("Who plays here?"), labels, self._walk.at, list_bar(words, self._walk, leaves=True)
        )

    def _chosen(self) -> Said | None:
        if self._walk.at == 1:
            self.page = Spelling(self.key)
            return None
        return Said(self.key, "" if self._walk.at == 0 else self._known[self._walk.at - _OWN_ENTRIES])


class Spelling:
    """Letters in a ring, walked by BACK and MORE; OK takes one. One step back from A ends the name, two steps
    back rub out a letter. Says `key` with the name; done without a letter, it is left."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._name = ""
        self._at = 0

    def on(self, gesture: Gesture) -> Said | None:
        if not is_tap(gesture, Button.OK):
            self._at = (self._at + steps(gesture)) % len(_LETTERS)
            return None
        letter = _LETTERS[self._at]
        if letter == _DONE:
            name = self._name.strip()
            return Said(self._key, name) if name else LEFT
        if letter == _RUB_OUT:
            self._name = self._name[:-1]
        elif len(self._name) < LONGEST:
            self._name += self._cased(letter)
            self._at = 0 if len(self._name) < LONGEST else _LETTERS.index(_DONE)
        return None

    def screen(self, words: Words, _view: View, /) -> Screen:
        around = [_LETTERS[(self._at + by) % len(_LETTERS)] for by in range(-3, 4)]
        ring = tuple(Part(letter.replace(" ", "_"), selected=by == 3) for by, letter in enumerate(around))
        return Screen(
            title=words.say("Name"),
            rows=(
                Row(f"{self._name}_", Size.MEDIUM, Align.CENTRE),
                Row(align=Align.SPREAD, parts=ring),
            ),
            bar=(icons.LEFT, icons.RIGHT, "OK"),
        )

    def _cased(self, letter: str) -> str:
        """Capitals begin a name and its parts."""
        return letter if not self._name or self._name[-1] in " -'" else letter.lower()
