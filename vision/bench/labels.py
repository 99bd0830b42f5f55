"""Pictures with known answers: what lies in them, from a file with one JSON object a line."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from vision.errors import VisionError
from vision.files import read_text
from vision.reading import Value

T = TypeVar("T")

EMPTY = "empty"
"""The view of a picture in which there is no die."""

UNMARKED = ", places not marked"
"""What is added to the source of pictures whose dice have no marked places: they are counted otherwise, and
nothing can be learnt from them."""


class LabelsError(VisionError):
    """A labels file that cannot be used: names the file, the line and what is wrong."""


@dataclass(frozen=True, slots=True)
class Known:
    """A die that is in a picture: its middle and its longer side in pixels. A cocked one is right when it is
    not read for sure; `value` is what it would be taken for."""

    value: Value
    x: float
    y: float
    size: float
    cocked: bool = False


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and what is known of it: `dice` with their places or, where nobody has marked those (None),
    only their `values`."""

    path: Path
    source: str
    licence: str
    view: str
    values: tuple[Value, ...]
    dice: tuple[Known, ...] | None


def each_label(path: Path, label: Callable[[Path, Mapping[str, Any]], T]) -> list[T]:
    """What `label` makes of each line of a file, told the file's folder and the object in the line. Raises
    LabelsError, which names file and line also for a KeyError, ValueError or TypeError of `label`."""
    try:
        lines = read_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LabelsError(f"{path}: the labels cannot be read: {error}") from error
    labels = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("is not an object")
            labels.append(label(path.parent, row))
        except KeyError as error:
            raise LabelsError(f"{path}, line {number}: {error.args[0]!r} is missing") from error
        except (ValueError, TypeError) as error:
            raise LabelsError(f"{path}, line {number}: {error}") from error
    if not labels:
        raise LabelsError(f"{path}: no labels in it")
    return labels


def load_labels(path: Path) -> list[Labelled]:
    """The labels in a file, in its order. Two forms are understood, line by line: `boxes` of [left, top,
    right, bottom, value] (or null) with `values`, `source` and `view`; and `dice` of {value, cx, cy, size,
    cocked} with a `profile`. `image` is relative to the file's folder. Raises LabelsError."""
    return each_label(path, _labelled)


def _labelled(folder: Path, row: Mapping[str, Any]) -> Labelled:
    image = folder / row["image"]
    if "dice" in row:
        known = tuple(
            Known(
                value=_value(die["value"]),
                x=_number(die["cx"]),
                y=_number(die["cy"]),
                size=_number(die["size"]),
                cocked=bool(die.get("cocked", False)),
            )
            for die in row["dice"]
        )
        source = f"table: {row.get('profile', 'no profile')}"
        return Labelled(image, source, "ours", "overhead", tuple(die.value for die in known), known)
    values = tuple(_value(value) for value in row["values"])
    dice = None if row["boxes"] is None else tuple(_from_box(box) for box in row["boxes"])
    source, licence = str(row["source"]), str(row.get("licence", "licence not stated"))
    if dice is None:
        source += UNMARKED
    return Labelled(image, source, licence, str(row.get("view", "unknown")), values, dice)


def _from_box(box: Any) -> Known:
    left, top, right, bottom = map(_number, box[:4])
    size = max(right - left, bottom - top)
    return Known(_value(box[4]), (left + right) / 2, (top + bottom) / 2, size)


def _value(value: object) -> Value:
    return Value(str(value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"must be a number, is {value!r}")
    return float(value)
