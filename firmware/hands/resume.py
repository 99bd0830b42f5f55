"""An interrupted game is offered before anything else, and left only if all agree."""

from __future__ import annotations

from engine.game import Setup, View
from firmware.glass.screen import Align, Row, Screen, Size
from firmware.hands.choose import choice_row, line_bar
from firmware.hands.hand import Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words
from firmware.words.values import seats


class ResumeHand:
    """Says `resume`, or `new-game` with "yes"."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._walk = Walk(2)

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return (Said("resume"), Said("new-game", "yes"))[self._walk.at]
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, _view: View, /) -> Screen:
        who = words.tags(self._setup.seats)
        rows = (
            Row(words.say("A game is not over yet"), Size.SMALL, Align.CENTRE),
            Row(who, Size.SMALL, Align.CENTRE),
            choice_row([words.say("Go on"), words.say("New game")], self._walk.at),
        )
        return Screen(title=words.game(self._setup.game), rows=rows, bar=line_bar(self._walk))


class LeavingHand:
    """For whoever has agreed to leave the game, until all have. BACK goes on with it: says `resume`."""

    def on(self, gesture: Gesture) -> Said | None:
        return Said("resume") if is_tap(gesture, Button.BACK) else None

    def screen(self, words: Words, view: View, /) -> Screen:
        late = words.say("Waiting for {seats}", seats=words.seats(seats(view["late"])))
        rows = (Row(words.old_game(view), align=Align.CENTRE), Row(late, align=Align.CENTRE))
        return Screen(title=words.asked("new-game", view), rows=rows, bar=(words.say("Go on"), "", ""))
