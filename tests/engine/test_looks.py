"""Whoever has looked at what is hidden knows it: what went before it he no longer takes back alone (G-05), in
every game in which somebody looks."""

import pytest

from engine import Answer, Match, Setup
from engine.errors import NotAllowedNow

OPEN = ("table dice 1:11111 2:22222 3:33333", "2 roll", "3 roll")
BEGUN = ("1 throw", "table dice 1:6", "2 throw", "table dice 2:1", "3 throw", "table dice 3:1", "1 throw")
LOOKS = {
    "liars-dice": ({}, OPEN, "1 roll", "3 bid 5x5"),
    "bluff-you": ({}, ("1 starts 1",), "1 roll", "1 person 2"),
    "biz-bluff": (
        {"way": "light"},
        (*BEGUN, "table dice 1:3", "1 reached company", "1 company Y2"),
        "1 deed look",
        "2 throw",
    ),
}
"""By game: options, what is said until somebody looks, the look, and what the next to speak may say."""


def told(match: Match, *answers: str) -> Match:
    for answer in answers:
        match.answer(Answer.from_text(answer))
    return match


@pytest.mark.parametrize("game", LOOKS)
def test_what_was_looked_at_only_all_together_take_back(game: str) -> None:
    options, before, look, _ = LOOKS[game]
    match = told(Match(Setup(game, (1, 2, 3), options)), *before)
    asked, seen = match.open, match.view(1)
    told(match, look)
    assert match.view(1)["alone"] is False
    told(match, "1 undo yes", "2 undo yes")
    assert match.view(1)["votes"] == {"undo": (1, 2)}
    told(match, "3 undo yes")
    assert match.open == asked
    assert {**match.view(1), "may": None} == {**seen, "may": None, "alone": False}


@pytest.mark.parametrize("game", LOOKS)
def test_that_somebody_has_looked_is_told_to_nobody(game: str) -> None:
    options, before, look, _ = LOOKS[game]
    match = told(Match(Setup(game, (1, 2, 3), options)), *before)
    events = match.answer(Answer.from_text(look))
    assert [event.key for event in events if event.reveal] == ["looked"]
    assert not any(event.is_known_to(seat) for event in events if event.reveal for seat in (None, 1, 2, 3))


@pytest.mark.parametrize("game", LOOKS)
def test_what_is_said_after_it_may_be_taken_back_alone(game: str) -> None:
    options, before, look, after = LOOKS[game]
    match = told(Match(Setup(game, (1, 2, 3), options)), *before, look)
    asked, who = match.open, after.split()[0]
    told(match, after, f"{who} undo yes")
    assert match.open == asked
    with pytest.raises(NotAllowedNow):
        told(match, f"{who} undo no")
