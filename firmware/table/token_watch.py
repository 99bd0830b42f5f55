"""The tokens of Bluff You! under the eye: whether each lies where the account has it, and what differs."""

from __future__ import annotations

from collections.abc import Callable

from engine import Event, Match, Seat, View
from engine.event import Value
from engine.request import SPOT
from firmware.table.audit import AUDIT
from firmware.table.stage import CardSight, Pack, Purpose
from firmware.words.values import mapping, numbers
from vision.areas import Role
from vision.cards_look import CardsReading, Ground, GroundReading

GRACE = 8.0  # seconds that tokens may lie otherwise before it is said: people are still moving them
APART, UNSEEN = "apart", "unseen"  # where tokens lie beside SPOT and the seats' numbers
MOVING = frozenset({"start", "reveal", "give", "take", "put", "over"})  # phases in which they are moved

Tokens = tuple[int, ...]


class TokenWatch:
    """Looks at the tokens when nothing else is to be read, until each place was seen to be right; at all of
    them when somebody asks for it. `unseen` tells whether a verdict still lies unread before a seat.
    `differs`: what has lain otherwise for too long, as `differences` has it. Nothing that is seen here moves
    the game."""

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        self.reading: CardsReading | None = None
        self.audits = False
        self.differs: tuple[Value, ...] = ()
        self._match = match
        self._unseen = unseen
        self._wish = 0  # each look is a wish of its own
        self._right: dict[Ground, Tokens] = dict.fromkeys(self._grounds(), ())  # what was seen to be right
        self._other_since: float | None = None  # seconds, by the frames
        self._told: tuple[Value, ...] = ()

    def begin_audit(self) -> None:
        self.audits, self.reading = True, None
        self._wish += 1

    def end_audit(self) -> None:
        self.audits, self.reading = False, None

    def sight(self) -> CardSight | None:
        """All places for an audit; else those where something has changed, or all if something lies wrong."""
        if self.audits:
            return self._look(Purpose.AUDIT, self._grounds())
        view = self._match.view(None)
        if view["phase"] in MOVING or any(self._unseen(seat) for seat in self._match.setup.seats):
            return None
        record = belonging(view)
        changed = tuple([at for at in self._grounds() if self._right.get(at) != record[at]])
        if not changed:
            return None
        return self._look(Purpose.COUNT, changed if self._other_since is None else self._grounds())

    def seen(self, reading: CardsReading) -> Event | None:
        """The eye says something to the sight that stands; what is told by it: all that an audit finds, and
        once what lies wrong."""
        self.reading = reading if self.audits else None
        if not reading.final:
            return None
        differs = differences(reading, self._match.view(None))
        self._note(reading, differs)
        self._wish += 1
        if self.audits:
            self.end_audit()
        elif not self.differs or self.differs == self._told:
            return None
        self._told = differs
        return Event(AUDIT, {"differs": differs})

    def _note(self, reading: CardsReading, differs: tuple[Value, ...]) -> None:
        record = belonging(self._match.view(None))
        wrong = {mapping(one)[key] for one in differs for key in ("belongs", "lies")}
        for one in reading.grounds:
            if place_of(one.ground) in wrong:
                self._right.pop(one.ground, None)
            else:
                self._right[one.ground] = record[one.ground]
        if not differs:
            self._other_since, self.differs = None, ()
            return
        if self._other_since is None:
            self._other_since = reading.taken_at
        self.differs = differs if reading.taken_at - self._other_since >= GRACE else ()

    def _look(self, purpose: Purpose, grounds: tuple[Ground, ...]) -> CardSight:
        return CardSight(purpose, dict.fromkeys(grounds), None, self._wish, Pack.TOKENS)

    def _grounds(self) -> tuple[Ground, ...]:
        """Where tokens lie: in the middle, and before every seat."""
        return ((Role.SPOT, None), *[(Role.SEAT, seat) for seat in self._match.setup.seats])


def differences(reading: CardsReading, view: View) -> tuple[Value, ...]:
    """The tokens that do not lie where they belong, as JSON types, those alike together:

    tokens   their numbers
    belongs  where they should lie, as the rules call a place
    lies     where they were read instead, APART from all, or UNSEEN
    unclear  of tokens unseen: whether something lies where they belong that could not be read

    Only the places in the reading are spoken for. What the eye is not sure of counts as not seen.
    """
    looked_at = {place_of(one.ground): one for one in reading.grounds}
    found = {card.face: APART for card in reading.strays if card.sure}
    for place, one in looked_at.items():
        found |= dict.fromkeys(one.values or (), place)
    told: dict[tuple[str, str], list[int]] = {}
    for ground, own in belonging(view).items():
        belongs = place_of(ground)
        is_there = _sure(looked_at[belongs]) if belongs in looked_at else frozenset()
        for token in own:
            lies = belongs if str(token) in is_there else found.get(str(token), UNSEEN)
            if lies != belongs and (belongs in looked_at or lies != UNSEEN):
                told.setdefault((belongs, lies), []).append(token)
    return tuple(
        {
            "tokens": tuple(tokens),
            "belongs": belongs,
            "lies": lies,
            "unclear": lies == UNSEEN and looked_at[belongs].reason is not None,
        }
        for (belongs, lies), tokens in told.items()
    )


def belonging(view: View) -> dict[Ground, Tokens]:
    """The tokens that lie at each place by the account."""
    middle: dict[Ground, Tokens] = {(Role.SPOT, None): numbers(view["middle"])}
    return middle | {(Role.SEAT, int(seat)): numbers(own) for seat, own in mapping(view["tokens"]).items()}


def place_of(ground: Ground) -> str:
    """As the rules call it."""
    return SPOT if ground[1] is None else str(ground[1])


def _sure(one: GroundReading) -> frozenset[str]:
    """What was read there for sure, be it that something else was not."""
    if one.values is not None:
        return frozenset(one.values)
    return frozenset(card.face for card in one.cards if card.sure and card.face is not None)
