"""A deck that loads can be played with; one that cannot names the file and the key that are to blame."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.cards.deck import Deck, Face, check_name, deck_text, load_deck
from vision.cards.errors import DeckError, DeckFileError, FacePictureError, NoDeckError

GOOD = """\
name = "Farm"
source = "drawn for this test"
licence = "MIT"
size = [60, 90]

[faces.cow]
pictures = ["cow.png", "prints/cow2.png"]
count = 4

[faces."note 50"]
pictures = ["note.png"]
size = [90, 60]

[faces.back]
pictures = ["back.png"]
back = true
"""


def picture(path: Path, high: int = 90, wide: int = 60, shade: int = 200) -> None:
    path.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(path), np.full((high, wide, 3), shade, np.uint8))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deck.toml").write_text(GOOD)
    for shade, name in enumerate(("cow.png", "prints/cow2.png", "back.png")):
        picture(tmp_path / name, shade=100 + shade)
    picture(tmp_path / "note.png", high=60, wide=90)
    return tmp_path


def test_a_deck_is_what_its_folder_says(folder: Path) -> None:
    deck = load_deck(folder)
    assert (deck.name, deck.source, deck.licence) == ("Farm", "drawn for this test", "MIT")
    assert list(deck.faces) == ["cow", "note 50", "back"]
    cow, note, back = deck.faces.values()
    assert (cow.count, cow.size_mm, cow.back, len(cow.pictures)) == (4, (60, 90), False, 2)
    assert (note.count, note.size_mm, note.picture.shape) == (1, (90, 60), (60, 90, 3))
    assert (back.back, int(back.picture[0, 0, 0])) == (True, 102)
    assert [int(look[0, 0, 0]) for look in cow.pictures] == [100, 101]


def test_half_a_deck_knows_only_that_half(folder: Path) -> None:
    assert list(load_deck(folder).only({"back", "cow"}).faces) == ["cow", "back"]


@pytest.mark.parametrize(
    ("old", "new", "blamed"),
    [
        ("size = [60, 90]\n\n", "size = [60]\n\n", r"deck\.toml: size: must be \[width, height\]"),
        ("size = [60, 90]\n\n", "size = [60, 900]\n\n", r"size: a card's sides are 5 to 500 mm"),
        ("size = [60, 90]\n\n", "size = [60, true]\n\n", "size: must be a number"),
        ('name = "Farm"\n', "", "name: missing"),
        ('licence = "MIT"\n', "licence = 3\n", "licence: must be a text"),
        ("count = 4", "count = 0", r"faces\.cow\.count: .* 1 to 999, is 0"),
        ("count = 4", f"count = 0x{'f' * 5000}", r"1 to 999, is a number with far too many digits"),
        (
            "count = 4",
            f"count = {'1' * 5000}",
            r"deck\.toml: line 8: a whole number with far too many",
        ),
        ("count = 4", f"count = {'[' * 5000}", r"deck\.toml: line 8: is nested too deeply"),
        ("count = 4", f"{'a.' * 300}a = 4", r"deck\.toml: faces\.cow\.a\.a.*: is nested too deeply"),
        ("size = [60, 90]\n\n", f"size = [60, {'1' * 401}]\n\n", r"deck\.toml: size: must be a number"),
        ("count = 4", "count = true", r"faces\.cow\.count"),
        ("count = 4", "colour = 4", r"faces\.cow\.colour: unknown key; known here: pictures"),
        ("back = true", "back = 1", r"faces\.back\.back: must be true or false"),
        ('["cow.png", "prints/cow2.png"]', '"cow.png"', r'faces\.cow\.pictures: .* \["cow\.png"\]'),
        ('["cow.png", "prints/cow2.png"]', "[]", r"faces\.cow\.pictures"),
        ('"cow.png"', '"../cow.png"', "must be the name of a file in the deck's own folder"),
        ('"cow.png"', '"/etc/cow.png"', "must be the name of a file in the deck's own folder"),
        ('"cow.png"', '"a\\u0000b"', "must be the name of a file in the deck's own folder"),
        ('"note 50"', '"note\\n50"', "must be printable"),
        ('"note 50"', '" "', "must be printable"),
        ("[faces.back]", "[faces.back", "not valid TOML"),
    ],
)
def test_a_deck_that_cannot_be_meant_names_the_key(folder: Path, old: str, new: str, blamed: str) -> None:
    assert GOOD.count(old) >= 1
    (folder / "deck.toml").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(DeckFileError, match=blamed) as caught:
        load_deck(folder)
    assert str(folder / "deck.toml") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mark_that_an_editor_put_before_the_text_is_read_over(folder: Path) -> None:
    (folder / "deck.toml").write_text(GOOD, encoding="utf-8-sig")
    assert load_deck(folder).name == "Farm"


def test_a_film_for_a_text_is_not_read(folder: Path) -> None:
    with (folder / "deck.toml").open("r+b") as file:
        file.truncate(10**12)
    with pytest.raises(NoDeckError, match="too many for a text"):
        load_deck(folder)


def test_a_deck_without_faces_is_none(folder: Path) -> None:
    (folder / "deck.toml").write_text(GOOD.partition("[faces.cow]")[0] + "[faces]\n")
    with pytest.raises(DeckFileError, match=r"at least one face is needed, such as \[faces\.cow\]"):
        load_deck(folder)


def gone(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("moo")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def sideways(path: Path) -> None:
    picture(path, high=60, wide=90)


def tiny(path: Path) -> None:
    picture(path, high=45, wide=30)


@pytest.mark.parametrize(
    ("spoil", "blamed"),
    [
        (gone, "there is no such picture: put it there, or strike it"),
        (empty, "is not a picture that can be opened"),
        (text, "is not a picture that can be opened"),
        (pipe, "is not a file"),
        (sideways, "is 90 x 60 pixels, but the card is 60 x 90 mm: crop it"),
        (tiny, "is 30 x 45 pixels, at least 40"),
    ],
)
def test_a_bad_picture_names_its_file_and_face(
    folder: Path, spoil: Callable[[Path], None], blamed: str
) -> None:
    spoil(folder / "cow.png")
    with pytest.raises(FacePictureError, match=blamed) as caught:
        load_deck(folder)
    assert f"{folder / 'cow.png'}: faces.cow.pictures" in str(caught.value)


def test_where_there_is_no_deck_it_says_so(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoDeckError, match=r"deck\.toml: there is no such file"):
            load_deck(place)
    (tmp_path / "deck.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(NoDeckError, match="cannot be read"):
        load_deck(tmp_path)
    assert issubclass(NoDeckError, DeckError)


def test_what_is_written_is_what_was_loaded(folder: Path) -> None:
    deck = load_deck(folder)
    files = {"cow": ["cow.png", "prints/cow2.png"], "note 50": ["note.png"], "back": ["back.png"]}
    assert tomllib.loads(deck_text(deck, files)) == tomllib.loads(GOOD)


@given(
    name=st.text(min_size=1, max_size=60).filter(lambda name: check_name(name) is None),
    said=st.text(st.characters(codec="utf-8"), min_size=1),
    count=st.integers(1, 200),
)
def test_any_name_can_be_written_and_read_again(name: str, said: str, count: int) -> None:
    look = np.zeros((90, 60, 3), np.uint8)
    face = Face(name, (look,), (60.5, 90), count)
    written = tomllib.loads(deck_text(Deck(said, said, said, (60, 90), {name: face}), {name: [said]}))
    assert written["name"] == said
    row = written["faces"][name]
    assert (row["pictures"], row.get("count", 1), row["size"]) == ([said], count, [60.5, 90])
