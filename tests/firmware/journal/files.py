"""Journals of the tests: what other programs find in the file, and what can go wrong with it."""

from __future__ import annotations

import os
import socket
from datetime import UTC, datetime
from pathlib import Path

from firmware.journal import Game, Journal, Reader

WHEN = datetime(2026, 11, 28, 20, 15, tzinfo=UTC)
NO_FILES = ("folder", "pipe", "socket", "link to a pipe")


def reopened(path: Path) -> tuple[list[Game], dict[int, list[str]], list[str]]:
    journal = Journal(path)
    try:
        return journal.games(), {g.id: journal.entries(g.id) for g in journal.games()}, journal.notices
    finally:
        journal.close()


def reading(path: Path) -> list[str]:
    """What another program finds in the file now."""
    reader = Reader(path)
    try:
        return reader.entries(reader.games()[-1].id)
    finally:
        reader.close()


def put(kind: str, path: Path) -> None:
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


class FullDisk:
    """Lets the file grow no further, by SQLite's own limit, until it is lifted."""

    def __init__(self, journal: Journal) -> None:
        self._db = journal._db
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        self._db.execute(f"PRAGMA max_page_count = {pages}")

    def lift(self) -> None:
        self._db.execute("PRAGMA max_page_count = 1000000")
