"""What has to be quick, as a picture that a dead box has left still stands on the glass: `bluffbox blank`,
and `bluffbox run` until it is dark. Both begin with the settings of a real table and its pin table."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
from luma.core.error import Error as LumaError

from firmware.errors import BadPinTable
from firmware.logs import set_up_logs
from firmware.pods.buses import Buses, real_panels
from firmware.pods.panel import blank as blank_all
from firmware.pods.panel import put_out
from firmware.pods.pins import PinTable, load_pins
from firmware.settings import Settings, load_settings

log = logging.getLogger(__name__)

settings_option = click.option(
    "--settings", "file", type=click.Path(path_type=Path), help="The settings file; else the user's own."
)


@click.command()
@settings_option
@click.option(
    "--var", type=click.Path(path_type=Path), help="The folder for what the box keeps; else the user's own."
)
def run(file: Path | None, var: Path | None) -> None:
    """Play on a real table: the Pi's pods, buttons and camera, as far as they are there."""
    settings, pins = read_wired(file, var)
    # Through a reset of the machine the glass has power and keeps its picture. No longer than need be.
    buses = Buses(pins)
    for pod in settings.pods:
        with suppress(OSError, LumaError):  # a pod that is missing is named by the box
            put_out(buses.wire(pod))
    buses.close()
    from firmware.running import play_wired  # noqa: PLC0415

    play_wired(settings, pins)


@click.command()
@settings_option
def blank(file: Path | None) -> None:
    """Blank every pod's glass: it keeps its picture when the program that lit it is gone."""
    settings, pins = read_wired(file, None)
    buses = Buses(pins)
    for lost in blank_all(real_panels(settings.pods, pins, buses).values()):
        click.echo(lost, err=True)
    buses.close()


def read_wired(file: Path | None, var: Path | None) -> tuple[Settings, PinTable]:
    """The settings and the pin table. A table that cannot be wired ends the program: with another one an
    output might drive a pin that a button ties to ground. Paths are absolute from here on: lgpio changes the
    working folder."""
    settings, notices = load_settings(
        None if file is None else file.absolute(), None if var is None else var.absolute()
    )
    set_up_logs(settings.log_level)
    for notice in notices:
        log.warning("settings: %s", str(notice))
    try:
        pins = load_pins(settings.pins)
    except BadPinTable as fault:
        click.echo(f"Error: {fault}", err=True)
        sys.exit(fault.exit_code)
    there = tuple(pod for pod in settings.pods if pod in pins.pods)
    if there != settings.pods:
        log.warning("settings: pods: only %s are in the pin table", str(list(there)))
    return replace(settings, pods=there), pins
