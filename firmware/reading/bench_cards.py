"""The command `bluffbox bench cards`: measures the reading of cards, and prints it as Markdown."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
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
    parts = [machine(), ""]
    try:
        file = data / "cards/labels.jsonl"
        if is_file(file):
            labels = load_card_labels(file)
            if limit is not None:
                count = min(limit, len(labels))
                labels = [labels[len(labels) * i // count] for i in range(count)]
            parts += _photographs(names, labels, deck_of_crops(data / "cards/refs"))
        else:
            click.echo(f"{printable(str(file))} is not there: only drawn tables are measured.", err=True)
        parts += ["## Drawn tables, 1640 x 1232, six cards", "", _drawn(names, _tables(limit))]
    except VisionError as error:
        raise click.ClickException(printable(str(error))) from error
    click.echo("\n".join(parts), nl=False)


def _tables(limit: int | None) -> int:
    return _TABLES if limit is None else min(_TABLES, max(1, limit // 10))


def _photographs(names: Sequence[str], labels: Sequence[KnownCards], deck: Deck) -> list[str]:
    rows, halves, views = [], [], []
    for name in names:
        whole = _measured(name, labels, deck)
        total = summed(whole.values())
        rows.append([name, *_row(total), f"{typical_ms(total):.0f}"])
        if name == "bluffbox":
            views = [
                [view, *_row(tally), f"{typical_ms(tally):.0f}"] for view, tally in sorted(whole.items())
            ]
        both = summed(
            tally
            for odd in (False, True)
            for tally in _measured(name, labels, half(deck, odd), f"{name}, half").values()
        )
        halves.append([name, *_row(both), str(both.untaught)])
    head = ["reader", "cards", "read", "right but unsure", "wrong and sure"]
    parts = ["## Photographs, all faces taught", "", markdown([*head, "ms a photo"], rows)]
    if views:
        parts += ["## Bluffbox, by view", "", markdown(["view", *head[1:], "ms a photo"], views)]
    return [
        *parts,
        "## Half the deck taught, both halves in turn",
        "",
        markdown([*head, "untaught cards shown"], halves),
    ]


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


def _drawn(names: Sequence[str], count: int) -> str:
    """Tables of two decks of our own, one card of each table of no deck at all."""
    rows = []
    for kind, deck in (("numbers in four colours", number_deck()), ("symbols in thin lines", symbol_deck())):
        for name in names:
            for sleeved in (False, True):
                tally = _on_tables(_READERS[name], deck, count, sleeved)
                what = f"{kind}{', sleeved' if sleeved else ''}"
                rows.append([what, name, *_row(tally), f"{typical_ms(tally):.0f}"])
    head = ["deck", "reader", "cards", "read", "right but unsure", "wrong and sure", "ms a frame"]
    return markdown(head, rows)


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
