"""The command group `bluffbox bench`: measures what the box can do, and prints it as Markdown."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click
import cv2
import numpy as np

from firmware.reading.errors import printable
from firmware.reading.files import NamedPath
from vision.bench.empty import drawn_empty, photographed_empty, spotted_empty
from vision.bench.failures import worst
from vision.bench.labels import Labelled, load_labels
from vision.bench.report import markdown, percent, tally_table
from vision.bench.run import METHODS, OURS, UNSEEN, Measured, by_source, measure, unseen
from vision.bench.score import Tally
from vision.errors import VisionError
from vision.files import is_file

_SHOWN_OF_EACH = 3
_DRAWN, _WITH_PIPS, _SEED = 200, 60, 4101  # pictures without dice that are drawn for measuring
_FULL = 30  # dice of a full table
_LABELS = ("dice/labels.jsonl", "table/labels.jsonl")


@click.group()
def bench() -> None:
    """Measure the box and print the figures."""


@bench.command()
@click.option(
    "--data",
    type=NamedPath(path_type=Path),
    envvar="BLUFFBOX_DATA",
    default=Path("../shared/data"),
    show_default=True,
    help="The folder with dice/labels.jsonl and table/labels.jsonl (also BLUFFBOX_DATA).",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N pictures of each source.")
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(METHODS),
    help="Measure only this reader; may be repeated.",
)
@click.option(
    "--trained",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="What training wrote: measure our reader also with the networks in its without-MAKER, which have "
    "not learnt from the photographs that they are shown.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=_SEED,
    show_default=True,
    metavar="N",
    help="Which pictures without dice are drawn.",
)
@click.option(
    "--tables",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Measure our reader also on other tables with a labels.jsonl, and say how long a full one takes.",
)
@click.option(
    "--failures",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Also put crops of what the first reader got wrong there, and list them.",
)
def dice(
    data: Path,
    limit: int | None,
    methods: tuple[str, ...],
    trained: Path | None,
    seed: int,
    tables: Path | None,
    failures: Path | None,
) -> None:
    """Measure dice readers on labelled pictures: ours and three classical ones, on one thread each.

    docs/benchmarks.md says how to read the tables."""
    try:
        with tempfile.TemporaryDirectory() as drawn:
            labels = _limited([*_all_labels(data), *photographed_empty(data / "cards/photos")], limit)
            labels += drawn_empty(Path(drawn), min(limit or _DRAWN, _DRAWN), seed)
            labels += spotted_empty(Path(drawn), min(limit or _WITH_PIPS, _WITH_PIPS), seed)
            measured = [_measured(method, labels) for method in methods or METHODS]
            page = _page(labels, measured)
            if tables is not None:
                page += _other_tables(load_labels(tables / "labels.jsonl"))
            if trained is not None:
                page += _unseen(labels, trained)
            if failures is not None:
                page += _failures(failures, labels, measured[0])
    except VisionError as error:
        raise click.ClickException(printable(str(error))) from error
    click.echo(page, nl=False)


def _all_labels(data: Path) -> list[Labelled]:
    files = [data / name for name in _LABELS if is_file(data / name)]
    if not files:
        raise click.UsageError(
            f"{printable(str(data))} has neither {' nor '.join(_LABELS)}: "
            "name the folder with --data or BLUFFBOX_DATA"
        )
    return [label for file in files for label in load_labels(file)]


def _limited(labels: Sequence[Labelled], limit: int | None) -> list[Labelled]:
    """At most `limit` of each source, spread evenly over it."""
    groups: dict[str, list[Labelled]] = {}
    for label in labels:
        groups.setdefault(label.source, []).append(label)
    chosen: list[Labelled] = []
    for group in groups.values():
        count = len(group) if limit is None else min(limit, len(group))
        chosen += [group[len(group) * i // count] for i in range(count)]
    return chosen


def _measured(method: str, labels: Sequence[Labelled], trained: Path | None = None) -> Measured:
    shown = sys.stderr.isatty()
    with click.progressbar(length=len(labels), label=f"{method:<10}", file=sys.stderr) as bar:
        return measure(method, labels, (lambda _: bar.update(1)) if shown else lambda _: None, trained)


def _page(labels: Sequence[Labelled], measured: Sequence[Measured]) -> str:
    parts = [machine(), "", "## All readers", "", _summary(labels, measured)]
    for result in measured:
        title = "Bluffbox" if result.method == OURS else f"Classical: {result.method}"
        parts += [f"## {title}, source by source", "", tally_table(by_source(labels, result.tallies))]
    return "\n".join(parts)


def _other_tables(labels: Sequence[Labelled]) -> str:
    """Ours on tables of their own, and how long a full one takes."""
    result = _measured(OURS, labels)
    page = f"\n## Bluffbox on other tables\n\n{tally_table(by_source(labels, result.tallies))}"
    full = [tally.ms for tally in result.tallies if tally.dice >= _FULL]
    if full:
        page += (
            f"\n{len(full)} of them hold {_FULL} dice or more: {min(full):.0f} ms for the quickest, "
            f"{np.median(full):.0f} ms for the one in the middle, {max(full):.0f} ms for the slowest; "
            f"{_mebibytes(result.peak)} MiB at most.\n"
        )
    return page


def _unseen(labels: Sequence[Labelled], trained: Path) -> str:
    """The leave-one-source-out figures."""
    held_out = unseen(labels, trained)
    if not held_out:
        raise click.UsageError(
            f"{printable(str(trained))} has no folder without-MAKER for any of the pictures"
        )
    result = _measured(UNSEEN, held_out, trained)
    title = "## Bluffbox with networks that never saw the maker's photographs"
    return f"\n{title}\n\n{tally_table(by_source(held_out, result.tallies))}"


def _failures(folder: Path, labels: Sequence[Labelled], measured: Measured) -> str:
    lines = ["", "## Where it fails", ""]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, failure in enumerate(worst(measured, labels, _SHOWN_OF_EACH), 1):
            name = f"{number:02}-{failure.label.path.stem}.jpg"
            _, data = cv2.imencode(".jpg", failure.crop, [cv2.IMWRITE_JPEG_QUALITY, 85])
            (folder / name).write_bytes(data.tobytes())
            what, credit = failure.what, f"{failure.label.source}, {failure.label.licence}"
            lines += [
                f"![{what}]({folder.name}/{name})",
                "",
                f"`{failure.label.path.name}`: {what} ({credit}).",
                "",
            ]
    except OSError as error:
        raise click.ClickException(
            f"{printable(str(folder))}: cannot be written: {error.strerror}"
        ) from error
    return "\n".join(lines)


def machine() -> str:
    """On what and with what it was measured, in a sentence."""
    return (
        f"Measured on {date.today().isoformat()} on {_processor()}, one thread; "
        f"Python {platform.python_version()}, OpenCV {cv2.__version__}, numpy {np.__version__}."
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    names = [
        line.partition(":")[2].strip()
        for line in (info.read_text().splitlines() if info.is_file() else ())
        if line.startswith(("model name", "Model"))
    ]
    return f"{names[0] if names else platform.machine()} ({os.cpu_count()} cores)"


def _summary(labels: Sequence[Labelled], measured: Sequence[Measured]) -> str:
    kinds = [kind for kind in by_source(labels, measured[0].tallies) if kind.startswith("all ")]
    head = ["reader"]
    for kind in kinds:
        short = kind.removeprefix("all ").removeprefix("of the ")
        head += [f"{short}: dice right", "photos right", "wrong and sure"]
    rows = []
    for result in measured:
        sums = by_source(labels, result.tallies)
        row = [result.method]
        for kind in kinds:
            tally = sums[kind]
            row += [
                percent(tally.right, tally.dice),
                percent(tally.exact, tally.photos),
                str(tally.wrong_sure),
            ]
        total = sum(result.tallies, Tally())
        row += [
            f"{total.ms / max(total.photos, 1):.0f}",
            _mebibytes(result.peak),
        ]
        rows.append(row)
    return markdown([*head, "ms a frame", "peak MiB"], rows)


def _mebibytes(peak: int) -> str:
    return f"{peak / 2**20:.0f}" if peak else "-"
