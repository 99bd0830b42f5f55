"""A pile out of one's own notes, laid in secret: only this seat's glass shows what is in it."""

from __future__ import annotations

from collections import Counter

from engine.errors import WrongAnswer
from engine.game import View
from engine.request import Compose
from firmware.glass import icons
from firmware.glass.screen import Screen, picker
from firmware.hands.hand import LEFT, MENU, Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


class ComposeHand:
    """A line for each kind of note and a last one that lays the pile. OK adds a note (on the last line: lays
    the pile), BACK held takes one of that line away. The lines go round: the last is one step back from the
    first.

    Where a seat hides its money (`Words.hides`), numbers show only while it lifts the veil, and one more
    line opens the menu. An aside is left by stepping back over the first line.
    """

    secret = True  # OK held uncovers it where the seat hides its money

    def __init__(self, asked: Compose) -> None:
        self.asked = asked
        self._stock = Counter(asked.stock)
        self._values = sorted(self._stock)
        self._pile = Counter(asked.proposal)
        at = len(self._values) if asked.proposal else 0
        self._walk = Walk(len(self._values) + 1, at, ring=not asked.aside)
        self._before = self._walk.at  # where the tap of this press began
        self._spent = False  # the finger that took a note away is still down
        self._refused = False  # it was laid, and was not enough

    @property
    def values(self) -> tuple[int, ...]:
        """The kinds of notes, line by line; the line after them lays the pile."""
        return tuple(self._values)

    @property
    def at(self) -> int:
        """The line that the buttons are on."""
        return self._walk.at

    @property
    def pile(self) -> Counter[int]:
        """What would be laid now. Its owner's secret."""
        return +self._pile

    def on(self, gesture: Gesture) -> Said | None:
        if gesture.kind is Kind.TAP:
            self._before, self._spent, self._refused = self._walk.at, False, False
        if is_tap(gesture, Button.OK):
            if self._on_menu:
                return MENU
            if self._on_last:
                return self._lay()
            self._add()
            return None
        if gesture.button is Button.BACK and gesture.kind is Kind.HELD:
            self._walk.at, self._spent = self._before, True
            self._take_away()
        elif self.asked.aside and self._walk.leaves(gesture):
            return LEFT
        elif not self._spent:
            self._walk.on(gesture)
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        self._walk.length = len(self._values) + 1 + words.hides
        total = sum(self._pile.elements())
        lines = [self._line(value, words) for value in self._values]
        lines.append(self._last_line(words, total))
        if words.hides:
            lines.append(words.say("Menu"))
        title = words.asked(self.asked.key, view)
        if self._refused:
            title = self._wanting(words, total)
        if self._on_menu or self._on_last:
            bar = (icons.UP, icons.DOWN, words.say("open") if self._on_menu else words.say("lay"))
        else:
            hold = words.say("hold")
            bar = (f"{icons.UP} {hold} -", icons.DOWN, "+")
        return picker(title, lines, self._walk.at, bar, marks=() if words.veiled else (str(total),))

    @property
    def _on_last(self) -> bool:
        return self._walk.at == len(self._values)

    @property
    def _on_menu(self) -> bool:
        return self._walk.at > len(self._values)

    def _line(self, value: int, words: Words) -> str:
        if words.veiled:
            return f"{value}:"
        return f"{value}:  {self._pile[value]} / {self._stock[value]}"

    def _last_line(self, words: Words, total: int) -> str:
        if words.veiled:
            return words.say("Lay the pile")
        if not self._pile.total():
            needed = self.asked.least or self.asked.fewest
            return self._wanting(words, total) if needed else words.say("lay nothing")
        return words.say("lay {total}", total=total)

    def _wanting(self, words: Words, total: int) -> str:
        """Why the pile is not laid."""
        if total < self.asked.least:
            return words.say("at least {least}", least=self.asked.least)
        return words.count("at least {n} note", "at least {n} notes", self.asked.fewest)

    def _add(self) -> None:
        value = self._values[self._walk.at]
        if self._pile[value] < self._stock[value]:
            self._pile[value] += 1

    def _take_away(self) -> None:
        if self._walk.at < len(self._values) and self._pile[self._values[self._walk.at]]:
            self._pile[self._values[self._walk.at]] -= 1

    def _lay(self) -> Said | None:
        said = " ".join(str(value) for value in sorted(self._pile.elements()))
        try:
            self.asked.check(said)
        except WrongAnswer:
            self._refused = True
            return None
        return Said(self.asked.key, said)
