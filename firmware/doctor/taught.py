"""The doctor on what the owner has taught: his own box of Biz-Bluff, his own decks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from engine.biz_bluff.box import PAPERS
from firmware.boxes.folder import papers_in
from firmware.doctor.finding import Finding, bad, ok
from firmware.errors import BadBox
from firmware.settings import Settings
from vision.files import is_there

_HIDDEN = (PurePath("/home"), PurePath("/root"))  # from the unit, by its ProtectHome


def biz_bluff(settings: Settings) -> Iterator[Finding]:
    """The folder that the settings name, if they name one: without it the game is played with ours."""
    folder = settings.box
    if folder is None:
        return
    try:
        papers_in(folder)
    except BadBox as fault:
        told = str(fault)
        wrong = [name for name in PAPERS if name in told and is_there(folder / name)]
        mend = f"bluffbox teach biz-bluff {folder}"
        if wrong:  # what cannot be read is not taught on from
            mend = f"sudo nano {folder / wrong[0]} && bluffbox teach biz-bluff --check {folder}"
        yield bad("box", told, mend)
    else:
        yield ok("box", f"the box in {folder} can be played with")


def hidden(settings: Settings) -> Iterator[Finding]:
    """What the unit's own settings name in somebody's home: the unit sees no homes, though whoever asks the
    doctor may."""
    named = {"box": settings.box, **settings.decks}
    for key, folder in named.items():
        if folder is not None and any(folder.is_relative_to(home) for home in _HIDDEN):
            what = f"{folder} lies where the service does not look: in somebody's home"
            yield bad(
                key, what, f"sudo cp -r {folder} /etc/bluffbox/ && sudo nano /etc/bluffbox/settings.toml"
            )
