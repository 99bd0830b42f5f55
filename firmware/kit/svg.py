"""Reads our pictures: the part of SVG in which the art is drawn, and nothing else.

Known are svg, g, defs, use, path, circle, ellipse, rect, polygon, polyline;
fill, stroke, stroke-width as attributes; transform. Every line is drawn with round ends and corners.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from firmware.kit.errors import ArtError
from firmware.kit.path import NUMBER, parse_path
from firmware.kit.shapes import (
    Affine,
    Colour,
    Contour,
    Drawing,
    Shape,
    ellipse,
    moved,
    polygon,
    rounded,
    scaled,
    turned,
)

_SPACE = "{http://www.w3.org/2000/svg}"
_INK = ("fill", "stroke", "stroke-width", "transform")
# Said for the browser's sake: here every line is round and every fill even-odd.
_ALWAYS = {"stroke-linecap": "round", "stroke-linejoin": "round", "fill-rule": "evenodd"}
_OWN: Mapping[str, tuple[str, ...]] = {
    "svg": ("viewBox",),
    "g": (),
    "defs": (),
    "use": ("href",),
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx"),
    "polygon": ("points",),
    "polyline": ("points",),
}


_BLACK = Colour(0, 0, 0)


@dataclass(frozen=True, slots=True)
class _Ink:
    fill: Colour | None = _BLACK
    stroke: Colour | None = None
    width: float = 1


def parse_svg(text: str, name: str, part: str = "") -> Drawing:
    """The drawing in SVG text, or that part of it whose id is `part`, in its own units; `name` says in an
    error where the text came from.

    Raises ArtError."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ArtError(f"{name}: no SVG: {error}") from error
    if root.tag != f"{_SPACE}svg":
        raise ArtError(f"{name}: begins with {root.tag!r}, not with svg")
    reader = _Reader(name, root)
    return tuple(reader.drawn(reader.part(part) if part else root, _Ink()))


class _Reader:
    def __init__(self, name: str, root: ElementTree.Element) -> None:
        self._name = name
        self._by_id = {one.get("id"): one for one in root.iter() if one.get("id")}
        self._within: list[ElementTree.Element] = []

    def error(self, element: ElementTree.Element, what: str) -> ArtError:
        label = element.tag.removeprefix(_SPACE)
        number = element.get("id")
        return ArtError(f"{self._name}: {label}{f' #{number}' if number else ''}: {what}")

    def part(self, name: str) -> ElementTree.Element:
        if name not in self._by_id:
            raise ArtError(f"{self._name}: there is no part with the id {name!r}")
        return self._by_id[name]

    def drawn(self, element: ElementTree.Element, ink: _Ink) -> Iterator[Shape]:
        kind = element.tag.removeprefix(_SPACE)
        self._check(element, kind)
        if kind == "defs":
            return
        ink = self._ink(element, ink)
        change = self._transform(element)
        if kind in ("svg", "g"):
            children = list(element)
        elif kind == "use":
            children = [self.part(element.get("href", "").removeprefix("#"))]
        else:
            contours = tuple(self._contours(element, kind))
            yield Shape(contours, ink.fill, ink.stroke, ink.width if ink.stroke else 0).through(change)
            return
        if element in self._within:
            raise self.error(element, "is drawn within itself")
        self._within.append(element)
        for child in children:
            for shape in self.drawn(child, ink):
                yield shape.through(change)
        self._within.pop()

    def _check(self, element: ElementTree.Element, kind: str) -> None:
        if kind not in _OWN:
            raise self.error(element, f"cannot be drawn here; known are {', '.join(_OWN)}")
        for key, value in element.attrib.items():
            if key not in (*_OWN[kind], *_INK, "id") and _ALWAYS.get(key) != value:
                raise self.error(element, f'{key}="{value}" means nothing here')

    def _ink(self, element: ElementTree.Element, ink: _Ink) -> _Ink:
        return _Ink(
            self._colour(element, "fill", ink.fill),
            self._colour(element, "stroke", ink.stroke),
            self._number(element, "stroke-width", ink.width),
        )

    def _colour(self, element: ElementTree.Element, key: str, inherited: Colour | None) -> Colour | None:
        text = element.get(key)
        if text is None:
            return inherited
        if text == "none":
            return None
        try:
            return Colour.of(text)
        except ValueError as error:
            raise self.error(element, f"{key}: {error}") from None

    def _number(self, element: ElementTree.Element, key: str, absent: float = 0) -> float:
        text = element.get(key)
        if text is None:
            return absent
        if not re.fullmatch(NUMBER, text):
            raise self.error(element, f"{key}: {text!r} is no number")
        return float(text)

    def _transform(self, element: ElementTree.Element) -> Affine:
        change = Affine()
        text = element.get("transform", "")
        calls = re.findall(r"(\w+)\s*\(([^)]*)\)", text)
        if text and not calls:
            raise self.error(element, f"transform: {text!r} is none")
        for name, inner in calls:
            numbers = [float(one) for one in re.findall(NUMBER, inner)]
            match name, numbers:
                case "translate", [x]:
                    step = moved(x, 0)
                case "translate", [x, y]:
                    step = moved(x, y)
                case "scale", [x]:
                    step = scaled(x)
                case "scale", [x, y]:
                    step = scaled(x, y)
                case "rotate", [angle]:
                    step = turned(angle)
                case "rotate", [angle, x, y]:
                    step = moved(x, y).after(turned(angle)).after(moved(-x, -y))
                case _:
                    raise self.error(element, f"transform: {name}({inner}) cannot be done here")
            change = change.after(step)
        return change

    def _contours(self, element: ElementTree.Element, kind: str) -> Iterator[Contour]:
        def number(key: str) -> float:
            return self._number(element, key)

        match kind:
            case "circle":
                yield ellipse(number("cx"), number("cy"), number("r"))
            case "ellipse":
                yield ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
            case "rect":
                yield rounded(number("x"), number("y"), number("width"), number("height"), number("rx"))
            case "path":
                try:
                    yield from parse_path(element.get("d", ""))
                except ValueError as error:
                    raise self.error(element, f"d: {error}") from None
            case _:
                numbers = [float(one) for one in re.findall(NUMBER, element.get("points", ""))]
                if len(numbers) < 4 or len(numbers) % 2:
                    raise self.error(element, "points: must be two or more pairs of numbers")
                yield polygon(zip(numbers[::2], numbers[1::2], strict=True), closed=kind == "polygon")
