"""What a pod's glass shows, said in one generic form, so that a new game adds no drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

WIDTH = 128
HEIGHT = 64


class Size(StrEnum):
    """How large a row is set. SMALL is for what may be overlooked: at arm's length it needs good eyes."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class Align(StrEnum):
    """Where a row stands. SPREAD gives each part an equal share of the width, centred in it."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a row: `selected` is the cursor (inverted), `boxed` a frame around it."""

    text: str
    selected: bool = False
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of text, or several when it is too long and the glass has room.

    `parts`, if given, stand in place of `text`; `right` is a second text, flush right on the same line.
    Icons are plain characters (see `icons`). A line break in `text` is kept.
    """

    text: str = ""
    size: Size = Size.MEDIUM
    align: Align = Align.LEFT
    inverted: bool = False
    right: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Scroll:
    """Which stretch of a longer list is in sight: `shown` entries from `first` of `total`."""

    first: int
    shown: int
    total: int


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole glass, from top to bottom.

    title     a small head line, empty for none
    marks     icons at the right of the head line (camera lost, battery, ...)
    rows      the body
    scroll    the body is a stretch of a longer list
    progress  0..1, a countdown or a button held to confirm; values outside are clamped
    bar       what the buttons do: back, more, OK; "" leaves a place empty
    lit       False: the glass is dark, whatever else is said
    """

    title: str = ""
    rows: tuple[Row, ...] = ()
    bar: tuple[str, str, str] | None = None
    progress: float | None = None
    lit: bool = True
    marks: tuple[str, ...] = ()
    scroll: Scroll | None = None


def noted(screen: Screen, note: Row | None, above: int, below: int) -> Screen:
    """The screen with one thing more to be read, under so many of its first rows and over so many of its
    last; the others give way."""
    if note is None:
        return screen
    return replace(screen, rows=(*screen.rows[:above], note, *screen.rows[len(screen.rows) - below :]))


DARK = Screen(lit=False)
"""The glass of a table that pauses, and of a pod before it is told anything."""

PICKER_ROWS = 3
"""Entries of a list in sight at once: what the body holds in MEDIUM below a title and above the bar."""


def picker(
    title: str,
    items: Sequence[str],
    index: int,
    bar: tuple[str, str, str] | None = None,
    *,
    marks: tuple[str, ...] = (),
) -> Screen:
    """A list with the entry at `index` chosen, kept in the middle of what is in sight where the list allows.

    An index outside the list is clamped; an empty list shows an empty body.
    """
    room = PICKER_ROWS + (not title) + (bar is None)
    index = max(0, min(index, len(items) - 1))
    first = max(0, min(index - room // 2, len(items) - room))
    rows = tuple(
        Row(text, inverted=place == index)
        for place, text in enumerate(items[first : first + room], start=first)
    )
    scroll = Scroll(first, room, len(items)) if len(items) > room else None
    return Screen(title=title, rows=rows, bar=bar, marks=marks, scroll=scroll)


def stepper(
    title: str,
    parts: Sequence[Part | str],
    note: str = "",
    bar: tuple[str, str, str] | None = None,
    *,
    size: Size = Size.HUGE,
    marks: tuple[str, ...] = (),
    progress: float | None = None,
) -> Screen:
    """A value that the buttons step along, in large columns, one of which may be selected; a note below."""
    columns = tuple(Part(part) if isinstance(part, str) else part for part in parts)
    rows = [Row(size=size, align=Align.CENTRE, parts=columns)]
    if note:
        rows.append(Row(note, size=Size.SMALL, align=Align.CENTRE))
    return Screen(title=title, rows=tuple(rows), bar=bar, progress=progress, marks=marks)
