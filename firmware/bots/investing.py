"""How a bot plays Biz-Bluff: from its seat's view and what it has seen in the files it looked into."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engine import View
from engine.biz_bluff.board import Board, Square
from engine.request import SPOT, Choose, Confirm, EnterCards, EnterDice, Request, Step, said_cards, said_hands
from firmware.hands import Said
from firmware.words.values import mapping, number, texts

GOOD = frozenset({"one", "two"})
LOOKS = 0.6  # how often it looks rather than claim unseen
PRESENTS = 0.85
BLUFFS = 0.3  # how often it claims late what is worth nothing, to live off the others
TRUSTS = 0.4  # how often it buys of what it has not seen
REACH = 60  # parts that it buys or sells at once, at most: a finger has to count them
VALUES = {"centre": 5, "company": 3, "svp": 2, "white": 1, "dahu": 1}


def answer(
    asked: tuple[Request, ...],
    view: View,
    board: Board,
    seen: Mapping[str, str],
    lies: str,
    rng: random.Random,
) -> Said | None:
    """What to say to the requests of one seat (not its asides); None to say nothing now. `seen`: the tokens
    that it has seen, by company; `lies`: the die, card or token that lies open before all."""
    match asked:
        case (Confirm(key=key), *_):
            return Said(key)
        case (Step() as step, *_):
            return Said(step.key, _amount(step, view, rng))
        case (Choose(key="agree"), *_):
            return Said("agree", "yes" if _entered(view) == lies else "no")
        case (Choose(key=key, options=options), *_):
            return Said(key, _choice(key, options, view, board, seen, rng))
    return None


def keyed_in(asides: tuple[Request, ...], lies: str, keys: bool) -> Said | None:
    """What a seat keys in by hand of what `lies` open: the card or token that was turned up, if it is for it
    to do so (`keys`); whoever threw it the die that the eye is not asked for any more."""
    for entry in asides:
        if isinstance(entry, EnterCards) and keys:
            return Said(entry.key, said_cards({SPOT: (lies,)}))
        if isinstance(entry, EnterDice) and entry.by in entry.wanted and lies:
            return Said(entry.key, said_hands({entry.by: lies}))
    return None


def _entered(view: View) -> str:
    """The die, card or token that somebody has keyed in."""
    entered = mapping(view["entered"])
    if "dice" in entered:
        (die,) = mapping(entered["dice"]).values()
        return str(die)
    (names,) = mapping(entered["cards"]).values()
    return texts(names)[0]


def _choice(
    key: str,
    options: Sequence[str],
    view: View,
    board: Board,
    seen: Mapping[str, str],
    rng: random.Random,
) -> str:
    turn = view["turn"]
    match key:
        case "late":
            company = str(mapping(mapping(view["stands"])[str(turn)])["of"])
            return "claim" if seen.get(company) in GOOD or rng.random() < BLUFFS else "leave"
        case "move":
            return max(options, key=lambda name: _draws(board.squares[name], view, seen) + rng.random())
        case "deed":
            return "claim" if "claim" in options and rng.random() >= LOOKS else "look"
        case "look":
            unknown = [company for company in options if company not in seen and company != "leave"]
            return unknown[0] if unknown else "leave"
        case "present":
            return "present" if rng.random() < PRESENTS else "decline"
        case "deal":
            company = str(mapping(view["presented"])["company"])
            return _deal(options, seen.get(company), rng)
    return rng.choice(options)


def _draws(square: Square, view: View, seen: Mapping[str, str]) -> float:
    """How much a square draws: the centre who has a claim, a free company who has none, most of all an unseen
    one."""
    claims = mapping(view["claims"])
    claimed = claims[str(view["turn"])] is not None
    if square.kind == "company":
        there = mapping(mapping(view["companies"])[square.of])["there"]
        free = there and square.of not in claims.values()
        return (VALUES["company"] + (square.of not in seen)) * bool(free)
    if square.kind == "centre":
        return VALUES["centre"] * claimed
    return VALUES[square.kind]


def _deal(options: Sequence[str], token: str | None, rng: random.Random) -> str:
    """Buy what is good, sell what is bluffed; of what it has not seen now and then some."""
    wanted = "nothing"
    if token in GOOD or (token is None and rng.random() < TRUSTS):
        wanted = "buy"
    elif token == "bluffed":
        wanted = "sell"
    return wanted if wanted in options else "nothing"


def _amount(step: Step, view: View, rng: random.Random) -> str:
    """All that it has of what it is sure of, as far as a finger goes; else some."""
    own = mapping(mapping(view["purses"])[str(step.by)])
    has = number(own["cash"] if step.key == "buy" else own["parts"])
    most = min(has, REACH)
    return str(most if rng.random() < 0.5 else rng.randint(1, most))
