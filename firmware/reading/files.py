"""Finds the pictures that a command was given: files as they are named, folders walked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from firmware.reading.picture import SUFFIXES
from vision.files import is_folder


class NamedPath(click.Path):
    """A path that was really given: an empty one would mean the working folder, and nobody means that."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in ("", b""):
            self.fail("an empty name stands for no file", param, ctx)
        return super().convert(value, param, ctx)


def pictures_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Every file named, whatever it is, and in each folder every file with a picture's name, in the order
    of their names; hidden ones left out and links to folders not followed. The path begins as it was
    given."""
    for path in paths:
        if is_folder(path):
            yield from _walk(path)
        else:
            yield path


def _walk(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and Path(name).suffix.lower() in SUFFIXES:
                yield Path(here) / name
