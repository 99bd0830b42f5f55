"""The engine has no device, clock, chance or dependency, and does not know the other rooms."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import engine

SOURCES = sorted(Path(engine.__file__).parent.rglob("*.py"))
FORBIDDEN = {"random", "secrets", "time", "datetime", "threading", "asyncio", "os", "io", "pathlib", "socket"}
FILE_CALLS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "print", "input"}
THE_ONE_THAT_OPENS_FILES = "data.py"


def imported(source: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def called(source: Path) -> set[str]:
    """The names of the functions and methods that are called."""
    calls = [
        node.func for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Call)
    ]
    return {getattr(call, "id", getattr(call, "attr", "")) for call in calls}


def test_the_rules_import_themselves_and_the_standard_library_alone() -> None:
    assert len(SOURCES) > 10
    for source in SOURCES:
        assert imported(source) <= sys.stdlib_module_names | {"engine"}, source


def test_the_rules_have_no_clock_no_chance_and_no_files() -> None:
    for source in SOURCES:
        assert not imported(source) & FORBIDDEN, source
        assert source.name == THE_ONE_THAT_OPENS_FILES or not called(source) & FILE_CALLS, source
