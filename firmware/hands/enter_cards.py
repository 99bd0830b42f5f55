"""Cards keyed in by hand where the eye cannot read them (G-04)."""

from __future__ import annotations

from collections import Counter

from engine.game import View
from engine.request import EnterCards, said_cards
from firmware.glass.screen import Screen, picker
from firmware.hands.choose import list_bar
from firmware.hands.hand import LEFT, Said, Walk, is_tap
from firmware.hands.paged import Paged
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words


class EnterCardsHand(Paged):
    """First which place, if several are wanted (one's own to begin with); then card by card out of what there
    can still be, of which most are left first."""

    def __init__(self, asked: EnterCards) -> None:
        super().__init__()
        self.asked = asked
        self._places = tuple(asked.wanted)
        own = str(asked.by)
        self._walk = Walk(len(self._places), self._places.index(own) if own in self._places else 0)
        self._only = CardsPage(asked, self._places[0]) if len(self._places) == 1 else None

    def own_on(self, gesture: Gesture) -> Said | None:
        if self._only is not None:
            return self._only.on(gesture)
        if is_tap(gesture, Button.OK):
            self.page = CardsPage(self.asked, self._places[self._walk.at])
            return None
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def own_screen(self, words: Words, view: View, /) -> Screen:
        if self._only is not None:
            return self._only.screen(words, view)
        names = [words.place(place) for place in self._places]
        return picker(
            words.say("Which cards?"), names, self._walk.at, list_bar(words, self._walk, leaves=True)
        )


class CardsPage:
    """The cards of one place. The same face may come again, so the cursor stays; a step back over the first
    face takes the last card back, and leaves where there is none."""

    def __init__(self, asked: EnterCards, place: str) -> None:
        self.asked = asked
        self._place = place
        self._cards: list[str] = []
        self._faces = sorted(asked.faces, key=lambda face: -asked.faces[face])
        self._walk = Walk(len(self._faces))

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return self._take()
        if self._cards and self._walk.passes(gesture):
            self._walk.at = self._faces.index(self._cards.pop())
            return None
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        labels = [self._label(face, words, view) for face in self._faces]
        wanted = self.asked.wanted[self._place]
        title = words.place(self._place)
        marks = (f"{len(self._cards) + 1} / {wanted}",) if wanted > 1 else ()
        bar = list_bar(words, self._walk, leaves=not self._cards)
        back = words.say("back") if self._cards and not self._walk.at else bar[0]
        return picker(title, labels, self._walk.at, (back, *bar[1:]), marks=marks)

    def _label(self, face: str, words: Words, view: View) -> str:
        """The face, and how many of it are keyed in already."""
        count = self._cards.count(face)
        return f"{words.card(face, view)}  × {count}" if count else words.card(face, view)

    def _take(self) -> Said | None:
        face = self._faces[self._walk.at]
        if Counter(self._cards)[face] >= self.asked.faces[face]:
            return None  # there are no more of these
        cards = [*self._cards, face]
        if len(cards) == self.asked.wanted[self._place]:
            return Said(self.asked.key, said_cards({self._place: cards}))
        self._cards = cards
        return None
