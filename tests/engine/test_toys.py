"""The contract carries auctions under a running count and secret piles, also when they are taken back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CLOCK, Answer, Match, told_to
from engine.errors import NotAsked, RulesError, WrongAnswer
from engine.request import Compose, Countdown
from tests.engine.play import finish, play, snapshot, undo
from tests.engine.toys import market

CANARY = 7919  # a note that nobody else has: where it shows, a secret has come out
SEEDS = st.integers(0, 2**32)
WALLETS = {1: (0, 10, 50), 2: (0, 10, CANARY), 3: (10, 10, 100)}


def told(match: Match, *texts: str) -> Match:
    for text in texts:
        match.answer(Answer.from_text(text))
    return match


def known(match: Match, seat: int | None) -> str:
    """Everything that `seat` gets, as the text that would go over a wire."""
    return json.dumps([match.view(seat), told_to(match.events, seat)])


def notes_of(match: Match, seat: int) -> tuple[int, ...]:
    you: Any = match.view(seat)["you"]
    return tuple(you["notes"])


def counting(match: Match) -> int | None:
    return next((request.step for request in match.open if isinstance(request, Countdown)), None)


def test_anybody_may_raise_while_the_count_runs() -> None:
    match = told(market(WALLETS), "1 lot auction")
    assert [(request.by, request.key) for request in match.open] == [
        (2, "raise"),
        (3, "raise"),
        (CLOCK, "count"),
    ]


def test_a_raise_cancels_the_count() -> None:
    match = told(market(WALLETS), "1 lot auction", "2 raise 10", "clock count", "clock count")
    assert counting(match) == 3
    told(match, "3 raise 50")
    assert counting(match) == 1


def test_the_first_press_wins_a_race_and_the_second_is_told_so() -> None:
    match = told(market(WALLETS), "1 lot auction", "2 raise 30")
    before = snapshot(match)
    with pytest.raises(WrongAnswer):
        told(match, "3 raise 30")
    assert snapshot(match) == before
    assert match.view(None)["high"] == (30, 2)


def test_a_bid_above_ones_means_is_legal_and_nothing_hints_at_it() -> None:
    rich = market({1: (10,), 2: (10, 500)})
    poor = market({1: (10,), 2: (10,)})
    for match in (rich, poor):
        told(match, "1 lot auction", "2 raise 400", "clock count", "clock count")
    assert known(rich, None) == known(poor, None)
    assert known(rich, 1) == known(poor, 1)
    told(rich, "clock count", "2 payment 500")
    told(poor, "clock count")
    assert [event.key for event in poor.events][-1] == "insolvent"


def test_a_raise_is_taken_back_with_the_strikes_since_by_who_made_it() -> None:
    match = told(market(WALLETS), "1 lot auction", "2 raise 10")
    before = snapshot(match)
    told(match, "3 raise 500", "clock count", "clock count")
    assert not match.needs_vote(3)
    assert match.needs_vote(2)
    told(match, "3 undo yes")
    assert {**snapshot(match), "views": []} == {**before, "views": []}
    told(match, "3 redo")
    assert match.view(None)["high"] == (500, 3)
    assert counting(match) == 3


def test_a_vote_lasts_while_the_count_runs_on() -> None:
    strikes = ["clock count"] * 3
    match = told(market(WALLETS), "1 lot auction", "2 raise 10", "3 raise 500", *strikes)
    assert match.events[-1].key == "insolvent"
    told(match, "1 undo yes", "2 undo yes", "3 undo yes")
    # Seat 3's means have been seen: now the count runs on, and the raise of seat 2 is everybody's to undo.
    assert match.view(None)["high"] == (10, 2)
    told(match, "2 undo yes", "clock count", "1 undo yes", "clock count")
    assert match.view(None)["votes"] == {"undo": (1, 2)}
    told(match, "3 undo yes")
    assert match.view(None)["high"] is None


def test_two_compose_at_the_same_time_in_any_order() -> None:
    ways = [("1 pile 0 10", "2 pile 10"), ("2 pile 10", "1 pile 0 10")]
    ends = [told(market(WALLETS), "1 lot trade", *way) for way in ways]
    assert ends[0].open == ends[1].open
    seen = [{**match.view(1), "last": None, "alone": None} for match in ends]  # who laid last is public
    assert seen[0] == seen[1]


def test_each_knows_his_own_pile_at_once_and_the_two_learn_both_in_the_end() -> None:
    match = told(market(WALLETS), "1 lot trade", f"2 pile 0 {CANARY}")
    assert str(CANARY) in known(match, 2)
    assert str(CANARY) not in known(match, 1) + known(match, 3) + known(match, None)
    told(match, "1 pile")
    assert str(CANARY) in known(match, 1)
    assert str(CANARY) not in known(match, 3) + known(match, None)


def test_no_print_of_a_match_holds_a_secret() -> None:
    match = told(market(WALLETS), "1 lot trade", f"2 pile {CANARY}")
    printed = [repr(match), repr(match.open), repr(match.events), repr(match.journal)]
    told(match, "2 undo yes")
    printed += [repr(match.open), repr(match.events), repr(match.journal)]
    assert isinstance(match.open[1], Compose)
    assert not [text for text in printed if str(CANARY) in text]


@pytest.mark.parametrize(
    "text", [f"2 pile {CANARY} {CANARY}", f"3 pile {CANARY}", f"2 payment {CANARY}", f"2 lot {CANARY}"]
)
def test_no_refusal_says_a_secret(text: str) -> None:
    match = told(market(WALLETS), "1 lot trade")
    with pytest.raises((NotAsked, WrongAnswer)) as refusal:
        told(match, text)
    assert str(CANARY) not in str(refusal.value)
    told(match, "1 pile", "2 pile", "1 end yes", "2 end yes", "3 end yes")
    with pytest.raises(RulesError) as refusal:
        told(match, text)
    assert str(CANARY) not in str(refusal.value)


@pytest.mark.parametrize("pile", ["0  10", "0\n10", "1_0", "+10", "٣", "-10", "9" * 5000, "10x"])
def test_a_pile_has_one_way_to_be_written(pile: str) -> None:
    match = told(market({1: (0, 3, 10), 2: ()}), "1 lot trade")
    with pytest.raises(WrongAnswer):
        match.answer(Answer(1, "pile", pile))


def test_what_was_taken_back_stays_secret() -> None:
    match = told(market(WALLETS), "1 lot trade", f"2 pile {CANARY}", "2 undo yes")
    for seat in (None, 1, 3):
        assert str(CANARY) not in known(match, seat)
    told(match, "2 redo", "1 pile 50", "1 undo yes", "2 undo yes")
    assert str(CANARY) not in known(match, 3)
    told(match, "3 undo yes")
    for seat in (None, 3):
        assert str(CANARY) not in known(match, seat)


def test_after_the_piles_are_known_taking_back_needs_everybody() -> None:
    match = told(market(WALLETS), "1 lot trade", "2 pile 10")
    assert not match.needs_vote(2)
    told(match, "1 pile 10")
    assert match.needs_vote(1)
    told(match, "1 undo yes", "2 undo yes")
    assert match.view(None)["laid"] == ()
    told(match, "3 undo yes")
    assert match.view(None)["laid"] == (2,)
    # Both have seen the piles: what lies before them is no longer one player's to take back either.
    assert match.needs_vote(2)


@given(SEEDS)
def test_others_know_nothing_of_a_pile_until_they_are_told(seed: int) -> None:
    """Two games, alike in all but the notes of seat 2 and what he lays: the others see no difference."""
    rng = Random(seed)
    one = market({1: (0, 10, 50), 2: (0, 10, 10, 10), 3: (10, 100)})
    other = market({1: (0, 10, 50), 2: (CANARY, 500, 500, 0, 1), 3: (10, 100)})
    for match in (one, other):
        told(match, "1 lot trade")
    first, second = rng.choice(("", "10", "0 10 10")), rng.choice(("", "1", f"500 {CANARY}"))
    steps = [(f"2 pile {first}", f"2 pile {second}")]
    if rng.random() < 0.5:
        steps += [("2 undo yes",) * 2, ("2 redo",) * 2] * rng.randint(1, 2)
    for mine, yours in steps:
        told(one, mine)
        told(other, yours)
        for seat in (None, 1, 3):
            assert known(one, seat) == known(other, seat)
            assert seat is None or one.may(seat) == other.may(seat)
    for match in (one, other):
        told(match, "1 pile 10")
    public = [event for match in (one, other) for event in told_to(match.events, 3) if "notes" in event]
    assert not public


@given(SEEDS, st.integers(0, 60))
def test_the_toy_replays_ends_and_keeps_its_notes(seed: int, steps: int) -> None:
    rng, match = Random(seed), market(WALLETS)
    play(match, rng, steps)
    again = market(WALLETS)
    for answer in match.journal:
        again.answer(Answer.from_json(json.loads(json.dumps(answer.to_json()))))
        assert Answer.from_text(str(answer)) == answer
    assert snapshot(again) == snapshot(match)
    finish(match, rng)
    notes = [note for seat in WALLETS for note in notes_of(match, seat)]
    assert sorted(notes) == sorted(note for wallet in WALLETS.values() for note in wallet)


@given(SEEDS, st.integers(1, 40))
def test_undo_then_redo_is_the_identity_in_the_toy(seed: int, steps: int) -> None:
    rng, match = Random(seed), market(WALLETS, lots=20)
    play(match, rng, steps, restless=0)
    before = snapshot(match)
    match.answer(undo(match))
    assert snapshot(match) == before


@given(SEEDS, st.integers(1, 40))
def test_no_undo_leaves_a_count_past_its_first_number(seed: int, steps: int) -> None:
    rng, match = Random(seed), market(WALLETS, lots=20)
    play(match, rng, steps, restless=0)
    while any("undo" in match.may(seat) for seat in WALLETS):
        undo(match)
        assert counting(match) in (None, 1)
