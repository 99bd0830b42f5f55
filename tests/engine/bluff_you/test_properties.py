"""What must hold in every game of Bluff You! besides what holds in each: tokens and points are conserved,
nobody gets stuck, games end, and what lies under the cup nobody is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import TABLE, Answer, Match, Setup, told_to
from engine.bluff_you import tokens as tokens_data
from engine.bluff_you.options import OPTIONS
from engine.bluff_you.rules import BluffYou
from engine.bluff_you.tokens import TOKENS, worth
from engine.errors import BadData
from engine.request import SeeDice
from tests.engine.bluff_you.laid import GAME
from tests.engine.play import any_answer, finish, play

SEEDS = st.integers(0, 2**32)
LONGEST = 6_000  # answers of a random game: steals alone could go on for ever (Y-14)


def begun(seats: int, plays_on: bool) -> Match:
    values = {option.key: option.default for option in OPTIONS} | ({"play-on": "yes"} if plays_on else {})
    order = tuple(range(1, seats + 1))
    return Match(Setup(GAME, order, values), lambda: BluffYou(order, values))


MATCHES = st.builds(begun, st.integers(2, 6), st.booleans())


def lies(match: Match) -> tuple[list[int], dict[str, tuple[int, ...]]]:
    """What lies in the middle, and before each seat."""
    view: Any = match.view(None)
    return list(view["middle"]), dict(view["tokens"])


def held(match: Match) -> int:
    """The points of all seats together."""
    return sum(worth(own) for own in lies(match)[1].values())


@given(MATCHES, SEEDS)
def test_tokens_are_conserved_and_points_come_by_gains_alone(match: Match, seed: int) -> None:
    """Each token is in one place; what the seats have together grows by a gain, and by nothing else."""
    rng = Random(seed)
    for _ in range(LONGEST):
        if match.result is not None:
            break
        before = held(match)
        told = {event.key: event.values for event in match.answer(any_answer(match, rng))}
        middle, before_seats = lies(match)
        assert sorted([*middle, *(token for own in before_seats.values() for token in own)]) == list(TOKENS)
        gained = "verdict" in told and told["verdict"]["deed"] == "gain"
        number = told["verdict"]["number"] if gained else None
        assert held(match) - before == (worth([int(str(number))]) if gained else 0)
        assert match.view(None)["points"] == {seat: worth(own) for seat, own in before_seats.items()}
    assert match.result is not None
    assert held(match) == worth(TOKENS) - worth(lies(match)[0])


@given(MATCHES, SEEDS, st.integers(0, 200))
def test_no_game_gets_stuck_and_the_end_is_as_the_sheet_has_it(match: Match, seed: int, steps: int) -> None:
    rng = Random(seed)
    play(match, rng, steps)
    finish(match, rng, bound=LONGEST)
    assert match.result is not None
    middle, own = lies(match)
    rank = {int(seat): (worth(tokens), -len(tokens)) for seat, tokens in own.items()}
    assert set(match.result.winners) == {seat for seat in rank if rank[seat] == max(rank.values())}
    assert dict(match.result.score) == {seat: points for seat, (points, _) in rank.items()}
    if not match.result.by_vote:
        ended_by = [event for event in match.events if event.key in ("verdict", "exchanged")][-1]
        assert not middle or (ended_by.key == "exchanged" and set(middle) == set(_given(ended_by.values)))


def _given(values: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(values["given"])


@given(MATCHES, SEEDS)
def test_every_round_lets_its_bluffer_gain_something(match: Match, seed: int) -> None:
    """Y-12: the middle is never empty when a round begins."""
    rng = Random(seed)
    while match.result is None and len(match.journal) < LONGEST:
        assert match.view(None)["phase"] != "roll" or lies(match)[0]
        match.answer(any_answer(match, rng))


# ---- secrets --------------------------------------------------------------------------------------------


class TwoTables:
    """Two matches given the same answers: whatever anybody gets from either must be equal to the byte."""

    def __init__(self, match: Match) -> None:
        self.one = match
        self.other = begun(len(match.setup.seats), match.setup.options["play-on"] == "yes")

    def both(self, answer: Answer) -> None:
        told, other_told = self.one.answer(answer), self.other.answer(answer)
        assert self.one.open == self.other.open
        for seat in (None, *self.one.setup.seats):
            assert json.dumps(self.one.view(seat)) == json.dumps(self.other.view(seat))
            assert json.dumps(told_to(told, seat)) == json.dumps(told_to(other_told, seat))


@given(MATCHES, SEEDS, SEEDS, st.integers(0, 25))
def test_nobody_sees_a_difference_in_what_lies_under_the_cup(
    match: Match, seed: int, hidden: int, alike: int
) -> None:
    """Two tables, alike in every answer, but in one round other dice lie under the cup: until they are read,
    everybody's view and requests and what everybody is told are equal to the byte, the Bluffer's too, for the
    engine does not know what he has seen."""
    rng, secret = Random(seed), Random(hidden)
    tables = TwoTables(match)
    for reading in range(alike + 1):
        while not any(isinstance(request, SeeDice) for request in match.open):
            if match.result is not None:
                return
            tables.both(any_answer(match, rng))
        (bluffer,) = next(one for one in match.open if isinstance(one, SeeDice)).wanted
        dice, changed = ("".join(chance.choice("123456") for _ in range(3)) for chance in (rng, secret))
        if reading < alike:
            tables.both(Answer(TABLE, "dice", f"{bluffer}:{dice}"))
    tables.one.answer(Answer(TABLE, "dice", f"{bluffer}:{dice}"))
    tables.other.answer(Answer(TABLE, "dice", f"{bluffer}:{changed}"))
    # Once the dice may be seen, the difference is seen: the test is not blind.
    assert (changed == dice) == (tables.one.events == tables.other.events)


# ---- the data -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"tokens": [3], "points": 5}, r"\[a\] needs"),
        ({"tokens": [3], "points": 0, "source": ""}, r"\[a\] needs"),
        (
            {"tokens": [2], "points": 5, "source": ""},
            r"each from 3 to 18 once; look at 2",
        ),
        ({"tokens": [3, 3], "points": 5, "source": ""}, r"look at 3"),
        ({"tokens": list(range(3, 18)), "points": 5, "source": ""}, "no points for 18"),
    ],
)
def test_wrong_points_are_refused_by_name(
    entry: Mapping[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens_data, "data_file", lambda _package, _name: {"a": entry})
    with pytest.raises(BadData, match=said):
        tokens_data.read_points()
