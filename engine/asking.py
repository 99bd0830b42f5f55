"""How a game asks: generators that yield open requests and get an answer back, and ways to join them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import TypeVar

from engine.answer import Answer, Seat
from engine.request import Choose, EnterDice, Request, SeeDice, hands

T = TypeVar("T")

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


class Witnessed:
    """Dice keyed in by one seat, waiting for a second to confirm them (G-04). None while nothing waits."""

    __slots__ = ("dice", "owner")

    def __init__(self) -> None:
        self.owner: Seat | None = None
        self.dice: Mapping[Seat, str] = {}


def dice_seen(
    seats: tuple[Seat, ...], wanted: Mapping[Seat, int], faces: str, entry: Witnessed
) -> Asking[dict[Seat, str]]:
    """The dice before the seats in `wanted`: by the camera, all at once or seat by seat, or (G-04) keyed
    in by anybody and confirmed by another. `entry` shows what waits for confirmation."""
    seen: dict[Seat, str] = {}
    while missing := tuple([(seat, count) for seat, count in wanted.items() if seat not in seen]):
        answer = yield dice_wanted(seats, missing, faces)
        found = hands(answer.said)
        if answer.key == "enter":
            entry.owner, entry.dice = int(answer.by), found
            others = tuple(seat for seat in seats if seat != answer.by)
            agreed = yield tuple(Choose(seat, "agree", ("yes", "no")) for seat in others)
            entry.owner, entry.dice = None, {}
            if agreed.said == "no":
                continue
        seen.update(found)
    return {seat: seen[seat] for seat in wanted}


@lru_cache(maxsize=1024)  # the same counts come again, round after round
def dice_wanted(
    seats: tuple[Seat, ...], counts: tuple[tuple[Seat, int], ...], faces: str
) -> tuple[Request, ...]:
    """Dice to be seen, or to be entered by any of `seats`: how many at which seat."""
    wanted = MappingProxyType(dict(counts))
    return (SeeDice("dice", wanted, faces), *[EnterDice(seat, "enter", wanted, faces) for seat in seats])
