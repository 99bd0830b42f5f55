"""`bluffbox teach` makes a deck of photographs, `bluffbox read --deck` reads its cards, and neither has a
traceback for anything that it is given."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from firmware.cli import main
from firmware.reading import bench_cards
from vision.bench.card_scenes import lay, symbol_deck
from vision.cards.deck import Deck, load_deck
from vision.errors import VisionError

DECK = symbol_deck()
NAMES = ("circle", "cross", "waves", "star")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str | Path) -> Result:
    result = CliRunner().invoke(main, [*map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def shot(path: str, *names: str | None, seed: int = 1) -> None:
    frame, _ = lay(DECK, names, np.random.default_rng(seed), size=(700, 520), high=170, tilt=0.03)
    cv2.imwrite(path, frame)


def crops(folder: str, names: tuple[str, ...] = NAMES) -> None:
    Path(folder).mkdir()
    for name in names:
        cv2.imwrite(f"{folder}/{name}.png", DECK.faces[name].picture)


def taught() -> None:
    crops("faces")
    assert run("teach", "deck", "--from", "faces", "--size", "60x88").exit_code == 0


def test_a_deck_is_taught_from_pictures_of_its_faces() -> None:
    crops("faces")
    result = run("teach", "deck", "--from", "faces", "--size", "60x88", "--count", "4", "--back", "waves")
    assert result.exit_code == 0, result.output
    assert "deck: 4 faces, 12 cards" in result.stdout
    deck = load_deck(Path("deck"))
    assert set(deck.faces) == set(NAMES)
    assert (deck.size_mm, deck.faces["star"].count, deck.faces["waves"].back) == ((60, 88), 4, True)


def test_a_face_is_taught_from_a_photograph_of_its_card_under_any_name() -> None:
    shot("IMG_1.jpg", "star")
    result = run("teach", "deck", "--from", "the sun=IMG_1.jpg", "--size", "60x88")
    assert result.exit_code == 0, result.output
    shot("table.png", "star", "circle", seed=3)
    (line,) = run("read", "--deck", "deck", "--json", "table.png").stdout.splitlines()
    assert [card["face"] for card in json.loads(line)["cards"] if card["sure"]] == ["the sun"]


def test_faces_are_added_and_taught_again() -> None:
    taught()
    crops("more", ("square",))
    cv2.imwrite("more/star.png", DECK.faces["star"].picture)
    assert run("teach", "deck", "--from", "more").exit_code == 0
    deck = load_deck(Path("deck"))
    assert {name: len(face.pictures) for name, face in deck.faces.items()} == {
        **dict.fromkeys(NAMES, 1), "star": 2, "square": 1,
    }  # fmt: skip
    assert run("teach", "deck", "--replace", "--from", "more").exit_code == 0
    assert len(load_deck(Path("deck")).faces["star"].pictures) == 1


def test_faces_too_alike_are_named() -> None:
    crops("faces")
    cv2.imwrite("faces/sun.png", cv2.GaussianBlur(DECK.faces["star"].picture, (5, 5), 0))
    result = run("teach", "deck", "--from", "faces", "--size", "60x88")
    assert result.exit_code == 0
    assert "star and sun are too alike to tell apart" in result.stderr


def test_a_photograph_without_a_card_is_one_line_and_the_others_are_taught() -> None:
    crops("faces")
    cv2.imwrite("bare.png", np.full((500, 2000, 3), 90, np.uint8))
    Path("notes.jpg").write_text("moo")
    result = run("teach", "deck", "--from", "faces", "bare.png", "notes.jpg", "gone.jpg", "--size", "60x88")
    assert result.exit_code == 1
    assert [line.partition(": ")[2].partition(": ")[0] for line in result.stderr.splitlines()] == [
        "bare.png", "notes.jpg", "gone.jpg",
    ]  # fmt: skip
    assert set(load_deck(Path("deck")).faces) == set(NAMES)


def held(folder: str) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in sorted(Path(folder).rglob("*.*"))}


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_what_lies_in_the_folder_of_the_deck_is_never_written_over(suffix: str) -> None:
    Path("own").mkdir()
    for name in NAMES:
        shot(f"own/{name}{suffix}", name)
    photographs = held("own")
    for again in ((), ("--replace",), ("--replace",)):
        result = run("teach", "own", *again, "--from", "own", "--size", "60x88")
        assert result.exit_code == 0, result.output
        after = held("own")
        assert {file: after.get(file) for file in photographs} == photographs
        assert set(load_deck(Path("own")).faces) == set(NAMES)
        if again:  # what was taught before has made room
            assert len(after) == 2 * len(NAMES) + 1
        assert not [file for file in Path().iterdir() if file.name.startswith(".")]


def put_in_anew(file: str) -> None:
    """As a program does that keeps nothing but the picture."""
    touched = cv2.imread(file)
    assert touched is not None
    cv2.imwrite(file, touched)


def put_right(file: str) -> None:
    """As a program does that keeps all that was written into a picture."""
    with Image.open(file) as image:
        told = PngInfo()
        for key, text in image.info.items():
            told.add_text(str(key), str(text))
        image.point(lambda tone: min(255, tone + 3)).save(file, pnginfo=told)


@pytest.mark.parametrize("touch", [put_in_anew, put_right])
def test_pictures_that_their_owner_has_put_into_a_deck_are_kept_though_they_are_forgotten(
    touch: Callable[[str], None],
) -> None:
    taught()
    touch("deck/star.png")
    before = held("deck")
    shot("IMG_1.png", "star", seed=2)
    assert run("teach", "deck", "--replace", "--from", "star=IMG_1.png").exit_code == 0
    after = held("deck")
    assert {file: after.get(file) for file in before if file.endswith(".png")} == {
        file: data for file, data in before.items() if file.endswith(".png")
    }
    (look,) = load_deck(Path("deck")).faces["star"].pictures
    touched = cv2.imread("deck/star.png")
    assert touched is not None
    assert look.shape != touched.shape
    shot("IMG_2.png", "waves", seed=3)
    assert run("teach", "deck", "--replace", "--from", "waves=IMG_2.png").exit_code == 0
    assert before["deck/waves.png"] not in held("deck").values()  # that was made here


def test_a_lesson_that_fails_leaves_the_deck_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    taught()
    before = held("deck")
    shot("IMG_1.png", "star", seed=2)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.teaching.folder.shutil.move", full)
    result = run("teach", "deck", "--replace", "--from", "star=IMG_1.png")
    assert result.exit_code == 1
    assert "the deck cannot be written: No space left on device" in result.stderr
    assert held("deck") == before


@pytest.mark.parametrize(
    ("high", "wide", "says"),
    [
        (1, 1, "is 1 x 1 pixels: too small"),
        (13, 13, "is 13 x 13 pixels: too small"),
        (1, 3000, "is 3000 x 1 pixels: too small"),
        (14, 9, "is 9 x 14 pixels: too small"),
        (39, 30, "is 30 x 39 pixels: too small"),
        (40, 40, "no card found"),
        (41, 4000, "no card found"),
    ],
)
def test_a_picture_that_is_too_small_is_named_and_the_others_are_taught(
    high: int, wide: int, says: str
) -> None:
    crops("faces")
    grain = np.random.default_rng(1).integers(0, 255, (high, wide, 3)).astype(np.uint8)
    cv2.imwrite("faces/a.png", grain)
    result = run("teach", "deck", "--from", "faces", "--size", "60x88")
    assert result.exit_code == 1
    assert [line for line in result.stderr.splitlines() if "too alike" not in line] == [
        line for line in result.stderr.splitlines() if line.startswith(f"bluffbox teach: faces/a.png: {says}")
    ]
    assert says in result.stderr
    assert set(load_deck(Path("deck")).faces) == set(NAMES)


def test_a_card_of_another_shape_than_the_others_is_named_and_they_are_taught() -> None:
    crops("faces")
    narrow = cv2.resize(DECK.faces["square"].picture, (200, 380), interpolation=cv2.INTER_AREA)
    cv2.imwrite("faces/narrow.png", narrow)
    result = run("teach", "deck", "--from", "faces")
    assert result.exit_code == 1
    assert "faces/narrow.png: the card in it is 200 x 380 pixels, but the card is 63 x" in result.stderr
    assert set(load_deck(Path("deck")).faces) == set(NAMES)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deck",), "is no deck yet: name photographs with --from"),
        (("deck", "--from", ""), "stands for no photograph"),
        (("", "--from", "faces"), "stands for no file"),
        (("deck", "--from", "faces", "--size", "63"), "such as 63x88"),
        (("deck", "--from", "faces", "--size", "63x8800"), "5 to 500 mm"),
        (("deck", "--from", "faces", "--back", "moon"), "there is no such face"),
        (("deck", "--from", "empty"), "there are no pictures in empty"),
    ],
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...], said: str) -> None:
    crops("faces")
    Path("empty").mkdir()
    result = run("teach", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not Path("deck").exists()


def test_json_has_exactly_the_promised_keys() -> None:
    taught()
    shot("table.png", "circle", None, seed=4)
    result = run("read", "--deck", "deck", "--json", "table.png")
    assert result.exit_code == 0
    line = json.loads(result.stdout)
    assert list(line) == ["image", "cards", "ms"]
    cards = {card["face"]: card for card in line["cards"]}
    assert set(cards) == {"circle", None}
    for card in cards.values():
        assert list(card) == ["face", "quad", "confidence", "sure", "reason"]
        assert [len(corner) for corner in card["quad"]] == [2, 2, 2, 2]
    assert (cards["circle"]["sure"], cards["circle"]["reason"]) == (True, None)
    assert (cards[None]["sure"], cards[None]["reason"]) == (False, "unknown card")
    text = run("read", "--deck", "deck", "table.png").stdout
    assert "2 cards, 1 sure: circle" in text


def test_a_drawing_shows_the_cards_and_a_folder_that_is_made_is_told_of() -> None:
    taught()
    shot("table.png", "cross", seed=5)
    result = run("read", "--deck", "deck", "table.png", "--annotate", "deep/seen.png")
    assert result.exit_code == 0
    assert result.stderr == "bluffbox read: made the folder deep\n"
    seen = cv2.imread("deep/seen.png")
    assert seen is not None
    assert seen.shape[1] >= 900
    assert run("read", "--deck", "deck", "table.png", "--annotate", "deep/seen.png").stderr == ""


def test_a_bad_deck_or_file_is_one_line() -> None:
    taught()
    shot("good.png", "star")
    os.mkfifo("pipe.jpg")
    result = run("read", "--deck", "deck", "pipe.jpg", "good.png")
    assert result.exit_code == 1
    assert result.stderr.startswith("bluffbox read: pipe.jpg: ")
    assert "good.png" in result.stdout
    for folder, said in (("nowhere", "there is no such file"), ("", "stands for no file")):
        refused = run("read", "--deck", folder, "good.png")
        assert refused.exit_code == 2
        assert said in refused.stderr
    assert run("read", "--deck", "deck", "good.png", "--labels", "x.jsonl").exit_code == 2


def test_an_empty_name_is_no_picture() -> None:
    shot("good.png", "star")
    result = run("read", "")
    assert result.exit_code == 2
    assert "an empty name stands for no file" in result.stderr
    assert result.stdout == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    taught()
    shot("good.png", "star")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "firmware.cli", "read", "--deck", "deck", "good.png"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=Path(),
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    assert done.returncode == 1
    assert done.stderr == "Error: what was to be printed cannot be written: No space left on device\n"


def test_cards_are_measured_on_drawn_tables_where_there_are_no_photographs() -> None:
    result = run("bench", "cards", "--data", ".", "--limit", "1", "--method", "bluffbox")
    assert result.exit_code == 0, result.output
    assert "only drawn tables are measured" in result.stderr
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in result.stdout.splitlines()
        if "bluffbox" in line
    ]
    assert len(rows) == 4
    assert [row[4] for row in rows] == ["0"] * 4


def test_a_measurement_that_is_cut_short_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut() -> Deck:
        raise VisionError("cut short")

    monkeypatch.setattr(bench_cards, "symbol_deck", cut)
    result = run("bench", "cards", "--data", ".", "--limit", "1", "--method", "ORB + RANSAC")
    assert result.exit_code == 1
    assert "numbers in four colours" in result.stdout
    assert result.stdout.count("| ORB + RANSAC") == 2
