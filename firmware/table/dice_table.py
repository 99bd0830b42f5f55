"""Dice on the table: what the eye is to read and to count, and what people do with cups and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from engine import TABLE, Answer, Event, Match, Seat, View
from engine.request import SeeDice, said_hands
from firmware.table.last_read import LastRead
from firmware.table.stage import AnyReading, Asked, BoardSight, Purpose, Sight
from firmware.words import Words
from vision.gaze import Trouble
from vision.reading import Value
from vision.seats import TableReading


class DiceTable:
    """The dice of one match of liar's dice. `unseen` tells whether the verdict still lies unread before a
    seat."""

    compares = False
    hides_table = False
    are_cards = False

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        self.reading: TableReading | None = None
        self._match = match
        self._unseen = unseen
        self._counted: set[Seat] = set()
        self._last = LastRead()

    def forget(self) -> None:
        self.reading = None

    def begin_audit(self) -> None:
        """Under cups there is nothing to compare."""

    def end_audit(self) -> None:
        """None has begun."""

    def sight(self) -> Sight | BoardSight | None:
        """Dice to be read; or, at the next roll, those that lie open to be counted."""
        request, view = self._see(), self._match.view(None)
        if request is not None:
            return None if self._tie_unseen(view) else sight_of(request, len(self._match.journal))
        if view["phase"] != "roll" or view["round"] == 1:
            return None
        waits = self._waited_for()
        uncounted = {
            seat: count for seat, count in self._dice().items() if seat in waits and seat not in self._counted
        }
        return Sight(Purpose.COUNT, uncounted, 0) if uncounted else None

    def seen(self, reading: AnyReading) -> Answer | None:
        sight = self.sight()
        if sight is None or not isinstance(reading, TableReading):
            return None
        opening = self._match.view(None)["phase"] == "start"
        self.reading = reading = self._last.without(reading) if opening else reading
        if sight.purpose is Purpose.COUNT:
            self._counted |= {one.seat for one in reading.seats if one.seen == one.wanted}
        elif reading.final:
            self._last.keep(reading)
            faces = {one.seat: faces_of(one.values) for one in reading.seats if one.values is not None}
            return Answer(TABLE, "dice", said_hands(faces))
        return None

    def told(self, event: Event) -> None:
        if event.key == "roll":
            self._counted = set()
        if event.key in ("disputed", "taken-back"):
            self._last.forget()

    def asked(self) -> Asked:
        view = self._match.view(None)
        dice, beside = self._dice(), self._beside()
        told = Counter(event.key for event in self._match.events)
        request = self._see()
        if request is not None:
            seats, opening = tuple(request.wanted), view["phase"] == "start"
            if self._tie_unseen(view):
                return Asked(told["first-throw"], dice=dice)  # it may still be disputed
            anew = opening and not self._match.reads_again  # what was disputed lies as it lay
            return Asked(
                told["first-throw"] if opening else told["called"],
                throw_open=seats if anew else (),
                taken_up=anew and told["first-throw"] > 0,
                lift=() if opening else seats,
                sort_out=unread(self.reading),
                shown=beside,
                dice=dice,
            )
        throwing = tuple(seat for seat, count in dice.items() if count)
        if view["phase"] == "roll":
            waits = self._waited_for()
            if len(waits) == len(throwing) and self._verdict_unseen():
                return Asked(told["roll"], dice=dice)  # it may still be disputed: the dice stay as they lie
            return Asked(told["roll"], shake=throwing, unshaken=waits, taken_up=True, dice=dice)
        if view["phase"] == "bidding":
            return Asked(told["roll"], shake=throwing, shown=beside, dice=dice)
        return Asked(dice=dice)

    def complaint(self, seat: Seat, words: Words) -> str:
        """At the next roll: more or fewer dice lie open before the seat than it has."""
        sight = self.sight()
        if sight is None or sight.purpose is not Purpose.COUNT or self.reading is None:
            return ""
        if self._verdict_unseen():
            return ""  # nobody can give dice up before all know what was lost
        one = next((one for one in self.reading.seats if one.seat == seat), None)
        if one is None or not one.seen or one.seen == one.wanted or seat not in sight.wanted:
            return ""  # under the cup there is nothing to count
        return words.eye(self.reading, seat)

    def _see(self) -> SeeDice | None:
        return next((request for request in self._match.open if isinstance(request, SeeDice)), None)

    def _tie_unseen(self, view: View) -> bool:
        """Whether a first throw that was a tie lies unread before somebody: until then its dice lie as read,
        and nobody throws again."""
        tied = view["phase"] == "start" and bool(self._match.events) and not self._match.reads_again
        return tied and any(self._unseen(seat) for seat in self._match.setup.seats)

    def _verdict_unseen(self) -> bool:
        """Whether somebody who is to throw has not seen the verdict: until then the dice lie as read."""
        return any(self._unseen(seat) for seat in self._waited_for())

    def _waited_for(self) -> tuple[Seat, ...]:
        return tuple(int(one.by) for one in self._match.open if not one.aside and isinstance(one.by, int))

    def _dice(self) -> dict[Seat, int]:
        return {seat: int(count) for seat, count in self._by_seat("dice").items()}

    def _beside(self) -> dict[Seat, str]:
        return self._by_seat("shown")

    def _by_seat(self, key: str) -> dict[Seat, str]:
        values = self._match.view(None)[key]
        assert isinstance(values, Mapping)
        return {int(seat): str(value) for seat, value in values.items()}


def unread(reading: TableReading | None) -> tuple[Seat, ...]:
    """Before whom dice lie so that they cannot be read."""
    seats = reading.seats if reading is not None else ()
    return tuple(one.seat for one in seats if one.reason not in (None, Trouble.AS_BEFORE))


def sight_of(request: SeeDice, ticket: int) -> Sight:
    """What the eye is to read, by the rules: no face but those that there can be."""
    can_be = frozenset(Value.STAR if face == "*" else Value(face) for face in request.faces)
    return Sight(Purpose.READ, request.wanted, ticket, can_be)


def faces_of(values: tuple[Value, ...]) -> str:
    """As the rules write them: a star is *."""
    return "".join("*" if value is Value.STAR else value.value for value in values)
