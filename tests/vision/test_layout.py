"""A layout is checked when it is loaded, and the error names the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.errors import LayoutError
from vision.layout import load_layout, parse_layout, reference_layout
from vision.reading import Place

LAYOUT = reference_layout()
TEXT = (Path(__file__).parents[2] / "vision" / "reference_table.toml").read_text()


def test_the_reference_table_is_as_the_drawings_say() -> None:
    assert {seat: (zone.centre.x, zone.centre.y) for seat, zone in LAYOUT.seats.items()} == {
        1: (-200, 240),
        2: (-360, 0),
        3: (-200, -240),
        4: (200, -240),
        5: (360, 0),
        6: (200, 240),
    }
    assert LAYOUT.markers == {
        0: Place(-450, -325),
        1: Place(450, -325),
        2: Place(450, 325),
        3: Place(-450, 325),
    }


def test_a_die_belongs_to_one_seat_at_most() -> None:
    for x in range(-500, 501, 10):
        for y in range(-375, 376, 10):
            owners = [seat for seat, zone in LAYOUT.seats.items() if zone.holds(Place(x, y))]
            assert len(owners) + LAYOUT.in_middle(Place(x, y)) <= 1
            assert LAYOUT.seat_of(Place(x, y)) == (owners[0] if owners else None)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("width = 1000", "", "width: missing"),
        ("width = 1000", 'width = "wide"', "width: must be a number, is 'wide'"),
        ("width = 1000", "width = nan", "width: must be a number, is nan"),
        ("width = 1000", "width = -4", "width: must be more than 0 mm, is -4"),
        ("width = 1000", "widht = 1000\nwidth = 1000", "widht: unknown key"),
        ("source =", "source = 5 #", "source: must be a text"),
        ("DICT_4X4_50", "DICT_9X9", "markers.dictionary: 'DICT_9X9' is no ArUco dictionary"),
        ("DICT_4X4_50", "CORNER_REFINE_NONE", "is no ArUco dictionary"),
        ("0 = [-450, -325]", "50 = [-450, -325]", "markers.centres.50: DICT_4X4_50 has ids 0 to 49"),
        ("0 = [-450, -325]", "0 = [-450]", r"markers.centres.0: must be \[x, y\]"),
        ("0 = [-450, -325]", "0 = [-550, -325]", "markers.centres.0: .* lies off the table"),
        ("0 = [-450, -325]", "0 = [-450, 300]", "markers.centres: 0 and 3 would lie on each other"),
        ("0 = [-450, -325]", "zero = [-450, -325]", "markers.centres.zero: must be a whole number"),
        ("0 = [-450, -325]\n1 = [450, -325]\n", "", "at least 3 are needed, there are 2"),
        (
            "1 = { centre = [-200, 240], radius = 125 }",
            "1 = { centre = [-200, 240] }",
            "seats.1.radius: missing",
        ),
        ("1 = { centre = [-200, 240]", "1 = { centre = [-300, 100]", "seats.1 and seats.2 overlap"),
        ("1 = { centre = [-200, 240], radius = 125 }", "1 = 4", "seats.1: must be a table, is 4"),
        ("1 = { centre", "0 = { centre", "seats.0: seats are numbered from 1"),
        (
            "[middle]\ncentre = [0, 0]\nradius = 110",
            "[middle]\ncentre = [0, 0]\nradius = 0",
            "middle.radius: must be",
        ),
        ("[middle]", "[middle", "not valid TOML"),
    ],
)
def test_a_bad_layout_is_refused_by_name(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(LayoutError, match=says) as caught:
        parse_layout(TEXT.replace(old, new), "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert str(caught.value).count("mine.toml") == 1


def test_a_layout_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace("width = 1000", "width = 1100"))
    assert load_layout(file).width == 1100
    with pytest.raises(LayoutError, match=r"gone\.toml: the layout cannot be read"):
        load_layout(tmp_path / "gone.toml")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(LayoutError, match="cannot be read"):
        load_layout(file)
