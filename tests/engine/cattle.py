"""Positions of the cattle trade to begin a test from, and short ways to say and ask things there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from engine import GAMES, Answer, Match, Seat, Setup, told_to
from engine.errors import NotAsked, RulesError
from engine.games import chosen
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.position import Opening
from engine.kuhhandel.rules import CattleTrade
from engine.request import Choose, Compose, Countdown, Request, Step
from tests.engine.play import snapshot

BLUFF, KUHHANDEL = "bluff-auction", "kuhhandel"
STANDARD: Mapping[str, str] = MappingProxyType({})  # the sheet's own options
ON_THE_TABLE: Mapping[str, str] = MappingProxyType({"money": "table"})
GONE = ("clock count",) * 3  # once, twice, thrice
both_editions = pytest.mark.parametrize("edition", [BLUFF, KUHHANDEL])


def told(match: Match, *texts: str) -> Match:
    for text in texts:
        match.answer(Answer.from_text(text))
    return match


def begun(
    edition: str,
    *texts: str,
    seats: tuple[Seat, ...] = (1, 2, 3),
    options: Mapping[str, str] = STANDARD,
) -> Match:
    """A match from its beginning."""
    return told(Match(Setup(edition, seats, options)), *texts)


def position(
    edition: str,
    *texts: str,
    notes: Mapping[Seat, Sequence[int]] | None = None,
    animals: Mapping[Seat, Mapping[str, int]] | None = None,
    deck: int = 10,
    seats: tuple[Seat, ...] = (1, 2, 3),
    donkeys: int = 0,
    dove: Seat | None = None,
    options: Mapping[str, str] = STANDARD,
) -> Match:
    """At the turn of the first seat, in the middle of a game."""
    values = chosen(GAMES[edition], options)
    opening = Opening(seats[0], deck, animals or {}, notes or {}, donkeys, dove)
    match = Match(
        Setup(edition, seats, values), lambda: CattleTrade(EDITIONS[edition], seats, values, opening)
    )
    return told(match, *texts)


def for_sale(
    edition: str,
    *texts: str,
    notes: Mapping[Seat, Sequence[int]] | None = None,
    options: Mapping[str, str] = STANDARD,
) -> Match:
    """Seat 1 has put a goose up."""
    return position(edition, "1 turn auction", "table cards spot:goose", *texts, notes=notes, options=options)


def trading(
    edition: str,
    *texts: str,
    a: Sequence[int] = (0, 0, 10, 50, 100),
    b: Sequence[int] = (0, 0, 10, 50, 100),
    cows: tuple[int, int] = (1, 1),
    options: Mapping[str, str] = STANDARD,
) -> Match:
    """Seat 1 has proposed to seat 2 to trade for cows: so many have the two, such money."""
    herds = {1: {"cow": cows[0]}, 2: {"cow": cows[1]}}
    return position(edition, "1 turn trade:cow", *texts, notes={1: a, 2: b}, animals=herds, options=options)


def refuses(match: Match, text: str, error: type[RulesError] = NotAsked) -> bool:
    before = snapshot(match)
    with pytest.raises(error):
        match.answer(Answer.from_text(text))
    return snapshot(match) == before


def asked(match: Match, by: Seat | str | None = None) -> set[str]:
    """The keys of what is asked, of one party or of all."""
    return {request.key for request in match.open if by is None or request.by == by}


def request(match: Match, key: str, by: Seat | str | None = None) -> Request:
    return next(one for one in match.open if one.key == key and by in (None, one.by))


def choice(match: Match, key: str) -> tuple[str, ...]:
    found = request(match, key)
    assert isinstance(found, Choose)
    return found.options


def compose(match: Match, key: str) -> Compose:
    found = request(match, key)
    assert isinstance(found, Compose)
    return found


def step(match: Match, by: Seat) -> Step:
    found = request(match, "bid", by)
    assert isinstance(found, Step)
    return found


def countdown(match: Match) -> Countdown:
    found = request(match, "count")
    assert isinstance(found, Countdown)
    return found


def notes(match: Match, seat: Seat) -> list[int]:
    return list(you(match, seat)["notes"])


def you(match: Match, seat: Seat) -> Mapping[str, Any]:
    shown: Any = match.view(seat)["you"]
    return dict(shown)


def known(match: Match, seat: Seat | None) -> str:
    """Everything that `seat` gets, as the text that would go over a wire."""
    return json.dumps([match.view(seat), told_to(match.events, seat)])


def cows(match: Match, seat: Seat) -> int:
    held: Any = shown(match, "animals")[str(seat)]
    return int(held.get("cow", 0))


def shown(match: Match, key: str) -> Any:
    """What the public sees under `key`."""
    return match.view(None)[key]


def last(match: Match, key: str) -> Any:
    return next(event.values for event in reversed(match.events) if event.key == key)


def happened(match: Match, key: str) -> int:
    return sum(event.key == key for event in match.events)
