"""The journal gives back what it was given, always opens, and says in words what is wrong."""

from __future__ import annotations

import errno
import json
import logging
import os
import pickle
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.errors import AlreadyRunning, JournalBroken, JournalError, JournalFull, JournalGone
from firmware.journal import Game, Journal, Reader

WHEN = datetime(2026, 11, 28, 20, 15, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal(path)
    yield journal
    journal.close()


def reopened(path: Path) -> tuple[list[Game], dict[int, list[str]], list[str]]:
    journal = Journal(path)
    try:
        return journal.games(), {g.id: journal.entries(g.id) for g in journal.games()}, journal.notices
    finally:
        journal.close()


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


@pytest.mark.usefixtures("journal")
def test_a_second_box_is_told_who_has_it(path: Path) -> None:
    with pytest.raises(AlreadyRunning, match=rf"already running \(pid {os.getpid()}\)") as caught:
        Journal(path)
    assert caught.value.pid == os.getpid()
    assert caught.value.exit_code == 75


def test_another_process_is_told_too_and_gets_it_after_the_first_is_killed(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from firmware.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"open\n"
        with pytest.raises(AlreadyRunning) as caught:
            Journal(path)
        assert caught.value.pid == child.pid
        child.kill()
        child.wait()
    Journal(path).close()


def test_a_running_journal_can_be_read_by_another(path: Path, journal: Journal) -> None:
    game = journal.begin("g", "{}")
    journal.append(game, "one")
    reader = Reader(path)
    assert reader.entries(game) == ["one"]
    journal.append(game, "two")
    assert reader.entries(game) == ["one", "two"]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._db.execute("DELETE FROM entries")
    reader.close()


@pytest.mark.parametrize("content", [None, b"", b"no journal\n" * 500], ids=["missing", "empty", "foreign"])
def test_reading_what_is_no_journal_is_one_clear_error(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "x.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(JournalError, match="cannot be read"):
        Reader(path)


def aside(path: Path) -> list[Path]:
    return sorted(path.parent.glob(path.name + ".broken-*"))


def foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE t (x)")
    db.close()


def newer(path: Path) -> None:
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()


def cut(path: Path) -> None:
    Journal(path).close()
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_bytes(b"junk" * 4000), "SQLITE_NOTADB"),
        (foreign, "not a journal of this program"),
        (newer, "its form is 99"),
        (cut, "damaged|SQLITE_CORRUPT"),
    ],
    ids=["junk", "another program's", "a newer form", "cut short"],
)
def test_a_file_that_cannot_be_used_is_kept_aside_and_the_box_starts(
    path: Path, make: object, says: str
) -> None:
    path.parent.mkdir()
    make(path)  # type: ignore[operator]
    before = path.read_bytes()
    journal = Journal(path)
    assert len(journal.notices) == 1
    (kept,) = aside(path)
    assert kept.name in journal.notices[0]
    assert re.search(says, journal.notices[0])
    assert kept.read_bytes()[100:] == before[100:]
    game = journal.begin("g", "{}")
    journal.append(game, "goes on")
    journal.close()
    assert reopened(path)[1:] == ({game: ["goes on"]}, [])


def test_an_empty_file_is_a_new_journal(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert reopened(path) == ([], {}, [])


def _put(kind: str, path: Path) -> None:
    """Something that is no file lies there."""
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as there:
                there.bind(str(path))
        case "link to a pipe":
            os.mkfifo(path.with_name("pipe"))
            path.symlink_to("pipe")


NO_FILES = ("folder", "pipe", "socket", "link to a pipe")


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_left_as_it_is_and_the_evening_is_kept_in_memory(path: Path, kind: str) -> None:
    path.parent.mkdir()
    _put(kind, path)
    path.chmod(0o666)
    before = {one: one.lstat() for one in path.parent.iterdir()}
    journal = Journal(path)
    assert "is not a file" in journal.notices[0]
    assert not journal.durable
    game = journal.begin("g", "{}")
    journal.append(game, "x")
    assert journal.entries(game) == ["x"]
    journal.close()
    now = {one: one.lstat() for one in path.parent.iterdir()}
    assert [(one, now[one].st_ino, now[one].st_mode) for one in now] == [
        (one, before[one].st_ino, before[one].st_mode) for one in before
    ]


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_and_comes_into_its_place_in_mid_game_stays_there(
    path: Path, journal: Journal, kind: str
) -> None:
    game = journal.begin("g", "{}", WHEN)
    path.unlink()
    _put(kind, path)
    there = path.lstat()
    with pytest.raises(JournalGone, match="is not a file"):
        journal.append(game, "one")
    assert (path.lstat().st_ino, path.lstat().st_mode) == (there.st_ino, there.st_mode)
    path.rmdir() if kind == "folder" else path.unlink()
    journal.append(game, "two")
    assert reading(path) == ["one", "two"]


@pytest.mark.parametrize("call", ["ftruncate", "pwrite"])
def test_a_sound_journal_is_used_where_the_disk_takes_not_even_the_pid(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    with closing(Journal(path)) as journal:
        journal.append(journal.begin("g", "{}", WHEN), "one")
    path.with_name(path.name + ".lock").write_bytes(b"")

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"firmware.journal.lock.os.{call}", full)
    with closing(Journal(path)) as journal:
        assert journal.durable
        assert journal.entries(1) == ["one"]
        with pytest.raises(AlreadyRunning):
            Journal(path)


def test_a_folder_that_takes_no_file_is_announced_and_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    journal = Journal(tmp_path / "file" / "journal.db")
    assert not journal.durable
    assert "in memory only" in journal.notices[0]
    game = journal.begin("g", "{}")
    assert journal.append(game, "x") == 0
    assert journal.entries(game) == ["x"]
    journal.close()


@given(
    texts=st.lists(st.text(max_size=40).filter(lambda t: not any("\ud800" <= c <= "\udfff" for c in t))),
    damaged=st.integers(0, 30),
    how=st.sampled_from(["text", "crc", "row"]),
)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_game_with_a_damaged_step_goes_on_from_its_longest_whole_beginning(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], damaged: int, how: str
) -> None:
    path = tmp_path_factory.mktemp("j") / "journal.db"
    journal = Journal(path)
    game = journal.begin("g", "{}")
    for text in texts:
        journal.append(game, text)
    journal.close()
    db = sqlite3.connect(path)
    change = {
        "text": "UPDATE entries SET text = text || 'x' WHERE n = ?",
        "crc": "UPDATE entries SET crc = crc + 1 WHERE n = ?",
        "row": "DELETE FROM entries WHERE n = ?",
    }[how]
    db.execute(change, (damaged,))
    db.commit()
    db.close()
    again = Journal(path)
    whole = texts[:damaged]
    assert again.entries(game) == whole
    after = len(texts) - damaged - (how == "row")
    assert bool(again.notices) == (after > 0)
    assert again.append(game, "next") == len(whole)
    again.close()
    assert reopened(path)[1:] == ({game: [*whole, "next"]}, [])


class FullDisk:
    """Lets the file grow no further, by SQLite's own limit, until it is lifted."""

    def __init__(self, journal: Journal) -> None:
        self._db = journal._db
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        self._db.execute(f"PRAGMA max_page_count = {pages}")

    def lift(self) -> None:
        self._db.execute("PRAGMA max_page_count = 1000000")


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


def test_another_name_of_the_same_file_is_the_same_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    (tmp_path / "link.db").symlink_to(tmp_path / "journal.db")
    with pytest.raises(AlreadyRunning):
        Journal(tmp_path / "link.db")
    journal.close()


# ---- a file that is taken away -------------------------------------------------------------------------


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


def reading(path: Path) -> list[str]:
    """What another program finds in the file now."""
    reader = Reader(path)
    try:
        return reader.entries(reader.games()[-1].id)
    finally:
        reader.close()
