"""Reads what cards lie on the grounds that were asked for, and says it only once still frames agree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.areas import Role
from vision.cards.reading import CardReading
from vision.gaze import Gaze, Trouble, Vote
from vision.layout import Layout
from vision.picture import Frame, Points
from vision.reading import Place
from vision.table import Table

Ground = tuple[Role, int | None]
"""A place for cards, as `Layout.role_of` calls it: the spot, or a seat's animals or offer. Or all that lies
before a seat, as `Layout.owner_of` does; of one seat either its parts are asked for, or the whole."""


class Hitch(StrEnum):
    """Why a ground cannot be read yet, beside Trouble and what the reader says of a single card."""

    FACE_DOWN = "face_down"  # cards lie face down that are to be turned up
    UNKNOWN = "unknown"  # no card of this deck, or one that cannot be made out
    LEFT_OVER = "left_over"  # cards that should be gone (whoever knows the game says so, never the eye)
    IMPOSSIBLE = "impossible"  # cards that cannot lie there now, or more of a kind than there can be


CardReader = Callable[[Frame, Table | None], Sequence[CardReading]]
"""All the cards in a frame, as `read_cards` gives them with a deck."""

_AROUND = 60.0  # millimetres about a ground within which a card lies that belongs to it
_SAME = 12.0  # millimetres between the middles of one card in two frames of a scene in which nothing moves
_MOST = 0.7  # of the picture: a part that is larger is not worth cutting out


@dataclass(frozen=True, slots=True)
class GroundReading:
    """What lies on one ground. `wanted` cards were to lie there face up (None: any number); `cards` are
    those that do, and `backs` more lie face down. `values`: their faces in alphabetical order, only when all
    are there, sure and possible; else None and a `reason`."""

    ground: Ground
    wanted: int | None
    cards: tuple[CardReading, ...]
    backs: int
    values: tuple[str, ...] | None
    reason: StrEnum | None

    def doubted(self) -> GroundReading:
        return replace(self, values=None, reason=Trouble.WAVERING)


@dataclass(frozen=True, slots=True)
class CardsReading:
    """The grounds asked for, in their order, as the frame taken at `taken_at` (monotonic seconds) shows them.
    Only a `final` one may be played on. `trouble` is what keeps the whole table from being read. `strays`
    are face-up cards that lie on no ground."""

    taken_at: float
    grounds: tuple[GroundReading, ...] = ()
    strays: tuple[CardReading, ...] = ()
    final: bool = False
    trouble: Trouble | None = None
    table: Table | None = None


class CardsLook:
    """The eye's patience over one question: which cards lie there?

    Asked and fed as `vision.seats.Look` is. `wanted`: how many cards face up on each ground, None for
    whatever lies there. `can_be`: which faces there can be among all of them, how many of each (None: any).
    `backs`: the deck's faces that are backs. `tries`: so many readings of one still scene are final even
    if some ground stays unsure (None: wait for as long as it takes).
    """

    def __init__(
        self,
        since: float,
        wanted: Mapping[Ground, int | None],
        *,
        layout: Layout,
        read: CardReader,
        backs: Collection[str],
        can_be: Mapping[str, int] | None = None,
        agree: int = 2,
        tries: int | None = None,
        still_for: float = 0.4,
        table: Table | None = None,
    ) -> None:
        for _, seat in wanted:
            if seat is not None and seat not in layout.cards:
                raise ValueError(f"the layout has no ground for the cards of seat {seat}")
        self._gaze = Gaze(since, layout=layout, agree=agree, still_for=still_for, table=table)
        self._wanted = dict(wanted)
        self._read = read
        self._backs = frozenset(backs)
        self._can_be = can_be
        self._agree = agree
        self._tries = tries
        self._begin_anew()
        self._result: CardsReading | None = None

    def see(self, frame: Frame, taken_at: float) -> CardsReading | None:
        """What can be said after this frame, None when there is nothing new. (H, W, 3) uint8 BGR."""
        if self._result is not None:
            return self._result
        seen = self._gaze.see(frame, taken_at)
        match seen:
            case None:
                return None
            case Table():
                return self._reading(frame, taken_at, seen)
            case Trouble.MOVING | Trouble.HAND:
                self._begin_anew()
        known = None if seen is Trouble.NO_TABLE else self._gaze.table
        return CardsReading(taken_at, trouble=seen, table=known)

    def _begin_anew(self) -> None:
        self._votes: dict[Ground, Vote[GroundReading]] = {
            ground: Vote(self._agree) for ground in self._wanted
        }
        self._readings = 0
        self._face_down: list[CardReading] = []  # the backs seen since anything last moved, each once

    def _reading(self, frame: Frame, taken_at: float, table: Table) -> CardsReading:
        lying: dict[Ground | None, list[CardReading]] = {ground: [] for ground in (*self._wanted, None)}
        for card in self._known_backs(self._cards(frame, table), table):
            place = Place(*_middle(card, table))
            part, whole = table.layout.role_of(place), table.layout.owner_of(place)
            ground = whole if whole in self._wanted else part
            if ground is None or ground in lying:
                lying[ground].append(card)
        grounds = _each_possible(
            [self._judged(ground, wanted, lying[ground], table) for ground, wanted in self._wanted.items()],
            self._can_be,
        )
        grounds = [self._votes[one.ground].cast(one) for one in grounds]
        self._readings += 1
        final = all(vote.settled for vote in self._votes.values())
        final = final or (self._tries is not None and self._readings >= self._tries)
        strays = tuple(card for card in lying[None] if card.face not in self._backs)
        reading = CardsReading(taken_at, tuple(grounds), strays, final, None, table)
        if final:
            self._result = reading
        return reading

    def _cards(self, frame: Frame, table: Table) -> list[CardReading]:
        """The cards of that part of the frame in which the grounds lie: most often it is a small one."""
        edges = np.concatenate([_edge(table, ground) for ground in self._wanted])
        around = _AROUND / table.mm_per_pixel(table.size[0] / 2, table.size[1] / 2)
        box = np.concatenate([np.floor(edges.min(axis=0) - around), np.ceil(edges.max(axis=0) + around)])
        left, top, right, bottom = np.clip(box, 0, (*table.size, *table.size)).astype(int).tolist()
        if (right - left) * (bottom - top) >= _MOST * table.size[0] * table.size[1]:
            return list(self._read(frame, table))
        part = np.ascontiguousarray(frame[top:bottom, left:right])
        cards = self._read(part, table.part(left, top, (right - left, bottom - top)))
        return [replace(card, quad=np.add(card.quad, (left, top))) for card in cards]

    def _known_backs(self, cards: Sequence[CardReading], table: Table) -> list[CardReading]:
        """What was seen to be a back in this scene is one still, where this frame shows it less well: the
        sides of a thick deck and their shadow blur its outline."""
        seen = [card for card in cards if card.sure and card.face in self._backs]
        self._face_down += [card for card in seen if not _at(card, self._face_down, table)]
        hazy = [_at(card, self._face_down, table) if card.face is None else None for card in cards]
        return [
            card if back is None or _at(card, seen, table) else back
            for card, back in zip(cards, hazy, strict=True)
        ]

    def _judged(
        self, ground: Ground, wanted: int | None, cards: list[CardReading], table: Table
    ) -> GroundReading:
        up = tuple(card for card in cards if card.face not in self._backs)
        backs = len(cards) - len(up)
        unsure = [card.reason or Hitch.UNKNOWN for card in up if not card.sure or card.face is None]
        reason: StrEnum | None = None
        if wanted is not None and len(up) > wanted:
            reason = Trouble.TOO_MANY
        elif wanted is not None and len(up) < wanted:
            if backs and ground[0] is not Role.SPOT:  # there the deck may lie
                reason = Hitch.FACE_DOWN
            else:
                reason = Trouble.MISSING if _in_view(table, ground) else Trouble.OUT_OF_VIEW
        elif unsure:
            reason = unsure[0]
        values = tuple(sorted(card.face for card in up if card.face)) if reason is None else None
        return GroundReading(ground, wanted, up, backs, values, reason)


def _each_possible(grounds: list[GroundReading], can_be: Mapping[str, int] | None) -> list[GroundReading]:
    """Sure readings that cannot be are none: a face that is not among those that are left, or too often."""
    if can_be is None:
        return grounds
    lying = Counter(face for one in grounds for face in one.values or ())
    too_often = {face for face, count in lying.items() if count > can_be.get(face, 0)}
    return [
        replace(one, values=None, reason=Hitch.IMPOSSIBLE) if too_often & set(one.values or ()) else one
        for one in grounds
    ]


def _at(card: CardReading, others: Sequence[CardReading], table: Table) -> CardReading | None:
    """Which of the others lies in the same place, if one does."""
    own = _middle(card, table)
    return next((one for one in others if math.dist(own, _middle(one, table)) < _SAME), None)


def _middle(card: CardReading, table: Table) -> tuple[float, float]:
    place = card.place or table.place_of(*card.quad.mean(axis=0))
    return place.x, place.y


def _in_view(table: Table, ground: Ground) -> bool:
    edge = _edge(table, ground)
    return bool((edge >= 0).all() and (edge <= np.array(table.size)).all())


def _edge(table: Table, ground: Ground) -> Points:
    """Points of the ground's edge, in pixels."""
    role, seat = ground
    if seat is None:
        return table.outline(table.layout.middle)
    own = table.layout.cards[seat]
    if role is not Role.SEAT:
        return table.corners_of(own.animals if role is Role.ANIMALS else own.offer)
    parts = table.corners_of(own.animals), table.corners_of(own.offer)
    return np.concatenate([*parts, table.outline(table.layout.seats[seat])])
