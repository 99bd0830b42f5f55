"""`bluffbox doctor`: looks at everything that a box stands on, and says what is wrong and what mends it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from firmware.doctor import machine, taught, wired
from firmware.doctor.finding import Finding, State, bad
from firmware.doctor.host import Host
from firmware.errors import BadPinTable
from firmware.pods.pins import load_pins
from firmware.settings import load_settings

INSTALLED = Path("/etc/bluffbox/settings.toml")
KEPT = Path("/var/lib/bluffbox")
_SIGNS = {State.OK: "ok ", State.WARN: "!  ", State.BAD: "BAD", State.UNKNOWN: "?  "}


@click.command()
@click.option(
    "--settings", "file", type=click.Path(path_type=Path), help="The settings file; else the unit's."
)
@click.option("--json", "as_json", is_flag=True, help="For programs: a list of what was looked at.")
def doctor(file: Path | None, as_json: bool) -> None:
    """Say what is wrong with this box, and which command mends it. Ends with 1 where something is."""
    found = list(examine(Host(), file))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], indent=1))
    else:
        for one in found:
            click.echo(f"{_SIGNS[one.state]} {one.key}: {one.what}")
            if one.mend:
                click.echo(f"      {one.mend}")
    sys.exit(1 if any(one.state is State.BAD for one in found) else 0)


def examine(host: Host, file: Path | None = None) -> Iterator[Finding]:
    """Everything, in the order in which it is worth mending."""
    installed = host.path(str(INSTALLED))
    as_unit = file is None and installed.exists()
    settings, notices = load_settings(installed, host.path(str(KEPT))) if as_unit else load_settings(file)
    running, unit = machine.unit(host)
    real = as_unit or machine.is_pi(host)  # a simulated table stands on no groups, pins, buses or cameras
    yield from machine.board(host)
    if real:
        yield from wired.groups(host)
    yield from machine.kept(host, settings, notices)
    yield from taught.biz_bluff(settings)
    if as_unit:
        yield from taught.hidden(settings)
    if not real:
        return
    try:
        table = load_pins(settings.pins)
    except BadPinTable as fault:
        yield bad("pin-table", str(fault), f"sudo nano {settings.pins}")
        table = load_pins()
    yield from wired.pins(host, table)
    yield from wired.displays(host, table, tuple(pod for pod in settings.pods if pod in table.pods))
    yield from machine.camera(host, settings, running)
    yield unit
