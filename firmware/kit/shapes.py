"""What a drawing is made of: filled and stroked outlines in millimetres, x to the right and y down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float


class Colour(NamedTuple):
    """Red, green and blue, 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def of(cls, text: str) -> Colour:
        """The colour written as `#rrggbb`. Raises ValueError."""
        if len(text) != 7 or text[0] != "#":
            raise ValueError(f"{text!r} is no colour: write #rrggbb")
        value = int(text[1:], 16)
        return cls(value >> 16, value >> 8 & 255, value & 255)


class Affine(NamedTuple):
    """x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def at(self, point: Point) -> Point:
        x, y = point
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def after(self, first: Affine) -> Affine:
        """The two in one: `first`, then this."""
        x, y = self.at(Point(first.e, first.f))
        return Affine(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            x,
            y,
        )

    @property
    def size(self) -> float:
        """By how much it enlarges."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def moved(x: float, y: float) -> Affine:
    return Affine(e=x, f=y)


def scaled(x: float, y: float | None = None) -> Affine:
    return Affine(a=x, d=x if y is None else y)


def turned(degrees: float) -> Affine:
    """Clockwise as seen on the paper."""
    # Whole quarters come out exact: a turned card must match its place to the last bit.
    sine, cosine = (round(f(math.radians(degrees)), 15) for f in (math.sin, math.cos))
    return Affine(cosine, sine, -sine, cosine)


Curve = tuple[Point] | tuple[Point, Point, Point]
"""The end of a straight line, or the two handles and the end of a cubic curve."""


@dataclass(frozen=True, slots=True)
class Contour:
    """One line of the pen."""

    start: Point
    curves: tuple[Curve, ...]
    closed: bool = True

    def through(self, change: Affine) -> Contour:
        curves: list[Curve] = []
        for curve in self.curves:
            if len(curve) == 1:
                curves.append((change.at(curve[0]),))
            else:
                one, other, end = curve
                curves.append((change.at(one), change.at(other), change.at(end)))
        return Contour(change.at(self.start), tuple(curves), self.closed)


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline with its ink: where contours overlap an even number of times, nothing is filled. `width` of
    the stroke in millimetres; its ends and corners are round."""

    contours: tuple[Contour, ...]
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0

    def through(self, change: Affine) -> Shape:
        contours = tuple(contour.through(change) for contour in self.contours)
        return replace(self, contours=contours, width=self.width * change.size)


@dataclass(frozen=True, slots=True)
class Window:
    """Shapes seen through an opening: nothing of them is outside of it."""

    opening: tuple[Contour, ...]
    inside: Drawing

    def through(self, change: Affine) -> Window:
        return Window(tuple(contour.through(change) for contour in self.opening), placed(self.inside, change))


Drawing = tuple[Shape | Window, ...]
"""From the bottom to the top."""


def placed(drawing: Drawing, change: Affine) -> Drawing:
    """The drawing moved, turned, enlarged."""
    return tuple(part.through(change) for part in drawing)


def polygon(points: Iterable[tuple[float, float]], closed: bool = True) -> Contour:
    first, *others = (Point(*point) for point in points)
    return Contour(first, tuple((point,) for point in others), closed)


# A cubic curve with handles of this length is a quarter of a circle, to 0.03 %.
_ROUND = 0.5522847498


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> Contour:
    ry = rx if ry is None else ry
    return rounded(x - rx, y - ry, 2 * rx, 2 * ry, rx, ry)


def rectangle(x: float, y: float, width: float, height: float) -> Contour:
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def rounded(x: float, y: float, width: float, height: float, rx: float, ry: float | None = None) -> Contour:
    """A rectangle with its top left corner at (x, y) whose corners are quarters of an ellipse."""
    ry = rx if ry is None else ry
    right, low, hx, hy = x + width, y + height, rx * (1 - _ROUND), ry * (1 - _ROUND)
    corners = (
        ((right - rx, y), (right - hx, y), (right, y + hy), (right, y + ry)),
        ((right, low - ry), (right, low - hy), (right - hx, low), (right - rx, low)),
        ((x + rx, low), (x + hx, low), (x, low - hy), (x, low - ry)),
        ((x, y + ry), (x, y + hy), (x + hx, y), (x + rx, y)),
    )
    curves: list[Curve] = []
    for begin, *three in corners:
        one, other, end = (Point(*point) for point in three)
        curves += [(Point(*begin),), (one, other, end)]
    return Contour(Point(x + rx, y), tuple(curves))


def filled(colour: Colour, *contours: Contour) -> Shape:
    return Shape(contours, fill=colour)


def stroked(colour: Colour, width: float, *contours: Contour) -> Shape:
    return Shape(contours, stroke=colour, width=width)


def points_of(contour: Contour, fineness: float) -> list[Point]:
    """The corners of the line that follows the contour to about `fineness` (in the contour's own unit)."""
    points = [contour.start]
    for curve in contour.curves:
        if len(curve) == 1:
            points.append(curve[0])
            continue
        points += _along(points[-1], curve, fineness)
    return points


def _along(begin: Point, curve: Sequence[Point], fineness: float) -> list[Point]:
    one, other, end = curve
    bend = max(
        math.dist((begin.x + other.x, begin.y + other.y), (2 * one.x, 2 * one.y)),
        math.dist((one.x + end.x, one.y + end.y), (2 * other.x, 2 * other.y)),
    )
    # The error of n chords is at most bend x 6 / 8 / n^2.
    steps = max(1, math.ceil(math.sqrt(0.75 * bend / fineness)))
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
        points.append(
            Point(
                a * begin.x + b * one.x + c * other.x + d * end.x,
                a * begin.y + b * one.y + c * other.y + d * end.y,
            )
        )
    return points
