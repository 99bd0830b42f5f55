"""`bluffbox wiring`: draws how the box is wired, from the pin table."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.errors import BadPinTable
from firmware.pods.pins import load_pins
from firmware.wiring.drawings import drawings


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pins", type=click.Path(path_type=Path), help="Your own pin table; else the reference box's.")
def wiring(folder: Path, pins: Path | None) -> None:
    """Draw the Pi's header, the displays' bus and a pod into FOLDER, as SVG."""
    try:
        made = drawings(load_pins(pins))
    except BadPinTable as fault:
        raise click.ClickException(str(fault)) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8")
            click.echo(folder / name)
    except OSError as fault:
        raise click.ClickException(f"{folder} cannot be written to: {fault.strerror}") from None
