"""What a double may bring: every set of one's own tokens that is worth as much as one of the middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.bluff_you.tokens import POINTS, Token, Tokens

FEWEST = 2  # own tokens for exactly one (004:L66.2, Y-04)


def exchanges(own: Tokens, middle: Tokens) -> Mapping[Token, tuple[Tokens, ...]]:
    """For each token of the middle that can be had the sets of `own` that can be given for it: the small ones
    first, and those by their numbers."""
    by_points: dict[int, tuple[Tokens, ...]] = {}
    for points in {POINTS[token] for token in middle}:
        fitting = (given for given in sets_worth(points, own) if len(given) >= FEWEST)
        by_points[points] = tuple(sorted(fitting, key=lambda given: (len(given), given)))
    return {token: sets for token in sorted(middle) if (sets := by_points[POINTS[token]])}


def sets_worth(points: int, tokens: Tokens) -> Iterator[Tokens]:
    """Every set of `tokens` that is worth so many points. No set grows beyond them, so that with the five
    points of the dearest token there are few ways to look at, however many tokens one has."""
    for at, token in enumerate(tokens):
        missing = points - POINTS[token]
        if missing == 0:
            yield (token,)
        elif missing > 0:
            for others in sets_worth(missing, tokens[at + 1 :]):
                yield (token, *others)
