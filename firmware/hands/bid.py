"""Bids against others while a count runs: one press bids the next amount, before anybody else does."""

from __future__ import annotations

from dataclasses import replace

from engine.game import View
from engine.request import Countdown, Step
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size
from firmware.hands.countdown import done
from firmware.hands.hand import Said, is_tap, steps
from firmware.hands.stride import Stride
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class BidHand:
    """OK bids the lowest amount that is higher, at once; MORE and BACK set another first, by one step a tap
    and further when held. Who bids highest already bids nothing by OK alone.

    When somebody else has taken the amount that OK would have bid, `following` gives another hand: the table
    is deaf for a moment then, and a press that came too late does not become a higher bid. Tell it of such a
    press by `missed`.
    """

    column = 0

    def __init__(self, step: Step, count: Countdown, overtaken: bool = False) -> None:
        """`overtaken`: another has just bid what this seat would have."""
        self.step = step
        self.count = count
        self._overtaken = overtaken
        self._set: str | None = None  # another amount than the lowest, set with MORE and BACK
        self._said: str | None = None  # what this seat has bid last
        self._leads = False
        self._late = False
        self._stride = Stride(step.ladder)

    @property
    def asked(self) -> object:
        return self.step

    @property
    def rung(self) -> str:
        """The amount from which BACK and MORE go on: what OK would bid, or one's own bid that stands."""
        own = self._said if self._leads and self._said is not None else self.step.ladder.lowest
        return self._set or own

    def following(self, step: Step, count: Countdown) -> BidHand:
        """The hand when bid and count have gone on: this one, unless OK bids another amount now, for its own
        was taken by somebody or bids have gone down again."""
        self.count = count
        if step == self.step:
            return self
        stands = self._said is not None and self.step.ladder.moved(self._said, 0, 1) == step.ladder.lowest
        if not stands and (self._set is None or self._set not in step.ladder):
            return BidHand(step, count, overtaken=self.rung not in step.ladder)
        self._leads, self.step = stands, step
        if not stands:
            self._said = None  # another may come to bid as much: it is his then, and OK must overbid it
        return self

    def missed(self, gesture: Gesture) -> None:
        """This press came when the glass had just changed. By another's bid: then it came too late."""
        self._late = self._overtaken and is_tap(gesture, Button.OK)

    def on(self, gesture: Gesture) -> Said | None:
        self._late = False
        if gesture.button is not Button.OK:
            self._step(gesture)
            return None
        if not is_tap(gesture, Button.OK) or (self._leads and self._set is None):
            return None
        self._said, self._set = self.rung, None
        return Said(self.step.key, self._said)

    def screen(self, words: Words, view: View, /) -> Screen:
        if leading := words.leading(view):  # also after a power cut, or when another's bid was taken back
            self._leads, self._said = True, leading
        counted = words.counting(self.count, view)
        if self._set is None:
            told = Row(words.say("Too late!"), Size.LARGE) if self._late else Row(counted, Size.HUGE)
            rows = (replace(told, align=Align.CENTRE), Row(words.standing(view), align=Align.CENTRE))
        else:
            amount = Part(words.rung((self._set,), view)[0], selected=True)
            rows = (
                Row(size=Size.HUGE, align=Align.CENTRE, parts=(amount,)),
                Row(counted, align=Align.CENTRE),
            )
        rests = self._leads and self._set is None
        bids = "" if rests else words.say("bid {amount}", amount=words.rung((self.rung,), view)[0])
        back = "" if self._set is None else icons.LEFT
        purse = words.purse(view)
        return Screen(
            title=words.heading(view),
            marks=(purse,) if purse else (),
            rows=(*rows, *words.hint(self.step.key, view)),
            progress=done(self.count),
            bar=(back, icons.RIGHT, bids),
        )

    def _step(self, gesture: Gesture) -> None:
        ladder = self.step.ladder
        moved = ladder.moved(self.rung, 0, steps(gesture) * self._stride.of(gesture.kind))
        back = gesture.button is Button.BACK
        self._set = None if back and moved == ladder.lowest else moved
