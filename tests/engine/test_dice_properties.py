"""What must hold in every game of liar's dice besides what holds in each: dice are conserved, and what lies
under a cup nobody is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, TABLE, Answer, Match, Setup, told_to
from engine.request import SeeDice
from tests.engine.play import any_answer, finish, play
from tests.engine.setups import setups

SEEDS = st.integers(0, 2**32)
SETUPS = setups(GAMES["liars-dice"])


def dice(match: Match) -> dict[str, int]:
    left: Any = match.view(None)["dice"]
    return dict(left)


@given(SETUPS, SEEDS, st.integers(0, 150))
def test_the_last_with_dice_wins(setup: Setup, seed: int, steps: int) -> None:
    match, rng = Match(setup), Random(seed)
    play(match, rng, steps)
    finish(match, rng)
    assert match.result is not None
    if not match.result.by_vote:
        assert dict(match.result.score) == {int(seat): left for seat, left in dice(match).items()}
        assert [seat for seat, left in match.result.score.items() if left] == list(match.result.winners)
        assert len(match.result.winners) == 1


@given(SETUPS, SEEDS)
def test_dice_are_conserved(setup: Setup, seed: int) -> None:
    """Dice leave only by a verdict, as many as it says; every verdict takes one at least."""
    match, rng = Match(setup), Random(seed)
    left = dice(match)
    assert left == {str(seat): 5 for seat in setup.seats}
    while match.result is None:
        told = match.answer(any_answer(match, rng, asides=rng.random() < 0.2))
        for event in told:
            if event.key == "verdict":
                hands, losses = event.values["dice"], event.values["losses"]
                assert isinstance(hands, Mapping)
                assert isinstance(losses, Mapping)
                assert {seat: len(str(hand)) for seat, hand in hands.items()} == {
                    seat: count for seat, count in left.items() if count
                }
                assert sum(int(str(lost)) for lost in losses.values()) >= 1
                left = {seat: count - int(str(losses.get(seat, 0))) for seat, count in left.items()}
        assert dice(match) == left
        assert match.view(None)["in_play"] == sum(left.values())
        assert all(0 <= count <= 5 for count in left.values())


class TwoTables:
    """Two matches given the same answers: whatever anybody gets from either must be equal to the byte."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.one, self.other = Match(setup), Match(setup)

    def both(self, answer: Answer) -> None:
        told, other_told = self.one.answer(answer), self.other.answer(answer)
        assert self.one.open == self.other.open
        for seat in (None, *self.seats):
            assert json.dumps(self.one.view(seat)) == json.dumps(self.other.view(seat))
            assert json.dumps(told_to(told, seat)) == json.dumps(told_to(other_told, seat))


@given(SETUPS, SEEDS, SEEDS)
def test_nobody_sees_a_difference_in_anothers_hidden_dice(setup: Setup, seed: int, hidden: int) -> None:
    """Two tables, alike in every answer, but under one cup lie other dice in each round: until that hand is
    read, everybody's view and what everybody is told are equal to the byte - its owner's too, for the
    engine does not know what lies under a cup."""
    rng, secret = Random(seed), Random(hidden)
    tables = TwoTables(setup)
    while True:
        while not any(isinstance(request, SeeDice) for request in tables.one.open):
            if tables.one.result is not None:
                return
            tables.both(any_answer(tables.one, rng, asides=rng.random() < 0.2))
        request = tables.one.open[0]
        assert isinstance(request, SeeDice)
        hands = {seat: legal_hand(request, seat, rng) for seat in sorted(request.wanted)}
        owner = secret.choice(sorted(hands))
        for seat in rng.sample(sorted(hands), len(hands)):
            if seat != owner:
                tables.both(Answer(TABLE, "dice", f"{seat}:{hands[seat]}"))
        changed = legal_hand(request, owner, secret)
        tables.one.answer(Answer(TABLE, "dice", f"{owner}:{hands[owner]}"))
        tables.other.answer(Answer(TABLE, "dice", f"{owner}:{changed}"))
        # Once the dice may be seen, the difference is seen: the test is not blind.
        assert (changed == hands[owner]) == (tables.one.events == tables.other.events)
        tables.other = Match.replayed(setup, tables.one.journal)


def legal_hand(request: SeeDice, seat: int, rng: Random) -> str:
    return "".join(rng.choice(request.faces) for _ in range(request.wanted[seat]))
