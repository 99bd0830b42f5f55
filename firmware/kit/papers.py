"""Reads the data files of the kits: what ships with the package, and the colours in it."""

from __future__ import annotations

from importlib.resources import files

from firmware.kit.shapes import Colour
from vision.node import Node


def shipped(*path: str) -> str:
    """The text of a file beside this one, by its folders and name."""
    return files("firmware.kit").joinpath(*path).read_text(encoding="utf-8")


def colour(node: Node, key: str) -> Colour:
    """A colour as `#rrggbb`. Raises the node's error, which names the file and the key."""
    try:
        return Colour.of(node.text(key))
    except ValueError as error:
        raise node.error(key, str(error)) from None
