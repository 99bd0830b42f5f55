"""How a bot thinks at Bluff You!: from its seat's view and, when it has the cup, the dice under it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from engine import View
from engine.bluff_you.tokens import POINTS
from engine.request import Choose, Confirm, Request
from firmware.bots.agreeing import agreed
from firmware.hands import Said
from firmware.words.values import counts, mapping, number

TELLS_THE_TRUTH = 0.45  # how often a Bluffer says what lies there, where he may
TRIES_A_DOUBLE = 0.6  # how often he shows one that he has
CLAIMS_A_DOUBLE = 0.02  # how often he says so without one
STEALS = 0.35
BELIEVED = 0.75  # how much more readily a lie is told that will be believed: 1 as often as it comes up
DOUBTS = 0.5  # of a number that is thrown as often as most; more for rarer ones
THROWS = 216


def answer(
    asked: tuple[Request, ...], view: View, own: str, lie: Mapping[int, str], rng: random.Random
) -> Said | None:
    """What to say to the requests of one seat (not its asides); None to say nothing now. `own`: the faces of
    the dice under the seat's cup as its player sees them, "" where it has none; `lie`: those that lie open
    before each seat."""
    match asked:
        case (Choose(key="deed", options=options), *_):
            return Said("deed", _deed(options, own, rng))
        case (Choose(key="person", options=options), *_):
            return Said("person", _person(options, view, rng))
        case (Choose(key="number", options=options), *_):
            return Said("number", _number(options, own, rng))
        case (Choose(key="answer"), *_):
            return Said("answer", "bluff" if _doubts(view, rng) else "ok")
        case (Choose(key="give", options=options), *_):
            return Said("give", min(options, key=lambda option: POINTS[int(option)]))
        case (Choose(key="take", options=options), *_):
            return Said("take", max(options, key=lambda option: POINTS[int(option)]))
        case (Choose(key="put", options=options), *_):
            return Said("put", max(options, key=lambda option: option.count("+")))  # few tokens break a tie
        case (Choose(key="agree"), *_):
            return Said("agree", agreed(view, lie))
        case (Choose(key=key, options=options), *_):
            return Said(key, rng.choice(options))
        case (Confirm(key=key), *_):
            return Said(key)
    return None


def _deed(options: Sequence[str], own: str, rng: random.Random) -> str:
    """A double that lies there is mostly shown; else a theft now and then."""
    if "double" in options:
        has_pair = len(set(own)) < len(own)
        if rng.random() < (TRIES_A_DOUBLE if has_pair else CLAIMS_A_DOUBLE):
            return "double"
    return "steal" if "steal" in options and rng.random() < STEALS else "gain"


def _person(options: Sequence[str], view: View, rng: random.Random) -> str:
    """To win from, whoever has little: he gets the token if he is right. To rob, whoever has most."""
    points = counts(view["points"])
    leads = -1 if view["deed"] == "gain" else 1
    return max(options, key=lambda option: leads * points[int(option)] + rng.uniform(0, 6))


def _number(options: Sequence[str], own: str, rng: random.Random) -> str:
    """What lies there, or something else that is likely enough to be believed or dear enough to be tried."""
    lies = str(sum(map(int, own))) if own else ""
    if lies in options and rng.random() < TELLS_THE_TRUTH:
        return lies
    others = [option for option in options if option != lies] or list(options)
    weights = [chance(int(option)) ** BELIEVED * POINTS[int(option)] for option in others]
    return rng.choices(others, weights)[0]


def _doubts(view: View, rng: random.Random) -> bool:
    """The rarer a number, the sooner it is doubted; to lose one's own token is worth less than to win one."""
    said = number(view["number"])
    likely = chance(said) / chance(10)
    own = mapping(view["tokens"])[str(mapping(view["you"])["seat"])]
    assert isinstance(own, tuple | list)
    return rng.random() < DOUBTS + 0.25 * (1 - likely) - (0.05 if said in own else 0)


def chance(total: int) -> float:
    """How often three dice come to `total`."""
    return _throws()[total] / THROWS


@cache
def _throws() -> Counter[int]:
    return Counter(map(sum, product(range(1, 7), repeat=3)))
