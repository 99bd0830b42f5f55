"""Everything that can go wrong with the box itself, as one small tree of typed errors.

Each message says what is wrong, where, and what to do. By rule it holds nothing that only one seat may know,
so it is the only kind of exception whose text the log prints (see `firmware.logs`).
"""

from __future__ import annotations

from typing import ClassVar


class BoxError(Exception):
    """Base of all errors of this room. `exit_code` is what the program ends with where nobody can mend it."""

    exit_code: ClassVar[int] = 1


class PanelLost(BoxError):
    """A pod's glass did not take what it was sent; it has to be sent again, from the start of its set-up."""

    def __init__(self, pod: int, why: str) -> None:
        super().__init__(f"pod {pod}: its glass does not answer ({why}); check the cable of pod {pod}")
        self.pod = pod
        self.why = why


class BadPinTable(BoxError):
    """The pin table cannot be wired as it is written."""

    exit_code = 78


class BadBox(BoxError):
    """What the owner's box of a game holds cannot be read, or cannot be played with."""


class NoPinFactory(BoxError):
    """The one library that may drive the pins of a Pi is missing or refuses. Nothing else is ever tried."""

    exit_code = 69


class PinRefused(BoxError):
    """One button's pin cannot be had, most often because another program holds it."""

    exit_code = 69


class JournalError(BoxError):
    """Base of what the journal reports."""


class NotKept(JournalError):
    """A step of the evening did not reach the disk. It is kept in memory, in order, and goes there with the
    next write that succeeds, so the caller warns the table and plays on. `game` is the game it was for (0:
    none), `owed` how many writes wait in memory."""

    def __init__(self, path: str, why: str, remedy: str, game: int, owed: int) -> None:
        super().__init__(
            f"journal {path}: {why}; {owed} step(s) are only in memory and are lost if the power goes. "
            f"Playing on is possible; {remedy}"
        )
        self.game = game
        self.owed = owed


class JournalFull(NotKept):
    """The disk takes nothing more: it is full, read-only or failing."""

    def __init__(self, path: str, why: str, game: int, owed: int) -> None:
        super().__init__(path, f"the disk takes nothing ({why})", "make room on the disk", game, owed)


class JournalBroken(NotKept):
    """The journal's file was damaged while it was open. The next start sets it aside."""

    def __init__(self, path: str, why: str, game: int, owed: int) -> None:
        super().__init__(path, f"its file is damaged ({why})", "the next start begins a new file", game, owed)


class JournalGone(NotKept):
    """The journal's file was taken out of its folder while it was open. It is written there anew as soon as
    the folder is there; `owed` counts all that the journal held."""

    def __init__(self, path: str, why: str, game: int, owed: int) -> None:
        super().__init__(path, f"its file is gone ({why})", "put its folder back", game, owed)


class AlreadyRunning(JournalError):
    """Another box uses the same journal. `pid` is its process, 0 where unknown."""

    exit_code = 75

    def __init__(self, path: str, pid: int) -> None:
        who = f"pid {pid}" if pid else "its pid is unknown"
        super().__init__(
            f"already running ({who}) with the journal {path}; stop that one, or choose another folder: --var"
        )
        self.pid = pid
