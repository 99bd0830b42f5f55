"""Sees to it that one journal has one box."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from firmware.errors import AlreadyRunning


class InstanceLock:
    """Held from construction to `close`, or to the end of the process however it ends."""

    def __init__(self, journal: Path) -> None:
        """Raises `AlreadyRunning` naming the process that has it, `OSError` where the folder takes no
        file."""
        real = journal.resolve()  # SQLite follows links too: two names of one file are one journal
        path = real.with_name(real.name + ".lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            self.close()
            raise AlreadyRunning(str(journal), int(holder) if holder.isdecimal() else 0) from None
        with suppress(OSError):  # it is held all the same where a full disk takes no name of its holder
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        """Let it go. The file stays: taking it away would let two boxes lock two files of one name."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
