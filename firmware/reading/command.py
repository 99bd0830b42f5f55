"""The command `bluffbox read`: dice, or a taught deck's cards, off any photograph."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from firmware.reading.card_photo import CardPhoto, cards_as_json, cards_as_text, read_card_photo
from firmware.reading.drawing import Drawings, drawn, drawn_cards
from firmware.reading.errors import DrawingError, PictureError, printable
from firmware.reading.files import NamedPath, pictures_in
from firmware.reading.photo import Photo, as_json, as_text, read_photo
from vision.bench.labels import Labelled, load_labels
from vision.bench.report import tally_table
from vision.bench.run import by_source
from vision.bench.score import Tally, score
from vision.cards.deck import load_deck
from vision.errors import VisionError
from vision.layout import load_layout, reference_layout

_FILE = NamedPath(path_type=Path)


@click.command()
@click.argument("photos", nargs=-1, type=_FILE, metavar="PHOTO...")
@click.option(
    "--deck",
    "deck_folder",
    type=_FILE,
    metavar="DECK",
    help="Read cards instead of dice, with the deck that was taught into this folder.",
)
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object a line for each picture.")
@click.option(
    "--annotate",
    "out",
    type=_FILE,
    metavar="OUT",
    help="Draw what was seen on a copy: a file for one picture, a folder for several.",
)
@click.option(
    "--labels",
    "labels_file",
    type=_FILE,
    metavar="FILE",
    help="Compare with what is known to lie there, and print how right it was for each source. Without PHOTO "
    "all pictures of the file are read.",
)
@click.option(
    "--layout",
    "layout_file",
    type=_FILE,
    metavar="FILE",
    help="The table's layout, if it is not the reference table.",
)
def read(
    photos: tuple[Path, ...],
    deck_folder: Path | None,
    as_lines: bool,
    out: Path | None,
    labels_file: Path | None,
    layout_file: Path | None,
) -> None:
    """Read the dice in photographs, or with --deck the cards: what they are, where they lie, how sure that
    is, and the reason where it is not.

    Folders are walked. Places are in pixels of the upright picture, and in millimetres too where the table's
    markers are in view. Ends with 1 when a file could not be read, with 2 on wrong
    use."""
    try:
        layout = reference_layout() if layout_file is None else load_layout(layout_file)
        labels = [] if labels_file is None else load_labels(labels_file)
        deck = None if deck_folder is None else load_deck(deck_folder)
    except VisionError as error:
        raise click.UsageError(printable(str(error))) from error
    if deck is not None and labels_file is not None:
        raise click.UsageError("--labels are of dice: `bluffbox bench cards` measures the reading of cards")
    if not photos and not labels:
        raise click.UsageError("name at least one picture or folder")
    paths = list(pictures_in(photos)) if photos else [label.path for label in labels]
    if not paths:
        raise click.UsageError(
            "there are no pictures in " + ", ".join(printable(str(path)) for path in photos)
        )
    try:
        drawings = None if out is None else Drawings.of(out, paths)
    except DrawingError as error:
        raise click.UsageError(printable(str(error))) from error

    accuracy = _Accuracy(labels)
    failed = False
    for path in paths:
        try:
            if deck is not None:
                cards = read_card_photo(path, layout, deck)
                click.echo(cards_as_json(cards) if as_lines else cards_as_text(cards))
                _draw(drawings, cards)
                continue
            photo = read_photo(path, layout)
            if as_lines:
                click.echo(as_json(photo))
            elif not labels:
                click.echo(as_text(photo))
            accuracy.add(photo)
            _draw(drawings, photo)
        except (PictureError, DrawingError) as error:
            failed = True
            click.echo(f"bluffbox read: {printable(str(error))}", err=True)
    if drawings is not None and drawings.made is not None:
        click.echo(f"bluffbox read: made the folder {printable(str(drawings.made))}", err=True)
    if labels:
        click.echo(accuracy.table(), err=as_lines, nl=False)
    sys.exit(1 if failed else 0)


def _draw(drawings: Drawings | None, photo: Photo | CardPhoto) -> None:
    if drawings is not None:
        drawings.draw(photo.path, drawn_cards(photo) if isinstance(photo, CardPhoto) else drawn(photo))


class _Accuracy:
    """Keeps count of how right the readings of labelled pictures are."""

    def __init__(self, labels: Iterable[Labelled]) -> None:
        self._labels = {label.path.resolve(): label for label in labels}
        self._scored: list[tuple[Labelled, Tally]] = []
        self._unknown = 0

    def add(self, photo: Photo) -> None:
        label = self._labels.get(photo.path.resolve())
        if label is None:
            self._unknown += 1
        else:
            self._scored.append((label, score(photo.dice, label, photo.ms)))

    def table(self) -> str:
        labels: Sequence[Labelled] = [label for label, _ in self._scored]
        text = tally_table(by_source(labels, [tally for _, tally in self._scored]))
        return text + (f"{self._unknown} pictures have no label.\n" if self._unknown else "")
