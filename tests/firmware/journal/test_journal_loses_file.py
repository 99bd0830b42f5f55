"""Whatever becomes of the file while a game is on, the game goes on and the journal says so."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from firmware.errors import AlreadyRunning, JournalBroken, JournalFull, JournalGone
from firmware.journal import Game, Journal, Reader
from tests.firmware.journal.files import NO_FILES, WHEN, FullDisk, put, reading, reopened


def test_on_a_full_disk_the_game_goes_on_and_nothing_is_missing_once_there_is_room(
    path: Path, journal: Journal
) -> None:
    game = journal.begin("g", "{}")
    journal.append(game, "on the disk")
    disk = FullDisk(journal)
    big = "x" * 20_000
    with pytest.raises(JournalFull, match="SQLITE_FULL") as caught:
        journal.append(game, big)
    assert (caught.value.game, caught.value.owed) == (game, 1)
    with pytest.raises(JournalFull):
        journal.append(game, "small")
    with pytest.raises(JournalFull) as begun:
        journal.begin("h", "{}")
    other = begun.value.game
    with pytest.raises(JournalFull):
        journal.append(other, "first")
    with pytest.raises(JournalFull):
        journal.keep("names", "[]")
    with pytest.raises(JournalFull):
        journal.end(game)
    # What is read includes what waits.
    assert journal.entries(game) == ["on the disk", big, "small"]
    assert journal.entries(other) == ["first"]
    assert journal.kept("names") == "[]"
    assert [g.id for g in journal.unfinished()] == [other]
    assert journal.owed == 6
    # And the file is a whole beginning all the while.
    reader = Reader(path)
    assert reader.entries(game) == ["on the disk"]
    reader.close()
    disk.lift()
    assert journal.append(other, "second") == 1
    assert journal.owed == 0
    journal.close()
    games, entries, notices = reopened(path)
    assert entries == {game: ["on the disk", big, "small"], other: ["first", "second"]}
    assert [g.ended is None for g in games] == [False, True]
    assert notices == []


def test_a_file_that_is_damaged_while_it_is_open_is_said_and_the_game_goes_on(path: Path) -> None:
    journal = Journal(path)
    game = journal.begin("g", "{}")
    for n in range(200):
        journal.append(game, f"step {n} " + "y" * 200)
    journal.close()
    journal = Journal(path)
    with path.open("r+b") as file:
        size = path.stat().st_size
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    journal._db.execute("PRAGMA cache_size = 0")
    with pytest.raises(JournalBroken, match="the next start begins a new file"):
        journal.append(game, "more")
    journal.close()
    assert "kept as" in reopened(path)[2][0]


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_and_comes_into_its_place_in_mid_game_stays_there(
    path: Path, journal: Journal, kind: str
) -> None:
    game = journal.begin("g", "{}", WHEN)
    path.unlink()
    put(kind, path)
    there = path.lstat()
    with pytest.raises(JournalGone, match="is not a file"):
        journal.append(game, "one")
    assert (path.lstat().st_ino, path.lstat().st_mode) == (there.st_ino, there.st_mode)
    path.rmdir() if kind == "folder" else path.unlink()
    journal.append(game, "two")
    assert reading(path) == ["one", "two"]


def test_a_folder_deleted_in_mid_game_is_named_and_nothing_is_lost_once_it_is_back(
    path: Path, journal: Journal
) -> None:
    game = journal.begin("g", "{}", WHEN)
    journal.append(game, "one")
    shutil.rmtree(path.parent)
    for place, text in enumerate(("two", "three"), start=1):
        with pytest.raises(JournalGone, match=r"journal\.db: its file is gone") as gone:
            journal.append(game, text)
        assert gone.value.owed == place + 1
    assert journal.entries(game) == ["one", "two", "three"], "the table plays on"
    assert not path.parent.exists(), "it may be a disk that was unplugged: no folder is made in its place"
    path.parent.mkdir()
    journal.append(game, "four")
    assert reading(path) == ["one", "two", "three", "four"]
    with pytest.raises(AlreadyRunning):
        Journal(path)
    journal.close()
    games, entries, notices = reopened(path)
    assert (games, entries, notices) == (
        [Game(game, "2026-11-28T20:15:00+00:00", "g", "{}", None)],
        {game: ["one", "two", "three", "four"]},
        [],
    )


@pytest.mark.parametrize(
    "gone", [["journal.db"], ["journal.db-wal"], ["journal.db-shm"], ["journal.db-shm", "journal.db-wal"]]
)
def test_a_single_file_that_is_taken_away_is_written_anew_at_once(
    path: Path, journal: Journal, gone: list[str]
) -> None:
    game = journal.begin("g", "{}", WHEN)
    journal.append(game, "one")
    for name in gone:
        (path.parent / name).unlink()
    journal.append(game, "two")
    assert reading(path) == ["one", "two"]
    journal.append(game, "three")
    journal.close()
    assert reopened(path)[1] == {game: ["one", "two", "three"]}


def test_a_file_that_was_put_in_its_place_is_set_aside(path: Path, journal: Journal) -> None:
    game = journal.begin("g", "{}", WHEN)
    path.unlink()
    path.write_bytes(b"somebody else's")
    journal.append(game, "one")
    assert reading(path) == ["one"]
    aside = [file for file in path.parent.iterdir() if "broken" in file.name]
    assert b"somebody else's" in [file.read_bytes() for file in aside]


def test_a_folder_that_comes_back_without_room_keeps_everything_in_memory(
    path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = journal.begin("g", "{}", WHEN)
    journal.append(game, "one")
    shutil.rmtree(path.parent)
    path.parent.mkdir()

    def refused(*_: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("firmware.journal.journal.written_anew", refused)
    for text in ("two", "three"):
        with pytest.raises(JournalGone):
            journal.append(game, text)
    assert journal.entries(game) == ["one", "two", "three"]
    monkeypatch.undo()
    journal.append(game, "four")
    assert reading(path) == ["one", "two", "three", "four"]
