"""The command `bluffbox kit`: pieces to print."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from engine.biz_bluff.box import Box, read_box
from firmware.boxes.folder import papers_in
from firmware.errors import BadBox
from firmware.kit.biz_bluff import biz_bluff_sheets
from firmware.kit.bluff_you import bluff_you_sheets
from firmware.kit.errors import KitError, OutError
from firmware.kit.kuhhandel import kuhhandel_sheets
from firmware.kit.liars_dice import liars_dice_sheets
from firmware.kit.liars_dice_board import TRACKS
from firmware.kit.pdf import pdf_of
from firmware.kit.pieces import PAPERS, Sheet
from firmware.kit.table import table_sheets
from firmware.words.catalogue import LANGUAGES, SOURCE
from firmware.words.words import Words
from vision.errors import LayoutError
from vision.files import is_file, is_there
from vision.layout import load_layout, reference_layout

Sheets = Callable[..., list[Sheet]]  # of a Paper, a Layout, Words, and what a command of its own asks for
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def kit() -> None:
    """Make a PDF of pieces to print: the cards of a game, or what any table needs."""


def _printed(name: str, title: str, sheets: Sheets, *own: click.Option) -> click.Command:
    """A command that prints these sheets; `own`: options that no other has, handed on to them by name."""

    @click.option("--out", type=_FILE, default=f"{name}.pdf", show_default=True, help="The file to write.")
    @click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
    @click.option("--language", type=click.Choice(list(LANGUAGES)), default=SOURCE, show_default=True)
    @click.option(
        "--layout", "layout_file", type=_FILE, help="The table's layout, if it is not the reference table."
    )
    def command(out: Path, paper: str, language: str, layout_file: Path | None, **asked: object) -> None:
        try:
            layout = reference_layout() if layout_file is None else load_layout(layout_file)
        except LayoutError as error:
            raise click.UsageError(str(error)) from error
        try:
            made = sheets(PAPERS[paper], layout, Words(language), **asked)
            _write(out, pdf_of(made, PAPERS[paper], title))
        except KitError as error:
            click.echo(f"bluffbox kit: {error}", err=True)
            sys.exit(1)
        click.echo(
            f"{out}: {len(made)} sheets. Print them at 100 %, on both sides, turned over the long edge."
        )

    command.__doc__ = (sheets.__doc__ or "").partition(".")[0]
    made = click.command(name)(command)
    made.params.extend(own)
    return made


def _write(out: Path, data: bytes) -> None:
    """The whole file or none. Raises OutError."""
    if is_there(out) and not is_file(out):
        raise OutError(f"{out}: is not a file; choose another with --out")
    part = out.parent / f".{secrets.token_hex(8)}.part"  # a name of its own: nothing else is written over
    try:
        part.write_bytes(data)
        part.replace(out)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        why = error.strerror or error
        raise OutError(f"{out}: cannot be written: {why}; choose another file with --out") from error


_TRACK = click.Option(
    ["--track"],
    type=click.Choice(TRACKS),
    default=TRACKS[0],
    show_default=True,
    help="The order of the spaces: the house option of this name.",
)


def _box(_: click.Context, param: click.Parameter, folder: Path | None) -> Box | None:
    try:
        return None if folder is None else read_box(papers_in(folder))
    except BadBox as fault:
        raise click.BadParameter(str(fault), param=param) from None


_BOX = click.Option(
    ["--box"],
    type=click.Path(path_type=Path),
    callback=_box,
    help="The folder of a box that was taught; else ours is printed.",
)

kit.add_command(_printed("liars-dice", "Liar's dice", liars_dice_sheets, _TRACK))
kit.add_command(_printed("kuhhandel", "Kuhhandel", kuhhandel_sheets))
kit.add_command(_printed("bluff-you", "Bluff You!", bluff_you_sheets))
kit.add_command(_printed("biz-bluff", "Biz-Bluff", biz_bluff_sheets, _BOX))
kit.add_command(_printed("table", "Bluffbox", table_sheets))
