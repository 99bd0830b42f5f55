"""What `bluffbox run` does once the glass is dark: the box on a real table, until somebody ends it."""

from __future__ import annotations

import logging
import signal
import sys
import threading

import click
import cv2

from firmware.errors import BoxError
from firmware.notify import Notifier
from firmware.pods.buttons import real_factory
from firmware.pods.pins import PinTable
from firmware.real import RealBox, RealWindow
from firmware.settings import Settings
from firmware.web.errors import WebError
from firmware.web.thread import WebThread

log = logging.getLogger(__name__)

SWITCHED_OFF = 86  # what the program ends with when somebody switched the box off; the unit turns off the Pi


def play_wired(settings: Settings, pins: PinTable) -> None:
    """Until it is told to end; ends the program where there can be no box, or somebody switched it off."""
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
