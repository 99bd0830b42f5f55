"""The first sheet of a kit: how to print and cut it, a bar to measure, the plan of the table, its markers."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.kit.cards import INK, WHITE
from firmware.kit.errors import SheetError
from firmware.kit.lettering import fitting, lines_of
from firmware.kit.markers import MARGIN, marker
from firmware.kit.numerals import number, width_of
from firmware.kit.pieces import Anchor, Paper, Side, Text, together
from firmware.kit.shapes import (
    Colour,
    Drawing,
    ellipse,
    filled,
    moved,
    placed,
    polygon,
    rectangle,
    rounded,
    scaled,
    stroked,
)
from firmware.words.words import Words
from vision.layout import Layout

_EDGE = 14.0
_STEP = 3.3
_LINE = 4.6
_COLUMN = 96.0
_PLAN = 80.0
_BAR = 100.0
_GAP = 12.0
_WOOD, _LINED, _SEAT = Colour.of("#e9cfa4"), Colour.of("#c9a063"), Colour.of("#f4c430")
_FELT = Colour.of("#1d5c46")


def guide_side(paper: Paper, layout: Layout, words: Words, title: str, steps: Sequence[str]) -> Side:
    """The sheet's front. Raises SheetError where a text does not fit."""
    room = paper.width - 2 * _EDGE
    head = Text(title, _EDGE, 21, fitting(title, 8.5, room, bold=True), INK, bold=True)
    plan = Side(_plan(layout)).at(paper.width - _EDGE - _PLAN, 28)
    caption = words.say("The table as the camera sees it")
    under = Text(
        caption, paper.width - _EDGE - _PLAN / 2, 28 + _PLAN * layout.height / layout.width + 4.5,
        fitting(caption, 2.9, _PLAN), INK, anchor=Anchor.MIDDLE,
    )  # fmt: skip
    texts, low = _steps(steps, 31, under.y + _LINE, room)
    bar = _bar(words).at((paper.width - _BAR) / 2, max(low, under.y) + 6)
    return together(
        Side((), (head, *texts, under)), plan, bar, _markers(paper, layout, max(low, under.y) + 26)
    )


def _steps(steps: Sequence[str], y: float, free: float, room: float) -> tuple[list[Text], float]:
    """The numbered steps from `y` down: beside the plan as far as that goes, from `free` on across all the
    `room`; and where they end."""
    texts = []
    for count, step in enumerate(steps, 1):
        texts.append(Text(f"{count}", _EDGE, y, _STEP, INK, bold=True))
        for line in lines_of(step, _STEP, (room if y > free else _COLUMN) - 6):
            texts.append(Text(line, _EDGE + 6, y, _STEP, INK))
            y += _LINE
        y += 1.2
    return texts, y - _LINE


def _bar(words: Words) -> Side:
    ticks = [
        polygon([(at, 0), (at, 4 if at % 50 == 0 else 2.5 if at % 10 == 0 else 1.5)], closed=False)
        for at in range(0, round(_BAR) + 1, 5)
    ]
    said = words.say("From end to end: {n} mm", n=round(_BAR))
    text = Text(said, _BAR / 2, 8.5, fitting(said, _STEP, _BAR), INK, anchor=Anchor.MIDDLE)
    line = polygon([(0, 0), (_BAR, 0)], closed=False)
    return Side((stroked(INK, 0.3, line, *ticks),), (text,))


def _markers(paper: Paper, layout: Layout, top: float) -> Side:
    """All markers in rows of two, each with its number beside it."""
    whole = layout.side + 2 * MARGIN
    low = top + -(-len(layout.markers) // 2) * (whole + _GAP)
    if low > paper.height or 2 * (whole + _GAP) > paper.width - 2 * _EDGE:
        raise SheetError(
            f"{len(layout.markers)} markers of {layout.side:g} mm do not fit on {paper.name} paper: "
            "choose a layout with fewer or smaller ones"
        )
    left = (paper.width - 2 * whole - _GAP) / 2
    sides = []
    # As they will lie: row by row of the plan.
    order = sorted(layout.markers, key=lambda which: (layout.markers[which].y, layout.markers[which].x))
    for at, which in enumerate(order):
        x, y = left + at % 2 * (whole + _GAP), top + at // 2 * (whole + _GAP)
        sides.append(Side(marker(layout, which)).at(x, y))
        beside = x - 9 if at % 2 == 0 else x + whole + 9
        figure = number(str(which), 9, INK)
        sides.append(Side(figure).at(beside - width_of(str(which), 9) / 2, y + whole / 2 - 4.5))
    return together(*sides)


def _plan(layout: Layout) -> Drawing:
    """The table with its markers, seats and middle, _PLAN mm wide."""
    wide, high, middle = layout.width, layout.height, layout.middle
    parts: list[Drawing] = [
        (
            filled(_WOOD, rounded(-wide / 2, -high / 2, wide, high, 40)),
            stroked(_LINED, 10, rounded(-wide / 2, -high / 2, wide, high, 40)),
            filled(_FELT, ellipse(middle.centre.x, middle.centre.y, middle.radius * 0.8)),
        )
    ]
    for seat, zone in layout.seats.items():
        x, y = zone.centre.x, zone.centre.y
        parts.append((filled(_SEAT, ellipse(x, y, zone.radius * 0.56)),))
        parts.append(_figure(seat, x, y, 70, INK))
    half = layout.side * 0.85
    for which, place in layout.markers.items():
        parts.append((filled(INK, rectangle(place.x - half, place.y - half, 2 * half, 2 * half)),))
        parts.append(_figure(which, place.x, place.y, 42, WHITE))
    scale = scaled(_PLAN / wide).after(moved(wide / 2, high / 2))
    return placed(tuple(shape for part in parts for shape in part), scale)


def _figure(value: int, x: float, y: float, height: float, colour: Colour) -> Drawing:
    text = str(value)
    return placed(number(text, height, colour), moved(x - width_of(text, height) / 2, y - height / 2))
