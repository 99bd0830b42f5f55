"""What the journal offers: games, their entries in order, and a small memory for everything between
evenings."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from firmware.errors import AlreadyRunning, JournalBroken, JournalError, JournalFull, JournalGone, NotKept
from firmware.journal.lock import InstanceLock
from firmware.journal.opening import (
    BROKEN,
    Unfit,
    check_place,
    crc,
    open_journal,
    open_memory,
    open_read_only,
    set_aside,
    written_anew,
    wrong_name,
)
from firmware.journal.place import Place


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the journal lists it. `setup` is text for the engine; `started` and `ended` are ISO times,
    UTC."""

    id: int
    started: str
    game: str
    setup: str
    ended: str | None


@dataclass(frozen=True, slots=True, repr=False)
class _Step:
    """One write, as it goes to the disk. It may hold a secret, so it does not print itself."""

    kind: str
    game: int
    values: tuple[Any, ...]


_SQL = {
    "begin": "INSERT INTO games (id, started, game, setup) VALUES (?, ?, ?, ?)",
    "entry": "INSERT INTO entries (game, n, text, crc) VALUES (?, ?, ?, ?)",
    "cut": "DELETE FROM entries WHERE game = ? AND n >= ?",
    "end": "UPDATE games SET ended = ? WHERE id = ?",
    "keep": "INSERT INTO memory (key, value) VALUES (?, ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    "forget": "DELETE FROM memory WHERE key = ?",
}


class Reader:
    """Reads a journal, also that of a box that is running; it changes nothing. All methods may be called from
    any thread and raise `JournalError` where the file cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._owed: list[_Step] = []
        try:
            self._db = open_read_only(path)
        except (Unfit, sqlite3.Error) as wrong:
            raise JournalError(f"journal {path}: cannot be read ({wrong})") from None

    def games(self) -> list[Game]:
        """All games, the oldest first."""
        with self._lock:
            rows = self._read("SELECT id, started, game, setup, ended FROM games ORDER BY id")
            games = {row[0]: Game(*row) for row in rows}
            for step in self._owed:
                if step.kind == "begin":
                    games[step.game] = Game(*(*step.values, None))
                elif step.kind == "end":
                    games[step.game] = replace(games[step.game], ended=str(step.values[0]))
            return list(games.values())

    def unfinished(self) -> list[Game]:
        """The games that were not ended, the latest first."""
        return [game for game in reversed(self.games()) if game.ended is None]

    def entries(self, game: int) -> list[str]:
        """The entries of a game in order, as far as they are whole: it ends before the first that is
        missing or damaged."""
        with self._lock:
            texts: list[str] = []
            for n, text, check in self._read(
                "SELECT n, text, crc FROM entries WHERE game = ? ORDER BY n", game
            ):
                if n != len(texts) or check != crc(game, n, text):
                    break
                texts.append(text)
            texts += [str(s.values[2]) for s in self._owed if s.kind == "entry" and s.game == game]
            return texts

    def kept(self, key: str) -> str | None:
        """What was kept under a key, None for nothing."""
        with self._lock:
            for step in reversed(self._owed):
                if step.kind in {"keep", "forget"} and step.values[0] == key:
                    return str(step.values[1]) if step.kind == "keep" else None
            rows = self._read("SELECT value FROM memory WHERE key = ?", key)
            return str(rows[0][0]) if rows else None

    def close(self) -> None:
        """Close the file. May be called twice."""
        with self._lock:
            self._db.close()

    def _read(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as wrong:
            raise JournalError(f"journal {self._path}: cannot be read ({wrong_name(wrong)})") from None


class Journal(Reader):
    """The box's own journal. It always opens: what is wrong with the file is said in `notices`, in English,
    for the log and the page. `durable` is False where nothing reaches a disk.

    Every write is on the disk when its method returns. Where the disk takes nothing, the method raises
    `JournalFull` (or `JournalBroken`), keeps the write in memory, and writes it before the next one: so no
    entry is ever missing between two others, and everything read here includes it. Where the file has been
    taken away it raises `JournalGone`, and the whole journal is written anew with the first write that finds
    the folder again. The caller warns and plays on.
    """

    def __init__(self, path: Path | None) -> None:
        """`path` None keeps everything in memory. Raises `AlreadyRunning` where another box has this
        journal."""
        self._path = path or Path(":memory:")
        self._lock = threading.RLock()
        self._owed = []
        self._instance: InstanceLock | None = None
        self._place: Place | None = None
        self.notices: list[str] = []
        self.durable = path is not None
        if path is None:
            self._db = open_memory()
        else:
            self._open(path)
        self._mend()

    def begin(self, game: str, setup: str, started: datetime | None = None) -> int:
        """A new game of the kind `game`; gives its number. Raises `NotKept`, whose `game` is that number."""
        with self._lock:
            number = max((g.id for g in self.games()), default=0) + 1
            self._write("begin", number, number, _iso(started), game, setup)
            return number

    def append(self, game: int, text: str) -> int:
        """One more entry of a game; gives its place, 0 for the first. Raises `NotKept`."""
        with self._lock:
            n = self._count(game)
            self._write("entry", game, game, n, text, crc(game, n, text))
            return n

    def end(self, game: int, ended: datetime | None = None) -> None:
        """The game is over: it is not offered again. Raises `NotKept`."""
        with self._lock:
            self._write("end", game, _iso(ended), game)

    def keep(self, key: str, value: str) -> None:
        """Remember a text between evenings. Raises `NotKept`."""
        with self._lock:
            self._write("keep", 0, key, value)

    def forget(self, key: str) -> None:
        """Remember it no longer. Raises `NotKept`."""
        with self._lock:
            self._write("forget", 0, key)

    @property
    def owed(self) -> int:
        """How many writes wait in memory for a disk that takes them."""
        return len(self._owed)

    def close(self) -> None:
        """Close the file and let another box have it. May be called twice."""
        super().close()
        if self._instance is not None:
            self._instance.close()
            self._instance = None

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            check_place(path)
            self._instance = InstanceLock(path)
            self._db, self.notices = open_journal(path)
            self._place = Place(path)
        except AlreadyRunning:
            raise
        except (OSError, sqlite3.Error, Unfit) as wrong:
            if self._instance is not None:
                self._instance.close()
                self._instance = None
            self._db = open_memory()
            self.durable = False
            self.notices.append(
                f"journal {path}: nothing can be written there ({wrong}); this evening is kept in memory only"
            )

    def _mend(self) -> None:
        """Cut off what follows a damaged entry, so that a game goes on from its longest whole beginning."""
        self._counts = {game.id: len(self.entries(game.id)) for game in self.games()}
        for game, count in self._counts.items():
            more = self._read("SELECT count(*) FROM entries WHERE game = ? AND n >= ?", game, count)[0][0]
            if more:
                with suppress(NotKept):  # on a full disk it is done with the first write that succeeds
                    self._write("cut", game, game, count)
                self.notices.append(
                    f"game {game}: {more} step(s) from step {count + 1} on were damaged and do not count"
                )

    def _count(self, game: int) -> int:
        return self._counts.get(game, 0)

    def _write(self, kind: str, game: int, *values: int | str) -> None:
        for value in values:
            if isinstance(value, str):
                value.encode()  # what cannot be stored must not wait in front of what can
        self._owed.append(_Step(kind, game, values))
        if kind == "entry":
            self._counts[game] = self._count(game) + 1
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for step in self._owed:
                self._db.execute(_SQL[step.kind], step.values)
            self._db.execute("COMMIT")
        except sqlite3.Error as wrong:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            name = wrong_name(wrong)
            kind_of = JournalBroken if name in BROKEN else JournalFull
            raise kind_of(str(self._path), name, game, len(self._owed)) from None
        self._owed.clear()
        if self._place is not None and not self._place.is_intact():
            self._bring_back(self._place, game)

    def _bring_back(self, was: Place, game: int) -> None:
        """Writes all that the journal holds, and has no file any more, into its folder anew."""
        try:
            if not self._path.parent.is_dir():  # nor is it made: it may lie on a disk that was unplugged
                raise FileNotFoundError("its folder is not there")
            check_place(self._path)
            whole = open_memory()
            self._db.backup(whole)
            self._db.close()
            self._db = whole
            if self._instance is not None:
                self._instance.close()
            self._instance = InstanceLock(self._path)
            if was.has_stranger(self._path):
                set_aside(self._path)
            self._db = written_anew(whole, self._path)
            self._place = Place(self._path)
        except (OSError, sqlite3.Error, Unfit, AlreadyRunning) as wrong:
            why = wrong_name(wrong) if isinstance(wrong, sqlite3.Error) else str(wrong)
            raise JournalGone(str(self._path), why, game, sum(self._counts.values())) from None


def _iso(when: datetime | None) -> str:
    return (when or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")
