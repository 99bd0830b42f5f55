"""`bluffbox teach biz-bluff`: asks what is in a box, writes it into its folder, and checks a folder."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Generator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import click

from engine.biz_bluff.box import PAPERS, Box, our_box, our_papers, read_box
from firmware.boxes.draft import Draft, draft_of, papers_of
from firmware.boxes.folder import papers_in
from firmware.boxes.guide import Question, guide
from firmware.errors import BadBox
from firmware.settings import default_path
from vision.files import is_file, is_folder, is_there, read_text

ANSWERS = "answers.txt"


class Steer(StrEnum):
    """What leads through the questions instead of answering one. In quotes the words are answers like any
    other, for a company may be called so."""

    BACK = "back"
    STOP = "stop"


_QUOTE = '"'


@click.command("biz-bluff")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--check", is_flag=True, help="Ask nothing: say whether FOLDER can be played with.")
@click.option(
    "--defaults", is_flag=True, help="Ask nothing: write the files of our box, to be edited by hand."
)
def teach_box(folder: Path | None, check: bool, defaults: bool) -> None:
    """Teach what is in your box of Biz-Bluff: companies, board, tokens and cards.

    It begins from our own box, or from what FOLDER holds, and asks step by step: Enter leaves what stands
    there. What is entered is kept at once, so that you can stop and go on another day. Without FOLDER it
    lies beside your settings.
    """
    place = folder or default_path().parent / "biz-bluff"
    try:
        if check:
            _tell(place, read_box(papers_in(place)))
        elif defaults:
            _write_defaults(place)
        else:
            _teach(place)
    except BadBox as fault:
        raise click.ClickException(str(fault)) from None
    except OSError as fault:
        raise click.ClickException(f"{place}: it cannot be written: {fault.strerror or fault}") from None


def _write_defaults(folder: Path) -> None:
    there = [name for name in PAPERS if is_there(folder / name)]
    if there:
        raise BadBox(f"{folder / there[0]} is there already: move it away first")
    _write(folder, our_papers())
    click.echo(f"{folder}: {', '.join(PAPERS)} are as in our box. Edit them, then check them with --check.")


def _teach(folder: Path) -> None:
    start = our_box()
    if is_folder(folder) and any(is_there(folder / name) for name in PAPERS):
        start = read_box(papers_in(folder))
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / ANSWERS
    back, stop = (steer.value for steer in Steer)
    click.echo(
        f"Enter leaves what stands in [ ]. {back} goes a question back, {stop} leaves the rest for later.\n"
        f'A company that is called so is entered in quotes: "{back}".'
    )
    draft = _asked(draft_of(start), kept)
    if draft is None:
        click.echo("What you have entered is kept: call the same again to go on.")
        return
    papers = papers_of(draft)
    box = read_box(papers)
    _write(folder, papers)
    kept.unlink(missing_ok=True)
    _tell(folder, box)


def _asked(start: Draft, kept: Path) -> Draft | None:
    """Asks on where it was left; None if it is left again."""
    said = _kept_in(kept)
    try:
        while True:
            asking = guide(start)
            try:
                question = _replayed(asking, said)
                while True:
                    answer = _answer(question)
                    if answer is Steer.STOP:
                        return None
                    if isinstance(answer, Steer):
                        break
                    said.append(answer)
                    _keep(kept, said)
                    question = asking.send(answer)
            except StopIteration as done:
                finished: Draft = done.value
                return finished
            if said:
                said.pop()
                _keep(kept, said)
    except (click.Abort, EOFError):
        click.echo()
        return None


def _replayed(asking: Generator[Question, str, Draft], said: list[str]) -> Question:
    """The question after what was said. What does not fit, since the files are others now, is forgotten."""
    question = next(asking)
    for place, answer in enumerate(said):
        if question.wrong(answer):
            del said[place:]
            break
        question = asking.send(answer)
    return question


def _answer(question: Question) -> str | Steer:
    """One answer that fits, or where to go instead."""
    for line in question.above:
        click.echo(line)
    asks = f"{question.asks} [{question.default}]" if question.default else question.asks
    while True:
        typed = " ".join(str(click.prompt(asks, default="", show_default=False, type=str)).split())
        if typed in list(Steer):
            return Steer(typed)
        said = _unquoted(typed) or question.default
        wrong = question.wrong(said)
        if not wrong:
            return said
        click.echo(f"  {wrong}")


def _unquoted(typed: str) -> str:
    """Without the quotes that keep a word from steering. Other quotes are part of what is said."""
    is_word = typed.strip(_QUOTE) in [steer.value for steer in Steer]
    return typed.removeprefix(_QUOTE).removesuffix(_QUOTE) if is_word else typed


def _kept_in(file: Path) -> list[str]:
    if not is_file(file):
        return []
    try:
        return read_text(file).splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _keep(file: Path, said: list[str]) -> None:
    _written(file, "".join(f"{line}\n" for line in said))


def _write(folder: Path, papers: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in papers.items():
        _written(folder / name, text)


def _written(file: Path, text: str) -> None:
    """The whole file or none, on the disk when this returns."""
    descriptor, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(part).chmod(0o644)
        Path(part).replace(file)
    except OSError:
        with suppress(OSError):
            Path(part).unlink()
        raise


def _tell(folder: Path, box: Box) -> None:
    """What the folder holds, and how it comes to be played with."""
    tokens = sum(token.count for token in box.tokens.values())
    cards = sum(card.count for card in box.cards.values())
    click.echo(
        f"{folder}: {len(box.board.companies)} companies, {len(box.board.squares)} squares, {tokens} tokens, "
        f"{cards} cards. It can be played with."
    )
    named = json.dumps(str(folder.absolute()), ensure_ascii=False)
    click.echo(f"In the settings file, {default_path()} if you name no other:\n\n[biz-bluff]\nbox = {named}")
