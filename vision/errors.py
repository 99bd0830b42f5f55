"""The ways in which the eye can be wrong about its table, each with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class VisionError(Exception):
    """Anything that vision refuses to do. The message is one line that a person can act on."""


class LayoutError(VisionError):
    """A table layout that cannot be used: names the file, the key and what is wrong with it."""


class Lost(StrEnum):
    """Why the table's plane is not known in a frame."""

    NO_MARKERS = "no_markers"  # not one of the layout's markers is in the picture
    TOO_FEW = "too_few"  # some are, but not enough to know the plane
    MOVED = "moved"  # too few, and those that are seen are not where they were
    MISFIT = "misfit"  # enough, but they do not lie as the layout says


_TO_DO = {
    Lost.NO_MARKERS: "uncover the corner markers, and check that the camera looks down at the table",
    Lost.TOO_FEW: "uncover at least three of the corner markers",
    Lost.MOVED: "the camera or a marker has moved: uncover at least three of the corner markers",
    Lost.MISFIT: "lay the markers as the layout says, or measure the layout again",
}


class TableNotFoundError(VisionError):
    """The frame does not show where the table is. `why` is the cause, `seen` the ids of the layout's
    markers in the frame, `missing` the others."""

    def __init__(self, why: Lost, seen: Iterable[int], missing: Iterable[int]) -> None:
        self.why = why
        self.seen = tuple(sorted(seen))
        self.missing = tuple(sorted(missing))
        marks = f"seen {_ids(self.seen)}, missing {_ids(self.missing)}"
        super().__init__(f"table not found ({marks}): {_TO_DO[why]}")


class BoardNotFoundError(VisionError):
    """The frame does not show where a printed board is. `why` is the cause, `seen` the ids of its markers in
    the frame, `missing` the others."""

    def __init__(self, why: Lost, seen: Iterable[int], missing: Iterable[int]) -> None:
        self.why = why
        self.seen = tuple(sorted(seen))
        self.missing = tuple(sorted(missing))
        marks = f"seen {_ids(self.seen)}, missing {_ids(self.missing)}"
        super().__init__(f"board not found ({marks}): lay it flat, and uncover three of its corners at least")


def _ids(ids: tuple[int, ...]) -> str:
    return " ".join(map(str, ids)) or "none"
