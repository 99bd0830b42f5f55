"""Pull the plug at any instant, or fill the disk: no acknowledged step is lost and the box starts."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.errors import AlreadyRunning
from firmware.journal import Journal, opening

STEPS = [f"step {n}: a bid of some words" for n in range(6)]


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: thousands of journals are opened here, and none needs the
    disk."""
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=shared)) if os.access(shared, os.W_OK) else tmp_path
    yield folder
    if folder is not tmp_path:
        shutil.rmtree(folder)


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of 512 bytes make the log short enough to be cut everywhere."""
    real = opening._connect

    def connect(where: Path | str, **how: object) -> sqlite3.Connection:
        db = real(where, **how)
        db.execute("PRAGMA page_size = 512")
        return db

    monkeypatch.setattr(opening, "_connect", connect)


class Recording:
    """A journal's two files as they were while it was open, and how long the log was after each step."""

    def __init__(self, folder: Path) -> None:
        path = folder / "made.db"
        log = path.with_name("made.db-wal")
        journal = Journal(path)
        self.game = journal.begin("g", "{}")
        self.started = log.stat().st_size
        self.ends = []
        for text in STEPS:
            journal.append(self.game, text)
            self.ends.append(log.stat().st_size)
        self.main, self.log = path.read_bytes(), log.read_bytes()
        journal.close()

    def check(self, folder: Path, log: bytes, whole: int) -> list[str]:
        """Open what the power cut left, of which the first `whole` bytes of the log are as they were."""
        path = folder / "cut.db"
        path.write_bytes(self.main)
        path.with_name("cut.db-wal").write_bytes(log)
        journal = Journal(path)
        wanted = [text for text, end in zip(STEPS, self.ends, strict=True) if end <= whole]
        assert journal.entries(self.game) == wanted, whole
        assert [g.id for g in journal.unfinished()] == ([self.game] if whole >= self.started else []), whole
        notices = journal.notices
        assert journal.durable
        if whole >= self.started:
            assert journal.append(self.game, "next") == len(wanted)
            assert journal.entries(self.game) == [*wanted, "next"]
        journal.close()
        assert not list(folder.glob("*.broken-*")), whole
        return notices


def cut(recording: Recording, at: int) -> bytes:
    return recording.log[:at]


def zeroed(recording: Recording, at: int) -> bytes:
    return recording.log[:at].ljust(len(recording.log), b"\0")


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("spoil", [cut, zeroed])
@pytest.mark.parametrize(
    "every", [pytest.param(1, marks=pytest.mark.soak), pytest.param(11)], ids=["each byte", "each 11th byte"]
)
def test_a_log_cut_anywhere_gives_its_longest_whole_beginning(
    quick: Path, spoil: Callable[[Recording, int], bytes], every: int
) -> None:
    recording = Recording(quick)
    length = len(recording.log)
    last = range(recording.ends[-2], length + 1) if spoil is cut else range(0)
    for at in sorted({*range(0, length, every), *last, *recording.ends}):
        notices = recording.check(quick, spoil(recording, at), at)
        torn = 0 < at < length and at not in {recording.started, *recording.ends}
        if torn and at > recording.started:
            assert notices == [
                "the power went in the middle of a step; that step does not count, all before it do"
            ], at
    assert recording.check(quick, recording.log, length) == []


@pytest.mark.usefixtures("small_pages")
def test_a_bit_that_turned_in_the_log_costs_no_step_before_it(quick: Path) -> None:
    recording = Recording(quick)
    dice = random.Random(5)
    for _ in range(60):
        at = dice.randrange(recording.started, len(recording.log))
        log = bytearray(recording.log)
        log[at] ^= 1 << dice.randrange(8)
        recording.check(quick, bytes(log), at)


@pytest.mark.usefixtures("small_pages")
def test_a_main_file_cut_or_zeroed_anywhere_never_keeps_the_box_from_starting(quick: Path) -> None:
    path = quick / "journal.db"
    journal = Journal(path)
    game = journal.begin("g", "{}")
    for text in STEPS:
        journal.append(game, text)
    journal.close()
    whole = path.read_bytes()
    for at in [*range(0, 140), *range(140, len(whole), 97)]:
        for left in (whole[:at], whole[:at].ljust(len(whole), b"\0")):
            path.write_bytes(left)
            journal = Journal(path)
            assert journal.durable, at
            entries = journal.entries(game)
            assert entries == STEPS[: len(entries)], at
            if entries != STEPS and at:
                assert journal.notices, at
            journal.append(journal.begin("g", "{}"), "plays on")
            journal.close()
            for kept in quick.glob("*.broken-*"):
                kept.unlink()


def write_until_killed(path: Path, acknowledge: int) -> None:
    """In the child: one step after the other, each told as soon as its call returned."""
    journal = Journal(path)
    games = journal.unfinished()
    game = games[0].id if games else journal.begin("g", "{}")
    while True:
        n = journal.append(game, "step")
        os.write(acknowledge, n.to_bytes(4, "little"))


def kill_and_look(path: Path, rounds: int) -> None:
    """Kill a writer at `rounds` random instants and look each time. In a process of its own: it forks."""
    dice = random.Random(20)
    acknowledged = 0
    for _ in range(rounds):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                write_until_killed(path, writing)
            finally:
                os._exit(1)
        os.close(writing)
        told = os.read(reading, 4 * dice.randint(1, 4))
        time.sleep(dice.random() * 0.004)  # any instant
        os.kill(child, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        while more := os.read(reading, 4096):
            told += more
        os.close(reading)
        acknowledged = int.from_bytes(told[-4:], "little") + 1
        journal = Journal(path)
        (game,) = journal.unfinished()
        steps = len(journal.entries(game.id))
        # One more may have reached the disk without being told.
        assert steps in {acknowledged, acknowledged + 1}, (steps, acknowledged)
        journal.close()
    assert acknowledged >= rounds
    print("nothing lost")


def test_a_kill_at_any_instant_loses_no_acknowledged_step(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, __file__, str(tmp_path / "journal.db")], check=False, capture_output=True, text=True
    )
    assert done.stdout == "nothing lost\n", done.stderr


ON_A_FULL_DISK = """
import os, sys
from pathlib import Path
from firmware.errors import JournalFull
from firmware.journal import Journal
folder = Path(sys.argv[1])
path, ballast = folder / "journal.db", folder / "ballast"

def fill():
    with ballast.open("ab", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass

journal = Journal(path)
game = journal.begin("g", "{}")
journal.append(game, "kept")
fill()
refused = 0
for n in range(40):
    try:
        journal.append(game, f"owed {n} " + "y" * 500)
    except JournalFull:
        refused += 1
assert refused > 20, refused
whole = journal.entries(game)
assert len(whole) == 41
ballast.unlink()
journal.append(game, "room again")
assert journal.owed == 0
journal.close()

fill()
journal = Journal(path)  # the next evening, the disk still full: the game is there and goes on
assert journal.durable, journal.notices
assert journal.entries(game) == [*whole, "room again"], journal.notices
try:
    for n in range(400):
        journal.append(game, "z" * 500)
except JournalFull:
    pass
else:
    raise AssertionError("the disk was not full")
count = len(journal.entries(game))
ballast.unlink()
journal.append(game, "last")
journal.close()
journal = Journal(path)
assert journal.notices == []
entries = journal.entries(game)
assert len(entries) == count + 1 and entries[-1] == "last"
assert not list(folder.glob("*.broken-*"))
print("held")
"""


def test_a_disk_that_is_really_full_keeps_every_step_in_order(tmp_path: Path) -> None:
    inside = f'mount -t tmpfs -o size=400k none "{tmp_path}" && exec "$@"'
    own = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.run([*own, inside, "sh", "true"], check=False).returncode:
        pytest.skip("this machine lets nobody mount a small disk of his own")
    done = subprocess.run(
        [*own, inside, "sh", sys.executable, "-c", ON_A_FULL_DISK, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "held\n", done.stderr


def test_a_child_that_lives_on_does_not_keep_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = Journal(path)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        journal.close()
        try:
            Journal(path).close()
        except AlreadyRunning as held:
            pytest.fail(f"the child keeps it: {held}")
        finally:
            child.communicate(b"\n")


if __name__ == "__main__":
    kill_and_look(Path(sys.argv[1]), 60)
