"""`bluffbox read` answers for every file in one line or a reading, never with a traceback."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from firmware.cli import main
from firmware.reading import command
from firmware.reading.photo import read_photo
from tests.vision.scenes import table_frame
from vision.picture import Frame
from vision.reading import DiceReading, Die, Place, Reason, Value
from vision.table import Table


def bright_squares(frame: Frame, table: Table | None) -> DiceReading:
    """A reader for tests: every white square is a sure die that shows as many pips as it has black holes, and
    one without holes is a die in glare."""
    white = cv2.inRange(frame, np.array([215] * 3), np.array([255] * 3))
    shapes, tree = cv2.findContours(white, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    dice = []
    for number, shape in enumerate(shapes):
        x, y, wide, high = cv2.boundingRect(shape)
        if tree[0][number][3] >= 0 or wide < 8 or not 0.9 < wide / high < 1.1:
            continue
        holes = sum(1 for link in tree[0] if link[3] == number)
        value = Value(str(holes)) if 1 <= holes <= 6 else None
        place = None if table is None else table.place_of(x + wide / 2, y + high / 2)
        reason = None if value else Reason.GLARE
        dice.append(
            Die(value, x + (wide - 1) / 2, y + (high - 1) / 2, wide, 0.9, value is not None, reason, place)
        )
    return DiceReading(tuple(sorted(dice, key=lambda die: (die.x, die.y))))


@pytest.fixture(autouse=True)
def _simple_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "read_photo", partial(read_photo, read=bright_squares))


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def photo(
    pips: int = 2, at: tuple[int, int] = (60, 100), size: tuple[int, int] = (200, 300), side: int = 40
) -> Frame:
    """A grey picture, `size` high and wide, with a white die of that side about (x, y)."""
    frame = np.full((*size, 3), 100, np.uint8)
    x, y = at[0] - side // 2, at[1] - side // 2
    frame[y : y + side, x : x + side] = 255
    for pip in range(pips):
        across, down = side // 8 + (pip % 3) * side // 3, side // 8 + (pip // 3) * side // 2
        frame[y + down : y + down + side // 8, x + across : x + across + side // 8] = 0
    return frame


def save(path: str | Path, frame: Frame, exif: Image.Exif | None = None) -> None:
    Image.fromarray(np.ascontiguousarray(frame[..., ::-1])).save(
        path, **({} if exif is None else {"exif": exif})
    )


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main, ["read", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json_has_exactly_the_promised_keys() -> None:
    save("a.png", photo(pips=5))
    save("b.png", photo(pips=0))
    result = run("--json", "a.png", "b.png")
    assert result.exit_code == 0
    sure, unsure = lines(result)
    assert list(sure) == list(unsure) == ["image", "dice", "ms"]
    assert sure["image"] == "a.png"
    assert isinstance(sure["ms"], float)
    assert sure["dice"] == [
        {"value": "5", "x": 59.5, "y": 99.5, "size": 40, "confidence": 0.9, "sure": True, "reason": None}
    ]
    assert unsure["dice"] == [
        {"value": None, "x": 59.5, "y": 99.5, "size": 40, "confidence": 0.9, "sure": False, "reason": "glare"}
    ]


def test_places_are_in_pixels_of_the_upright_picture() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    save("held.png", np.rot90(photo()), exif)
    (line,) = lines(run("--json", "held.png"))
    assert [(die["x"], die["y"]) for die in line["dice"]] == [(59.5, 99.5)]  # type: ignore[attr-defined, index]


def test_places_of_a_huge_photograph_are_those_of_the_file() -> None:
    """20 megapixels are read at half their size."""
    save("huge.bmp", photo(at=(4000, 3000), size=(4000, 5000), side=800))
    (line,) = lines(run("--json", "huge.bmp"))
    (die,) = line["dice"]  # type: ignore[misc]
    assert (die["x"], die["y"], die["size"]) == pytest.approx((3999.5, 2999.5, 800), abs=2)


@pytest.mark.parametrize("kind", ["empty", "text", "half", "gone", "pipe", "bomb"])
def test_a_bad_file_is_one_line_and_the_others_are_read(kind: str) -> None:
    save("good.png", photo())
    bad = Path("bad.jpg")
    if kind == "empty":
        bad.touch()
    elif kind == "text":
        bad.write_text("eight fours\n" * 50)
    elif kind == "half":
        save(bad, photo())
        bad.write_bytes(bad.read_bytes()[:-400])
    elif kind == "pipe":
        os.mkfifo(bad)
    elif kind == "bomb":
        Image.new("1", (15000, 11000)).save(bad, "PNG")
    result = run("--json", "bad.jpg", "good.png")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("bluffbox read: bad.jpg: ")
    assert [line["image"] for line in lines(result)] == ["good.png"]


def test_a_picture_without_dice_is_a_right_reading() -> None:
    Image.new("RGB", (1, 1)).save("dot.png")
    assert lines(run("--json", "dot.png")) == [
        {"image": "dot.png", "dice": [], "ms": pytest.approx(0, abs=500)}
    ]
    assert "no dice" in run("dot.png").stdout


def test_folders_are_walked_in_order_and_other_files_passed_over() -> None:
    for name in ("b/2.PNG", "b/1.jpeg", "a.webp", ".hidden/x.png", "b/notes.txt"):
        path = Path("set", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".txt":
            path.write_text("not a picture")
        else:
            save(path, photo())
    result = run("--json", "set")
    assert result.exit_code == 0
    assert [line["image"] for line in lines(result)] == ["set/a.webp", "set/b/1.jpeg", "set/b/2.PNG"]


def test_a_folder_without_pictures_is_said() -> None:
    Path("bare").mkdir()
    result = run("bare")
    assert result.exit_code == 2
    assert "no pictures in bare" in result.stderr


def test_a_name_that_no_terminal_can_show_does_not_break_the_line() -> None:
    save("odd\nname.png", photo())
    assert [line["image"] for line in lines(run("--json", "odd\nname.png"))] == ["odd\nname.png"]
    assert r"odd\nname.png" in run("odd\nname.png").stdout


def test_text_names_value_place_confidence_and_reason() -> None:
    save("a.png", photo(pips=0))
    save("b.png", photo(pips=3))
    text = run("a.png", "b.png").stdout
    assert "glare" in text
    assert "1 die, 0 sure" in text
    assert "1 die, 1 sure: 3" in text
    assert "90.0 %" in text


def test_with_markers_in_view_places_are_in_millimetres_and_seats_named() -> None:
    save("table.png", table_frame(dice=[Place(-200, 240)], noise=0))
    text = run("table.png").stdout
    assert "-200,   240 mm  seat 1" in text


def test_one_drawing_goes_to_the_file_named() -> None:
    save("a.png", photo())
    assert run("a.png", "--annotate", "deep/seen.png").exit_code == 0
    drawn = cv2.imread("deep/seen.png")
    assert drawn is not None
    assert drawn.shape == (600, 900, 3)  # small pictures are enlarged, so that the letters can be read
    assert (drawn != cv2.resize(photo(), (900, 600), interpolation=cv2.INTER_CUBIC)).any()


def test_several_drawings_go_to_a_folder_under_names_of_their_own() -> None:
    Path("other").mkdir()
    save("a.png", photo())
    save("other/a.png", photo())
    save("b.jpg", photo())
    assert run("a.png", "other/a.png", "b.jpg", "--annotate", "seen").exit_code == 0
    assert sorted(path.name for path in Path("seen").iterdir()) == ["a-2.png", "a.png", "b.png"]


def test_a_drawing_never_takes_the_place_of_a_photograph() -> None:
    save("a.png", photo())
    save("b.png", photo())
    before = Path("a.png").read_bytes()
    result = run("a.png", "--annotate", "a.png")
    assert result.exit_code == 1
    assert "write over" in result.stderr
    assert run("a.png", "b.png", "--annotate", ".").exit_code == 0
    assert Path("a.png").read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["a-2.png", "a.png", "b-2.png", "b.png"]


@pytest.mark.parametrize("out", ["seen.txt", "seen"])
def test_a_drawing_of_no_known_kind_is_refused_before_reading(out: str) -> None:
    save("a.png", photo())
    result = run("a.png", "--annotate", out)
    assert result.exit_code == 2
    assert ".png" in result.stderr
    assert result.stdout == ""


def test_labels_give_a_table_of_how_right_it_was() -> None:
    Path("set").mkdir()
    for name, pips in (("a", 5), ("b", 2), ("c", 0)):
        save(f"set/{name}.png", photo(pips=pips))
    save("set/unknown.png", photo())
    box = [40, 80, 80, 120]
    rows = [
        {"image": "a.png", "source": "ours", "view": "overhead", "values": [5], "boxes": [[*box, 5]]},
        {"image": "b.png", "source": "ours", "view": "overhead", "values": [3], "boxes": [[*box, 3]]},
        {"image": "c.png", "source": "theirs", "view": "oblique", "values": [1], "boxes": None},
    ]
    Path("set/labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = run("set", "--labels", "set/labels.jsonl")
    assert result.exit_code == 0
    table = {
        line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
        for line in result.stdout.splitlines()[:-1]
    }
    assert table["ours"][:9] == ["2", "2", "50.0 %", "50.0 %", "1", "0.0 %", "0", "0", "100.0 %"]
    unmarked = table["theirs, places not marked"]
    assert unmarked[:9] == ["1", "1", "0.0 %", "0.0 %", "0", "100.0 %", "0", "0", "0.0 %"]
    assert table["all overhead"] == table["ours"]
    assert result.stdout.endswith("1 pictures have no label.\n")
    assert run("--labels", "set/labels.jsonl").stdout.splitlines()[0] == result.stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no labels in it"),
        ("not json", "line 1"),
        ("[]", "line 1: is not an object"),
        ('{"image": "a.png"}', "line 1: 'values' is missing"),
        (
            '{"image": "a.png", "source": "s", "values": [7], "boxes": null}',
            "line 1: '7' is not a valid Value",
        ),
        ('{"image": "a.png", "source": "s", "values": [1], "boxes": [[1, 2, 3]]}', "line 1"),
        ('{"image": "a.png", "dice": [{"value": 1, "cx": "left", "cy": 1, "size": 1}]}', "must be a number"),
    ],
)
def test_bad_labels_are_named_by_line(text: str, says: str) -> None:
    save("a.png", photo())
    Path("labels.jsonl").write_text(text)
    result = run("a.png", "--labels", "labels.jsonl")
    assert result.exit_code == 2
    assert says in result.stderr


def test_nothing_asked_is_wrong_use() -> None:
    assert run().exit_code == 2


def test_another_layout_is_taken_from_a_file() -> None:
    save("a.png", photo())
    Path("mine.toml").write_text("width = 1")
    result = run("a.png", "--layout", "mine.toml")
    assert result.exit_code == 2
    assert "mine.toml: source: missing" in result.stderr
