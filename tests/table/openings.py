"""Cattle trades that begin in the middle: a few animals here, some notes there."""

from __future__ import annotations

from collections.abc import Mapping

from engine import GAMES, Match, Setup
from engine.games import chosen
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.position import Opening
from engine.kuhhandel.rules import CattleTrade

SEATS = (1, 2, 3)


def match_from(
    opening: Opening,
    game: str = "kuhhandel",
    options: Mapping[str, str] | None = None,
    seats: tuple[int, ...] = SEATS,
) -> Match:
    """A match that begins at the turn of the opening's seat."""
    setup = Setup(game, seats, dict(options or {}))
    values = chosen(GAMES[game], setup.options)
    return Match(setup, lambda: CattleTrade(EDITIONS[game], seats, values, opening))


def complete(*animals: str) -> dict[str, int]:
    """Whole sets of these animals."""
    return dict.fromkeys(animals, 4)


LATE = Opening(
    turn=1,
    deck=2,
    animals={
        1: complete("rooster", "goose", "cat") | {"horse": 2},
        2: complete("dog", "sheep", "goat") | {"horse": 1, "cow": 1},
        3: complete("donkey", "pig") | {"cow": 2},
    },
    notes={1: (0, 0, 10, 10, 50, 100), 2: (0, 10, 10, 10, 50, 50, 200), 3: (0, 10, 50, 500)},
    donkeys=4,
)
"""One horse and one cow are still in the deck; who owns what is worth fighting for."""
