"""Reads values out of TOML so that an error names the file, the key and what would be right."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vision.errors import VisionError


@dataclass(frozen=True, slots=True)
class Node:
    """A TOML table that knows where it stands. `kind` is the error that its questions raise."""

    file: str
    path: str
    value: Mapping[str, Any]
    kind: type[VisionError]

    @classmethod
    def of(cls, text: str, file: str, kind: type[VisionError]) -> Node:
        """The root of TOML text; `file` says in an error where the text came from."""
        try:
            return cls(file, "", tomllib.loads(text), kind)
        except tomllib.TOMLDecodeError as error:
            raise kind(f"{file}: not valid TOML: {error}") from error

    def error(self, key: str, what: str) -> VisionError:
        return self.kind(f"{self.file}: {self.path}{key}: {what}")

    def only(self, *keys: str) -> None:
        for key in self.value:
            if key not in keys:
                raise self.error(key, f"unknown key; known here: {', '.join(keys)}")

    def get(self, key: str) -> Any:
        if key not in self.value:
            raise self.error(key, "missing")
        return self.value[key]

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str) or not value:
            raise self.error(key, f"must be a text, is {value!r}")
        return value

    def number(self, key: str) -> float:
        return self._number(key, self.get(key))

    def pair(self, key: str, what: str) -> tuple[float, float]:
        """Two numbers; `what` says which, as `[x, y] in millimetres`."""
        one, other = self.numbers(key, 2, what)
        return one, other

    def numbers(self, key: str, count: int, what: str) -> tuple[float, ...]:
        """So many numbers; `what` says which."""
        value = self.get(key)
        if not isinstance(value, list) or len(value) != count:
            raise self.error(key, f"must be {what}, is {value!r}")
        return tuple(self._number(key, one) for one in value)

    def node(self, key: str) -> Node:
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table, is {value!r}")
        return Node(self.file, f"{self.path}{key}.", value, self.kind)

    def _number(self, key: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.error(key, f"must be a number, is {value!r}")
        return float(value)
