"""An unfinished game is offered before anything else: anybody goes on with it, but only all whose game it is
leave it for a new one (G-03)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import Seat, Setup, View
from engine.request import Choose
from firmware.hands import Hand, Said
from firmware.hands.choose import ChooseHand
from firmware.hands.resume import LeavingHand, ResumeHand
from firmware.table.house import House
from firmware.table.stage import Stage

LEAVE = "new-game"


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A game that was not over when the box went off, and the stages to which yes and no lead."""

    setup: Setup
    go_on: Callable[[], Stage]
    give_up: Callable[[], Stage]


class Offer:
    """The game that is offered, and who wants to leave it. A seat whose pod is lost is not waited for; one
    that nobody sits at any more can be pressed for by those who are there."""

    def __init__(self, game: Interrupted, house: House) -> None:
        self._game = game
        self._house = house
        self._asked = False
        self._yes: set[Seat] = set()

    def hand(self, pod: int, kept: Hand | None = None) -> Hand:
        """What is asked at a pod now; `kept`, what was asked there until now, if it is the same."""
        if not self._asked:
            return ResumeHand(self._game.setup)
        if pod in self._waited_for():
            return kept if isinstance(kept, ChooseHand) else ChooseHand(Choose(pod, LEAVE, ("yes", "no")))
        return kept if isinstance(kept, LeavingHand) else LeavingHand()

    @property
    def view(self) -> View:
        """What every pod may know of it."""
        yes, setup = tuple(sorted(self._yes)), self._game.setup
        votes = {LEAVE: yes} if self._asked else {}
        return {"left": setup.game, "seats": setup.seats, "votes": votes, "late": self._waited_for()}

    def heard(self, pod: int, said: Said) -> Stage | None:
        """The stage to which this leads, if it does. One no, and the game goes on."""
        if said.key == "resume" or said.said == "no":
            return self._game.go_on()
        self._asked = True
        if pod in self._game.setup.seats:
            self._yes.add(pod)
        return None

    def left(self) -> Stage | None:
        """What follows the game once nobody is waited for; None as long as somebody is."""
        return self._game.give_up() if self._asked and not self._waited_for() else None

    def _waited_for(self) -> tuple[Seat, ...]:
        lost = self._house.lost_seats(self._game.setup.seats)
        return tuple(seat for seat in self._game.setup.seats if seat not in self._yes and seat not in lost)
