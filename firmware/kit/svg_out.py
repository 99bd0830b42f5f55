"""Writes shapes and texts as an SVG picture for a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from firmware.kit.pieces import Anchor, Text
from firmware.kit.shapes import Colour, Contour, Point, Shape

# As wide as the letters that the kit measures with, or narrower: what fits on paper fits here.
_FONTS = "Bitstream Vera Sans, DejaVu Sans, Verdana, Segoe UI, sans-serif"
_ANCHORS = {Anchor.LEFT: "start", Anchor.MIDDLE: "middle", Anchor.RIGHT: "end"}


def svg_of(inside: str, width: float, height: float, scale: float = 1.0) -> bytes:
    """The picture from (0, 0) to (`width`, `height`) in millimetres, `scale` pixels of CSS to each unless it
    is shown in another size. `inside`: what `elements_of` gave."""
    size = f'width="{width * scale:g}" height="{height * scale:g}" viewBox="0 0 {width:g} {height:g}"'
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><g {ends}>{inside}</g></svg>'.encode()


def elements_of(shapes: Iterable[Shape], texts: Iterable[Text] = ()) -> str:
    """What goes into a picture, the texts on top."""
    return "".join((*map(_shape, shapes), *map(_text, texts)))


def _shape(shape: Shape) -> str:
    fill = "none" if shape.fill is None else _hex(shape.fill)
    stroke = (
        "" if shape.stroke is None else f' stroke="{_hex(shape.stroke)}" stroke-width="{shape.width:.3g}"'
    )
    return f'<path d="{_path(shape.contours)}" fill="{fill}" fill-rule="evenodd"{stroke}/>'


def _path(contours: Sequence[Contour]) -> str:
    return "".join(_way(contour) for contour in contours)


def _way(contour: Contour) -> str:
    curves = (("L" if len(curve) == 1 else "C") + " ".join(map(_at, curve)) for curve in contour.curves)
    return f"M{_at(contour.start)}{''.join(curves)}{'Z' if contour.closed else ''}"


def _at(point: Point) -> str:
    return f"{point.x:.2f} {point.y:.2f}"


def _text(text: Text) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    place = f'x="{text.x:.2f}" y="{text.y:.2f}" text-anchor="{_ANCHORS[text.anchor]}"'
    look = f'font-family="{_FONTS}" font-size="{text.size:.2f}" fill="{_hex(text.colour)}"{weight}'
    return f"<text {place} {look}>{escape(text.words)}</text>"


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
