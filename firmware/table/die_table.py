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
from firmware.table.leftovers import SURELY, as_left_over
from firmware.table.stage import AnyReading, AnySight, Asked, CardSight, Pack, Purpose, Sighting
from firmware.words.values import number
from vision.areas import Role
from vision.cards_look import CardsReading


class DieTable(CupTable):
    """The die of one match of Biz-Bluff, thrown out of the one cup; the card that is drawn, and the token of
    a file that is opened. Both are laid open before whose turn it is. The eye is asked for them then and at
    no other time: what somebody looks at in secret it is never to read."""

    hides_table = True  # a file is lifted to be looked into

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        super().__init__(match, unseen)
        self._turned_up: CardsReading | None = None
        self._read: dict[tuple[Seat, Pack], str] = {}  # what may still lie there, and is not the next
        self._without = 0  # readings in a row
        self._looks = 0  # how often it still lay there: each look again is a wish of its own

    @property
    def reading(self) -> Sighting | None:
        return self._dice if self._see_cards() is None else self._turned_up

    def forget(self) -> None:
        super().forget()
        self._turned_up, self._without = None, 0

    def sight(self) -> AnySight | None:
        request = self._see_cards()
        if request is None:
            return super().sight()
        ticket = len(self._match.journal) * LOOKS + self._looks % LOOKS
        seat, pack = self._open_before()
        return CardSight(Purpose.READ, {(Role.SEAT, seat): 1}, request.faces, ticket, pack)

    def seen(self, reading: AnyReading) -> Answer | Event | None:
        if not isinstance(reading, CardsReading):
            return super().seen(reading)
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
        self._read[self._open_before()] = ground.values[0]
        return Answer(TABLE, "cards", said_cards({SPOT: ground.values}))

    def told(self, event: Event) -> None:
        if event.key in ("disputed", "taken-back"):
            self._read.clear()

    def _is_left_over(self, reading: CardsReading) -> bool:
        """Whether what was turned up here before may be what lies there now. To be asked of every reading:
        once the place was seen without it, whatever lies there is another."""
        where = self._open_before()
        if where not in self._read or reading.trouble is not None:
            return False
        if any(card.face == self._read[where] for one in reading.grounds for card in one.cards):
            self._without = 0
            return True
        self._without += 1
        if self._without >= SURELY:
            del self._read[where]
        return False

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
            return Asked(throw, lift=whose, sort_out=self._unread(), dice=dict(see.wanted), one_cup=True)
        for request in self._match.open:
            if isinstance(request, Confirm) and request.key == "throw":
                whose = (request.by,)
                return Asked(throw, shake=whose, unshaken=whose, dice={request.by: 1}, one_cup=True)
        return Asked(throw, one_cup=True)  # it lies as it was read

    def _see_cards(self) -> SeeCards | None:
        return next((request for request in self._match.open if isinstance(request, SeeCards)), None)

    def _open_before(self) -> tuple[Seat, Pack]:
        """Before whom something lies open now, and what it is."""
        view = self._match.view(None)
        return number(view["turn"]), Pack.VALUES if view["phase"] == "opening" else Pack.BUSINESS
