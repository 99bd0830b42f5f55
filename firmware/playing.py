"""`bluffbox play`: the box on the simulated table, until Ctrl-C."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace
from pathlib import Path

import click
import cv2

from firmware.box import Box
from firmware.errors import BoxError
from firmware.logs import set_up_logs
from firmware.settings import load_settings
from firmware.web.errors import WebError
from firmware.web.thread import WebThread
from firmware.window import Window


@click.command()
@click.option(
    "--settings", "file", type=click.Path(path_type=Path), help="The settings file; else the user's own."
)
@click.option(
    "--var", type=click.Path(path_type=Path), help="The folder for what the box keeps; else the user's own."
)
@click.option("--host", help="Where the pages are served; else as the settings say.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes any free port.")
@click.option(
    "--bots", type=click.IntRange(0, 6), help="So many seats, from the last, to bots; else as last time."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="A new simulated table begins from it: dice, cards and files come as they came before. "
    "A game to go on with keeps its own.",
)
def play(
    file: Path | None,
    var: Path | None,
    host: str | None,
    port: int | None,
    bots: int | None,
    seed: int | None,
) -> None:
    """Play on a simulated table: pods, dice and camera in the browser."""
    if host == "":
        raise click.BadParameter("an address or a host name is wanted", param_hint="--host")
    settings, notices = load_settings(file, var)
    for notice in notices:
        click.echo(f"settings: {notice}", err=True)
    settings = replace(
        settings,
        web_host=settings.web_host if host is None else host,
        web_port=settings.web_port if port is None else port,
        seed=settings.seed if seed is None else seed,
    )
    set_up_logs(settings.log_level)
    cv2.setNumThreads(1)
    stop = threading.Event()
    try:
        box = Box(settings, gone_off=stop.set, anew=seed is not None)
    except BoxError as fault:
        raise _Fault(fault) from None
    if seed is not None and box.journal.unfinished():
        click.echo(
            "There is a game to go on with: its table stays as it was, and --seed is not used.", err=True
        )
    for complaint in box.house.complaints():
        click.echo(complaint, err=True)
    window = Window(box)
    web = WebThread(window, settings.web_host, settings.web_port)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    if bots is not None:
        for place, pod in enumerate(reversed(settings.pods)):
            box.hand_to(pod, place < bots)
    box.start()
    try:
        web.start()
        _greet(web.address, window)
        stop.wait()
    except WebError as fault:
        raise click.ClickException(str(fault)) from None
    finally:
        web.stop()
        box.stop()
    click.echo("The game is kept; start again to go on." if box.journal.durable else "Nothing was kept.")


def _greet(address: str, window: Window) -> None:
    keys = window.keys()
    click.echo("Bluffbox: the simulated table is set. Ctrl-C leaves it.\n")
    click.echo(f"  all pods     {address}/all/{keys.everything}")
    for seat, key in keys.seats.items():
        click.echo(f"  seat {seat} alone {address}/seat/{seat}/{key}")
    click.echo(f"  table only   {address}/\n")


class _Fault(click.ClickException):
    """A fault of the box in one line, with the exit code that it has there."""

    def __init__(self, fault: BoxError) -> None:
        super().__init__(str(fault))
        self.exit_code = fault.exit_code  # type: ignore[misc] # click itself sets it so
