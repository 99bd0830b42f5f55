"""The folder in which the box of a Biz-Bluff is kept: a board, tokens and cards, checked whenever they are
read."""

from __future__ import annotations

from pathlib import Path

from engine.biz_bluff.box import BOARD, PAPERS, our_papers, read_box
from engine.biz_bluff.paper import Paper
from engine.errors import BadData
from firmware.boxes.names import unshowable
from firmware.errors import BadBox
from vision.files import is_folder, is_there, read_text

BIZ_BLUFF = "biz-bluff"


def papers_in(folder: Path) -> dict[str, str]:
    """The text of each file of the box in `folder`, by name; where one is not there, that of ours. Raises
    BadBox naming folder, file, line and key."""
    found = texts_in(folder)
    try:
        companies = read_box(found).board.companies
        for company, name in companies.items():
            if wrong := unshowable(name):
                raise Paper(BOARD, found[BOARD]).fault(company, wrong, "companies")
    except BadData as fault:
        raise BadBox(f"{folder}: {fault}") from None
    return found


def texts_in(folder: Path) -> dict[str, str]:
    """The same, whatever stands there. Raises BadBox where nothing can be read."""
    if not is_folder(folder):
        raise BadBox(f"{folder} is no folder: bluffbox teach biz-bluff makes one")
    there = [name for name in PAPERS if is_there(folder / name)]
    if not there:
        raise BadBox(f"{folder}: holds none of {', '.join(PAPERS)}: bluffbox teach biz-bluff writes them")
    return our_papers() | {name: _text(folder / name) for name in there}


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except UnicodeDecodeError:
        raise BadBox(f"{file}: it is not UTF-8 text") from None
    except OSError as fault:
        raise BadBox(f"{file}: it cannot be read: {fault.strerror or fault}") from None
