"""Dice keyed in by hand where the eye cannot read them (G-04)."""

from __future__ import annotations

from engine.answer import Seat
from engine.game import View
from engine.request import EnterDice
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, Size, picker
from firmware.hands.choose import list_bar
from firmware.hands.hand import LEFT, Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class EnterHand:
    """First whose dice, if several are wanted (one's own to begin with); then die by die, BACK and MORE on
    the face, OK to the next.

    Each die begins at the face of the one before, so dice keyed in from low to high take few presses. A fresh
    step back from the lowest face goes to the die before; over the first one it leaves the page.
    """

    def __init__(self, asked: EnterDice) -> None:
        self.asked = asked
        self._seats = tuple(asked.wanted)
        own = self._seats.index(asked.by) if asked.by in self._seats else 0
        self._whose = Walk(len(self._seats), own)
        self._seat: Seat | None = self._seats[0] if len(self._seats) == 1 else None
        self._faces: list[str] = []  # the dice that are settled
        self._face = Walk(len(asked.faces))

    def on(self, gesture: Gesture) -> Said | None:
        if self._seat is None:
            return self._on_seats(gesture)
        if is_tap(gesture, Button.OK):
            return self._next(self._seat)
        back = self._face.passes if self._faces else self._face.leaves
        if back(gesture):
            return self._back()
        self._face.on(gesture)
        return None

    def screen(self, words: Words, _view: View, /) -> Screen:
        if self._seat is None:
            names = [words.seat(seat) for seat in self._seats]
            return picker(
                words.say("Whose dice?"), names, self._whose.at, list_bar(words, self._whose, leaves=True)
            )
        count = self.asked.wanted[self._seat]
        shown = [words.die(face) for face in (*self._faces, self.asked.faces[self._face.at])]
        shown += [icons.GONE] * (count - len(shown))
        at = len(self._faces)
        row = Row(
            size=Size.LARGE,
            align=Align.CENTRE,
            parts=tuple(Part(text, selected=place == at) for place, text in enumerate(shown)),
        )
        free = self._faces or self._face.may_leave
        out = words.say("back") if free else f"{icons.LEFT}{icons.LEFT}"
        first = icons.LEFT if self._face.at else out
        last = words.say("done") if at == count - 1 else words.say("next")
        title = words.say("Dice of {seat}", seat=words.seat(self._seat))
        top = self._face.at == self._face.length - 1
        return Screen(title=title, rows=(row,), bar=(first, "" if top else icons.RIGHT, last))

    def _on_seats(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            self._seat = self._seats[self._whose.at]
            return None
        if self._whose.leaves(gesture):
            return LEFT
        self._whose.on(gesture)
        return None

    def _next(self, seat: Seat) -> Said | None:
        faces = [*self._faces, self.asked.faces[self._face.at]]
        if len(faces) == self.asked.wanted[seat]:
            return Said(self.asked.key, f"{seat}:{''.join(faces)}")
        self._faces = faces
        return None

    def _back(self) -> Said | None:
        if self._faces:
            self._face.at = self.asked.faces.index(self._faces.pop())
        elif len(self._seats) > 1:
            self._seat = None
        else:
            return LEFT
        return None
