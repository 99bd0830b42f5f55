"""Positions of Bluff You! to begin a test from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Answer, Match, Seat, Setup
from engine.bluff_you.options import OPTIONS
from engine.bluff_you.rules import BluffYou, Opening
from engine.bluff_you.tokens import TOKENS

GAME = "bluff-you"
NOBODYS: Mapping[Seat, Sequence[int]] = {}


def laid(
    *texts: str,
    tokens: Mapping[Seat, Sequence[int]] = NOBODYS,
    middle: Sequence[int] | None = None,
    seats: tuple[Seat, ...] = (1, 2, 3),
    bluffer: Seat = 1,
    options: Mapping[str, str] | None = None,
) -> Match:
    """The match after `texts`, begun at the round of `bluffer`: `tokens` before the seats, and in the middle
    those named or all others."""
    values = {option.key: option.default for option in OPTIONS} | dict(options or {})
    held = {seat: tuple(own) for seat, own in tokens.items()}
    theirs = {token for own in held.values() for token in own}
    left = [token for token in TOKENS if token not in theirs] if middle is None else middle
    opening = Opening(bluffer, held, tuple(left))
    match = Match(Setup(GAME, seats, values), lambda: BluffYou(seats, values, opening))
    for text in texts:
        match.answer(Answer.from_text(text))
    return match
