"""Draws on a picture what the eye saw in it: values, doubts with their reasons, seats and markers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, Points
from vision.reading import DiceReading, Die, Reason, Value
from vision.seats import SeatReading, TableReading, Trouble
from vision.table import Table

Colour = tuple[int, int, int]
Spot = tuple[float, float]

# Green and amber that differ in brightness too, for those who do not see the difference in colour.
SURE: Colour = (84, 142, 22)
UNSURE: Colour = (20, 168, 250)
QUIET: Colour = (225, 225, 225)
_INK: Colour = (24, 24, 24)
_PAPER: Colour = (255, 255, 255)

_FONT = cv2.FONT_HERSHEY_DUPLEX
_STAR = "*"  # in a tag's text: drawn as a star
_ANGLES = [math.radians(angle) for angle in (-45, 45, -135, 135, 0, 180, -90, 90)]

WORDS: dict[Reason | Trouble, str] = {
    Reason.COCKED: "cocked",
    Reason.STACKED: "stacked",
    Reason.COVERED: "covered",
    Reason.CUT: "cut off",
    Reason.GLARE: "glare",
    Reason.BLURRED: "blurred",
    Reason.SMALL: "too small",
    Reason.UNCLEAR: "unclear",
    Reason.IMPOSSIBLE: "not of this game",
    Trouble.MOVING: "moving",
    Trouble.HAND: "hand",
    Trouble.DARK: "too dark",
    Trouble.NO_TABLE: "markers hidden",
    Trouble.OUT_OF_VIEW: "out of view",
    Trouble.MISSING: "missing",
    Trouble.TOO_MANY: "too many",
    Trouble.WAVERING: "wavering",
    Trouble.AS_BEFORE: "as before",
}
"""A short word for each reason, in plain ASCII, which is all that OpenCV can draw."""


def annotate(frame: Frame, reading: DiceReading | TableReading, table: Table | None = None) -> Frame:
    """A copy of the frame, (H, W, 3) uint8 BGR, with every die ringed and its value beside it: green where it
    is sure, amber and with the reason where it is not. With a table its markers and seats are drawn under
    that, and for a TableReading what each seat shows."""
    drawn = frame.copy()
    pen = Pen.on(drawn)
    seats: tuple[SeatReading, ...] = ()
    if isinstance(reading, TableReading):
        table = table or reading.table
        seats = reading.seats
        dice = [*(die for seat in seats for die in seat.dice), *reading.strays]
    else:
        dice = list(reading.dice)
    if table is not None:
        _draw_table(pen, table, {seat.seat: seat for seat in seats})
    _draw_dice(pen, dice)
    if table is not None:
        for seat in seats:
            _draw_seat(pen, table, seat)
    if isinstance(reading, TableReading) and reading.trouble is not None:
        pen.tag(WORDS[reading.trouble], (frame.shape[1] / 2, pen.unit * 24), UNSURE, 1.2)
    return drawn


def _draw_table(pen: Pen, table: Table, seats: dict[int, SeatReading]) -> None:
    for number in table.seen:
        pen.outline(table.corners[number], SURE, 1.5)
    pen.outline(table.outline(table.layout.middle), QUIET, 1)
    for number, zone in table.layout.seats.items():
        seat = seats.get(number)
        colour = QUIET if seat is None else SURE if seat.values is not None else UNSURE
        pen.outline(table.outline(zone), colour, 1 if seat is None else 2)
        if seat is None:
            pen.tag(str(number), _edge_of(table, number), _INK, 0.8)


def _draw_seat(pen: Pen, table: Table, seat: SeatReading) -> None:
    if seat.values is not None:
        shown = " ".join(_face(value) for value in seat.values) or "none"
    else:
        shown = f"{seat.seen} of {seat.wanted}"
        if seat.reason is not None and seat.reason is not Trouble.MISSING:
            shown += f", {WORDS[seat.reason]}"
    colour = SURE if seat.values is not None else UNSURE
    pen.tag(f"{seat.seat}:  {shown}", _edge_of(table, seat.seat), colour, 1.0)


def _edge_of(table: Table, seat: int) -> Spot:
    """Where a seat's caption goes: on the lowest point of its zone in the picture."""
    ring = table.outline(table.layout.seats[seat])
    x, y = ring[int(np.argmax(ring[:, 1]))]
    return float(x), float(y)


def _draw_dice(pen: Pen, dice: Sequence[Die]) -> None:
    taken = [_Box(die.x, die.y, die.size * 0.6, die.size * 0.6) for die in dice]
    tags: list[tuple[Die, str, _Box, float]] = []
    for die in dice:
        pen.ring((die.x, die.y), die.size * 0.68, SURE if die.sure else UNSURE)
        scale = min(max(die.size / pen.unit / 42, 0.62), 1.3)
        text = _said(die)
        wide, high = pen.measure(text, scale)
        box = _free_box(die, wide / 2, high / 2, taken, pen.size)
        taken.append(box)
        tags.append((die, text, box, scale))
    for die, text, box, scale in tags:
        pen.tag(text, (box.x, box.y), SURE if die.sure else UNSURE, scale)


def _said(die: Die) -> str:
    if die.sure and die.value is not None:
        return _face(die.value)
    guess = f"{_face(die.value)}?" if die.value is not None else "?"
    return f"{guess} {WORDS[die.reason]}" if die.reason is not None else guess


def _face(value: Value) -> str:
    return _STAR if value is Value.STAR else value.value


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle by its middle and half its sides."""

    x: float
    y: float
    wide: float
    high: float

    def gap(self, other: _Box) -> float:
        """Free pixels between the two, less than nothing when they overlap."""
        across = abs(self.x - other.x) - self.wide - other.wide
        down = abs(self.y - other.y) - self.high - other.high
        return max(across, down)


def _free_box(die: Die, wide: float, high: float, taken: Sequence[_Box], size: tuple[int, int]) -> _Box:
    """Where round the die its tag, `wide` and `high` by half, hides the least of other dice and tags."""
    others = [box for box in taken if (box.x, box.y) != (die.x, die.y)]

    def room(box: _Box) -> float:
        inside = wide <= box.x <= size[0] - wide and high <= box.y <= size[1] - high
        return min([high, *(box.gap(other) for other in others)]) - (0 if inside else 1000)

    # The near end of the tag sits on the die's ring.
    reach = die.size * 0.68 + high * 0.6
    boxes = []
    for angle in _ANGLES:
        right, down = math.cos(angle), math.sin(angle)
        aside = (wide - high) * float(np.sign(round(right, 3)))
        boxes.append(_Box(die.x + right * reach + aside, die.y + down * reach, wide, high))
    return max(boxes, key=room)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `frame`; all its widths grow with `unit`. Every line has a dark edge, so that it shows on any
    ground."""

    frame: Frame
    unit: float

    @classmethod
    def on(cls, frame: Frame) -> Pen:
        """Lines and letters grow with the picture: both a thumbnail and a photograph can be read."""
        return cls(frame, max(1.0, math.sqrt(frame.shape[0] * frame.shape[1]) / 1000))

    @property
    def size(self) -> tuple[int, int]:
        return self.frame.shape[1], self.frame.shape[0]

    def ring(self, middle: Spot, radius: float, colour: Colour) -> None:
        width = 2 * self.unit
        for line, shade in ((width + 2 * self.unit, _INK), (width, colour)):
            cv2.circle(
                self.frame, _fixed(middle), round(radius * 16), shade, max(1, round(line)), cv2.LINE_AA, 4
            )

    def outline(self, points: Points, colour: Colour, width: float) -> None:
        line: NDArray[np.int32] = np.rint(points * 16).astype(np.int32)
        for thick, shade in (((width + 1.5) * self.unit, _INK), (width * self.unit, colour)):
            cv2.polylines(self.frame, [line], True, shade, max(1, round(thick)), cv2.LINE_AA, 4)

    def measure(self, text: str, scale: float) -> tuple[float, float]:
        """Width and height in pixels of a tag with that text."""
        wide = sum(self._advance(char, scale) for char in text)
        high = 26 * self.unit * scale
        return max(wide + 10 * self.unit * scale, high), high

    def tag(self, text: str, middle: Spot, colour: Colour, scale: float) -> None:
        """A filled pill with the text, kept within the frame."""
        wide, high = self.measure(text, scale)
        x = min(max(middle[0], wide / 2), max(self.size[0] - wide / 2, wide / 2))
        y = min(max(middle[1], high / 2), max(self.size[1] - high / 2, high / 2))
        for grow, shade in ((1.2 * self.unit, _INK), (0.0, colour)):
            self._pill((x, y), wide, high, grow, shade)
        ink = _PAPER if sum(colour) < 300 else _INK
        left = x - sum(self._advance(char, scale) for char in text) / 2
        for char in text:
            step = self._advance(char, scale)
            if char == _STAR:
                self._star((left + step / 2, y), 8.5 * self.unit * scale, ink)
            elif char != " ":
                self._letter(char, (left, y + 7.6 * self.unit * scale), scale, ink)
            left += step

    def _advance(self, char: str, scale: float) -> float:
        if char == _STAR:
            return 18 * self.unit * scale
        (wide, _), _ = cv2.getTextSize(char, _FONT, 1.0, 1)
        return float(wide) * 0.68 * self.unit * scale

    def _letter(self, char: str, at: Spot, scale: float, ink: Colour) -> None:
        thick = max(1, round(1.2 * self.unit))
        spot = (round(at[0]), round(at[1]))
        cv2.putText(self.frame, char, spot, _FONT, 0.7 * self.unit * scale, ink, thick, cv2.LINE_AA)

    def _pill(self, middle: Spot, wide: float, high: float, grow: float, colour: Colour) -> None:
        radius, reach = high / 2 + grow, max((wide - high) / 2, 0)
        ends = [(middle[0] - reach, middle[1]), (middle[0] + reach, middle[1])]
        for end in ends:
            cv2.circle(self.frame, _fixed(end), round(radius * 16), colour, -1, cv2.LINE_AA, 4)
        (left, y), (right, _) = ends
        box = np.array([(left, y - radius), (right, y - radius), (right, y + radius), (left, y + radius)])
        cv2.fillPoly(self.frame, [np.rint(box * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    def _star(self, middle: Spot, radius: float, colour: Colour) -> None:
        turns = np.arange(10) * np.pi / 5 - np.pi / 2
        reach = radius * np.where(np.arange(10) % 2 == 0, 1.0, 0.42)
        points = np.stack([np.cos(turns) * reach, np.sin(turns) * reach], axis=1) + np.array(middle)
        cv2.fillPoly(self.frame, [np.rint(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _fixed(spot: Spot) -> tuple[int, int]:
    """Sixteenths of a pixel, as OpenCV's drawing takes them with a shift of 4."""
    return round(spot[0] * 16), round(spot[1] * 16)
