"""Games of Bluff You! to be written down: one from near its end to its result, one from its first press."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Match, Setup
from engine.bluff_you.rules import BluffYou, Opening
from engine.games import GAMES, chosen

GAME = "bluff-you"
Steps = tuple[str, ...]

READ = "1 ok; 2 ok; 3 ok"
LATE = Opening(1, {1: (8, 9, 13), 2: (5, 12)}, (4, 17))

TO_THE_END: Steps = (
    "1 roll",
    "1 deed double",
    "wait",
    "eye 1:345",  # no pair: his round is lost
    READ,
    "2 roll",
    "2 deed steal",  # there is but one to rob
    "2 number 9",
    "1 answer bluff",
    "wait",
    "eye 2:111",
    READ,
    "2 give 12",
    "wait",
    "3 roll",
    "3 person 1",
    "3 number 4",
    "3 menu undo yes",
    "wait",
    "3 number 17",
    "1 answer ok",
    "wait",
    "see 3:2",
    "eye 3:566",
    "2 menu dispute",
    "wait",
    "eye 3:466",
    READ,
    "1 roll",
    "1 deed double",
    "wait",
    "see 1:cocked",
    "1 key 1 335",
    "wait",
    "2 agree yes",
    READ,
    "1 put 9+12+13",  # for the last token of the middle
    READ,
    "1 press m",  # what everybody has
    "1 press m",
    "1 press m",
)

FROM_THE_START: Steps = (
    "2 starts 2",
    "wait",
    "2 roll",
    "2 number 12",
    "1 answer bluff",
    "1 menu undo yes",  # the first press counts: the other has to agree
    "wait",
    "2 undo no",
    "wait",
    "eye 2:345",
    "1 ok; 2 ok",
    "1 menu end yes",
    "2 end yes",
)

BLUFFS: Mapping[str, tuple[Opening | None, tuple[int, ...], Steps]] = {
    "bluff-you": (LATE, (1, 2, 3), TO_THE_END),
    "bluff-you-begins": (None, (1, 2), FROM_THE_START),
}


def match_of(
    opening: Opening | None, seats: tuple[int, ...], options: Mapping[str, str] | None = None
) -> Match:
    """A match of so many seats that begins there; None: at the beginning."""
    setup = Setup(GAME, seats, options or {})
    return Match(setup, lambda: BluffYou(seats, chosen(GAMES[GAME], setup.options), opening))
