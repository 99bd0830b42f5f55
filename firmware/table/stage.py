"""A stage is what the evening is at: the lobby, or a game in play. The table has one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Protocol, TypeAlias

from engine import Seat
from firmware.glass.screen import Screen
from firmware.pods.gesture import Gesture
from vision.board_look import BoardReading
from vision.cards_look import CardsReading, Ground
from vision.reading import Value
from vision.seats import TableReading


class Purpose(StrEnum):
    """Why the eye looks: READ the values and settle, COUNT the dice or tokens that lie open and only warn, or
    AUDIT what lies where and only tell; or WATCH a die that is moved as people bid."""

    READ = "read"
    COUNT = "count"
    AUDIT = "audit"
    WATCH = "watch"


class Pack(StrEnum):
    """What is taught as one deck, by the name of the folder of ours."""

    CATTLE = "kuhhandel"  # animals and notes of the cattle trade
    TOKENS = "bluff-you"  # the numbered squares of Bluff You!
    BUSINESS = "biz-bluff-cards"  # what is drawn in Biz-Bluff
    VALUES = "biz-bluff-tokens"  # what its files hold


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eye is to look for: so many dice before each seat. `ticket` tells one wish from the next
    alike (a reading that was disputed is looked for anew). `can_be`: what they can show, None for all."""

    purpose: Purpose
    wanted: Mapping[Seat, int]
    ticket: int
    can_be: frozenset[Value] | None = None


@dataclass(frozen=True, slots=True)
class CardSight:
    """The same for cards and tokens: how many face up on each ground, None for whatever lies there.
    `can_be`: which faces there can be, and how many of each; None for any. `pack`: what they are."""

    purpose: Purpose
    wanted: Mapping[Ground, int | None]
    can_be: Mapping[str, int] | None
    ticket: int
    pack: Pack = Pack.CATTLE


@dataclass(frozen=True, slots=True)
class BoardSight:
    """How the red die stands on the board of this track, as long as bids are made."""

    track: str
    ticket: int
    purpose: ClassVar[Purpose] = Purpose.WATCH
    wanted: ClassVar[Mapping[Seat, int]] = MappingProxyType({})


AnySight: TypeAlias = Sight | CardSight | BoardSight
Sighting: TypeAlias = TableReading | CardsReading
AnyReading: TypeAlias = Sighting | BoardReading


@dataclass(frozen=True, slots=True)
class Pile:
    """Notes that lie before a seat, turned up or face down: then they are its secret, and do not print."""

    notes: tuple[int, ...] = field(repr=False)
    up: bool = False


@dataclass(frozen=True, slots=True)
class CardsAsked:
    """How the cards are to lie by what the game knows; people bring the table to it, forward as well as back
    (what was taken back is laid back). A deck that is whole again is gathered and shuffled: a new game."""

    deck: int  # how many cards are still face down in the deck
    spot: int = 0  # how many from its top lie turned up in the middle
    animals: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)  # known ones before each seat
    dealt: Mapping[Seat, int] = field(default_factory=dict)  # from the deck's top, turned up and not yet read
    dove: Seat | None = None  # before whom it lies; None: in the box
    # With money on the table alone, else empty: what lies before seats, and what each holds in its hand.
    laid: Mapping[Seat, Pile] = field(default_factory=dict)
    purses: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """What people are asked to do with their hands now; the simulated table has people who do it. A thing
    asked again, and not merely still, has another `number`."""

    number: int = 0
    throw_open: tuple[Seat, ...] = ()
    shake: tuple[Seat, ...] = ()  # once a round, before the seat says that it has looked
    unshaken: tuple[Seat, ...] = ()  # those of them that have not said so yet, and may shake again
    taken_up: bool = False  # the dice that were read, as all have seen: they cannot be disputed any more
    lift: tuple[Seat, ...] = ()
    sort_out: tuple[Seat, ...] = ()  # dice lie so that the eye cannot read them
    shown: Mapping[Seat, str] = field(default_factory=dict)  # set beside the cup, the others thrown again
    dice: Mapping[Seat, int] = field(default_factory=dict)  # how many each seat has left
    one_cup: bool = False  # ordinary dice under one cup, which goes to whom `dice` names
    tokens: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)  # 0: those in the middle
    tokens_differ: bool = False  # people are told that some lie otherwise
    board: str = ""  # the track of the board that lies on the table; "": there is none
    # Where the red die is to be moved, the space and the face up; ("", ""): off the board, None: nowhere.
    red_die: tuple[str, str] | None = None
    turned_up: tuple[Seat, Pack] | None = None  # before whom the top card or the token of a file is laid open
    cards: CardsAsked | None = None  # in a game of cards; `sort_out` then names who tidies them


class Stage(Protocol):
    """Pure: told what happened, asked what to show. `now` is monotonic seconds wherever it stands."""

    def on(self, gesture: Gesture, now: float) -> None: ...

    def hold(self, seats: frozenset[Seat]) -> bool:
        """The seats at which a finger is on OK now; whether that changes what is shown."""

    def seen(self, reading: AnyReading, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def next_tick(self) -> float | None:
        """When `tick` is to be called next, if nothing else happens."""

    def shift(self, by: float) -> None:
        """The table has stood still for so many seconds: whatever goes by itself goes as much later."""

    def hurries(self) -> bool:
        """Whether something runs now that who does not see it, or whose press goes astray, would miss."""

    def screen(self, pod: int) -> Screen: ...

    def sight(self) -> AnySight | None: ...

    def asked(self) -> Asked: ...

    def public(self) -> dict[str, object]:
        """What the public page may show, JSON types only."""

    def next_stage(self) -> Stage | None:
        """The stage that follows when this one has ended, else None."""
