"""What is built from the tree holds all that the box reads while it runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.house.papers import ROOT

ROOMS = ("engine", "vision", "firmware")
NEEDED = {
    "fonts": "firmware/glass/fonts/*.glyphs",
    "translations": "firmware/words/locale/*.mo",
    "pages": "firmware/web/static/*",
    "pins": "firmware/pods/pins.toml",
    "settings": "firmware/settings.example.toml",
    "options": "engine/liars_dice/*.toml",
    "the table": "vision/reference_table.toml",
    "networks": "vision/*.onnx",
}


def newest_setuptools() -> int:
    try:
        return int(version("setuptools").partition(".")[0])
    except PackageNotFoundError:
        return 0


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel that was built from a copy of the tree, without a network."""
    if newest_setuptools() < 77:
        pytest.skip("setuptools 77 or newer is not here: pip install --editable '.[test]'")
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheel")
    for room in ROOMS:
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", out, tree],
        check=True,
        capture_output=True,
    )
    (wheel,) = out.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.parametrize("what", NEEDED)
def test_the_wheel_holds(what: str, packed: set[str]) -> None:
    files = {file.relative_to(ROOT).as_posix() for file in ROOT.glob(NEEDED[what])}
    assert files, f"there are no {what} in the tree"
    assert files <= packed


def test_the_wheel_holds_every_file_of_the_rooms(packed: set[str]) -> None:
    files = {
        file.relative_to(ROOT).as_posix()
        for room in ROOMS
        for file in (ROOT / room).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert not files - packed
    assert not [name for name in packed if name.startswith(("tests/", "docs/"))]


def test_what_is_asked_of_python_and_gpiozero_is_enough() -> None:
    project = tomllib.loads(Path(ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    # Before it, gpiozero takes the wrong chip on a Pi 5 and falls back to a library that cannot work there.
    assert "gpiozero>=2.0.1.post3" in project["dependencies"]
    assert not [one for one in project["dependencies"] if one.lower().startswith(("rpi.gpio", "rpi-lgpio"))]
