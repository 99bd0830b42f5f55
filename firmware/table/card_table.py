"""Cards on the table: what the eye is to read or to compare, and how people lay animals and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from engine import TABLE, Answer, Event, Match, Seat, View
from engine.event import Value
from engine.request import SPOT, SeeCards, said_cards
from firmware.table.audit import AUDIT, differences
from firmware.table.leftovers import Left, Leftovers, as_left_over
from firmware.table.stage import AnyReading, Asked, CardsAsked, CardSight, Pile, Purpose
from firmware.words import Words
from firmware.words.values import mapping, number, seat_or_none, texts
from vision.areas import Role
from vision.cards_look import CardsReading, Ground, GroundReading

LOOKS = 1000  # at one question, before their numbers begin again
IN_DEAL = 4  # animals that everybody is dealt in the short game (K-30)
KEYED = frozenset({"payment", "offer", "counter", "anew"})  # the answers by which a pile is keyed in


class CardTable:
    """The cards of one match of the cattle trade."""

    compares = True
    hides_table = False
    are_cards = True

    def __init__(self, match: Match, _unseen: Callable[[Seat], bool]) -> None:
        self.reading: CardsReading | None = None
        self._audited = False
        self._match = match
        self._audits = 0  # so far: each is a wish of its own
        self._leftovers = Leftovers()
        self._looks = 0  # again, after what was not to be believed: each is a wish of its own

    def forget(self) -> None:
        self.reading = None
        self._leftovers.forget()

    # ---- the eye --------------------------------------------------------------------------------

    def begin_audit(self) -> None:
        """What lies before the seats is to be compared with the record."""
        self._audited = True
        self._audits += 1
        self.reading = None

    def end_audit(self) -> None:
        self._audited = False
        self.reading = None

    def sight(self) -> CardSight | None:
        """Cards to be seen face up: turned up in the middle, dealt, or money that was laid. An audit comes
        first: it is soon over."""
        if self._audited:
            return CardSight(Purpose.AUDIT, dict.fromkeys(self._grounds()), None, self._audits)
        request = self._see()
        if request is None:
            return None
        money = all(face.isdigit() for face in request.faces)
        wanted: dict[Ground, int | None] = {
            _ground(place, money): count for place, count in request.wanted.items()
        }
        can_be = Counter(request.faces)
        if None in {seat for _, seat in wanted}:
            for seat, own in self._herds().items():
                if self._leftovers.lying & own.keys():  # where all others of that kind should be
                    wanted[(Role.ANIMALS, seat)] = None
                    can_be += own
        ticket = len(self._match.journal) * LOOKS + self._looks % LOOKS
        return CardSight(Purpose.READ, wanted, can_be, ticket)

    def seen(self, reading: AnyReading) -> Answer | Event | None:
        sight = self.sight()
        if sight is None or not isinstance(reading, CardsReading):
            return None
        if not self._audited and self._is_left_over(reading):
            self._looks += reading.final
            reading = as_left_over(reading)
        self.reading = reading
        if not reading.final:
            return None
        if self._audited:
            self.end_audit()
            return Event(AUDIT, {"differs": differences(reading, self._match.view(None))})
        lies = {_place(one.ground): one.values for one in reading.grounds if one.values is not None}
        asked = self._see()
        wanted = () if asked is None else asked.wanted
        return Answer(TABLE, "cards", said_cards({at: lies[at] for at in wanted if at in lies}))

    def told(self, _event: Event) -> None:
        """How everything lies is seen from the game as it stands."""

    def _is_left_over(self, reading: CardsReading) -> bool:
        """Whether what was sold may be what this reading shows in the middle."""
        spot = next((one for one in reading.grounds if one.ground[1] is None), None)
        if spot is None or reading.trouble is not None:
            return False
        seen = {one.ground[1]: _sure(one) for one in reading.grounds if one.ground[0] is Role.ANIMALS}

        def with_their_owners(faces: frozenset[str]) -> bool:
            herds = self._herds().items()
            return all(seen.get(seat, Counter())[face] >= own[face] for seat, own in herds for face in faces)

        return self._leftovers.lie_in(spot, self._sold(), with_their_owners)

    def _sold(self) -> Left | None:
        """The last sale, if nothing has been turned up since."""
        for event in reversed(self._match.events):
            match event.key:
                case "turned-up":
                    return None
                case "sold":
                    return event, frozenset(texts(event.values["animals"]))
        return None

    def _herds(self) -> dict[Seat, Counter[str]]:
        """The animals of each seat on record."""
        animals = mapping(self._match.view(None)["animals"])
        return {
            int(seat): Counter({kind: number(count) for kind, count in mapping(own).items()})
            for seat, own in animals.items()
        }

    def complaint(self, seat: Seat, words: Words) -> str:
        """Nothing is confirmed by a seat that the eye could know better."""
        del seat, words
        return ""

    def _see(self) -> SeeCards | None:
        return next((request for request in self._match.open if isinstance(request, SeeCards)), None)

    def _grounds(self) -> tuple[Ground, ...]:
        """Where an audit looks: the middle, and the animals of every seat; with money on the table also what
        was laid."""
        seats = self._match.setup.seats
        money = _on_the_table(self._match.view(None))
        animals: list[Ground] = [(Role.ANIMALS, seat) for seat in seats]
        offers: list[Ground] = [(Role.OFFER, seat) for seat in seats if money]
        return ((Role.SPOT, None), *animals, *offers)

    # ---- people ---------------------------------------------------------------------------------

    def asked(self) -> Asked:
        view = self._match.view(None)
        return Asked(sort_out=self._untidy(view), cards=self._asked_of_cards(view))

    def _untidy(self, view: View) -> tuple[Seat, ...]:
        """Who has cards before him that cannot be read; the middle is tidied by whose turn it is."""
        if self.reading is None:
            return ()
        turn = seat_or_none(view["turn"])
        seats = [
            turn if one.ground[1] is None else one.ground[1] for one in self.reading.grounds if one.reason
        ]
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None))

    def _asked_of_cards(self, view: View) -> CardsAsked:
        seats, deck = self._match.setup.seats, number(view["deck"])
        auction = view["auction"]
        spot = len(_several(auction["animals"])) if isinstance(auction, Mapping) else 0
        dealt: dict[Seat, int] = {}
        if view["phase"] == "flip":
            spot = min(deck, 2 if _options(view).get("fast") == "yes" else 1)
            deck -= spot
        elif view["phase"] == "deal":
            dealt = dict.fromkeys(seats, IN_DEAL)
            deck -= sum(dealt.values())
        laid = self._laid(view) if _on_the_table(view) else {}
        purses = {seat: self._in_hand(seat, laid) for seat in seats} if _on_the_table(view) else {}
        return CardsAsked(deck, spot, self._herds(), dealt, seat_or_none(view.get("dove")), laid, purses)

    def _laid(self, view: View) -> dict[Seat, Pile]:
        """What lies before seats: both piles of a trade, turned up to be read where all may know them; or
        what is paid, until it has been read and, if it was keyed in otherwise, confirmed."""
        trade, reading = view["trade"], view["phase"] == "reading"
        if not isinstance(trade, Mapping):
            payer = self._payer() if reading else None
            return {} if payer is None else {payer: Pile(self._keyed_last(payer), up=True)}
        laid: dict[Seat, Pile] = {}
        up = reading and _options(view).get("trade") == "normal"
        for which, seat in (("offer", trade["by"]), ("counter", trade["partner"])):
            owner = number(seat)
            if trade[which] is not None:
                notes = self._keyed_last(owner) if up else _notes(self._own(owner)[which])
                laid[owner] = Pile(notes, up)
        return laid

    def _payer(self) -> Seat | None:
        """Who has keyed in a payment last."""
        keyed = (one.by for one in reversed(self._match.journal) if one.key == "payment")
        return next((seat for seat in keyed if isinstance(seat, int)), None)

    def _keyed_last(self, seat: Seat) -> tuple[int, ...]:
        """The pile that this seat has keyed in last."""
        for answer in reversed(self._match.journal):
            if answer.by == seat and answer.key in KEYED:
                return tuple(sorted(int(note) for note in answer.said.split()))
        return ()

    def _in_hand(self, seat: Seat, laid: Mapping[Seat, Pile]) -> tuple[int, ...]:
        hand = Counter(_notes(self._own(seat)["notes"]))
        if seat in laid:
            hand -= Counter(laid[seat].notes)
        return tuple(sorted(hand.elements()))

    def _own(self, seat: Seat) -> Mapping[str, Value]:
        return mapping(self._match.view(seat)["you"])


def _sure(ground: GroundReading) -> Counter[str]:
    return Counter(card.face for card in ground.cards if card.sure and card.face is not None)


def _ground(place: str, money: bool) -> Ground:
    """Where the rules' place is on the table."""
    if place == SPOT:
        return (Role.SPOT, None)
    return (Role.OFFER if money else Role.ANIMALS, int(place))


def _place(ground: Ground) -> str:
    return SPOT if ground[1] is None else str(ground[1])


def _on_the_table(view: View) -> bool:
    """Whether real notes are laid there."""
    return _options(view).get("money") == "table"


def _options(view: View) -> Mapping[str, Value]:
    return mapping(view["options"])


def _several(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple | list)
    return tuple(value)


def _notes(value: Value) -> tuple[int, ...]:
    return tuple(int(str(note)) for note in _several(value))
