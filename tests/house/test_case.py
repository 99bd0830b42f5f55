"""The case is built around the parts that the papers name, and its models are bodies that can be printed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.house.papers import ROOT, tables

CASE = ROOT / "docs/case"
PARTS = (CASE / "parts.scad").read_text(encoding="utf-8")
NAMED = {
    "1.3 inch display: board": ("display_13", (0, 1)),
    "1.3 inch display: window": ("display_13", (4, 5)),
    "0.96 inch display: board": ("display_096", (0, 1)),
    "0.96 inch display: window": ("display_096", (4, 5)),
    "button: hole": ("button", (0,)),
    "button: depth": ("button", (2,)),
    "camera: board": ("camera", (0, 1)),
    "camera: holes": ("camera", (3, 4)),
    "cable": ("cable", (0,)),
    "batten": ("batten", (0,)),
}
MODELS = [
    ("pod", "shell", "1.3"),
    ("pod", "shell", "0.96"),
    ("pod", "base", "1.3"),
    ("pod", "clamp", "1.3"),
    ("pod", "clamp", "0.96"),
    ("arm", "foot", ""),
    ("arm", "corner", ""),
    ("arm", "holder", ""),
]
needs_openscad = pytest.mark.skipif(
    not shutil.which("openscad"), reason="no openscad here: sudo apt install openscad"
)


def numbers(name: str, text: str = PARTS) -> list[float]:
    found = re.search(rf"^{name} = \[?([^\];]*)\]?;", text, re.MULTILINE)
    assert found, f"{name} is not set"
    return [float(number) for number in found[1].split(",")]


def papers(name: str) -> list[list[dict[str, str]]]:
    return tables((ROOT / name).read_text(encoding="utf-8"))


def drawn(file: str, out: Path, **values: str) -> subprocess.CompletedProcess[str]:
    settings = [word for key, value in values.items() for word in ("-D", f"{key}={value}")]
    return subprocess.run(
        ["openscad", *settings, "-D", "$fn=16", "-o", out, CASE / f"{file}.scad"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_paper_says_what_the_models_are_built_around() -> None:
    (table,) = (table for table in papers("docs/case.md") if "millimetres" in table[0])
    told = {row["what"]: [float(word) for word in row["millimetres"].split(" x ")] for row in table}
    assert told == {what: [numbers(name)[at] for at in places] for what, (name, places) in NAMED.items()}


def test_the_case_is_for_the_parts_of_the_wiring() -> None:
    wiring = papers("wiring.md")
    (parts,) = (table for table in wiring if "how many" in table[0])
    assert "three a pod" in [row["how many"] for row in parts if row["part"] == "push button"]
    assert "eight wires" in next(row["what to look for"] for row in parts if row["part"] == "cable to a pod")
    assert "at = [-1 : 1]" in (CASE / "pod.scad").read_text(encoding="utf-8")  # three holes


def test_the_lens_hangs_where_the_wiring_says() -> None:
    (heights,) = (table for table in papers("wiring.md") if "lens above the table" in table[0])
    wanted = {
        row["camera"]: [10 * int(n) for n in re.findall(r"\d+", row["lens above the table"])]
        for row in heights
    }
    (battens,) = (table for table in papers("docs/case.md") if "column" in table[0])
    arm = (CASE / "arm.scad").read_text(encoding="utf-8")
    for row in battens:
        (height,) = map(int, re.findall(r"\d+", row["lens above the table"]))
        low, high = wanted[row["camera"]]
        assert low <= height <= high
    assert numbers("lens_above", arm) == [1020]
    assert "1000 mm x 750 mm" in (ROOT / "wiring.md").read_text(encoding="utf-8")
    assert numbers("table_edge", arm) == [750 / 2]


@needs_openscad
@pytest.mark.parametrize(("file", "part", "display"), MODELS, ids=[" ".join(model) for model in MODELS])
def test_a_part_is_one_whole_body_and_fits_the_bed(
    tmp_path: Path, file: str, part: str, display: str
) -> None:
    out = tmp_path / "part.stl"
    told = drawn(file, out, part=f'"{part}"', display=f'"{display}"')
    assert re.search(r"Simple: +yes", told.stderr), told.stderr
    assert re.search(r"Volumes: +2\b", told.stderr), told.stderr  # the outside, and one body
    assert "WARNING" not in told.stderr
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text(encoding="ascii"))
    edges = Counter(
        edge
        for a, b, c in zip(corners[::3], corners[1::3], corners[2::3], strict=True)
        for edge in ((a, b), (b, c), (c, a))
    )
    assert edges
    assert all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items()), "it is not closed"
    across, along, up = (
        max(values) - min(values) for values in zip(*(map(float, corner) for corner in corners), strict=True)
    )
    bed = numbers("bed")
    assert across <= bed[0]
    assert along <= bed[1]
    assert up <= 180


@needs_openscad
@pytest.mark.parametrize(
    ("setting", "says"),
    [("front=8", "too low"), ("depth=60", "too short"), ("width=50", "too narrow")],
)
def test_a_pod_that_cannot_hold_its_parts_is_refused(tmp_path: Path, setting: str, says: str) -> None:
    key, _, value = setting.partition("=")
    told = drawn("pod", tmp_path / "part.stl", part='"shell"', **{key: value})
    assert says in told.stderr
    assert not (tmp_path / "part.stl").exists()


@needs_openscad
def test_the_battens_are_as_long_as_the_paper_says(tmp_path: Path) -> None:
    (battens,) = (table for table in papers("docs/case.md") if "column" in table[0])
    for row in battens:
        (height,) = re.findall(r"\d+", row["lens above the table"])
        told = drawn("arm", tmp_path / "arm.stl", part='"foot"', lens_above=height)
        lengths = [round(float(n)) for n in re.findall(r"batten = ([\d.]+)", told.stderr)]
        assert lengths == [int(row[what].removesuffix(" mm")) for what in ("column", "boom")]
