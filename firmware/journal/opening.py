"""Opens the journal's file whatever state it is in: a damaged one is set aside, and the box starts."""

from __future__ import annotations

import os
import sqlite3
import stat
import zlib
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

_TABLES = (
    "SELECT id, started, game, setup, ended FROM games LIMIT 0",
    "SELECT game, n, text, crc FROM entries LIMIT 0",
    "SELECT key, value FROM memory LIMIT 0",
)
MARK = 0x426C7566  # "Bluf": tells our file from any other database
VERSION = 1
BROKEN = {"SQLITE_CORRUPT", "SQLITE_NOTADB"}
_NOT_OURS = {*BROKEN, "SQLITE_ERROR"}  # the last, while opening: a form or a table that is not known
_HEADER, _FRAME = 32, 24  # bytes of a write-ahead log before its first frame, and of a frame before its page

_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, game TEXT NOT NULL, setup TEXT NOT NULL, ended TEXT
) STRICT;
CREATE TABLE entries (
    game INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""


class Unfit(Exception):
    """This file cannot be our journal; why, in words for the table. Never leaves this package."""


def wrong_name(wrong: sqlite3.Error) -> str:
    """What SQLite calls it. Its texts can quote what was to be stored, so they are never passed on."""
    return getattr(wrong, "sqlite_errorname", None) or type(wrong).__name__


def crc(game: int, n: int, text: str) -> int:
    """The check sum of an entry. SQLite guards its log with check sums, but not its main file."""
    return zlib.crc32(f"{game} {n} {text}".encode())


def check_place(path: Path) -> None:
    """Raises `Unfit` where a device, a pipe or a folder has the journal's name: none of them is ours to lock,
    to rename or to close to others. Raises `OSError` where nobody can tell."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.stat().st_mode):
            raise Unfit("it is not a file")


def open_journal(path: Path) -> tuple[sqlite3.Connection, list[str]]:
    """An open, sound journal, and what has to be said about it. Raises `OSError` or `sqlite3.Error` only
    where the disk takes nothing and no sound journal is there."""
    notices: list[str] = []
    try:
        return _open(path, notices), notices
    except (Unfit, PermissionError) as wrong:
        why = str(wrong)
    except sqlite3.Error as wrong:
        why = wrong_name(wrong)
        if why not in _NOT_OURS:
            # A full disk has no room for the log's index either; alone with the file we do without one.
            try:
                return _open(path, notices, alone=True), notices
            except sqlite3.Error as again:
                why = wrong_name(again)
                if not why.startswith("SQLITE_IOERR"):
                    raise
    aside = set_aside(path)
    notices.append(f"the journal cannot be used ({why}); it is kept as {aside.name} and a new one is begun")
    return _open(path, notices), notices


def open_memory() -> sqlite3.Connection:
    """A journal in memory, for tests and for a box whose disk takes nothing."""
    db = _connect(":memory:")
    _set_up(db)
    return db


def written_anew(whole: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """A file with all that `whole` holds, open. Raises `OSError`, `sqlite3.Error`, and then `whole` stays."""
    db, _ = open_journal(path)
    try:
        whole.backup(db)
    except BaseException:
        db.close()
        raise
    return db


def open_read_only(path: Path) -> sqlite3.Connection:
    """The journal of a box that may be running, for reading. Raises `Unfit`, `sqlite3.Error`."""
    db = _connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        _check_ours(db)
    except BaseException:
        db.close()
        raise
    return db


def set_aside(path: Path) -> Path:
    """Rename a journal and what belongs to it; gives the new name. It may hold secrets of a game, so
    nothing of it is looked at or copied."""
    stem = f"{path.name}.broken-{datetime.now():%Y%m%d-%H%M%S}"
    name, count = stem, 1
    while path.with_name(name).exists():
        count += 1
        name = f"{stem}-{count}"
    for end in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(path.with_name(name + end))
    _sync_folder(path.parent)
    return path.with_name(name)


def _open(path: Path, notices: list[str], *, alone: bool = False) -> sqlite3.Connection:
    # The log and its index get the mode of the main file: what only one seat may know is in all of them.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    path.chmod(0o600)
    size = path.stat().st_size
    log_size, log_salt = _log(path)
    db = _connect(path, timeout=2.0)
    try:
        if alone:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
        if db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            # Nothing yet, or a first start that was cut off; SQLite takes the stump of a file for nothing,
            # too.
            if size not in {0, db.execute("PRAGMA page_size").fetchone()[0]}:
                raise Unfit("its file is cut short")
            _set_up(db)
            _sync_folder(path.parent)
        else:
            _check_ours(db)
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise Unfit("its file is damaged")
            for table in _TABLES:
                db.execute(table)
            # WAL with synchronous FULL kept every acknowledged step through power cuts; NORMAL and the
            # rollback journal with FULL did not.
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            _check_writable(db)
        if _torn(db, path, log_size, log_salt):
            notices.append(
                "the power went in the middle of a step; that step does not count, all before it do"
            )
    except BaseException:
        db.close()
        raise
    return db


def _connect(where: Path | str, **how: Any) -> sqlite3.Connection:
    db: sqlite3.Connection = sqlite3.connect(where, isolation_level=None, check_same_thread=False, **how)
    # A damaged text is found by its check sum; it must not stop the reading.
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return db


def _set_up(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.executescript(f"BEGIN;{_SCHEMA}PRAGMA application_id = {MARK};PRAGMA user_version = {VERSION};COMMIT;")


def _check_ours(db: sqlite3.Connection) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != MARK:
        raise Unfit("it is not a journal of this program")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        raise Unfit(f"its form is {version}, this program writes {VERSION}")


def _check_writable(db: sqlite3.Connection) -> None:
    """A damaged header can say that its file is only to be read. That a disk is full shows elsewhere."""
    db.execute("BEGIN")
    try:
        db.execute(f"PRAGMA user_version = {VERSION}")  # as it is; BEGIN IMMEDIATE alone tries nothing
    except sqlite3.Error as wrong:
        if wrong_name(wrong) == "SQLITE_READONLY":
            raise Unfit("its file is marked as one that is only read") from None
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _log(path: Path) -> tuple[int, bytes]:
    """The size of the write-ahead log and the salt of its present round, before SQLite tidies it."""
    try:
        with path.with_name(path.name + "-wal").open("rb") as log:
            header = log.read(_HEADER)
            return log.seek(0, os.SEEK_END), header[16:24]
    except OSError:
        return 0, b""


def _torn(db: sqlite3.Connection, path: Path, size: int, salt: bytes) -> bool:
    """Whether the log ends in a step that was not wholly written. Older rounds leave frames behind the
    present one's, with another salt: they say nothing."""
    if size == 0:
        return False
    with closing(db.execute("PRAGMA wal_checkpoint(PASSIVE)")) as row:
        frames = max(row.fetchone()[1], 0)
    page = db.execute("PRAGMA page_size").fetchone()[0]
    end = _HEADER + frames * (_FRAME + page)
    if size <= end:
        return size < _HEADER
    try:
        with path.with_name(path.name + "-wal").open("rb") as log:
            log.seek(end)
            frame = log.read(_FRAME)
    except OSError:
        return False
    # The present salt, or what the power left of it.
    return len(frame) < _FRAME or all(byte in {now, 0} for byte, now in zip(frame[8:16], salt, strict=True))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
