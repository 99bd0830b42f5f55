"""What the papers tell people to type is there, and so is every file that they link to."""

from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest

from tests.house.papers import PAPERS, ROOT, code, commands, links

NAMES = [str(paper.relative_to(ROOT)) for paper in PAPERS]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def command_line() -> click.Group:
    found = next(one for one in entry_points(group="console_scripts") if one.name == "bluffbox").load()
    assert isinstance(found, click.Group)
    return found


def understood(words: list[str]) -> None:
    """Raises click.UsageError where the command line would."""
    group: click.Command = command_line()
    while isinstance(group, click.Group):
        _, known, words = group.resolve_command(click.Context(group), words)
        assert known is not None
        group = known
        if not words:
            return
    try:
        group.make_context("bluffbox", list(words))
    except click.BadParameter as wrong:
        # The paper's files and folders are examples.
        if wrong.param is None or not isinstance(wrong.param.type, click.Path):
            raise


@pytest.mark.parametrize("name", NAMES)
def test_every_bluffbox_command_is_one_with_its_options(name: str) -> None:
    for words in commands(text_of(name), "bluffbox"):
        # A program that only is named with what its command is for has "..." or big words in it.
        understood([word for word in words if word != "..."])


def test_a_command_that_is_not_there_would_be_found() -> None:
    for wrong in (["shuffle"], ["read", "--guess", "photo.jpg"], ["replay", "--as-seat", "7", "1"]):
        with pytest.raises(click.UsageError):
            understood(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_every_make_word_is_a_target(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    for words in commands(text_of(name), "make"):
        named = {word for word in words if re.fullmatch(r"[a-z-]+", word)}
        assert named <= targets, f"{name}: make has no {named - targets}"


def test_the_readme_names_both_commands_and_the_ways_of_reading() -> None:
    readme = text_of("README.md")
    assert ["play"] in commands(readme, "make")
    assert ["test"] in commands(readme, "make")
    told = " ".join(" ".join(words) for words in commands(readme, "bluffbox"))
    for part in ("read", "--json", "--annotate", "--labels", "replay"):
        assert part in told


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    for target in links(text_of(name)):
        assert ((ROOT / name).parent / target).exists(), f"{name} links to {target}"


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_is_named_is_there(name: str) -> None:
    rooms = ("engine", "vision", "firmware", "systemd", "tests", "docs")
    for line in code(text_of(name)):
        path = re.fullmatch(rf"(?:{'|'.join(rooms)})/[\w./-]*", line)
        if path:
            assert (ROOT / path[0]).exists(), f"{name} names {path[0]}"


def test_make_help_lists_every_target() -> None:
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = re.search(r"^\.PHONY: (.+)$", text_of("Makefile"), re.MULTILINE)
    assert phony is not None
    for target in phony[1].split():
        assert f"make {target} " in told


def made(tmp_path: Path, python: str) -> subprocess.CompletedProcess[str]:
    """`make play` in a bare folder with another Python."""
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).write_text(text_of(name))
    environment = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        ["make", "play", f"PYTHON={python}"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ('case "$2" in *version_info*) exit 1;; *) echo "Python 3.9.2";; esac', "Python 3.9.2 is too old"),
        ('case "$2" in *ensurepip*) exit 1;; esac', "sudo apt install python3-venv"),
    ],
)
def test_a_python_that_will_not_do_is_named_in_one_line(tmp_path: Path, says: str, told: str) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n[ \"$1\" = --version ] && set -- -c ''\n{says}\n")
    python.chmod(0o755)
    ended = made(tmp_path, str(python))
    assert ended.returncode != 0
    assert told in ended.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_python_that_is_missing_is_named(tmp_path: Path) -> None:
    ended = made(tmp_path, "python-of-tomorrow")
    assert ended.returncode != 0
    assert "python-of-tomorrow is missing: sudo apt install python3" in ended.stderr
