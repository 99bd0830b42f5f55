"""`bluffbox replay`: a kept game as a readable account, public or as one seat saw it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from engine import Answer, Event, Match, Seat, Setup
from engine.biz_bluff.box import read_box
from engine.errors import RulesError
from firmware.errors import JournalError
from firmware.glass.screen import Screen
from firmware.journal import Game, Reader
from firmware.settings import load_settings
from firmware.words import LANGUAGES, Words
from vision.files import is_file, is_there


@click.command()
@click.argument("game", type=int, required=False)
@click.option("--as-seat", "seat", type=click.IntRange(1, 6), help="As this seat saw it (ended games only).")
@click.option("--language", type=click.Choice(list(LANGUAGES)), help="Else as the settings say.")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The settings file.")
@click.option("--var", type=click.Path(path_type=Path), help="The folder for what the box keeps.")
def replay(
    game: int | None, seat: int | None, language: str | None, file: Path | None, var: Path | None
) -> None:
    """Print the account of GAME, or the list of games without it."""
    if file is not None and is_there(file) and not is_file(file):
        raise click.ClickException(f"{file} is not a file: name the settings file")
    settings, _ = load_settings(file, var)
    words = Words(language or settings.language)
    if not is_there(settings.journal):
        raise click.ClickException(
            f"there is no journal at {settings.journal}: nothing was played yet, or --var was given there"
        )
    if not is_file(settings.journal):
        raise click.ClickException(
            f"{settings.journal} is not a file, so it is no journal: name another --var"
        )
    try:
        reader = Reader(settings.journal)
        games = reader.games()
        if game is None:
            for one in games:
                click.echo(_listed(one))
            return
        found = next((one for one in games if one.id == game), None)
        if found is None:
            raise click.ClickException(f"there is no game {game}; `bluffbox replay` lists those there are")
        entries = reader.entries(game)
    except JournalError as fault:
        raise click.ClickException(str(fault)) from None
    if seat is not None and found.ended is None:
        raise click.ClickException(f"game {game} is not over: until then only the public account may be seen")
    try:
        setup, names = _setup(found)
        words = Words(words.language, names, box=read_box(setup.papers) if setup.papers else None)
    except (RulesError, ValueError) as fault:
        raise click.ClickException(f"what game {game} was cannot be read any more: {fault}") from None
    if seat is None and found.ended is not None and sys.stdin.isatty():
        seat = _asked_for(setup.seats)
    if seat is not None and seat not in setup.seats:
        raise click.ClickException(f"nobody sat at seat {seat} in game {game}")
    try:
        for line in account(setup, entries, seat, words):
            click.echo(line)
    except (RulesError, ValueError) as fault:
        raise click.ClickException(f"game {game} cannot be replayed by this version: {fault}") from None


def _asked_for(seats: tuple[Seat, ...]) -> Seat | None:
    """The owner's choice, once the game is over: everybody's account, or one seat's."""
    choices = ["public", *(str(seat) for seat in seats)]
    said = click.prompt("As whom", type=click.Choice(choices), default="public", err=True)
    return None if said == "public" else int(said)


def _setup(game: Game) -> tuple[Setup, dict[Seat, str]]:
    """What was played, and what the seats were called. Raises BadSetup or ValueError."""
    data = json.loads(game.setup)
    names = data.get("names") if isinstance(data, dict) else None
    named = names if isinstance(names, dict) else {}
    return Setup.from_json(data), {int(seat): str(name) for seat, name in named.items()}


def account(setup: Setup, entries: list[str], seat: Seat | None, words: Words) -> Iterator[str]:
    """The game line by line: what happened, and with `seat` also what that seat's glass said of it.

    Raises RulesError for entries that these rules refuse.
    """
    match = Match(setup)
    options = ", ".join(f"{key} {value}" for key, value in setup.options.items())
    yield f"{words.game(setup.game)}, {words.seats(setup.seats)}" + (f" ({options})" if options else "")
    for event in match.events:
        yield from _told(event, match, seat, words)
    for text in entries:
        for event in match.answer(Answer.from_text(text)):
            yield from _told(event, match, seat, words)


def _told(event: Event, match: Match, seat: Seat | None, words: Words) -> Iterator[str]:
    if not event.is_known_to(seat):
        return
    line = words.line(event, match.setup.game)
    if line:
        yield line
    if seat is not None:
        screen = words.news(event, match.view(seat), seat)
        if screen is not None:
            yield f"    {_on_glass(screen)}"


def _on_glass(screen: Screen) -> str:
    """A screen in one line of text."""
    rows = (row.text or " ".join(part.text for part in row.parts) for row in screen.rows)
    return " | ".join(text for text in (screen.title, *rows) if text)


def _listed(game: Game) -> str:
    state = "not over" if game.ended is None else f"ended {game.ended}"
    return f"{game.id:4}  {game.started}  {game.game}  {state}"
