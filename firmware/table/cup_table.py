"""One cup on the table, which goes round with three dice: what the eye is to read, and what people do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine import TABLE, Answer, Event, Match, Seat
from engine.bluff_you.rules import DICE
from engine.request import SeeDice, said_hands
from firmware.table.dice_table import faces_of
from firmware.table.stage import AnyReading, Asked, Purpose, Sight
from firmware.words import Words
from firmware.words.values import mapping, numbers, seat_or_none
from vision.seats import TableReading


class CupTable:
    """The dice of one match of Bluff You! `unseen` tells whether a verdict still lies unread before a seat.
    People move the tokens as the glass says; the ledger is the box's, which reads none."""

    audits = False
    are_cards = False

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        self.reading: TableReading | None = None
        self._match = match
        self._unseen = unseen

    def forget(self) -> None:
        self.reading = None

    def begin_audit(self) -> None:
        """Under a cup there is nothing to compare."""

    def end_audit(self) -> None:
        """None has begun."""

    def sight(self) -> Sight | None:
        """Three dice before the Bluffer, when he has been answered."""
        request = self._see()
        return None if request is None else Sight(Purpose.READ, request.wanted, len(self._match.journal))

    def seen(self, reading: AnyReading) -> Answer | None:
        if self._see() is None or not isinstance(reading, TableReading):
            return None
        self.reading = reading
        if not reading.final:
            return None
        dice = {one.seat: faces_of(one.values) for one in reading.seats if one.values is not None}
        return Answer(TABLE, "dice", said_hands(dice))

    def told(self, event: Event) -> None:
        """Nothing that happens in the game changes what the eye looks for."""

    def asked(self) -> Asked:
        return replace(self._asked_of_dice(), tokens=self._tokens())

    def _tokens(self) -> dict[Seat, tuple[int, ...]]:
        """Where they belong: 0 for the middle."""
        view = self._match.view(None)
        owned = {int(seat): numbers(own) for seat, own in mapping(view["tokens"]).items()}
        return {0: numbers(view["middle"]), **owned}

    def _asked_of_dice(self) -> Asked:
        view = self._match.view(None)
        bluffer = seat_or_none(view["turn"])
        if bluffer is None:
            return Asked(one_cup=True)
        told = Counter(event.key for event in self._match.events)
        whose, dice = (bluffer,), {bluffer: DICE}
        if self._see() is not None:
            bad = tuple(one.seat for one in self.reading.seats if one.reason) if self.reading else ()
            asked = told["answered"] + told["double"]
            return Asked(asked, lift=whose, sort_out=bad, dice=dice, one_cup=True)
        match view["phase"]:
            case "roll" if any(self._unseen(seat) for seat in self._match.setup.seats):
                return Asked(
                    told["round"], one_cup=True
                )  # it may still be disputed: the dice stay as they lie
            case "roll":
                return Asked(told["round"], shake=whose, unshaken=whose, dice=dice, one_cup=True)
            case "deed" | "person" | "number" | "answer":
                return Asked(told["round"], shake=whose, dice=dice, one_cup=True)
            case _:
                return Asked(one_cup=True)

    def complaint(self, seat: Seat, words: Words) -> str:
        """Under the cup there is nothing to count."""
        del seat, words
        return ""

    def _see(self) -> SeeDice | None:
        return next((request for request in self._match.open if isinstance(request, SeeDice)), None)
