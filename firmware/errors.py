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


class NoPinFactory(BoxError):
    """The one library that may drive the pins of a Pi is missing or refuses. Nothing else is ever tried."""

    exit_code = 69


class PinRefused(BoxError):
    """One button's pin cannot be had, most often because another program holds it."""

    exit_code = 69


class JournalError(BoxError):
    """Base of what the journal reports."""


class JournalFull(JournalError):
    """The disk took nothing more. What was to be written is kept in memory, in order, and goes to the disk
    with the next write that succeeds: the caller warns the table and plays on. `game` is the game it was
    for (0 where it belongs to no game), `owed` how many writes wait."""

    def __init__(self, path: str, game: int, owed: int) -> None:
        super().__init__(
            f"journal {path}: the disk is full; {owed} step(s) of this evening are only in memory "
            f"and are lost if the power goes. Make room on the disk; playing on is possible"
        )
        self.game = game
        self.owed = owed


class JournalBroken(JournalError):
    """The journal's file was damaged while it was open. The next start sets it aside."""


class AlreadyRunning(JournalError):
    """Another box uses the same journal. `pid` is its process, 0 where unknown."""

    exit_code = 75

    def __init__(self, path: str, pid: int) -> None:
        who = f"pid {pid}" if pid else "its pid is unknown"
        super().__init__(
            f"already running ({who}) with the journal {path}; stop that one or choose another journal"
        )
        self.pid = pid
