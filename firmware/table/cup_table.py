"""One cup on the table, which goes round with three dice: what the eye is to read, and what people do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine import TABLE, Answer, Event, Match, Seat
from engine.bluff_you.rules import DICE
from engine.request import SeeDice, said_hands
from firmware.table.dice_table import faces_of, sight_of, unread
from firmware.table.stage import AnyReading, AnySight, Asked, Sighting
from firmware.table.token_watch import TokenWatch
from firmware.words import Words
from firmware.words.values import mapping, numbers, seat_or_none
from vision.cards_look import CardsReading
from vision.seats import TableReading


class CupTable:
    """The dice of one match of Bluff You!, and its tokens if the table has chosen so. `unseen` tells whether
    a verdict still lies unread before a seat. People move the tokens as the glass says, and the account of
    them is the box's: what the eye sees of them is only told."""

    are_cards = False
    hides_table = False

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        self._dice: TableReading | None = None
        self._match = match
        self._unseen = unseen
        by_eye = mapping(match.view(None)["options"]).get("tokens") == "by-eye"
        self._watch = TokenWatch(match, unseen) if by_eye else None

    @property
    def compares(self) -> bool:
        return self._watch is not None

    @property
    def reading(self) -> Sighting | None:
        return self._watch.reading if self._watch is not None and self._watch.audits else self._dice

    def forget(self) -> None:
        self._dice = None

    def begin_audit(self) -> None:
        if self._watch is not None:
            self._watch.begin_audit()

    def end_audit(self) -> None:
        if self._watch is not None:
            self._watch.end_audit()

    def sight(self) -> AnySight | None:
        """Three dice before the Bluffer, when he has been answered; else tokens, when they have changed or an
        audit was asked for. That comes first: it is soon over."""
        request = self._see()
        if self._watch is not None and (request is None or self._watch.audits):
            return self._watch.sight()
        return None if request is None else sight_of(request, len(self._match.journal))

    def seen(self, reading: AnyReading) -> Answer | Event | None:
        if isinstance(reading, CardsReading):
            return None if self._watch is None else self._watch.seen(reading)
        if self._see() is None or not isinstance(reading, TableReading):
            return None
        self._dice = reading
        if not reading.final:
            return None
        dice = {one.seat: faces_of(one.values) for one in reading.seats if one.values is not None}
        return Answer(TABLE, "dice", said_hands(dice))

    def told(self, event: Event) -> None:
        """Nothing that happens in the game changes what the eye looks for."""

    def asked(self) -> Asked:
        differ = self._watch is not None and bool(self._watch.differs)
        return replace(self._asked_of_dice(), tokens=self._tokens(), tokens_differ=differ)

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
            bad = self._unread()
            asked = told["answered"] + told["double"]
            return Asked(asked, lift=whose, sort_out=bad, dice=dice, one_cup=True)
        match view["phase"]:
            case "roll" if any(self._unseen(seat) for seat in self._match.setup.seats):
                return Asked(
                    told["round"], one_cup=True
                )  # it may still be disputed: the dice stay as they lie
            case "roll":
                return Asked(
                    told["round"], shake=whose, unshaken=whose, taken_up=True, dice=dice, one_cup=True
                )
            case "deed" | "person" | "number" | "answer":
                return Asked(told["round"], shake=whose, dice=dice, one_cup=True)
            case _:
                return Asked(one_cup=True)

    def complaint(self, seat: Seat, words: Words) -> str:
        """Who is to throw is told what of the tokens has lain wrong for a while."""
        del seat
        return words.differing(self._watch.differs, self._match.setup.game) if self._watch is not None else ""

    def _unread(self) -> tuple[Seat, ...]:
        """Before whom dice lie that cannot be read."""
        return unread(self._dice)

    def _see(self) -> SeeDice | None:
        return next((request for request in self._match.open if isinstance(request, SeeDice)), None)
