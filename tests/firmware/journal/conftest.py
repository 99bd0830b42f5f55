"""A journal of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal(path)
    yield journal
    journal.close()
