"""Reads values out of TOML so that an error names the file, the key and what would be right."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from vision.errors import VisionError

_DEEPEST = 20  # tables and lists in each other; what the box reads has five at most
_LONGEST = 60  # letters of a value in a message
_DIGITS = re.compile(r"[0-9_]{1000}")  # in a row: what int() refuses has 4300


def parse_toml(text: str) -> dict[str, Any]:
    """What TOML text says, which is never so deep that it could not be walked through. Raises ValueError
    that says in a line what is wrong and where."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"not valid TOML: {error}") from None
    except RecursionError:
        raise ValueError(f"line {_deep_line(text)}: is nested too deeply") from None
    except ValueError:
        line = next((n for n, one in enumerate(text.splitlines(), 1) if _DIGITS.search(one)), 1)
        raise ValueError(f"line {line}: a whole number with far too many digits") from None
    left: list[tuple[str, object, int]] = [("", said, 0)]
    while left:
        path, value, depth = left.pop()
        if depth > _DEEPEST:
            raise ValueError(f"{path}: is nested too deeply")
        if isinstance(value, dict):
            head = f"{path}." if path else ""
            left += [(f"{head}{one_line(key)}", inner, depth + 1) for key, inner in value.items()]
        elif isinstance(value, list):
            left += [(path, inner, depth + 1) for inner in value]
    return said


def shown(value: object) -> str:
    """A value out of TOML as a message shows it: on one line, and no longer than one can read."""
    try:
        text = repr(value)
    except ValueError:  # Python writes out no integer of thousands of digits, though it reads 0xfff...
        return "a number with far too many digits"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def one_line(text: str) -> str:
    """A key or a path out of TOML as a message shows it."""
    return text if text.isprintable() else repr(text)[1:-1]


def _deep_line(text: str) -> int:
    """The first line in which too many brackets are open."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        for char in line:
            depth += (char in "[{") - (char in "]}")
            if depth > _DEEPEST:
                return number
    return 1


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
            return cls(file, "", parse_toml(text), kind)
        except ValueError as error:
            raise kind(f"{file}: {error}") from None

    def error(self, key: str, what: str) -> VisionError:
        return self.kind(f"{self.file}: {self.path}{one_line(key)}: {what}")

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
            raise self.error(key, f"must be a text, is {shown(value)}")
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
            raise self.error(key, f"must be {what}, is {shown(value)}")
        return tuple(self._number(key, one) for one in value)

    def node(self, key: str) -> Node:
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table, is {shown(value)}")
        return Node(self.file, f"{self.path}{one_line(key)}.", value, self.kind)

    def _number(self, key: str, value: object) -> float:
        if not isinstance(value, bool) and isinstance(value, int | float):
            with suppress(OverflowError):  # of an integer with hundreds of digits
                number = float(value)
                if math.isfinite(number):
                    return number
        raise self.error(key, f"must be a number, is {shown(value)}")
