"""The small texts that outlive an evening: what can no longer be meant is forgotten, and the box starts."""

from __future__ import annotations

import logging
from typing import Protocol, TypeVar

import msgspec

from firmware.errors import JournalError

log = logging.getLogger(__name__)

T = TypeVar("T")


class Memory(Protocol):
    """The part of the journal that remembers small texts between evenings."""

    def keep(self, key: str, value: str) -> None: ...

    def kept(self, key: str) -> str | None: ...


def recall(memory: Memory, key: str, kind: type[T]) -> T | None:
    """What was kept as `key`, in JSON, of that kind for msgspec; None where nothing was, or what is there is
    nothing of that kind. It may be a secret, so the log is told which it was and no more."""
    try:
        text = memory.kept(key)
        return None if text is None else msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError, JournalError) as fault:
        log.warning("what was kept as %s is forgotten (%s)", key, type(fault).__name__)
        return None
