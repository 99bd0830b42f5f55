"""How a bot plays Biz-Bluff: from its seat's view and what it has seen in the files it looked into."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence

from engine import View
from engine.biz_bluff.board import Board, Square
from engine.request import SPOT, Choose, Confirm, EnterCards, EnterDice, Request, Step, said_cards, said_hands
from firmware.hands import Said
from firmware.words.values import mapping, number, texts

GOOD = frozenset({"one", "two"})
LOOKS = 0.6  # how often it looks rather than claim unseen
PRESENTS = 0.95
BLUFFS = 0.3  # how often it claims late what is worth nothing, to live off the others
TRUSTS = 0.4  # how often it buys of what it has not seen
STANDS_BY = 0.75  # the same where it presents itself: what it pays goes to nobody else
STAKES = (0.25, 0.6)  # which share of its money, where it is not sure
VALUES = {"centre": 5.0, "company": 4.0, "svp": 2.0, "white": 1.0, "dahu": 1.0}
STEP_AWAY = 0.25  # so much less a square draws for each step from where the bot wants to be


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
            return Said(step.key, _amount(step, view, seen, rng))
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
    match key:
        case "late":
            return "claim" if seen.get(_own_square(view)) in GOOD or rng.random() < BLUFFS else "leave"
        case "move":
            steps = _steps_to_go(board, view, seen)

            def draws(name: str) -> float:
                return _draws(board.squares[name], view, seen) - STEP_AWAY * steps.get(name, 0)

            return max(options, key=lambda name: draws(name) + 0.5 * rng.random())
        case "deed":
            return _deed(options, seen.get(_own_square(view)), rng)
        case "company":
            return max(options, key=lambda company: _wish(company, view, seen) + rng.random())
        case "opponent":
            claims = mapping(view["claims"])
            return max(options, key=lambda seat: (claims[seat] is not None) + 0.9 * rng.random())
        case "look":
            unknown = [company for company in options if company not in seen and company != "leave"]
            return unknown[0] if unknown else "leave"
        case "present":
            return "present" if rng.random() < PRESENTS else "decline"
        case "deal":
            presented = mapping(view["presented"])
            pays_the_bank = presented["by"] == mapping(view["you"])["seat"]
            trusts = STANDS_BY if pays_the_bank else TRUSTS
            return _deal(options, seen.get(str(presented["company"])), trusts, rng)
    return rng.choice(options)


def _own_square(view: View) -> str:
    """The company before which whoever is on turn stands."""
    return str(mapping(mapping(view["stands"])[str(view["turn"])])["of"])


def _deed(options: Sequence[str], token: str | None, rng: random.Random) -> str:
    """Before a free company: what it knows to be good it claims; what it does not know it mostly looks at."""
    claims = token in GOOD or rng.random() < (1 - LOOKS if token is None else BLUFFS)
    if claims and "claim" in options:
        return "claim"
    return "look" if token is None else "leave"


def _wish(company: str, view: View, seen: Mapping[str, str]) -> float:
    """How gladly it stands before a company: one that is free, and good or unknown."""
    claims = mapping(view["claims"])
    if not mapping(mapping(view["companies"])[company])["there"] or company in claims.values():
        return 0.0
    if claims[str(view["turn"])] is not None:
        return 0.4 * (company not in seen)  # it may look, and no more
    return 1.0 if company not in seen else 1.2 if seen[company] in GOOD else 0.2


def _draws(square: Square, view: View, seen: Mapping[str, str]) -> float:
    """How much a square draws: the centre who has a claim, a free company who has none, most of all one that
    is good."""
    if square.kind == "company":
        return VALUES["company"] * _wish(square.of, view, seen)
    if square.kind == "centre":
        return VALUES["centre"] * (mapping(view["claims"])[str(view["turn"])] is not None)
    return VALUES[square.kind]


def _steps_to_go(board: Board, view: View, seen: Mapping[str, str]) -> Mapping[str, int]:
    """How many steps each square is from the nearest where the bot wants to be, with a claim the centre."""
    claimed = mapping(view["claims"])[str(view["turn"])] is not None
    goals = [board.centre] if claimed else [
        square for square in board.of_kind("company") if _wish(square.of, view, seen) >= 1
    ]  # fmt: skip
    steps = {square.name: 0 for square in goals}
    ways = deque(steps)
    while ways:
        here = ways.popleft()
        for name in board.beside[here]:
            if name not in steps:
                steps[name] = steps[here] + 1
                ways.append(name)
    return steps


def _deal(options: Sequence[str], token: str | None, trusts: float, rng: random.Random) -> str:
    """Buy what is good, sell what is bluffed; of what it has not seen now and then some."""
    wanted = "nothing"
    if token in GOOD or (token is None and rng.random() < trusts):
        wanted = "buy"
    elif token == "bluffed":
        wanted = "sell"
    return wanted if wanted in options else "nothing"


def _amount(step: Step, view: View, seen: Mapping[str, str], rng: random.Random) -> str:
    """All that it has where it is sure; else some."""
    own = mapping(mapping(view["purses"])[str(step.by)])
    has = number(own["cash"] if step.key == "buy" else own["parts"])
    most = int(step.ladder.moved(step.ladder.lowest, 0, has - 1))
    if str(mapping(view["presented"])["company"]) in seen:
        return str(most)
    return str(max(1, round(rng.uniform(*STAKES) * most)))
