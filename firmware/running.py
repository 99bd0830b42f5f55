"""`bluffbox run`: the box on a real table, as its unit starts it."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from pathlib import Path

import click
import cv2

from firmware.errors import BoxError
from firmware.notify import Notifier
from firmware.pods.buttons import real_factory
from firmware.real import RealBox, RealWindow
from firmware.web.errors import WebError
from firmware.web.thread import WebThread
from firmware.wired import read_wired, settings_option

log = logging.getLogger(__name__)

SWITCHED_OFF = 86  # what the program ends with when somebody switched the box off; the unit turns off the Pi


@click.command()
@settings_option
@click.option(
    "--var", type=click.Path(path_type=Path), help="The folder for what the box keeps; else the user's own."
)
def run(file: Path | None, var: Path | None) -> None:
    """Play on a real table: the Pi's pods, buttons and camera, as far as they are there."""
    settings, pins = read_wired(file, var)
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
