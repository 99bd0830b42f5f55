"""The journal always opens, and says in words what was wrong with the file."""

from __future__ import annotations

import errno
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.errors import AlreadyRunning
from firmware.journal import Journal
from tests.firmware.journal.files import NO_FILES, WHEN, put, reopened


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


def marked(path: Path, at: int, value: int) -> None:
    """One byte of the header is another: SQLite's form of the file."""
    Journal(path).close()
    raw = bytearray(path.read_bytes())
    raw[at] = value
    path.write_bytes(raw)


def without_a_table(path: Path) -> None:
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE memory")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_bytes(b"junk" * 4000), "SQLITE_NOTADB"),
        (foreign, "not a journal of this program"),
        (newer, "its form is 99"),
        (cut, "damaged|SQLITE_CORRUPT"),
        (lambda path: marked(path, 18, 3), "only read"),
        (lambda path: marked(path, 47, 5), "SQLITE_ERROR"),
        (without_a_table, "SQLITE_ERROR"),
    ],
    ids=["junk", "another program's", "a newer form", "cut short", "only read", "unknown form", "no table"],
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


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_left_as_it_is_and_the_evening_is_kept_in_memory(path: Path, kind: str) -> None:
    path.parent.mkdir()
    put(kind, path)
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
