"""A pile out of one's own notes, laid in secret: only this seat's glass shows what is in it."""

from __future__ import annotations

from collections import Counter

from engine.errors import WrongAnswer
from engine.game import View
from engine.request import Compose
from firmware.glass import icons
from firmware.glass.screen import Screen, picker
from firmware.hands.hand import Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


class ComposeHand:
    """A line for each kind of note and a last one that lays the pile. OK adds a note (on the last line: lays
    the pile), BACK held takes one of that line away."""

    def __init__(self, asked: Compose) -> None:
        self.asked = asked
        self._stock = Counter(asked.stock)
        self._values = sorted(self._stock)
        self._pile = Counter(asked.proposal)
        self._walk = Walk(len(self._values) + 1, len(self._values) if asked.proposal else 0)
        self._before = self._walk.at  # where the tap of this press began
        self._spent = False  # the finger that took a note away is still down
        self._short = False  # it was laid, and was not enough

    def on(self, gesture: Gesture) -> Said | None:
        if gesture.kind is Kind.TAP:
            self._before, self._spent, self._short = self._walk.at, False, False
        if is_tap(gesture, Button.OK):
            if self._walk.at == len(self._values):
                return self._lay()
            self._add()
            return None
        if gesture.button is Button.BACK and gesture.kind is Kind.HELD:
            self._walk.at, self._spent = self._before, True
            self._take_away()
        elif not self._spent:
            self._walk.on(gesture)
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        total = sum(self._pile.elements())
        lines = [f"{value}:  {self._pile[value]} / {self._stock[value]}" for value in self._values]
        lines.append(words.say("lay {total}", total=total))
        title = words.asked(self.asked.key, view)
        if self._short:
            title = words.say("at least {least}", least=self.asked.least)
        laying = self._walk.at == len(self._values)
        bar = (
            f"{icons.UP} {words.say('hold')} -" if not laying else icons.UP,
            "" if laying else icons.DOWN,
            words.say("lay") if laying else "+",
        )
        return picker(title, lines, self._walk.at, bar, marks=(str(total),))

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
            self._short = True
            return None
        return Said(self.asked.key, said)
