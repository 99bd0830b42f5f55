"""Reads the rules' own data files: the one place where the engine opens a file, once, at import."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from engine.errors import BadData


def data_text(package: str, name: str) -> str:
    """The text of the file `name` that lies in `package`. Raises BadData naming file and fault."""
    try:
        return files(package).joinpath(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadData(f"{name}: {fault}") from fault


def data_file(package: str, name: str) -> dict[str, Any]:
    """The content of the TOML file `name` that lies in `package`. Raises BadData naming file and fault."""
    try:
        return tomllib.loads(data_text(package, name))
    except tomllib.TOMLDecodeError as fault:
        raise BadData(f"{name}: {fault}") from fault
