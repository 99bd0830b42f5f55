"""Where an open journal lies: a file that was taken away takes all that is written, and keeps nothing."""

from __future__ import annotations

from pathlib import Path

Node = tuple[int, int]  # device and number: one file, whatever it is called


class Place:
    """The names of a journal's files, and which files they were when the journal was opened."""

    def __init__(self, path: Path) -> None:
        names = [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]
        self._nodes = {name: node for name in names if (node := _node(name)) is not None}

    def is_intact(self) -> bool:
        """Whether every one of them still lies there."""
        return all(_node(name) == node for name, node in self._nodes.items())

    def has_stranger(self, path: Path) -> bool:
        """Whether another file has the name now."""
        return _node(path) not in (None, self._nodes.get(path))


def _node(path: Path) -> Node | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
