"""Prints what was counted as Markdown, for people to read and for docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vision.bench.score import Tally

_COLUMNS = (
    "photos",
    "dice",
    "dice right",
    "photos wholly right",
    "wrong and sure",
    "unsure",
    "missed",
    "false dice",
    "photos sure",
    "of those right",
    "cocked doubted",
    "upright called cocked",
    "ms a frame",
)


def tally_table(rows: Mapping[str, Tally], first: str = "source") -> str:
    """A line a row, with the columns that the page docs/benchmarks.md explains."""
    return markdown([first, *_COLUMNS], ([name, *_cells(tally)] for name, tally in rows.items()))


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose columns line up as plain text too; all but the first to the right."""
    grid = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in grid) for column in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [
        "| " + " | ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) + " |"
        for row in [grid[0], rule, *grid[1:]]
    ]
    return "\n".join(lines) + "\n"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _cells(tally: Tally) -> list[str]:
    return [
        str(tally.photos),
        str(tally.dice),
        percent(tally.right, tally.dice),
        percent(tally.exact, tally.photos),
        str(tally.wrong_sure),
        percent(tally.unsure, tally.dice),
        str(tally.missed),
        str(tally.false),
        percent(tally.sure_photos, tally.photos),
        percent(tally.sure_exact, tally.sure_photos),
        f"{tally.cocked_doubted} of {tally.cocked}",
        str(tally.upright_cocked),
        f"{tally.ms / tally.photos:.0f}" if tally.photos else "-",
    ]
