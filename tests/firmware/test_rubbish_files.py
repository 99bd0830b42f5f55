"""Whatever bytes lie in a file that the box loads: it is said in one line of the error that is caught."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.biz_bluff.box import PAPERS
from firmware.boxes.folder import papers_in
from firmware.errors import BadBox, BadPinTable
from firmware.kit.biz_looks import parse_biz_looks
from firmware.kit.errors import KitFileError
from firmware.kit.liars_dice_board import parse_board_look
from firmware.kit.looks import parse_looks
from firmware.kit.papers import shipped
from firmware.kit.tokens import parse_token_looks
from firmware.pods.pins import load_pins
from firmware.settings import example, load_settings
from tests.engine.biz_bluff.other import PAPERS as OTHER
from vision.cards.deck import FILE, load_deck
from vision.cards.errors import DeckError
from vision.errors import LayoutError
from vision.layout import load_layout

DECK = """\
name = "Farm"
source = "drawn for this test"
licence = "MIT"
size = [60, 90]
[faces.cow]
pictures = ["cow.png"]
count = 4
[faces."note 50"]
pictures = ["cow.png"]
size = [61.5, 90]
back = true
"""
SETTINGS = re.sub("\n# ([a-z_]+ = )", r"\n\1", example())  # every key is set
HOSTILE = (
    "\ufeff", "\0", "\r", "\n", '"', "'''", "[", "]", "{", "}", "=", ".", ",", "#", "\\", "-", "_", "0", "é",
    "\ud7ff", "[[", "]]", "1" * 401, "1" * 5000, "0x" + "f" * 5000, "-0x1", "nan", "inf", "-inf", "1e999",
    "1e308", "true", "1979-05-27", "07:32:00", "[" * 3000, "{a=" * 3000, "a." * 300 + "a",
    "[" * 40 + "]" * 40, "source = 1\n", "\n[faces]\n", '"a\\nb" = 1\n', "\n[[a]]\n[a.b]\n", "x" * 300,
    "../", "/",
)  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """A file that the box loads. `load` reads it in its folder, and may raise no other error than `wrong`."""

    name: str
    text: str
    load: Callable[[Path], object]
    wrong: tuple[type[Exception], ...]


def _parsed(parse: Callable[[str, str], object]) -> Callable[[Path], object]:
    return lambda file: parse(file.read_text(encoding="utf-8", errors="replace"), file.name)


KEPT: Mapping[str, Kept] = {
    "settings": Kept("settings.toml", SETTINGS, load_settings, ()),
    "deck": Kept(FILE, DECK, lambda file: load_deck(file.parent), (DeckError,)),
    "layout": Kept(
        "table.toml",
        files("vision").joinpath("reference_table.toml").read_text(encoding="utf-8"),
        load_layout,
        (LayoutError,),
    ),
    "pins": Kept(
        "pins.toml",
        files("firmware.pods").joinpath("pins.toml").read_text(encoding="utf-8"),
        load_pins,
        (BadPinTable,),
    ),
    **{name: Kept(name, OTHER[name], lambda file: papers_in(file.parent), (BadBox,)) for name in PAPERS},
    **{
        name: Kept(name, shipped(name), _parsed(parse), (KitFileError,))
        for name, parse in (
            ("liars_dice.toml", parse_board_look),
            ("kuhhandel.toml", parse_looks),
            ("bluff_you.toml", parse_token_looks),
            ("biz_bluff.toml", parse_biz_looks),
        )
    },
}

edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(HOSTILE) | st.binary(max_size=4)),
    min_size=1,
    max_size=3,
)


def spoilt(text: str, changes: list[tuple[float, int, str | bytes]]) -> bytes:
    """The text with pieces of it cut out, at a part of its length, and others put in their places."""
    raw = text.encode()
    for part, gone, put in changes:
        at = int(part * len(raw))
        raw = raw[:at] + (put.encode() if isinstance(put, str) else put) + raw[at + gone :]
    return raw


def _loads(folder: Path, kept: Kept, raw: bytes) -> None:
    """What is there is taken, or refused in one line that names the file."""
    file = folder / kept.name
    file.write_bytes(raw)
    try:
        done = kept.load(file)
    except kept.wrong as wrong:
        said = [str(wrong)]
    else:
        said = list(map(str, done[1])) if isinstance(done, tuple) else []
    assert all(kept.name in line and line.isprintable() for line in said)


@pytest.fixture(scope="module", params=KEPT)
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Kept]:
    folder = tmp_path_factory.mktemp("kept")
    cv2.imwrite(str(folder / "cow.png"), np.full((90, 60, 3), 200, np.uint8))
    return folder, KEPT[request.param]


def test_the_files_themselves_are_taken(place: tuple[Path, Kept]) -> None:
    folder, kept = place
    (folder / kept.name).write_text(kept.text, encoding="utf-8")
    done = kept.load(folder / kept.name)
    assert not (isinstance(done, tuple) and done[1])  # settings with something to say


@settings(max_examples=40)
@given(changes=edits)
def test_a_file_with_a_piece_out_of_place_is_taken_or_refused(
    place: tuple[Path, Kept], changes: list[tuple[float, int, str | bytes]]
) -> None:
    folder, kept = place
    _loads(folder, kept, spoilt(kept.text, changes))


@settings(max_examples=25)
@given(raw=st.binary(max_size=100))
@also(b"a=" + b"[" * 3000)
@also(b"a=" + b"1" * 5000)
@also(b"size=[" + b"1" * 401 + b",1]")
@also(b"\xff\xfea\0=\0")
def test_rubbish_is_refused(place: tuple[Path, Kept], raw: bytes) -> None:
    folder, kept = place
    _loads(folder, kept, raw)
