"""The journal gives back what it was given, and shows it to nobody else."""

from __future__ import annotations

import json
import logging
import pickle
import sqlite3
import threading
from pathlib import Path

import pytest

from firmware.errors import JournalFull
from firmware.journal import Game, Journal
from tests.firmware.journal.files import WHEN, FullDisk, reopened


def test_what_went_in_comes_out_in_order(path: Path, journal: Journal) -> None:
    first = journal.begin("liars-dice", '{"seats": 3}', WHEN)
    assert [journal.append(first, text) for text in ("roll", "bid 5x4", "bluff!")] == [0, 1, 2]
    journal.end(first, WHEN)
    second = journal.begin("liars-dice", "{}", WHEN)
    journal.append(second, "roll ⚀ é \U0001f3b2 '; DROP TABLE games")
    journal.close()
    games, entries, notices = reopened(path)
    start = "2026-11-28T20:15:00+00:00"
    assert games == [
        Game(first, start, "liars-dice", '{"seats": 3}', start),
        Game(second, start, "liars-dice", "{}", None),
    ]
    assert entries == {
        first: ["roll", "bid 5x4", "bluff!"],
        second: ["roll ⚀ é \U0001f3b2 '; DROP TABLE games"],
    }
    assert notices == []


def test_the_unfinished_games_are_offered_latest_first(journal: Journal) -> None:
    one, two, three = (journal.begin("g", "{}") for _ in range(3))
    journal.end(two)
    assert [game.id for game in journal.unfinished()] == [three, one]


def test_the_memory_keeps_replaces_and_forgets(path: Path, journal: Journal) -> None:
    assert journal.kept("names") is None
    journal.keep("names", json.dumps(["Ann"]))
    journal.keep("names", json.dumps(["Ann", "Bob"]))
    journal.keep("old", "x")
    journal.forget("old")
    journal.close()
    again = Journal(path)
    assert json.loads(again.kept("names") or "") == ["Ann", "Bob"]
    assert again.kept("old") is None
    again.close()


def test_it_is_in_the_file_before_the_call_returns(path: Path, journal: Journal) -> None:
    game = journal.begin("g", "{}")
    for n in range(5):
        journal.append(game, f"step {n}")
        other = sqlite3.connect(path)
        assert other.execute("SELECT count(*) FROM entries").fetchone() == (n + 1,)
        other.close()


def test_power_cuts_are_met_with_the_settings_that_held(journal: Journal) -> None:
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_nobody_else_on_the_machine_may_read_it(path: Path, journal: Journal) -> None:
    journal.append(journal.begin("g", "{}"), "secret")
    files = {file.name: oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()}
    assert files == dict.fromkeys(
        ["journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock"], oct(0o600)
    )
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    Journal(path).close()
    path.chmod(0o644)
    Journal(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_text_of_the_journal_is_ever_logged_or_said(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    canary = "pile 731"
    with caplog.at_level(logging.DEBUG):
        game = journal.begin("g", canary)
        journal.append(game, canary)
        FullDisk(journal)
        with pytest.raises(JournalFull) as caught:
            journal.append(game, canary + "x" * 20_000)
        said = (
            f"{caught.value!s} {caught.value!r} {journal!r} {journal._owed!r} {journal.notices} {caplog.text}"
        )
    assert canary not in said


def test_a_text_that_cannot_be_stored_is_refused_and_blocks_nothing(journal: Journal) -> None:
    game = journal.begin("g", "{}")
    with pytest.raises(UnicodeEncodeError):
        journal.append(game, "\ud800")
    with pytest.raises(UnicodeEncodeError):
        journal.keep("k", "\ud800")
    assert journal.append(game, "fine") == 0
    assert journal.owed == 0


def test_many_threads_write_to_one_journal(journal: Journal) -> None:
    game = journal.begin("g", "{}")
    threads = [
        threading.Thread(target=lambda name=name: [journal.append(game, f"{name} {i}") for i in range(10)])
        for name in "abcd"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = journal.entries(game)
    assert len(entries) == 40
    for name in "abcd":
        assert [e for e in entries if e.startswith(name)] == [f"{name} {i}" for i in range(10)]


def test_without_a_path_everything_is_in_memory() -> None:
    journal = Journal(None)
    assert not journal.durable
    game = journal.begin("g", "{}")
    journal.append(game, "x")
    assert journal.entries(game) == ["x"]
    journal.close()
    journal.close()


def test_a_journal_is_not_sent_anywhere(journal: Journal) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(journal)
