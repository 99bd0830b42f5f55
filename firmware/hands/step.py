"""Steps along a ladder of legal bids, column by column, down to the page on which a bluff is called."""

from __future__ import annotations

from dataclasses import replace

from engine.game import View
from engine.request import Confirm, Step
from firmware.glass import icons
from firmware.glass.screen import Part, Screen, stepper
from firmware.hands.call import CallHand
from firmware.hands.hand import Said, is_tap, steps
from firmware.hands.paged import Paged
from firmware.hands.stride import Stride
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


class StepHand(Paged):
    """BACK and MORE move in one column, OK goes to the next and from the last one bids; BACK held in a later
    column goes back to the one before. A ladder of one column is money, walked faster when held.

    A fresh tap back from the lowest rung opens the page of `call`.
    """

    def __init__(self, step: Step, call: Confirm | None = None) -> None:
        super().__init__()
        self.step = step
        self.call = call
        self._rung = step.ladder.proposal
        self._before = self._rung  # where the tap of this press began
        self._column = 0
        self._stride = Stride(step.ladder) if step.ladder.columns == 1 else None
        self._spent = False  # the finger that went back a column is still down

    @property
    def asked(self) -> object:
        return (self.step, self.call)

    @property
    def rung(self) -> str:
        """The bid that OK in the last column would make."""
        return self._rung

    @property
    def column(self) -> int:
        """The column that the buttons move in."""
        return self._column

    def own_on(self, gesture: Gesture) -> Said | None:
        if gesture.button is Button.OK:
            return self._next() if gesture.kind is Kind.TAP else None
        if gesture.kind is Kind.TAP:
            self._spent = False
            if self.call is not None and self._at_foot() and is_tap(gesture, Button.BACK):
                self.page = CallHand(self.call, leaves=True)
                return None
            self._before = self._rung
        elif self._spent:
            return None
        elif self._column and gesture.button is Button.BACK:
            self._rung, self._column, self._spent = self._before, self._column - 1, True
            return None
        stride = 1 if self._stride is None else self._stride.of(gesture.kind)
        self._rung = self.step.ladder.moved(self._rung, self._column, steps(gesture) * stride)
        return None

    def own_screen(self, words: Words, view: View, /) -> Screen:
        ladder = self.step.ladder
        last = self._column == ladder.columns - 1
        parts = words.rung(ladder.parts(self._rung), view)
        columns = [Part(text, selected=place == self._column) for place, text in enumerate(parts)]
        if ladder.columns > 1:
            columns.insert(1, Part("×"))
        foot = self._at_foot()
        back = words.say("Bluff!") if foot and self.call else "" if foot and not self._column else icons.LEFT
        title = words.asked(self.step.key, view)
        marks: tuple[str, ...] = ()
        if self._column:
            title = words.say("{back} held: number", back=icons.LEFT)
        elif self.call and not foot:
            bluff = words.say("Bluff!")
            marks = (f"{icons.LEFT}{icons.LEFT} {bluff}",)
        ok = words.say("bid") if self.step.key == "bid" else "OK"
        bar = (back, icons.RIGHT, ok if last else words.say("next"))
        screen = stepper(title, columns, words.standing(view), bar, marks=marks)
        return replace(screen, rows=(*screen.rows, *words.hint(self.step.key, view)))

    def _at_foot(self) -> bool:
        """In the first column, with nothing lower."""
        return self._column == 0 and self.step.ladder.moved(self._rung, 0, -1) == self._rung

    def _next(self) -> Said | None:
        if self._column == self.step.ladder.columns - 1:
            return Said(self.step.key, self._rung)
        self._column += 1
        self._before = self._rung
        return None
