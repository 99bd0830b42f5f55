"""Keeps the result of a run: one more line in the table of docs/boot-test.md."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MARK = "<!-- the next run of make boot-test is written above this line -->"


@dataclass(frozen=True, slots=True)
class Run:
    """What ran, and for how many seconds by the clock on the wall."""

    debian: str
    kernel: str
    systemd: str
    python: str
    commit: str
    seconds: float


def add_row(paper: Path, run: Run, figures: Mapping[str, str]) -> None:
    """Adds the run's line above the mark. Raises ValueError for a paper without one."""
    text = paper.read_text(encoding="utf-8")
    if MARK not in text:
        raise ValueError(f"{paper} lacks the line that marks where a run is kept: {MARK}")
    cells = (
        datetime.date.today().isoformat(),
        run.commit,
        f"{run.debian}, {run.kernel}, {run.systemd}, {run.python}",
        figures["start of the unit to ready"],
        figures["start of the unit to ready after the reset"],
        figures["start of the unit to dark glass after the reset"],
        figures["its own CPU time until then"],
        figures["memory at most"],
        f"{run.seconds / 60:.0f} min, load {os.getloadavg()[0]:.0f}",
    )
    line = f"| {' | '.join(cells)} |\n"
    paper.write_text(text.replace(MARK, line + MARK), encoding="utf-8")
