"""How a game asks: generators that yield open requests and get an answer back, and ways to join them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Generic, TypeVar

from engine.answer import Answer, Seat
from engine.request import (
    Choose,
    EnterCards,
    EnterDice,
    Request,
    SeeCards,
    SeeDice,
    cards_at,
    hands,
)

T = TypeVar("T")
Place = TypeVar("Place", bound=Hashable)
Lies = TypeVar("Lies")

Cards = tuple[str, ...]

Asking = Generator[tuple[Request, ...], Answer, T]


def together(askings: Iterable[Asking[None]]) -> Asking[None]:
    """Several askings at once, each going on as its own answers come, until all have ended.

    No two of them may have a request with the same `by` and `key` open.
    """
    running: dict[Asking[None], tuple[Request, ...]] = {}
    for asking in askings:
        try:
            running[asking] = next(asking)
        except StopIteration:
            continue
    while running:
        answer = yield tuple(chain.from_iterable(running.values()))
        asked = next(asking for asking, requests in running.items() if asked_by(requests, answer))
        try:
            running[asked] = asked.send(answer)
        except StopIteration:
            del running[asked]


def asked_by(requests: tuple[Request, ...], answer: Answer) -> Request | None:
    """The one of `requests` that `answer` answers, or None."""
    for request in requests:
        if request.key == answer.key and request.by == answer.by:
            return request
    return None


class Witnessed(Generic[Place, Lies]):
    """What one seat keyed in of what lies where, waiting for a second to confirm it (G-04). `owner` is None
    while nothing waits."""

    __slots__ = ("lies", "owner")

    def __init__(self) -> None:
        self.owner: Seat | None = None
        self.lies: Mapping[Place, Lies] = {}

    def confirmed(self, seats: tuple[Seat, ...], owner: Seat, lies: Mapping[Place, Lies]) -> Asking[bool]:
        """Whether another of `seats` than the `owner` confirms this."""
        self.owner, self.lies = owner, lies
        agreed = yield tuple([Choose(seat, "agree", ("yes", "no")) for seat in seats if seat != owner])
        self.owner, self.lies = None, {}
        return agreed.said == "yes"


def dice_seen(
    seats: tuple[Seat, ...], wanted: Mapping[Seat, int], faces: str, entry: Witnessed[Seat, str]
) -> Asking[dict[Seat, str]]:
    """The dice before the seats in `wanted`: by the camera, all at once or seat by seat, or (G-04) keyed
    in by anybody and confirmed by another. `entry` shows what waits for confirmation."""
    seen: dict[Seat, str] = {}
    while missing := tuple([(seat, count) for seat, count in wanted.items() if seat not in seen]):
        answer = yield dice_wanted(seats, missing, faces)
        found = hands(answer.said)
        if answer.key != "enter" or (yield from entry.confirmed(seats, int(answer.by), found)):
            seen.update(found)
    return {seat: seen[seat] for seat in wanted}


def cards_seen(
    seats: tuple[Seat, ...],
    wanted: Mapping[str, int],
    faces: Mapping[str, int],
    entry: Witnessed[str, Cards],
) -> Asking[dict[str, Cards]]:
    """The cards that lie face up at the places in `wanted`, so many at each: by the camera or by hand, as
    with dice. `faces`: which there can be, and how many of each among all of them."""
    seen: dict[str, Cards] = {}
    while missing := {place: count for place, count in wanted.items() if place not in seen}:
        known = Counter(chain.from_iterable(seen.values()))
        can_be = {name: count - known[name] for name, count in faces.items() if count > known[name]}
        answer = yield (
            SeeCards("cards", missing, can_be),
            *[EnterCards(seat, "enter", missing, can_be) for seat in seats],
        )
        found = cards_at(answer.said)
        if answer.key != "enter" or (yield from entry.confirmed(seats, int(answer.by), found)):
            seen.update(found)
    return {place: seen[place] for place in wanted}


@lru_cache(maxsize=1024)  # the same counts come again, round after round
def dice_wanted(
    seats: tuple[Seat, ...], counts: tuple[tuple[Seat, int], ...], faces: str
) -> tuple[Request, ...]:
    """Dice to be seen, or to be entered by any of `seats`: how many at which seat."""
    wanted = MappingProxyType(dict(counts))
    return (SeeDice("dice", wanted, faces), *[EnterDice(seat, "enter", wanted, faces) for seat in seats])
