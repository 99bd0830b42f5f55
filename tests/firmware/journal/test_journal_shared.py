"""One box writes a journal; others are told who has it, or read along."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.errors import AlreadyRunning, JournalError
from firmware.journal import Journal, Reader


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


def test_another_name_of_the_same_file_is_the_same_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    (tmp_path / "link.db").symlink_to(tmp_path / "journal.db")
    with pytest.raises(AlreadyRunning):
        Journal(tmp_path / "link.db")
    journal.close()


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
