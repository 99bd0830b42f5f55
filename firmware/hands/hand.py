"""What a hand is: one seat's three buttons at work on what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.game import View
from firmware.glass.screen import Screen
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat has said with its buttons: for the rules an answer's key and text (`bid`, `8x4`), for the
    house a key of its own (`house.pause`). `stays`: the hand that said it goes on and may say more. `lots`:
    the lot is to say which of these, once it has been heard."""

    key: str
    said: str = ""
    stays: bool = False
    lots: tuple[str, ...] = ()


LEFT = Said("left")
"""The person has gone back over the beginning of a menu or of one of its pages, and said nothing."""

MENU = Said("house.menu", stays=True)
"""The menu of the table is asked for by an entry: where OK held uncovers a secret, it cannot open that."""


class Hand(Protocol):
    """Pure: it has no clock and knows only gestures. It never sees OK held: that is the table's menu.

    Only hands that may be left (menus, and what they open) ever give LEFT.
    """

    def on(self, gesture: Gesture) -> Said | None:
        """Takes one gesture; what the person has said by it, if anything."""

    def screen(self, words: Words, view: View, /) -> Screen:
        """The glass now. `view` is what the seat may know of the game in play (the lobby's hands: {})."""


def is_tap(gesture: Gesture, button: Button) -> bool:
    """A fresh press of this button, not one that is held or runs on."""
    return gesture.button is button and gesture.kind is Kind.TAP


def steps(gesture: Gesture) -> int:
    """Where BACK and MORE walk: one step back or forth a tap, and as many again as the finger stays down."""
    return {Button.BACK: -1, Button.MORE: 1, Button.OK: 0}[gesture.button]


class Walk:
    """The place `at` in a list of `length`, moved by BACK and MORE. It stops at both ends; in a `ring` a tap
    goes on at the other end, and only a finger that runs stops."""

    def __init__(self, length: int, at: int = 0, ring: bool = False) -> None:
        self.length = length
        self.at = at
        self.ring = ring
        self._free = True  # BACK on the first entry leaves: nobody has walked yet, or it is the second BACK

    def on(self, gesture: Gesture) -> None:
        walked = steps(gesture)
        self._free = (self._free and not walked) or (self.at == 0 and is_tap(gesture, Button.BACK))
        if self.ring and gesture.kind is Kind.TAP:
            self.at = (self.at + walked) % max(1, self.length)
        else:
            self.at = max(0, min(self.length - 1, self.at + walked))

    def passes(self, gesture: Gesture) -> bool:
        """A fresh step back from the first entry."""
        return self.at == 0 and is_tap(gesture, Button.BACK)

    def leaves(self, gesture: Gesture) -> bool:
        """The same, meant: who walks up a list and takes one step too many stays where he is, a second one
        leaves. A list just opened is left by one."""
        return self.passes(gesture) and self._free

    @property
    def may_leave(self) -> bool:
        """Whether the next BACK leaves."""
        return self.at == 0 and self._free
