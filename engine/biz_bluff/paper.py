"""A data file of the box, kept with its text, so that a fault in it names file, line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from engine.errors import BadData

PACKAGE = "engine.biz_bluff"


class Paper:
    """What a TOML file says, and where it says it."""

    def __init__(self, name: str, text: str) -> None:
        """Raises BadData if `text` is no TOML or has no source."""
        self.name = name
        self.lines = text.splitlines()
        try:
            self.data: Mapping[str, Any] = tomllib.loads(text)
        except ValueError as fault:  # a number of thousands of digits is one too
            raise BadData(f"{name}: {fault}") from fault
        except RecursionError:
            raise BadData(f"{name}: brackets stand in brackets too deep to be read") from None
        if not isinstance(self.data.get("source"), str):
            raise BadData(f"{name}: line 1: source: say where this comes from")

    def fault(self, key: str, what: str, table: str | None = None, below: int = 0) -> BadData:
        """The error for `key` (of the table `table`), or for the line so many `below` where it stands."""
        shown = key if table is None else f"[{table}] {key}"
        if not shown.isprintable():
            shown = repr(shown)[1:-1]
        return BadData(f"{self.name}: line {self.line_of(key, table) + below}: {shown}: {what}")

    def only(self, *keys: str) -> None:
        """Nothing but these keys stands at the top. Raises BadData."""
        for key in self.data:
            if key not in keys:
                raise self.fault(key, f"there is no such key; there are {', '.join(keys)}")

    def line_of(self, key: str, table: str | None = None) -> int:
        """Where the key stands; if it is missing, where its table begins, or the first line. Counted from
        1."""
        within, begins = None, 1
        for number, line in enumerate(self.lines, 1):
            head = re.match(r"\s*\[\[?([^\]]+)\]", line)
            if head and '"' not in head[1].strip().strip('"'):
                within = head[1].strip().strip('"')
                if within == key and table is None:
                    return number
                begins = number if within == table else begins
            elif within == table and _begins(key, line):
                return number
            elif within is None and table is not None and _begins(table, line):
                begins = number  # a table in one line, or one of its keys with a dot
                if _begins(key, line.partition(".")[2]):
                    return number
        return begins


def _begins(key: str, line: str) -> bool:
    return re.match(rf'\s*"?{re.escape(key)}"?\s*[=.]', line) is not None
