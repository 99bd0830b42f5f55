"""The files that people name: what lies there, and the text of one, but of no pipe, which would never end."""

from __future__ import annotations

import stat
from pathlib import Path

_MOST = 4_000_000  # bytes: no text for the box has a hundredth of it, and a film would fill the memory


def read_text(path: Path) -> str:
    """The UTF-8 text of a file, without the mark that some editors put before it. Raises OSError, also for a
    pipe, a device, a folder or what is far too large for a text, and UnicodeDecodeError."""
    there = path.stat()
    if not stat.S_ISREG(there.st_mode):
        raise OSError("it is not a file")
    if there.st_size > _MOST:
        raise OSError(f"it has {there.st_size} bytes, too many for a text")
    return path.read_text(encoding="utf-8-sig")


# Unlike Path's own these never raise, not even for a name that is too long or a folder that is locked.


def is_there(path: Path) -> bool:
    """Whether anything is known to lie there."""
    return _mode(path) != 0


def is_file(path: Path) -> bool:
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0
