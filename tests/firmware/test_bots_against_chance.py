"""Bots play so that it is worth while: among people who press anything that may be pressed, they win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from engine import CLOCK, TABLE, Answer, Match, Setup, View
from engine.biz_bluff.box import our_box
from engine.event import Value
from engine.liars_dice.dice import DICE_SETS
from engine.request import Countdown, Request, SeeCards, SeeDice, said_hands
from firmware.bots import cattle, divining, investing, thinking
from firmware.bots.thinking import BELIEVABLE, bid_of, chance
from firmware.hands import Said
from firmware.sim.files import Files
from firmware.words.values import mapping, number
from tests.engine.play import legal
from tests.firmware.test_bots_cattle import NoEyes

SEATS = (1, 2, 3)
LONGEST = 6_000  # answers
BIDS = 0.3  # how often somebody who presses anything bids, where nobody need
STAR_DICE, PLAIN_DICE = "12345*", "123456"

# How many games, and in which share of them at least the one bot among three wins; by chance it would win
# every third.
WINS = {
    "liars-dice": (40, 0.75),
    "bluff-you": (50, 0.45),
    "biz-bluff": (6, 0.75),
    "kuhhandel": (6, 0.75),
    "bluff-auction": (6, 0.75),
}
ONE, ALL = frozenset({1}), frozenset(SEATS)
AMONG_BOTS = {"liars-dice": 25, "bluff-you": 20, "biz-bluff": 5, "kuhhandel": 4, "bluff-auction": 4}


class Table:
    """A game at which some seats are bots, and the others press anything."""

    def __init__(self, game: str, seed: int, bots: frozenset[int]) -> None:
        options = {"money": "pods"} if game in ("kuhhandel", "bluff-auction") else {}
        self.match = Match(Setup(game, SEATS, options))
        self.bots = bots
        self.rng = Random(f"{game}/{seed}")
        self.dice: dict[int, str] = {}
        self.calls: list[tuple[View, str]] = []  # each with the dice of who calls
        self.bids: list[tuple[View, str, str]] = []  # each with the dice of who bids

    def run(self) -> Match:
        for _ in range(LONGEST):
            if self.match.result is not None:
                return self.match
            self.step()
        raise AssertionError(f"no end: {self.match.open}")

    def step(self) -> None:
        see = next((one for one in self.match.open if isinstance(one, SeeDice | SeeCards)), None)
        if see is not None:
            self.match.answer(Answer(TABLE, see.key, self.lies(see)))
            return
        for seat in self.rng.sample(SEATS, len(SEATS)):
            asked = tuple(one for one in self.match.open if one.by == seat and not one.aside)
            said = None if not asked else self.said_by(seat, asked)
            if said is not None:
                if said.key in ("roll", "throw"):
                    self.throw(seat)
                self.match.answer(Answer(seat, said.key, said.said))
                return
        count = next(one for one in self.match.open if isinstance(one, Countdown))
        self.match.answer(Answer(CLOCK, count.key))

    def said_by(self, seat: int, asked: tuple[Request, ...]) -> Said | None:
        if seat in self.bots:
            return self.thought_by(seat, asked)
        if any(isinstance(one, Countdown) for one in self.match.open) and self.rng.random() > BIDS:
            return None
        request = self.rng.choice(asked)
        return Said(request.key, legal(request, self.rng))

    def thought_by(self, seat: int, asked: tuple[Request, ...]) -> Said | None:
        view, own = self.match.view(seat), self.dice.get(seat, "")
        match self.match.setup.game:
            case "liars-dice":
                said = thinking.answer(asked, view, own, {}, self.rng)
                if said is not None and said.key == "call":
                    self.calls.append((view, own))
                if said is not None and said.key == "bid":
                    self.bids.append((view, own, said.said))
                return said
            case "bluff-you":
                return divining.answer(asked, view, own if view["turn"] == seat else "", {}, self.rng)
            case "biz-bluff":
                seen = Files("7", self.match).seen_by(seat)
                return investing.answer(asked, view, our_box().board, seen, "", self.rng)
            case _:
                return cattle.answer(asked, view, NoEyes(), self.rng)

    def throw(self, seat: int) -> None:
        view = self.match.view(None)
        match self.match.setup.game:
            case "liars-dice":
                count = number(mapping(view["dice"])[str(seat)])
                self.dice[seat] = "".join(sorted(self.rng.choices(STAR_DICE, k=count)))
            case "bluff-you":
                self.dice[seat] = "".join(self.rng.choices(PLAIN_DICE, k=3))
            case _:
                self.dice[seat] = self.rng.choice(PLAIN_DICE)

    def lies(self, see: SeeDice | SeeCards) -> str:
        if isinstance(see, SeeCards) and self.match.setup.game == "biz-bluff":
            return f"spot:{Files('7', self.match).turned_up()}"
        if isinstance(see, SeeCards) or self.match.view(None)["phase"] == "start":
            whole = dict.fromkeys(see.wanted)
            while True:
                said = legal(see, self.rng)
                if all(f"{place}:" in said for place in whole):
                    return said
        return said_hands({seat: self.dice[seat] for seat in see.wanted})


@cache
def played(game: str, bots: frozenset[int]) -> tuple[Table, ...]:
    games = AMONG_BOTS[game] if bots == ALL else WINS[game][0]
    tables = tuple(Table(game, seed, bots) for seed in range(games))
    for table in tables:
        table.run()
    return tables


def verdicts(game: str) -> list[Mapping[str, Value]]:
    """All that bots alone at the table were told of what lay there."""
    events = (event for table in played(game, ALL) for event in table.match.events)
    return [event.values for event in events if event.key == "verdict"]


@pytest.mark.parametrize("game", WINS)
def test_one_bot_among_people_who_press_anything_wins_most_games(game: str) -> None:
    games, share = WINS[game]
    ends = [table.match.result for table in played(game, ONE)]
    assert sum(end is not None and 1 in end.winners for end in ends) >= share * games


# ---- liar's dice ----------------------------------------------------------------------------------------


def likely(view: View, own: str, bid: str) -> float:
    dice = DICE_SETS[str(mapping(view["options"])["dice"])]
    return chance(bid_of(bid), own, number(view["in_play"]) - len(own), dice)


def test_nobody_bids_what_his_own_dice_rule_out_or_what_hardly_anybody_would_believe() -> None:
    said = [likely(*bid) for table in played("liars-dice", ALL) for bid in table.bids]
    assert len(said) > 500
    assert min(said) > 0
    assert sum(one < BELIEVABLE for one in said) < 0.03 * len(said)


def test_nobody_calls_what_his_own_dice_prove_or_what_is_likely_with_better_to_say() -> None:
    calls = [(view, own) for table in played("liars-dice", ALL) for view, own in table.calls]
    held = [likely(view, own, str(view["bid"])) for view, own in calls]
    assert len(held) > 100
    assert max(held) < 1
    assert sum(one > 0.6 for one in held) < 0.1 * len(held)


def test_calls_are_right_about_as_often_as_not() -> None:
    told = verdicts("liars-dice")
    right = sum(number(one["actual"]) < bid_of(str(one["bid"])).count for one in told)
    assert 0.4 < right / len(told) < 0.8


# ---- Bluff You! -----------------------------------------------------------------------------------------


def test_few_lies_are_told_that_nobody_would_believe() -> None:
    told = verdicts("bluff-you")
    lies = [number(one["number"]) for one in told if sum(map(int, str(one["dice"]))) != one["number"]]
    rare = sum(lie in (3, 4, 17, 18) for lie in lies)
    assert 0 < rare < 0.25 * len(lies)


# ---- Biz-Bluff ------------------------------------------------------------------------------------------


def test_who_has_a_claim_carries_it_to_the_centre_and_the_game_is_over_in_an_evening() -> None:
    tables = played("biz-bluff", ALL)
    moves = [sum(event.key == "moved" for event in table.match.events) for table in tables]
    assert sum(moves) / len(moves) < 110, "ten claims are carried there, by three pawns"
    for table in tables:
        told = [event for event in table.match.events if event.key in ("looked", "claimed")]
        looks = [(one.values["by"], one.values["company"]) for one in told if one.key == "looked"]
        assert len(looks) == len(set(looks)), "nobody looks twice into the same file"


def test_they_invest() -> None:
    told = [event.key for table in played("biz-bluff", ALL) for event in table.match.events]
    assert told.count("bought") > 0.8 * told.count("abstained")


# ---- the cattle trade -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kuhhandel", "bluff-auction"])
def test_trades_do_not_go_round_and_round(game: str) -> None:
    for table in played(game, ALL):
        trades = sum(event.key == "traded" for event in table.match.events)
        assert trades < 60
