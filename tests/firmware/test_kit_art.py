"""The kit's own drawings are read as they are meant, and a mistake in one is named."""

from __future__ import annotations

import math
from importlib.resources import files

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kuhhandel.editions import ANIMALS
from firmware.kit.errors import ArtError, KitFileError, SheetError
from firmware.kit.guide import guide_side
from firmware.kit.looks import DOVE_FACE, art, note_values, parse_looks
from firmware.kit.numerals import number, width_of
from firmware.kit.path import parse_path
from firmware.kit.pieces import PAPERS
from firmware.kit.raster import painted
from firmware.kit.shapes import (
    Colour,
    Point,
    Shape,
    Window,
    ellipse,
    filled,
    moved,
    placed,
    points_of,
    rectangle,
    rounded,
    scaled,
    turned,
)
from firmware.kit.svg import parse_svg
from firmware.words.words import Words
from vision.layout import parse_layout

LOOKS = files("firmware.kit").joinpath("kuhhandel.toml").read_text(encoding="utf-8")
TABLE = files("vision").joinpath("reference_table.toml").read_text(encoding="utf-8")
BLACK = Colour(0, 0, 0)
coordinates = st.floats(-100, 100)


def svg(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inner}</svg>'


@pytest.mark.parametrize(
    ("inner", "says"),
    [
        ("<text>10</text>", "text: cannot be drawn here; known are svg, g,"),
        ('<circle id="eye" cx="1" cy="1" radius="2"/>', r'circle #eye: radius="2" means nothing here'),
        ('<circle cx="1" cy="1" r="2" fill="red"/>', "circle: fill: 'red' is no colour: write #rrggbb"),
        ('<circle cx="1" cy="1" r="wide"/>', "circle: r: 'wide' is no number"),
        ('<g stroke-linecap="butt"/>', "g: stroke-linecap=.* means nothing here"),
        ('<path d="M0 0 L1"/>', "path: d: 'L' with '1' is no step"),
        ('<path d="M0 0 A1 1 0 0 0 2 2"/>', "path: d: 'A'"),
        ('<path d="M0 0 #"/>', "path: d: '#' is neither a number"),
        ('<g transform="skewX(3)"/>', r"g: transform: skewX\(3\) cannot be done"),
        ('<use href="#wing"/>', "there is no part with the id 'wing'"),
        ('<g id="a"><use href="#a"/></g>', "is drawn within itself"),
        ('<polygon points="1 2 3"/>', "polygon: points: must be"),
        ("<g>", "no SVG"),
    ],
)
def test_what_cannot_be_drawn_is_named_with_its_file(inner: str, says: str) -> None:
    with pytest.raises(ArtError, match=f"cow.svg: .*{says}"):
        parse_svg(svg(inner), "cow.svg")


def test_ink_and_changes_are_handed_down() -> None:
    (one, other) = parse_svg(
        svg(
            '<defs><path id="ear" d="M0 0 h2 v2 z"/></defs><g fill="#ff0000" transform="translate(5 1)">'
            '<use href="#ear" transform="scale(-1 1)"/><use href="#ear" fill="none" stroke="#0000ff" '
            'stroke-width="3" transform="scale(2)"/></g>'
        ),
        "cow.svg",
    )
    assert isinstance(one, Shape)
    assert one.fill == Colour(255, 0, 0)
    assert points_of(one.contours[0], 0.1) == [(5, 1), (3, 1), (3, 3)]
    assert isinstance(other, Shape)
    assert (other.fill, other.stroke, other.width) == (None, Colour(0, 0, 255), 6)


def test_a_path_may_be_written_in_every_way() -> None:
    plain = parse_path("M 1 1 L 3 1 L 3 4 C 3 6 1 6 1 4 Z")
    assert parse_path("m1,1h2v3c0,2-2,2-2,0z") == plain
    assert parse_path("M1 1 3 1 3 4C3 6 1 6 1 4Z") == plain
    smooth = parse_path("M0 0 C0 2 2 2 2 0 S4-2 4 0")
    assert smooth == parse_path("M0 0 C0 2 2 2 2 0 C2 -2 4 -2 4 0")
    assert [contour.closed for contour in parse_path("M0 0 H1 M2 2 H3 Z")] == [False, True]


@given(coordinates, coordinates, st.floats(-360, 360), st.floats(0.1, 10))
def test_changes_one_after_the_other_are_the_same_as_both_at_once(
    x: float, y: float, angle: float, size: float
) -> None:
    first, then = moved(x, y).after(scaled(size)), turned(angle).after(moved(y, x))
    at = Point(3, -7)
    assert then.after(first).at(at) == pytest.approx(then.at(first.at(at)))
    assert then.after(first).size == pytest.approx(size)


@given(st.floats(0.5, 50), st.floats(0.5, 50))
def test_a_round_is_followed_as_finely_as_asked(rx: float, ry: float) -> None:
    for x, y in points_of(ellipse(0, 0, rx, ry), 0.01):
        assert math.hypot(x / rx, y / ry) == pytest.approx(1, abs=0.001)


def test_what_is_painted_covers_what_was_drawn() -> None:
    drawing = (filled(BLACK, rectangle(2, 2, 6, 4)), filled(Colour(255, 255, 255), rounded(3, 3, 2, 2, 0)))
    seen = painted(drawing, 10, 8, 4)
    assert seen.shape == (32, 40, 3)
    dark = seen[:, :, 0] < 128
    expected = np.zeros_like(dark)
    expected[8:24, 8:32] = True
    expected[12:20, 12:20] = False
    assert (dark == expected).all()
    # Seen through an opening, nothing lies outside of it; two outlines leave what both cover bare.
    through = painted((Window((ellipse(5, 4, 2),), drawing),), 10, 8, 4)
    assert through[:, :11].min() == 255
    ring = painted((filled(BLACK, ellipse(5, 4, 3), ellipse(5, 4, 1.5)),), 10, 8, 4)
    assert ring[16, 20].min() == 255
    assert ring[16, 30].max() == 0


@pytest.mark.parametrize("text", ["0", "10", "1000", "234", "5678", "9"])
def test_a_number_is_as_large_as_it_says(text: str) -> None:
    wide = width_of(text, 12)
    seen = painted(placed(number(text, 12, BLACK), moved(2, 2)), wide + 4, 16, 8)
    rows, columns = np.nonzero(seen[:, :, 0] < 128)
    assert rows.min() / 8 == pytest.approx(2, abs=0.2)
    assert rows.max() / 8 == pytest.approx(14, abs=0.2)
    assert columns.min() / 8 == pytest.approx(2, abs=0.3)
    assert columns.max() / 8 == pytest.approx(2 + wide, abs=0.3)


def test_no_figure_reads_as_another() -> None:
    pictures = [painted(number(figure, 12, BLACK), 11, 12, 4) for figure in "0123456789"]
    turned_ = [np.asarray(cv2.rotate(picture, cv2.ROTATE_180), np.uint8) for picture in pictures]
    for at, one in enumerate(pictures):
        for beside, other in enumerate([*pictures, *turned_]):
            apart = np.abs(one.astype(int) - other).mean()
            # A 6 and a 9 on their own are told apart by a line under them.
            same = beside % 10 == at or {at, beside - 10} == {6, 9}
            assert same or apart > 20, (at, beside)


@pytest.mark.parametrize("kind", [*ANIMALS, DOVE_FACE])
def test_every_animal_stands_before_its_field_and_has_a_border(kind: str) -> None:
    for drawing, room in (
        (art(kind), (-32.0, 32.0, -41.0, 48.0)),
        (art("edges", kind), (-0.1, 6.1, -3.0, 8.3)),
    ):
        points = [
            point
            for shape in drawing
            if isinstance(shape, Shape)
            for contour in shape.contours
            for point in points_of(contour, 0.2)
        ]
        left, right, top, low = room
        assert all(left <= point.x <= right and top <= point.y <= low for point in points)
        assert max(point.y for point in points) - min(point.y for point in points) > 2


def test_every_note_shows_something_of_its_own() -> None:
    assert len({art("goods", str(value)) for value in note_values()}) == len(note_values())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('cow = { field = "#bcd649",', 'cow = { field = "lime",', "animals.cow.field: 'lime' is no colour"),
        ("cow = {", "ox = {", "animals.ox: unknown key"),
        ('50 = { ink = "#2568b0", ', "50 = { ", "notes.50.ink: missing"),
        ("bars = 5", "bars = 9", "notes.500.bars: must be 0 to 5, is 9"),
        ("100 = {", "150 = {", "notes.150: unknown key"),
        ("[backs]", "[back]", "back: unknown key"),
    ],
)
def test_a_bad_colour_or_kind_is_refused_by_name(old: str, new: str, says: str) -> None:
    assert old in LOOKS
    with pytest.raises(KitFileError, match=f"mine.toml: {says}"):
        parse_looks(LOOKS.replace(old, new, 1), "mine.toml")


def test_markers_that_no_paper_takes_are_refused() -> None:
    text = TABLE[: TABLE.index("[cards]")].replace("side = 40", "side = 90")
    layout = parse_layout(text, "mine.toml")
    with pytest.raises(SheetError, match="4 markers of 90 mm do not fit on a4 paper"):
        guide_side(PAPERS["a4"], layout, Words("en"), "A table", ["Print"])
