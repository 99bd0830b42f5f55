"""Requests: what the table waits for, and from whom. Few kinds, and no game adds one of its own.

Several requests may be open at once; the first valid answer to any of them moves the game on. A request
with `aside` set may be answered but need not be: nobody is waited for on its account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from engine.answer import CLOCK, DIGITS, TABLE, Party, Seat
from engine.errors import WrongAnswer
from engine.ladder import Ladder

SPOT = "spot"  # the place in the middle of the table where a card is put up


@dataclass(frozen=True, slots=True)
class Confirm:
    """A press of OK. `deliberate`: it must be a gesture that no slip can make (calling a bluff)."""

    by: Seat
    key: str
    deliberate: bool = False
    aside: bool = False

    def check(self, said: str) -> None:
        if said:
            raise WrongAnswer(f"'{self.key}' is just said, without {said!r}")


@dataclass(frozen=True, slots=True)
class Choose:
    """One of `options`. `lot`: who is asked may let the lot choose; what it fell on is then said as any
    other choice, so that a journal needs no chance to be read again. `deliberate`: a slip must
    choose none of them. `private`: what it is about is a secret of its seat."""

    by: Seat
    key: str
    options: tuple[str, ...]
    aside: bool = False
    lot: bool = False
    deliberate: bool = False
    private: bool = False

    def check(self, said: str) -> None:
        if said not in self.options:
            raise WrongAnswer(f"'{self.key}' is one of {', '.join(self.options)}; not {said!r}")


@dataclass(frozen=True, slots=True)
class Step:
    """One rung of a ladder of legal bids."""

    by: Seat
    key: str
    ladder: Ladder
    aside: bool = False

    def check(self, said: str) -> None:
        if said not in self.ladder:
            raise WrongAnswer(f"{said!r} is no legal '{self.key}' now; the lowest is {self.ladder.lowest}")


@dataclass(frozen=True, slots=True)
class Compose:
    """A pile out of `stock` (one's own notes or tokens), laid in secret: said as `0 0 100`.

    `least`: what the pile must be worth. `fewest`, `most`: how many pieces (most None: any number).
    `proposal`: a pile that the pod may offer to begin with. Stock and proposal are the owner's secret, so
    they are left out of what prints.
    """

    by: Seat
    key: str
    stock: tuple[int, ...] = field(repr=False)
    least: int = 0
    fewest: int = 0
    most: int | None = None
    proposal: tuple[int, ...] = field(default=(), repr=False)
    aside: bool = False

    def check(self, said: str) -> None:
        # The messages name no note: they may be shown where others can see.
        words = said.split(" ") if said else []
        if not all(_is_number(word) for word in words):
            raise WrongAnswer(f"'{self.key}' is a pile of whole numbers")
        pile = Counter(int(word) for word in words)
        if pile - Counter(self.stock):
            raise WrongAnswer(f"'{self.key}': the pile holds what its owner does not have")
        if pile.total() < self.fewest or (self.most is not None and pile.total() > self.most):
            raise WrongAnswer(f"'{self.key}': too few or too many pieces in the pile")
        if sum(pile.elements()) < self.least:
            raise WrongAnswer(f"'{self.key}': the pile must be worth at least {self.least}")


@dataclass(frozen=True, slots=True)
class Countdown:
    """A count that runs on every glass: number `step` of `of`, said by `who`. The clock answers when it
    is time; how long that takes is the firmware's affair."""

    key: str
    step: int
    of: int
    who: Seat | None = None
    by: ClassVar[Party] = CLOCK
    aside: ClassVar[bool] = False

    def check(self, said: str) -> None:
        if said:
            raise WrongAnswer(f"the clock only strikes; it does not say {said!r}")


@dataclass(frozen=True, slots=True)
class SeeDice:
    """Dice to be seen before seats: `wanted` says how many at each. Said as `1:44*12 2:331`, any of the
    seats asked for, each whole; what is missing stays open. Faces as they lie: 1-6, or * for a star."""

    key: str
    wanted: Mapping[Seat, int]
    faces: str
    by: ClassVar[Party] = TABLE
    aside: ClassVar[bool] = False

    def check(self, said: str) -> None:
        check_hands(said, self.wanted, self.faces)


@dataclass(frozen=True, slots=True)
class EnterDice:
    """The way by hand to what SeeDice asks: one seat's dice, keyed in by anybody, confirmed by another."""

    by: Seat
    key: str
    wanted: Mapping[Seat, int]
    faces: str
    aside: bool = True

    def check(self, said: str) -> None:
        check_hands(said, self.wanted, self.faces)
        if len(said.split()) != 1:
            raise WrongAnswer("dice are entered for one seat at a time")


@dataclass(frozen=True, slots=True)
class SeeCards:
    """Cards to be seen face up: `wanted` says how many at each place, `faces` which there can be and how
    many of each. Said as `spot:cow` or `1:cow,pig,cat,dog 2:...`, any of the places asked for, each whole;
    what is missing stays open. A place is SPOT, or a seat's number for what lies before it."""

    key: str
    wanted: Mapping[str, int]
    faces: Mapping[str, int]
    by: ClassVar[Party] = TABLE
    aside: ClassVar[bool] = False

    def check(self, said: str) -> None:
        check_cards(said, self.wanted, self.faces)


@dataclass(frozen=True, slots=True)
class EnterCards:
    """The way by hand to what SeeCards asks: one place's cards, keyed in by anybody, confirmed by another."""

    by: Seat
    key: str
    wanted: Mapping[str, int]
    faces: Mapping[str, int]
    aside: bool = True

    def check(self, said: str) -> None:
        check_cards(said, self.wanted, self.faces)
        if len(said.split()) != 1:
            raise WrongAnswer("cards are entered for one place at a time")


Request = Confirm | Choose | Step | Compose | Countdown | SeeDice | EnterDice | SeeCards | EnterCards


@lru_cache(maxsize=8)  # an answer is read when it is checked, and again when the game takes it
def hands(said: str) -> Mapping[Seat, str]:
    """The dice of `1:44*12 2:331`, by seat. Raises WrongAnswer."""
    found: dict[Seat, str] = {}
    for word in said.split(" "):
        seat, colon, faces = word.partition(":")
        if not colon or not _is_number(seat) or int(seat) in found:
            raise WrongAnswer(f"dice are given as 'seat:faces', each seat once; not {word!r}")
        found[int(seat)] = faces
    return found


def said_hands(dice: Mapping[Seat, str]) -> str:
    """What an answer says for these dice: the inverse of `hands`."""
    return " ".join(f"{seat}:{faces}" for seat, faces in dice.items())


def check_hands(said: str, wanted: Mapping[Seat, int], faces: str) -> None:
    for seat, shown in hands(said).items():
        if seat not in wanted:
            raise WrongAnswer(f"seat {seat} has no dice to show now")
        if len(shown) != wanted[seat]:
            raise WrongAnswer(f"seat {seat} has {wanted[seat]} dice, not {len(shown)}")
        if shown.strip(faces):
            raise WrongAnswer(f"seat {seat}: these dice have the faces {faces} only")


@lru_cache(maxsize=8)
def cards_at(said: str) -> Mapping[str, tuple[str, ...]]:
    """The cards of `spot:cow` or `1:0,0,10 2:500`, by place. Raises WrongAnswer."""
    found: dict[str, tuple[str, ...]] = {}
    for word in said.split(" "):
        place, colon, names = word.partition(":")
        if not colon or not place or place in found:
            raise WrongAnswer("cards are given as 'place:name,name', each place once")
        found[place] = tuple(names.split(","))
    return found


def said_cards(cards: Mapping[str, Sequence[str]]) -> str:
    """What an answer says for these cards: the inverse of `cards_at`."""
    return " ".join(f"{place}:{','.join(names)}" for place, names in cards.items())


def check_cards(said: str, wanted: Mapping[str, int], faces: Mapping[str, int]) -> None:
    all_of_them = Counter[str]()
    for place, names in cards_at(said).items():
        if place not in wanted:
            raise WrongAnswer("there are no cards to be seen at one of these places now")
        if len(names) != wanted[place]:
            raise WrongAnswer(f"at {place} lie {wanted[place]} cards, not {len(names)}")
        all_of_them.update(names)
    if any(count > faces.get(name, 0) for name, count in all_of_them.items()):
        raise WrongAnswer("there cannot be so many cards of one of these names")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= DIGITS
