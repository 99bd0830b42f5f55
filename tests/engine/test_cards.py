"""Cards are seen by the table or entered by hand, place by place, and only such as there can be."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import TABLE, Answer, Match
from engine.errors import NotAllowedNow, NotAsked, WrongAnswer
from engine.request import EnterCards, SeeCards, cards_at, said_cards
from tests.engine.play import finish, play, snapshot
from tests.engine.toys import show

SEEDS = st.integers(0, 2**32)
NAMES = st.from_regex(r"[a-z0-9-]{1,8}", fullmatch=True)


def told(match: Match, *texts: str) -> Match:
    for text in texts:
        match.answer(Answer.from_text(text))
    return match


def asked(match: Match) -> SeeCards:
    return next(request for request in match.open if isinstance(request, SeeCards))


@given(st.dictionaries(NAMES, st.lists(NAMES, min_size=1).map(tuple), min_size=1))
def test_what_is_said_of_cards_has_one_form(cards: dict[str, tuple[str, ...]]) -> None:
    assert cards_at(said_cards(cards)) == cards


def test_the_table_says_where_which_card_lies() -> None:
    match = told(show(1, 2), "table cards spot:cow 1:pig 2:cow")
    assert match.events[-1].values == {"cards": {"spot": ("cow",), "1": ("pig",), "2": ("cow",)}}


def test_places_may_come_one_by_one_and_what_has_been_seen_is_not_offered_again() -> None:
    match = told(show(1, 2), "table cards spot:cow", "table cards 1:cow")
    assert asked(match).wanted == {"2": 1}
    assert asked(match).faces == {"pig": 2}
    with pytest.raises(WrongAnswer):
        told(match, "table cards 2:cow")
    told(match, "table cards 2:pig")
    assert match.events[-1].key == "shown"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "spot",
        "spot:",
        "spot:cow,pig",
        "3:cow",
        "spot:horse",
        "spot:cow spot:pig",
        "spot:cow  1:pig",
        ":cow",
        "spot:cow 1:cow 2:cow",
        "spot:Cow",
    ],
)
def test_cards_that_cannot_be_are_refused(said: str) -> None:
    match = show(1, 2)
    before = snapshot(match)
    for answer in (Answer(TABLE, "cards", said), Answer(2, "enter", said)):
        with pytest.raises(WrongAnswer) as refusal:
            match.answer(answer)
        assert not [name for name in ("cow", "pig", "horse") if name in str(refusal.value)]
    assert snapshot(match) == before


def test_by_hand_one_place_at_a_time_and_another_confirms() -> None:
    match = show(1, 2, 3)
    with pytest.raises(WrongAnswer):
        told(match, "2 enter spot:cow 1:pig")
    told(match, "2 enter spot:cow")
    assert match.view(None)["lies"] == {"spot": ("cow",)}
    assert {request.by for request in match.open} == {1, 3}
    with pytest.raises(NotAsked):
        told(match, "2 agree yes")
    told(match, "3 agree no")
    assert asked(match).wanted == {"spot": 1, "1": 1, "2": 1, "3": 1}
    told(match, "2 enter spot:cow", "1 agree yes")
    assert asked(match).wanted == {"1": 1, "2": 1, "3": 1}
    assert [request.aside for request in match.open if isinstance(request, EnterCards)] == [True] * 3


def test_a_reading_of_cards_can_be_disputed_while_the_count_runs_and_until_the_next_action() -> None:
    reading = "table cards spot:cow 1:pig 2:cow"
    match = told(show(1, 2), reading, "clock count", "clock count")
    assert "dispute" in match.may(2)
    told(match, "2 dispute")
    assert asked(match).wanted == {"spot": 1, "1": 1, "2": 1}
    assert match.view(None)["counted"] == 0
    told(match, reading, "clock count", "1 dispute")
    # Twice overturned: people enter it.
    assert not [request for request in match.open if request.by == TABLE]
    for place in ("spot:pig", "1:pig", "2:cow"):
        told(match, f"1 enter {place}", "2 agree yes")
    told(match, "clock count", "clock count", "clock count", "1 done")
    with pytest.raises(NotAllowedNow):
        told(match, "2 dispute")


@given(SEEDS, st.integers(0, 60))
def test_cards_replay_and_no_play_gets_stuck(seed: int, steps: int) -> None:
    match = show(1, 2, 3)
    # Three seats want four cards, all that there are.
    play(match, Random(seed), steps)
    again = show(1, 2, 3)
    for answer in match.journal:
        again.answer(answer)
    assert snapshot(again) == snapshot(match)
    finish(match, Random(seed))
