"""The papers of the house as data: which commands, files and tables they name."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAPERS = tuple(
    sorted(
        [
            ROOT / "README.md",
            ROOT / "wiring.md",
            *(ROOT / "docs").glob("*.md"),
            *(ROOT / "systemd").glob("*.md"),
        ]
    )
)


def code(text: str) -> list[str]:
    """Every line of code of a paper: what is indented by four, between fences, or between backticks."""
    lines, fenced = [], False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            lines.append(line.strip())
        else:
            lines += re.findall(r"`([^`]+)`", line)
    return lines


def commands(text: str, program: str) -> list[list[str]]:
    """The words after `program` wherever a paper says to type it."""
    found = []
    for line in code(text):
        match = re.match(rf"(?:sudo )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?{program} (.+)", line)
        if match:
            found.append(match[1].split())
    return found


def links(text: str) -> list[str]:
    """The files that a paper links to or shows, without what follows a #."""
    return [
        target.partition("#")[0]
        for target in re.findall(r"\]\(([^)\s]+)\)", text)
        if not re.match(r"[a-z]+:|#", target)
    ]


def tables(text: str) -> list[list[dict[str, str]]]:
    """Every table of a paper: a list of rows, each by the heads of its columns."""
    found: list[list[dict[str, str]]] = []
    heads: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            heads = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not heads:
            heads = cells
            found.append([])
        elif not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            found[-1].append(dict(zip(heads, cells, strict=True)))
    return found
