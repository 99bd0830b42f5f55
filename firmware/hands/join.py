"""A pod before the game: its seat joins, and the first one to do so goes on when all are there."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answer import Seat
from engine.game import View
from firmware.glass.screen import Align, Row, Screen, Size, picker
from firmware.hands.choose import list_bar
from firmware.hands.hand import Said, Walk, is_tap
from firmware.hands.name import NameHand
from firmware.hands.order import OrderHand
from firmware.hands.paged import Paged
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words

READY, GO_ON, NAME, ORDER, LEAVE = "ready", "go-on", "name", "order", "leave"


class JoinHand(Paged):
    """Says `join`, and once it has joined `leave`, `name` with the name ("" for none), and on the pod that
    joined first also `order` with the seats in the order in which they sit, and `go-on`.

    `joined`: the seats that have joined, as they sit, and `host`, the first one that did: set them whenever
    they change. `known`: names from other evenings. `least`: so many seats are needed to go on.
    """

    def __init__(self, seat: Seat, known: Sequence[str] = (), least: int = 2) -> None:
        super().__init__()
        self.seat = seat
        self.joined: tuple[Seat, ...] = ()
        self.host: Seat | None = None
        self._known = tuple(known)
        self._least = least
        self._walk = Walk(1)

    def on(self, gesture: Gesture) -> Said | None:
        if self.seat not in self.joined:
            self.page, self._walk.at = None, 0
            return Said("join") if is_tap(gesture, Button.OK) else None
        return super().on(gesture)

    def own_on(self, gesture: Gesture) -> Said | None:
        entries = self._entries()
        self._walk.length = len(entries)
        if is_tap(gesture, Button.OK):
            return self._chosen(entries[min(self._walk.at, len(entries) - 1)])
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        if self.seat not in self.joined:
            rows = (
                Row(words.say("Who plays?"), Size.LARGE, Align.CENTRE),
                Row(self._who(words), Size.SMALL, Align.CENTRE),
            )
            return Screen(title=words.seat(self.seat), rows=rows, bar=("", "", words.say("join")))
        return super().screen(words, view)

    def own_screen(self, words: Words, _view: View, /) -> Screen:
        labels = {
            READY: words.say("Joined. Wait …"),
            GO_ON: words.say("Go on"),
            NAME: words.say("My name"),
            ORDER: words.say("Seating"),
            LEAVE: words.say("Don't play"),
        }
        entries = self._entries()
        self._walk.length = len(entries)
        bar = list_bar(words, self._walk, leaves=False)
        title = words.say("Playing: {seats}", seats=self._who(words))
        return picker(title, [labels[entry] for entry in entries], self._walk.at, bar)

    def _entries(self) -> tuple[str, ...]:
        hosts = self.seat == self.host
        first = GO_ON if hosts and len(self.joined) >= self._least else READY
        return (first, NAME, ORDER, LEAVE) if hosts else (first, NAME, LEAVE)

    def _chosen(self, entry: str) -> Said | None:
        match entry:
            case "go-on" | "leave":
                return Said(entry)
            case "name":
                self.page = NameHand(self._known)
            case "order":
                self.page = OrderHand(self.joined)
        return None

    def page_left(self) -> None:
        self._walk.at = 0

    def page_said(self, said: Said) -> Said:
        self._walk.at = 0
        return said

    def _who(self, words: Words) -> str:
        return words.tags(self.joined)
