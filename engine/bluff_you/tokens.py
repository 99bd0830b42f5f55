"""The tokens of Bluff You!: one for each sum of three dice, and what each is worth, from tokens.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.data import data_file
from engine.errors import BadData

Token = int  # the number that stands on it
Tokens = tuple[Token, ...]

TOKENS: Tokens = tuple(range(3, 19))  # 004:L8.1


def read_points() -> Mapping[Token, int]:
    """The points of every token. Raises BadData naming the entry."""
    points: dict[Token, int] = {}
    for name, entry in data_file("engine.bluff_you", "tokens.toml").items():
        match entry:
            case {"tokens": [*numbers], "points": int(worth), "source": str()} if worth > 0:
                pass
            case _:
                raise BadData(f"tokens.toml: [{name}] needs tokens (numbers), points (above 0) and source")
        for number in numbers:
            if number not in TOKENS or number in points:
                raise BadData(f"tokens.toml: [{name}] tokens: each from 3 to 18 once; look at {number}")
            points[number] = worth
    missing = [str(token) for token in TOKENS if token not in points]
    if missing:
        raise BadData(f"tokens.toml: no points for {', '.join(missing)}")
    return points


POINTS = read_points()


def worth(tokens: Iterable[Token]) -> int:
    """The points of some tokens."""
    return sum(POINTS[token] for token in tokens)
