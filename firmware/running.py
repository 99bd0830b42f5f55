"""`bluffbox run`, the box on a real table as its unit starts it, and `bluffbox blank`, run after it."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

import click
import cv2

from firmware.errors import BadPinTable, BoxError
from firmware.logs import set_up_logs
from firmware.notify import Notifier
from firmware.pods.buses import Buses, real_panels
from firmware.pods.buttons import real_factory
from firmware.pods.panel import blank as blank_all
from firmware.pods.pins import PinTable, load_pins
from firmware.real import RealBox, RealWindow
from firmware.settings import Settings, load_settings
from firmware.web.errors import WebError
from firmware.web.thread import WebThread

log = logging.getLogger(__name__)

SWITCHED_OFF = 86  # what the program ends with when somebody switched the box off; the unit turns off the Pi

_settings = click.option(
    "--settings", "file", type=click.Path(path_type=Path), help="The settings file; else the user's own."
)
_var = click.option(
    "--var", type=click.Path(path_type=Path), help="The folder for what the box keeps; else the user's own."
)


@click.command()
@_settings
@_var
def run(file: Path | None, var: Path | None) -> None:
    """Play on a real table: the Pi's pods, buttons and camera, as far as they are there."""
    settings, pins = _read(file, var)
    cv2.setNumThreads(1)
    notifier, stop, off = Notifier(), threading.Event(), threading.Event()

    def gone_off() -> None:
        off.set()
        stop.set()

    try:
        box = RealBox(settings, pins, real_factory(), notifier=notifier, gone_off=gone_off)
    except BoxError as fault:
        notifier.status(str(fault))
        click.echo(f"Error: {fault}", err=True)
        sys.exit(fault.exit_code)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    web = WebThread(RealWindow(box), settings.web_host, settings.web_port)
    box.start()
    try:
        try:
            web.start()
            log.info("the table's page is at %s/", web.address)
        except WebError as fault:
            log.warning("no pages: %s", str(fault))  # the game needs none
        notifier.ready()
        stop.wait()
        notifier.stopping()
    finally:
        web.stop()
        box.stop()
    if off.is_set():
        sys.exit(SWITCHED_OFF)


@click.command()
@_settings
def blank(file: Path | None) -> None:
    """Blank every pod's glass: it keeps its picture when the program that lit it is gone."""
    settings, pins = _read(file, None)
    buses = Buses(pins)
    for lost in blank_all(real_panels(settings.pods, pins, buses).values()):
        click.echo(lost, err=True)
    buses.close()


def _read(file: Path | None, var: Path | None) -> tuple[Settings, PinTable]:
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
