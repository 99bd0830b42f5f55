"""A data file of the box, kept with its text, so that a fault in it names file, line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from engine.data import data_text
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
        except tomllib.TOMLDecodeError as fault:
            raise BadData(f"{name}: {fault}") from fault
        if not isinstance(self.data.get("source"), str):
            raise BadData(f"{name}: line 1: source: say where this comes from")

    def fault(self, key: str, what: str, table: str | None = None, below: int = 0) -> BadData:
        """The error for `key` (of the table `table`), or for the line so many `below` where it stands."""
        shown = key if table is None else f"[{table}] {key}"
        return BadData(f"{self.name}: line {self.line_of(key, table) + below}: {shown}: {what}")

    def line_of(self, key: str, table: str | None = None) -> int:
        """Where the key stands; if it is missing, where its table begins, or the first line. Counted from
        1."""
        within, begins = None, 1
        for number, line in enumerate(self.lines, 1):
            head = re.match(r'\s*\[\s*"?([^"\]]+?)"?\s*\]', line)
            if head:
                within = head[1]
                begins = number if within == table else begins
            elif within == table and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
                return number
        return begins


def paper(name: str) -> Paper:
    """The file of this name that lies beside the rules. Raises BadData."""
    return Paper(name, data_text(PACKAGE, name))
