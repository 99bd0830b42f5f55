"""Follows the path of a pen as SVG writes it: M L H V C S Q Z, also relative."""

from __future__ import annotations

import re

from firmware.kit.shapes import Contour, Curve, Point

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
"""What SVG takes for a number, as a pattern."""
_WORD = re.compile(rf"[\s,]*([A-Za-z]|{NUMBER})[\s,]*")


def parse_path(text: str) -> list[Contour]:
    """The contours of a path's `d`. Raises ValueError."""
    words = _words(text)
    pen = _Pen()
    at = 0
    letter = ""
    while at < len(words):
        if words[at].isalpha():
            letter, at = words[at], at + 1
            if letter in "Zz":
                pen.close()
                continue
        count = _WORDS.get(letter.upper())
        numbers = words[at : at + (count or 0)]
        if count is None or len(numbers) < count or any(word.isalpha() for word in numbers):
            raise ValueError(f"{letter!r} with {' '.join(words[at : at + 6])!r} is no step of a path")
        at += count
        pen.step(letter, [float(word) for word in numbers])
        # Further pairs after a move are lines.
        letter = {"M": "L", "m": "l"}.get(letter, letter)
    return pen.ended()


def _words(text: str) -> list[str]:
    words = []
    at = 0
    while at < len(text):
        word = _WORD.match(text, at)
        if word is None:
            raise ValueError(f"{text[at : at + 10]!r} is neither a number nor a step of a path")
        words.append(word[1])
        at = word.end()
    return words


_WORDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4}


class _Pen:
    """Follows the steps of a path."""

    def __init__(self) -> None:
        self._done: list[Contour] = []
        self._start = self._at = Point(0, 0)
        self._curves: list[Curve] = []
        self._handle: Point | None = None

    def step(self, letter: str, numbers: list[float]) -> None:
        base = self._at if letter.islower() else Point(0, 0)
        handle, self._handle = self._handle, None
        match letter.upper():
            case "H":
                self._line(Point(base.x + numbers[0], self._at.y))
            case "V":
                self._line(Point(self._at.x, base.y + numbers[0]))
            case kind:
                points = [
                    Point(base.x + x, base.y + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                ]
                if kind == "M":
                    self._lift()
                    self._start = self._at = points[0]
                elif kind == "L":
                    self._line(points[0])
                elif kind == "Q":
                    quad, end = points
                    self._curve(_toward(self._at, quad), _toward(end, quad), end)
                elif kind == "S":
                    mirrored = (
                        Point(2 * self._at.x - handle.x, 2 * self._at.y - handle.y) if handle else self._at
                    )
                    self._curve(mirrored, *points)
                else:
                    self._curve(*points)

    def close(self) -> None:
        self._done.append(Contour(self._start, tuple(self._curves)))
        self._curves, self._at, self._handle = [], self._start, None

    def ended(self) -> list[Contour]:
        self._lift()
        return self._done

    def _lift(self) -> None:
        if self._curves:
            self._done.append(Contour(self._start, tuple(self._curves), closed=False))
            self._curves = []

    def _line(self, end: Point) -> None:
        self._curves.append((end,))
        self._at = end

    def _curve(self, one: Point, other: Point, end: Point) -> None:
        self._curves.append((one, other, end))
        self._at, self._handle = end, other


def _toward(end: Point, handle: Point) -> Point:
    return Point(end.x + 2 / 3 * (handle.x - end.x), end.y + 2 / 3 * (handle.y - end.y))
