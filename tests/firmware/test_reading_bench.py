"""`bluffbox bench dice` prints Markdown for every source, or says in one line what it lacks."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from shutil import copy

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from firmware.cli import main
from tests.vision.simulated_tables import write_tables
from vision.bench.run import known_table
from vision.layout import reference_layout


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two sources with three photographs each of nothing, and a rendered table."""
    for name in ("dice", "table"):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "a.png"), np.full((120, 160, 3), 90, np.uint8))
    photo = {"image": "a.png", "view": "overhead", "values": [], "boxes": []}
    rows = [photo | {"source": source} for source in ("ours", "theirs") for _ in range(3)]
    (tmp_path / "dice" / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "table" / "labels.jsonl").write_text(
        json.dumps({"image": "a.png", "profile": "star", "dice": []})
    )
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", "dice", *map(str, arguments)])


def test_every_source_has_its_line_for_every_reader(data: Path) -> None:
    result = run("--data", data, "--limit", 2, "--method", "blobs", "--method", "bluffbox")
    assert result.exit_code == 0, result.output
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in result.stdout.splitlines()]
    counted = [(line[0], line[1]) for line in lines if line and line[0] in {"ours", "theirs", "table: star"}]
    assert counted == [("ours", "2"), ("theirs", "2"), ("table: star", "1")] * 2
    empty = [line[:2] for line in lines if line and "without dice" in line[0]]
    drawn = [["without dice: drawn", "2"], ["without dice: things with pips", "2"]]
    assert empty == [*drawn, ["all without dice", "4"]] * 2
    assert "OpenCV " + cv2.__version__ in result.stdout
    assert "## Bluffbox, source by source" in result.stdout
    summary = next(line for line in lines if line and line[0] == "bluffbox")
    assert int(summary[-1]) > 20  # MiB


def test_other_tables_are_measured_and_a_full_one_is_timed(data: Path) -> None:
    write_tables(data / "full", 1, 3, "full")
    drawn = ("--seed", 5, "--failures", data / "failures")
    result = run("--data", data, "--limit", 3, "--method", "blobs", "--tables", data / "full", *drawn)
    assert result.exit_code == 0, result.output
    _, _, tables = result.stdout.partition("## Bluffbox on other tables")
    line = next(line for line in tables.splitlines() if line.startswith("| table: simulated"))
    photos, dice, right = [cell.strip() for cell in line.split("|")[2:5]]
    assert (photos, dice) == ("1", "30")
    assert float(right.removesuffix(" %")) > 80
    assert "\n1 of them hold 30 dice or more: " in tables
    frame = cv2.imread(str(data / "full" / "sim-3-000.png"))
    table = known_table("bluffbox", np.asarray(frame, np.uint8))
    assert table is not None
    assert table.layout == reference_layout()  # not that of the rendered tables, which nearly fits
    assert [*(data / "failures").glob("*-without-dice-5-00?.jpg")]


def test_networks_that_have_not_learnt_from_a_maker_are_measured_on_him(data: Path) -> None:
    """Only the makers for whom there are such networks."""
    package = Path(find_spec("vision").submodule_search_locations[0])  # type: ignore[union-attr, index]
    (data / "trained" / "without-nb").mkdir(parents=True)
    for network in package.glob("dice_*.onnx"):
        copy(network, data / "trained" / "without-nb")
    (data / "dice" / "a.png").rename(data / "dice" / "nb-1.png")
    labels = data / "dice" / "labels.jsonl"
    labels.write_text(labels.read_text().replace("a.png", "nb-1.png"))
    result = run("--data", data, "--limit", 1, "--method", "blobs", "--trained", data / "trained")
    assert result.exit_code == 0, result.output
    held_out = result.stdout.partition("never saw")[2]
    assert "| ours" in held_out
    assert "| table: star" not in held_out
    assert run("--data", data, "--trained", data / "dice", "--method", "blobs").exit_code == 2


def test_missing_data_is_one_line(tmp_path: Path) -> None:
    result = run("--data", tmp_path)
    assert result.exit_code == 2
    assert "name the folder with --data or BLUFFBOX_DATA" in result.stderr


def test_a_picture_that_the_labels_name_must_be_there(data: Path) -> None:
    (data / "table" / "a.png").unlink()
    result = run("--data", data, "--method", "blobs")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].endswith("a.png: the picture that the labels name cannot be read")


@pytest.mark.parametrize("name", ["x" * 300, "/".join(["y" * 200] * 30), ""], ids=["long", "deep", "none"])
def test_data_with_a_name_that_no_folder_has_is_answered_in_a_line(name: str) -> None:
    result = run("--data", name)
    assert result.exit_code == 2
    assert "neither dice/labels.jsonl" in result.stderr or "an empty name" in result.stderr
    assert isinstance(result.exception, SystemExit)
