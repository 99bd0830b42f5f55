"""One die on the table, which goes from hand to hand, and what is turned up beside it: what the eye is to
read, and what people do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine import TABLE, Answer, Event, Match, Seat
from engine.request import SPOT, Confirm, SeeCards, said_cards
from firmware.table.card_table import LOOKS
from firmware.table.cup_table import CupTable
from firmware.table.last_read import LastRead
from firmware.table.leftovers import Left, Leftovers, as_left_over
from firmware.table.stage import AnyReading, AnySight, Asked, CardSight, Pack, Purpose, Sighting
from firmware.words.values import number
from vision.areas import Role
from vision.cards_look import CardsReading
from vision.seats import TableReading

_READ = frozenset({"thrown", "drew", "opened"})  # what is told when die, card or token were read


class DieTable(CupTable):
    """The die of one match of Biz-Bluff, thrown out of the one cup; the card that is drawn, and the token of
    a file that is opened. Both are laid open before whose turn it is. The eye is asked for them then and at
    no other time: what somebody looks at in secret it is never to read."""

    hides_table = True  # a file is lifted to be looked into

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        super().__init__(match, unseen)
        self._turned_up: CardsReading | None = None
        self._leftovers = Leftovers()
        self._last = LastRead()
        self._looks = 0  # how often it still lay there: each look again is a wish of its own

    @property
    def reading(self) -> Sighting | None:
        return self._dice if self._see_cards() is None else self._turned_up

    def forget(self) -> None:
        super().forget()
        self._turned_up = None
        self._leftovers.forget()

    def told(self, event: Event) -> None:
        if event.key in ("disputed", "taken-back"):
            self._last.forget()

    def sight(self) -> AnySight | None:
        request = self._see_cards()
        if request is None:
            return super().sight()
        ticket = len(self._match.journal) * LOOKS + self._looks % LOOKS
        seat, pack = self._open_before()
        return CardSight(Purpose.READ, {(Role.SEAT, seat): 1}, request.faces, ticket, pack)

    def seen(self, reading: AnyReading) -> Answer | Event | None:
        if isinstance(reading, TableReading):
            thrown = self._last.without(reading)
            answer = super().seen(thrown)
            if isinstance(answer, Answer):
                self._last.keep(thrown)
            return answer
        if not isinstance(reading, CardsReading):
            return None
        if self._see_cards() is None:
            return None
        left = self._is_left_over(reading)
        self._turned_up = as_left_over(reading) if left else reading
        if not reading.final:
            return None
        self._looks += left
        (ground,) = reading.grounds
        if left or ground.values is None:
            return None
        return Answer(TABLE, "cards", said_cards({SPOT: ground.values}))

    def _is_left_over(self, reading: CardsReading) -> bool:
        """Whether what was turned up here before may be what lies there now."""
        if reading.trouble is not None:
            return False
        (ground,) = reading.grounds
        return self._leftovers.lie_in(ground, self._turned_up_last())

    def _turned_up_last(self) -> Left | None:
        """What was turned up last of this sort, if that was before this seat. Of what lay here before another
        turned one up nobody can say any more that it is not drawn anew."""
        seat, pack = self._open_before()
        key, what = ("opened", "token") if pack is Pack.VALUES else ("drew", "card")
        last = next((event for event in reversed(self._match.events) if event.key == key), None)
        if last is None or last.values["by"] != seat:
            return None
        return last, frozenset({str(last.values[what])})

    def asked(self) -> Asked:
        if self._see_cards() is None:
            return self._asked_of_die()
        seat, pack = self._open_before()
        untidy = self._turned_up is not None and any(one.reason for one in self._turned_up.grounds)
        return replace(self._asked_of_die(), turned_up=(seat, pack), sort_out=(seat,) if untidy else ())

    def _asked_of_die(self) -> Asked:
        told = Counter(event.key for event in self._match.events)
        throw = told["thrown"] + 1
        see = self._see()
        if see is not None:
            whose = tuple(see.wanted)
            # Who has pressed before he threw throws now; what was disputed lies as it lay.
            shake = () if self._match.view(None)["disputed"] else whose
            return Asked(
                throw, shake=shake, lift=whose, sort_out=self._unread(), dice=dict(see.wanted), one_cup=True
            )
        if any(self._unseen(seat) for seat in self._match.setup.seats):
            return Asked(throw, one_cup=True)  # it may still be disputed
        for request in self._match.open:
            if isinstance(request, Confirm) and request.key == "throw":
                whose, dice = (request.by,), {request.by: 1}
                read = [event.key for event in self._match.events if event.key in _READ]
                gone = read[-1:] == ["thrown"]  # a card or a token lies there still
                return Asked(throw, shake=whose, unshaken=whose, taken_up=gone, dice=dice, one_cup=True)
        return Asked(throw, one_cup=True)  # it lies as it was read

    def _see_cards(self) -> SeeCards | None:
        return next((request for request in self._match.open if isinstance(request, SeeCards)), None)

    def _open_before(self) -> tuple[Seat, Pack]:
        """Before whom something lies open now, and what it is."""
        view = self._match.view(None)
        return number(view["turn"]), Pack.VALUES if view["phase"] == "opening" else Pack.BUSINESS
