"""What must hold in every game of the house, however it is played: with asides, votes and disputes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CLOCK, GAMES, TABLE, Answer, Event, Match, Setup, told_to
from engine.errors import RulesError
from tests.engine.play import any_answer, finish, play, snapshot, undo
from tests.engine.setups import setups

SETUPS = {key: setups(kind) for key, kind in GAMES.items()}
SEEDS = st.integers(0, 2**32)
STEPS = st.integers(0, 300)
FEW_STEPS = st.integers(0, 100)
in_each_game = pytest.mark.parametrize("game", GAMES)

WORDS = ["", "yes", "no", "1", "2", "6", "*", "10", "0 0", "1x1", "7x4", "10x*", "20x5", "21x1", "1x6"]
WORDS += ["1:11111", "1:*", "1:1 2:2", "9:11111", "1:99999", "1:11111  2:22222", ":", "9" * 5000 + ":1"]
WORDS += ["auction", "trade:cow", "trade:", "accept", "counter", "buy", "sell", "spot:cow", "spot:cow,pig"]
WORDS += ["spot:donkey", "1:cow,pig,cat,dog", "1:0,10", "spot:,", "9" * 5000, "500", "999999990"]
WORDS += ["٣", "x", "bid", "\x00", "é", "-1"]
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
KEYS += ["starts", "cards", "turn", "partner", "count", "insolvent", "right", "payment", "offer", "counter"]
KEYS += ["reply", "dove", "score", "anew", "counted", "", "pile", "Bid"]
ANSWERS = st.builds(
    Answer,
    st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 6, 7, TABLE, CLOCK, "", "1"]),
    st.sampled_from(KEYS),
    st.one_of(st.sampled_from(WORDS), st.text(max_size=8)),
)


def played(setup: Setup, seed: int, steps: int, restless: float = 0.3) -> Match:
    match = Match(setup)
    play(match, Random(seed), steps, restless)
    return match


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_a_journal_replays_to_the_same_match(game: str, data: st.DataObject, seed: int, steps: int) -> None:
    setup = data.draw(SETUPS[game])
    match = played(setup, seed, steps)
    again = Match.replayed(setup, match.journal)
    assert snapshot(again) == snapshot(match)
    assert again.journal == match.journal


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_an_end_by_vote_tells_how_all_stand_and_who_has_won(
    game: str, data: st.DataObject, seed: int, steps: int
) -> None:
    match = played(data.draw(SETUPS[game]), seed, steps)
    told: tuple[Event, ...] = ()
    for seat in match.setup.seats:
        if "end" in match.may(seat):
            told = match.answer(Answer(seat, "end", "yes"))
    if match.result is None or not match.result.by_vote:
        return
    ended, *scores, won = told or match.events[-len(match.setup.seats) - 2 :]
    assert ended.key == "ended-by-vote"
    assert [(one.key, one.values["seat"]) for one in scores] == [
        ("score", seat) for seat in match.result.score
    ]
    assert (won.key, won.values["seats"]) == ("won", match.result.winners)
    assert {*match.result.winners} == {
        seat for seat, points in match.result.score.items() if points == max(match.result.score.values())
    } or game == "bluff-you", "of those that have as many points there, who has fewer tokens"
    assert match.view(None)["phase"] == "over"


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_it_replays_from_its_text_and_its_json(game: str, data: st.DataObject, seed: int, steps: int) -> None:
    setup = data.draw(SETUPS[game])
    match = played(setup, seed, steps)
    texts = [str(answer) for answer in match.journal]
    objects = json.loads(json.dumps([answer.to_json() for answer in match.journal]))
    written = json.loads(json.dumps(setup.to_json()))
    for answers in ([Answer.from_text(text) for text in texts], [Answer.from_json(data) for data in objects]):
        assert answers == match.journal
        assert snapshot(Match.replayed(Setup.from_json(written), answers)) == snapshot(match)


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_what_answer_gives_is_what_happened(game: str, data: st.DataObject, seed: int, steps: int) -> None:
    """Told step by step or all at once, the events are the same, as long as nothing is taken back."""
    match, rng = Match(data.draw(SETUPS[game])), Random(seed)
    told = list(match.events)
    for _ in range(steps):
        if match.result is None:
            told += match.answer(any_answer(match, rng, asides=True))
    assert tuple(told) == match.events


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_undo_then_redo_is_the_identity(game: str, data: st.DataObject, seed: int, steps: int) -> None:
    setup = data.draw(SETUPS[game])
    match = played(setup, seed, steps)
    votes: Any = match.view(None)["votes"]
    can = [seat for seat in setup.seats if "undo" in match.may(seat)]
    if "undo" in votes or not can:
        return
    before, journal = snapshot(match), list(match.journal)
    match.answer(undo(match))
    assert snapshot(match) == before
    assert match.journal[: len(journal)] == journal


@in_each_game
@given(st.data(), SEEDS, FEW_STEPS)
def test_all_can_be_taken_back_and_put_there_again(
    game: str, data: st.DataObject, seed: int, steps: int
) -> None:
    setup = data.draw(SETUPS[game])
    match = played(setup, seed, steps, restless=0)
    before, redos = snapshot(match), list[Answer]()
    if match.result is not None:
        return
    while any("undo" in match.may(seat) for seat in setup.seats):
        redos.append(undo(match))
    for redo in reversed(redos):
        match.answer(redo)
    assert snapshot(match) == before


@in_each_game
@given(st.data(), SEEDS, STEPS, st.lists(ANSWERS, min_size=1, max_size=30))
def test_what_is_refused_changes_nothing(
    game: str, data: st.DataObject, seed: int, steps: int, answers: list[Answer]
) -> None:
    setup = data.draw(SETUPS[game])
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


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_no_play_gets_stuck(game: str, data: st.DataObject, seed: int, steps: int) -> None:
    match = played(data.draw(SETUPS[game]), seed, steps)
    finish(match, Random(seed), bound=20_000)
    assert match.result is not None
    assert match.open == ()
    assert match.result.winners


@in_each_game
@given(st.data(), SEEDS, STEPS)
def test_views_are_json_and_made_anew(game: str, data: st.DataObject, seed: int, steps: int) -> None:
    setup = data.draw(SETUPS[game])
    match = played(setup, seed, steps)
    for seat in (None, *setup.seats):
        before = json.dumps(match.view(seat))
        for value in match.view(seat).values():
            if isinstance(value, dict):
                value.clear()
        assert json.dumps(match.view(seat)) == before
        json.dumps(told_to(match.events, seat))
