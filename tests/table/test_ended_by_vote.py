"""A game that all have ended says, on pods and pages and in its account, how all stand and who has won."""

from __future__ import annotations

from random import Random

import pytest

from engine import GAMES, Answer, Event, Match, Setup
from firmware.replay import account
from firmware.words import LANGUAGES, Words
from firmware.words.values import mapping
from tests.engine.play import play
from tests.table.rig import Rig
from tests.table.texts import lines_of

SEATS = (1, 2, 3)
FAR = 120  # answers into a game: somebody has something by then

in_each_game = pytest.mark.parametrize("game", GAMES)


def midway(game: str, seed: int = 7) -> Match:
    """A game that goes on; whoever is in it still may vote."""
    rng = Random(seed)
    match = Match(Setup(game, SEATS))
    for steps in range(FAR, 0, -10):
        match = Match(Setup(game, SEATS))
        play(match, rng, steps, restless=0.0)
        if match.result is None:
            break
    return match


def voted(match: Match) -> tuple[Event, ...]:
    """All agree: what was told by the last yes."""
    told: tuple[Event, ...] = ()
    for seat in SEATS:
        if "end" in match.may(seat):
            told = match.answer(Answer(seat, "end", "yes"))
    assert match.result is not None
    assert match.result.by_vote
    return told


@in_each_game
def test_the_page_says_how_all_stand_and_who_has_won(game: str) -> None:
    match = midway(game)
    told = voted(match)
    rig = Rig(SEATS, match=match)
    public = rig.play.public()
    entries = public["account"]
    assert isinstance(entries, list)
    words, lines = rig.house.words, [entry["text"] for entry in entries]
    assert match.result is not None
    winners = words.winners(match.result.winners)
    assert lines[-len(told) :] == [words.line(event, game) for event in told]
    assert len(told) == len(SEATS) + 2
    assert all(lines[-len(told) :])
    assert lines[-1] == winners
    assert public["asked"] == f"Ended by vote · {winners}"
    assert public["waits"] == []


@in_each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_replay_ends_with_the_same(game: str, language: str) -> None:
    match = midway(game)
    told = voted(match)
    words = Words(language)
    entries = [str(answer) for answer in match.journal]
    lines = list(account(match.setup, entries, None, words))
    assert lines[-len(told) :] == [words.line(event, game) for event in told]


@in_each_game
def test_each_glass_says_who_has_won_and_page_by_page_how_all_stand(game: str) -> None:
    match = midway(game)
    voted(match)
    rig = Rig(SEATS, match=match)
    assert match.result is not None
    for seat in SEATS:
        pages = rig.house.words.result(match.result, seat, match.view(seat))
        assert len(pages) > 1, "how they stand"
        head, *said = lines_of(pages[0])
        assert head == "# Ended by vote"
        won = "You win!" if match.result.winners == (seat,) else rig.house.words.winners(match.result.winners)
        assert won in said
        for page in pages:
            assert lines_of(rig.glass[seat])[:-1] == lines_of(page)
            rig.press(seat, "m")


@pytest.mark.parametrize("game", ["bluff-auction", "kuhhandel"])
@pytest.mark.parametrize("seed", range(12))
def test_money_that_is_secret_stays_so_when_all_have_ended_the_trade(game: str, seed: int) -> None:
    match = midway(game, seed)
    told = voted(match)
    assert all(event.is_known_to(None) for event in told)
    assert {event.key for event in told} == {"ended-by-vote", "score", "won"}
    for event in told:
        if event.key == "score":
            assert set(mapping(event.values["steps"])) == {"sets", "dove", "sum", "times", "points"}
