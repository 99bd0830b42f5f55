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


@given(SETUPS, SEEDS, SEEDS)
def test_nobody_sees_a_difference_in_anothers_hidden_dice(setup: Setup, seed: int, hidden: int) -> None:
    """Two tables, alike in every answer, but under one cup lie other dice in each round: until that hand is
    read, everybody's view and what everybody is told are equal to the byte - its owner's too, for the
    engine does not know what lies under a cup."""
    rng, secret = Random(seed), Random(hidden)
    one, other = Match(setup), Match(setup)
    while one.result is None:
        owner = secret.choice([seat for seat in setup.seats if dice(one)[str(seat)]])
        while all(request.by != TABLE for request in one.open) and one.result is None:
            answer = any_answer(one, rng, asides=rng.random() < 0.2)
            one.answer(answer)
            other.answer(answer)
            assert_alike(one, other, setup)
        if one.result is not None:
            break
        wanted = one.open[0].wanted  # type: ignore[union-attr]
        faces = one.open[0].faces  # type: ignore[union-attr]
        hands = {seat: "".join(rng.choice(faces) for _ in range(count)) for seat, count in wanted.items()}
        for seat in rng.sample(sorted(wanted), len(wanted)):
            if seat != owner:
                for match in (one, other):
                    match.answer(Answer(TABLE, "dice", f"{seat}:{hands[seat]}"))
                if owner in wanted:
                    assert_alike(one, other, setup)
        if owner not in wanted:
            continue
        one.answer(Answer(TABLE, "dice", f"{owner}:{hands[owner]}"))
        changed = "".join(secret.choice(faces) for _ in hands[owner])
        other.answer(Answer(TABLE, "dice", f"{owner}:{changed}"))
        if changed != hands[owner]:
            assert one.events != other.events  # the difference is one that shows, once it may
            other = Match.replayed(setup, one.journal)


def assert_alike(one: Match, other: Match, setup: Setup) -> None:
    assert one.open == other.open
    for seat in (None, *setup.seats):
        assert json.dumps(one.view(seat)) == json.dumps(other.view(seat))
        assert json.dumps(told_to(one.events, seat)) == json.dumps(told_to(other.events, seat))


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
