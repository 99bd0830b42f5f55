"""What the doctor finds: one thing looked at, how it is, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """BAD keeps something from working; WARN may, or spoils it; UNKNOWN could not be looked at."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """`key`: what was looked at, always the same word; `what`: how it is, in a line; `mend`: the command to
    type, or what to do by hand; empty where nothing is to be done."""

    key: str
    state: State
    what: str
    mend: str = ""


def ok(key: str, what: str) -> Finding:
    """Nothing is wrong with it."""
    return Finding(key, State.OK, what)


def bad(key: str, what: str, mend: str) -> Finding:
    """It does not work until that is done."""
    return Finding(key, State.BAD, what, mend)


def warn(key: str, what: str, mend: str) -> Finding:
    """It works, but not as it should."""
    return Finding(key, State.WARN, what, mend)


def unknown(key: str, what: str, mend: str = "") -> Finding:
    """It could not be looked at."""
    return Finding(key, State.UNKNOWN, what, mend)
