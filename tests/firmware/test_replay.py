"""`bluffbox replay` tells a kept game: publicly at any time, as a seat saw it once it is over."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from engine import Match, Setup
from firmware.cli import main
from firmware.journal import Journal
from tests.engine.play import finish, play

SEATS = (1, 2, 4)
SECRETS = ("You", "Your")


def played(folder: Path, over: bool) -> Match:
    """A game in the journal of that folder, played to its end or to the middle of a round."""
    match = Match(Setup("liars-dice", SEATS))
    rng = Random(11)
    if over:
        finish(match, rng)
    else:
        play(match, rng, 12, restless=0.0)
    journal = Journal(folder / "journal.db")
    game = journal.begin("liars-dice", json.dumps(match.setup.to_json()))
    for answer in match.journal:
        journal.append(game, str(answer))
    if over:
        journal.end(game)
    journal.close()
    return match


def replay(folder: Path, *words: str) -> Result:
    nothing = folder / "none.toml"
    nothing.touch()
    return CliRunner().invoke(main, ["replay", "--var", str(folder), "--settings", str(nothing), *words])


def test_without_a_number_it_lists_the_games(tmp_path: Path) -> None:
    played(tmp_path, over=True)
    played(tmp_path, over=False)
    told = replay(tmp_path)
    assert told.exit_code == 0
    first, second = told.output.splitlines()
    assert first.split()[0] == "1"
    assert "ended" in first
    assert "not over" in second


def test_the_public_account_has_each_bid_and_the_winner(tmp_path: Path) -> None:
    match = played(tmp_path, over=True)
    told = replay(tmp_path, "1")
    assert told.exit_code == 0, told.output
    for event in match.events:
        if event.key == "bid":
            assert str(event.values["bid"]).replace("x", " x ").replace("*", "★") in told.output
    assert match.result is not None
    assert f"Seat {match.result.winners[0]}" in told.output.splitlines()[-1]
    assert not [line for line in told.output.splitlines() if line.startswith("    ")]


def test_as_a_seat_it_has_what_stood_on_that_glass(tmp_path: Path) -> None:
    played(tmp_path, over=True)
    told = {seat: replay(tmp_path, "--as-seat", str(seat), "1").output for seat in SEATS}
    assert len(set(told.values())) == len(SEATS)
    for text in told.values():
        assert any(word in line for line in text.splitlines() if line.startswith("    ") for word in SECRETS)


def test_while_a_game_runs_nobody_reads_what_a_seat_saw(tmp_path: Path) -> None:
    played(tmp_path, over=False)
    assert replay(tmp_path, "1").exit_code == 0
    refused = replay(tmp_path, "--as-seat", "2", "1")
    assert refused.exit_code != 0
    assert "game 1 is not over" in refused.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("7",), "there is no game 7"),
        (("--as-seat", "3", "1"), "nobody sat at seat 3"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    played(tmp_path, over=True)
    refused = replay(tmp_path, *words)
    assert refused.exit_code == 1
    assert told in refused.output
    assert len(refused.output.splitlines()) == 1


def test_without_a_journal_it_says_so(tmp_path: Path) -> None:
    refused = replay(tmp_path, "1")
    assert refused.exit_code == 1
    assert "nothing was played yet" in refused.output


def test_another_language_tells_the_same_game(tmp_path: Path) -> None:
    played(tmp_path, over=True)
    english, german = (replay(tmp_path, "--language", code, "1").output for code in ("en", "de"))
    assert english != german
    assert len(english.splitlines()) == len(german.splitlines())


@pytest.mark.parametrize("pipe", ["journal.db", "none.toml"])
def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path, pipe: str) -> None:
    os.mkfifo(tmp_path / pipe)
    if pipe == "none.toml":
        told = CliRunner().invoke(main, ["replay", "--settings", str(tmp_path / pipe)])
    else:
        told = replay(tmp_path)
    assert told.exit_code == 1
    assert "is not a file" in told.output
