"""What must hold in every game of liar's dice, however it is played: with asides, votes and disputes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import CLOCK, GAMES, TABLE, Answer, Match, Setup, told_to
from engine.errors import RulesError
from engine.request import SeeDice
from tests.engine.play import any_answer, finish, play, snapshot, undo

KIND = GAMES["liars-dice"]
SEEDS = st.integers(0, 2**32)
STEPS = st.integers(0, 150)
SETUPS = st.builds(
    lambda count, options: Setup(KIND.key, tuple(range(1, count + 1)), options),
    st.integers(KIND.least, KIND.most),
    st.fixed_dictionaries({}, optional={o.key: st.sampled_from(o.choices) for o in KIND.options}),
)

WORDS = [
    "",
    "yes",
    "no",
    "1",
    "2",
    "6",
    "*",
    "1x1",
    "7x4",
    "10x*",
    "20x5",
    "21x1",
    "1x6",
    "1:11111",
    "1:*",
    "٣",
]
WORDS += [
    "1:1 2:2",
    "9:11111",
    "1:99999",
    "1:11111  2:22222",
    ":",
    "9" * 5000 + ":1",
    "x",
    "bid",
    "\x00",
    "é",
    "-1",
]
KEYS = [
    "bid",
    "call",
    "roll",
    "stacked",
    "re-roll",
    "dice",
    "enter",
    "agree",
    "undo",
    "redo",
    "dispute",
    "end",
]
ANSWERS = st.builds(
    Answer,
    st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 6, 7, TABLE, CLOCK, "", "1"]),
    st.sampled_from([*KEYS, "", "count", "pile", "Bid"]),
    st.one_of(st.sampled_from(WORDS), st.text(max_size=8)),
)


def played(setup: Setup, seed: int, steps: int, restless: float = 0.3) -> Match:
    match = Match(setup)
    play(match, Random(seed), steps, restless)
    return match


def dice(match: Match) -> dict[str, int]:
    left: Any = match.view(None)["dice"]
    return dict(left)


@given(SETUPS, SEEDS, STEPS)
def test_a_journal_replays_to_the_same_match(setup: Setup, seed: int, steps: int) -> None:
    match = played(setup, seed, steps)
    again = Match.replayed(setup, match.journal)
    assert snapshot(again) == snapshot(match)
    assert again.journal == match.journal


@given(SETUPS, SEEDS, STEPS)
def test_it_replays_from_its_text_and_its_json(setup: Setup, seed: int, steps: int) -> None:
    match = played(setup, seed, steps)
    texts = [str(answer) for answer in match.journal]
    objects = json.loads(json.dumps([answer.to_json() for answer in match.journal]))
    written = json.loads(json.dumps(setup.to_json()))
    for answers in ([Answer.from_text(text) for text in texts], [Answer.from_json(data) for data in objects]):
        assert answers == match.journal
        assert snapshot(Match.replayed(Setup.from_json(written), answers)) == snapshot(match)


@given(SETUPS, SEEDS, STEPS)
def test_what_answer_gives_is_what_happened(setup: Setup, seed: int, steps: int) -> None:
    """Told step by step or all at once, the events are the same, as long as nothing is taken back."""
    match, rng = Match(setup), Random(seed)
    told = list(match.events)
    for _ in range(steps):
        if match.result is None:
            told += match.answer(any_answer(match, rng, asides=True))
    assert tuple(told) == match.events


@given(SETUPS, SEEDS, STEPS)
def test_undo_then_redo_is_the_identity(setup: Setup, seed: int, steps: int) -> None:
    match = played(setup, seed, steps)
    votes: Any = match.view(None)["votes"]
    can = [seat for seat in setup.seats if "undo" in match.may(seat)]
    if "undo" in votes or not can:
        return
    before, journal = snapshot(match), list(match.journal)
    match.answer(undo(match))
    assert snapshot(match) == before
    assert match.journal[: len(journal)] == journal


@given(SETUPS, SEEDS, STEPS)
def test_all_can_be_taken_back_and_put_there_again(setup: Setup, seed: int, steps: int) -> None:
    match = played(setup, seed, steps, restless=0)
    before, redos = snapshot(match), list[Answer]()
    if match.result is not None:
        return
    while any("undo" in match.may(seat) for seat in setup.seats):
        redos.append(undo(match))
    for redo in reversed(redos):
        match.answer(redo)
    assert snapshot(match) == before


@given(SETUPS, SEEDS, STEPS, st.lists(ANSWERS, min_size=1, max_size=30))
def test_what_is_refused_changes_nothing(setup: Setup, seed: int, steps: int, answers: list[Answer]) -> None:
    match = played(setup, seed, steps)
    for answer in answers:
        before, journal = snapshot(match), list(match.journal)
        try:
            match.answer(answer)
        except RulesError:
            assert match.journal == journal
            assert snapshot(match) == before
        else:
            assert match.journal == [*journal, answer]
            assert Answer.from_text(str(answer)) == answer
    assert snapshot(Match.replayed(setup, match.journal)) == snapshot(match)


@given(SETUPS, SEEDS, STEPS)
def test_no_play_gets_stuck(setup: Setup, seed: int, steps: int) -> None:
    match = played(setup, seed, steps)
    finish(match, Random(seed))
    assert match.result is not None
    assert match.open == ()
    assert match.result.winners
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


@given(SETUPS, SEEDS, STEPS)
def test_views_are_json_and_made_anew(setup: Setup, seed: int, steps: int) -> None:
    match = played(setup, seed, steps)
    for seat in (None, *setup.seats):
        before = json.dumps(match.view(seat))
        match.view(seat).clear()
        view: Any = match.view(seat)
        view["dice"].clear()
        assert json.dumps(match.view(seat)) == before
        json.dumps(told_to(match.events, seat))
