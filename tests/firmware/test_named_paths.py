"""Whatever path a command is given, it answers in one line, and waits for no pipe."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from firmware.box import Box
from firmware.cli import main
from firmware.settings import default_path, load_settings
from firmware.sim.rehearsal import VirtualClock

LONG = "x" * 300
# As a path in the folder of the test; "locked" is a folder that may not be looked into.
BAD = ("pipe", "socket", "folder", LONG, "file/below", "locked/below", "nowhere/below")
DRAWINGS = ("pipe.png", f"{LONG}.png", LONG, "file/below.png", "pipe")
READ = ("--layout", "--labels", "--deck")


@pytest.fixture(autouse=True)
def _odd_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with all of them, and an end of the test where something waits for a pipe."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as there:
        there.bind("socket")
    for folder in ("folder", "deck"):
        Path(folder).mkdir()
    os.mkfifo("deck/deck.toml")
    Path("file").touch()
    cv2.imwrite("photo.png", np.full((60, 60, 3), 90, np.uint8))
    plain = Path.stat

    def stat(path: Path, **how: Any) -> os.stat_result:
        if "locked" in path.parts:
            raise PermissionError(13, "Permission denied", str(path))
        return plain(path, **how)

    monkeypatch.setattr(Path, "stat", stat)

    def waits(*_: object) -> None:
        raise TimeoutError("it waits for what never comes")

    was = signal.signal(signal.SIGALRM, waits)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, was)


def refused(*words: str) -> str:
    told = CliRunner().invoke(main, words)
    assert isinstance(told.exception, SystemExit), (words, told.exception)
    assert told.exit_code in (1, 2), told.output
    assert "Traceback" not in told.output
    line = told.output.splitlines()[-1]
    assert len(line) > 10
    return line


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("option", READ)
def test_what_is_read_beside_a_picture(option: str, bad: str) -> None:
    assert Path(bad).name[:20] in refused("read", "photo.png", option, bad)


def test_a_deck_whose_list_is_a_pipe() -> None:
    assert "is not a file" in refused("read", "photo.png", "--deck", "deck")


@pytest.mark.parametrize("bad", [*BAD, "locked/below.jpg", f"{LONG}.jpg"])
def test_a_picture(bad: str) -> None:
    assert bad[:6] in refused("read", bad)


@pytest.mark.parametrize("bad", DRAWINGS)
def test_a_drawing(bad: str) -> None:
    os.mkfifo("pipe.png")
    assert bad[:6] in refused("read", "photo.png", "--annotate", bad)
    assert Path("pipe.png").is_fifo()
    assert Path("pipe").is_fifo()


@pytest.mark.parametrize("bad", [*BAD, ""])
def test_a_kit_that_is_to_be_written(bad: str) -> None:
    before = {path: path.lstat().st_mode for path in Path().iterdir()}
    assert refused("kit", "table", "--out", bad)
    assert {path: path.lstat().st_mode for path in Path().iterdir()} == before


def test_a_kit_may_have_the_longest_name_that_the_disk_takes() -> None:
    name = "y" * 251 + ".pdf"
    assert CliRunner().invoke(main, ["kit", "table", "--out", name]).exit_code == 0
    assert Path(name).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("bad", BAD)
def test_a_kits_layout(bad: str) -> None:
    refused("kit", "table", "--out", "kit.pdf", "--layout", bad)
    assert not Path("kit.pdf").exists()


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("option", ["--var", "--settings"])
def test_a_replay(option: str, bad: str) -> None:
    Path("empty.toml").touch()
    other = {"--var": ("--settings", "empty.toml"), "--settings": ("--var", "folder")}[option]
    refused("replay", *other, option, bad)


@pytest.mark.parametrize("bad", BAD)
def test_a_box_starts_whatever_its_settings_and_its_folder_are(bad: str) -> None:
    made, notices = load_settings(Path(bad), Path(bad))
    assert [notice.file for notice in notices] == [Path(bad).name]
    clock = VirtualClock()
    box = Box(made, clock=clock, sleep=clock.sleep)
    assert box.journal.durable is (bad in ("folder", "nowhere/below"))
    box.stop()


@pytest.mark.parametrize("key", ["journal.path", "table.layout", "cards.deck", "camera.path"])
@pytest.mark.parametrize("bad", BAD)
def test_a_box_starts_whatever_its_settings_name(key: str, bad: str) -> None:
    section, _, name = key.partition(".")
    kind = '\nkind = "folder"' if section == "camera" else ""
    Path("settings.toml").write_text(f'[{section}]\n{name} = "{bad}"{kind}\n')
    made, _ = load_settings(Path("settings.toml"), Path("var"))
    clock = VirtualClock()
    box = Box(made, clock=clock, sleep=clock.sleep)
    box.stop()


def test_the_users_own_settings_that_cannot_be_read_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path("locked").absolute()))
    assert "cannot be read" in str(load_settings()[1][0])
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path("nowhere").absolute()))
    assert not default_path().exists()
    assert load_settings()[1] == []
