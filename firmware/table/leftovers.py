"""What was sold last and may still lie in the middle: such a card is not the one that is to be turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine import Event, Match, Seat
from firmware.words.values import mapping, number, texts
from vision.areas import Role
from vision.cards_look import CardsReading, Ground, GroundReading, Hitch

SURELY = 2  # readings in a row without them: then they are gone


class Leftovers:
    """People nudge cards and leave them, so a face that has just been sold is not believed to be another one
    until the middle has been seen without it, or all of that kind before those who own them."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._gone = False
        self._without = 0  # readings in a row
        self._lying: frozenset[str] = frozenset()  # the faces in question, as the middle was seen last

    def told(self, event: Event) -> None:
        if event.key in ("sold", "taken-back", "disputed"):
            self._gone, self._without, self._lying = False, 0, frozenset()

    def owners(self) -> Mapping[Seat, Counter[str]]:
        """Before whom to look as well, and what lies there by the record; nobody where all is clear."""
        return {seat: own for seat, own in self._record().items() if self._lying & own.keys()}

    def lie_there(self, reading: CardsReading) -> bool:
        """Whether what was sold may be what this reading shows in the middle. To be asked of every one."""
        spot = _spot(reading)
        if spot is None or reading.trouble is not None:
            return bool(self._lying)
        faces = {card.face for card in spot.cards}
        self._lying = frozenset() if self._gone else self._sold() & faces
        if self._lying:
            self._without = 0
            if self._are_with_their_owners(reading):
                self._gone, self._lying = True, frozenset()
        elif all(card.sure for card in spot.cards):
            self._without += 1
            self._gone = self._gone or self._without >= SURELY
        return bool(self._lying)

    def _sold(self) -> frozenset[str]:
        """The animals of the last sale, if none has been turned up since."""
        for event in reversed(self._match.events):
            match event.key:
                case "turned-up":
                    break
                case "sold":
                    return frozenset(texts(event.values["animals"]))
        return frozenset()

    def _are_with_their_owners(self, reading: CardsReading) -> bool:
        """Whether every card of these faces that is on record lies before its owner: then the one in the
        middle is another."""
        seen = {one.ground[1]: _sure(one) for one in reading.grounds if one.ground[0] is Role.ANIMALS}
        return all(
            seen.get(seat, Counter())[face] >= own[face]
            for seat, own in self._record().items()
            for face in self._lying
        )

    def _record(self) -> dict[Seat, Counter[str]]:
        animals = mapping(self._match.view(None)["animals"])
        return {
            int(seat): Counter({animal: number(count) for animal, count in mapping(own).items()})
            for seat, own in animals.items()
        }


def as_left_over(reading: CardsReading) -> CardsReading:
    """The same reading, which must not be played on: what was sold is in the way."""
    grounds = tuple(
        replace(one, values=None, reason=Hitch.LEFT_OVER) if one.ground[0] in (Role.SPOT, Role.SEAT) else one
        for one in reading.grounds
    )
    return replace(reading, grounds=grounds, final=False)


def animals_of(seat: Seat) -> Ground:
    return (Role.ANIMALS, seat)


def _spot(reading: CardsReading) -> GroundReading | None:
    return next((one for one in reading.grounds if one.ground[1] is None), None)


def _sure(ground: GroundReading) -> Counter[str]:
    return Counter(card.face for card in ground.cards if card.sure and card.face is not None)
