"""The command `bluffbox bench cards`: measures the reading of cards, and prints it as Markdown."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from firmware.reading.bench import machine
from firmware.reading.errors import printable
from firmware.reading.files import NamedPath
from vision.bench.card_scenes import lay, number_deck, symbol_deck
from vision.bench.cards import (
    CardReader,
    CardTally,
    KnownCards,
    deck_of_crops,
    half,
    load_card_labels,
    measure_cards,
    ours,
    summed,
    typical_ms,
)
from vision.bench.cards_classical import CLASSICAL
from vision.bench.report import markdown, percent
from vision.cards.deck import Deck
from vision.errors import VisionError
from vision.files import is_file

_READERS: dict[str, CardReader] = {"bluffbox": ours, **CLASSICAL}
_CARDS, _SEED = 6, 27109
_TABLES = 20


@click.command()
@click.option(
    "--data",
    type=NamedPath(path_type=Path),
    envvar="BLUFFBOX_DATA",
    default=Path("../shared/data"),
    show_default=True,
    help="The folder with cards/labels.jsonl and cards/refs (also BLUFFBOX_DATA).",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="At most N photographs, and a tenth of it of each drawn table.",
)
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(list(_READERS)),
    help="Measure only this reader; may be repeated.",
)
def cards(data: Path, limit: int | None, methods: tuple[str, ...]) -> None:
    """Measure card readers: on labelled photographs, with half the deck untaught, and on drawn tables.

    docs/benchmarks-cards.md says how to read the tables."""
    cv2.setNumThreads(1)
    names = methods or tuple(_READERS)
    click.echo(machine())
    try:
        for title, table in _measurements(names, data / "cards", limit):
            click.echo(
                f"\n## {title}\n\n{table}", nl=False
            )  # at once: a run that is cut short keeps what it has
    except VisionError as error:
        raise click.ClickException(printable(str(error))) from error


def _measurements(names: Sequence[str], folder: Path, limit: int | None) -> Iterator[tuple[str, str]]:
    """Each table and its title, as soon as it is measured."""
    file = folder / "labels.jsonl"
    if is_file(file):
        labels = load_card_labels(file)
        if limit is not None:
            count = min(limit, len(labels))
            labels = [labels[len(labels) * i // count] for i in range(count)]
        yield from _photographs(names, labels, deck_of_crops(folder / "refs"))
    else:
        click.echo(f"{printable(str(file))} is not there: only drawn tables are measured.", err=True)
    for kind, drawn in (("numbers in four colours", number_deck), ("symbols in thin lines", symbol_deck)):
        yield f"Drawn tables, 1640 x 1232, six cards: {kind}", _drawn(names, drawn(), _tables(limit))


def _tables(limit: int | None) -> int:
    return _TABLES if limit is None else min(_TABLES, max(1, limit // 10))


def _photographs(names: Sequence[str], labels: Sequence[KnownCards], deck: Deck) -> Iterator[tuple[str, str]]:
    whole = {name: _measured(name, labels, deck) for name in names}
    rows = {name: summed(views.values()) for name, views in whole.items()}
    yield "Photographs, all faces taught", _table("reader", rows, "ms a photo")
    if "bluffbox" in whole:
        yield "Bluffbox, by view", _table("view", dict(sorted(whole["bluffbox"].items())), "ms a photo")
    for odd, which in ((False, "first"), (True, "second")):
        taught = half(deck, odd)
        rows = {name: summed(_measured(name, labels, taught, f"{name}, half").values()) for name in names}
        untaught = [str(tally.untaught) for tally in rows.values()]
        yield (
            f"Half the deck taught, the {which} half",
            _table("reader", rows, "untaught cards shown", untaught),
        )


def _table(first: str, rows: Mapping[str, CardTally], last: str, ends: Sequence[str] | None = None) -> str:
    """A line a row; the last column is the time, or that of `ends`."""
    ends = ends or [f"{typical_ms(tally):.0f}" for tally in rows.values()]
    head = [first, "cards", "read", "right but unsure", "wrong and sure", last]
    return markdown(head, ([name, *_row(rows[name]), end] for name, end in zip(rows, ends, strict=True)))


def _row(tally: CardTally) -> list[str]:
    return [
        str(tally.shown),
        percent(tally.read, tally.shown),
        percent(tally.doubted, tally.shown),
        str(tally.wrong),
    ]


def _measured(
    name: str, labels: Sequence[KnownCards], deck: Deck, said: str | None = None
) -> Mapping[str, CardTally]:
    with click.progressbar(length=len(labels), label=f"{said or name:<20}", file=sys.stderr) as bar:
        shown = sys.stderr.isatty()
        return measure_cards(
            _READERS[name], labels, deck, (lambda _: bar.update(1)) if shown else lambda _: None
        )


def _drawn(names: Sequence[str], deck: Deck, count: int) -> str:
    """Tables of a deck of our own, one card of each table of no deck at all."""
    rows = {
        f"{name}, sleeved" if sleeved else name: _on_tables(_READERS[name], deck, count, sleeved)
        for name in names
        for sleeved in (False, True)
    }
    return _table("reader", rows, "ms a frame")


def _on_tables(read: CardReader, deck: Deck, count: int, sleeved: bool) -> CardTally:
    rng = np.random.default_rng(_SEED)
    tally, faces = CardTally(), sorted(deck.faces)
    for number in range(count):
        chosen = [faces[i] for i in rng.choice(len(faces), _CARDS - 1, replace=False)]
        frame, _ = lay(deck, [*chosen, None], rng, glare=sleeved)
        known = KnownCards(Path(f"table {number}"), deck.name, "drawn", tuple(chosen), ())
        if number == 0:
            read(frame, deck)
        start = time.process_time()
        found = read(frame, deck)
        tally.add(found, known, deck, (time.process_time() - start) * 1000)
    return tally
