"""A layout is checked when it is loaded, and the error names the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.areas import Role
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


def test_a_card_has_one_part_to_play() -> None:
    for x in range(-500, 501, 10):
        for y in range(-375, 376, 10):
            at = Place(x, y)
            roles: list[tuple[Role, int | None]] = [
                (Role.ANIMALS, seat) for seat, own in LAYOUT.cards.items() if own.animals.holds(at)
            ]
            roles += [(Role.OFFER, seat) for seat, own in LAYOUT.cards.items() if own.offer.holds(at)]
            roles += [(Role.SPOT, None)] if LAYOUT.in_middle(at) else []
            assert len(roles) <= 1
            assert LAYOUT.role_of(at) == (roles[0] if roles else None)
            seat = roles[0][1] if roles else LAYOUT.seat_of(at)
            owner = (Role.SPOT, None) if LAYOUT.in_middle(at) else None if seat is None else (Role.SEAT, seat)
            assert LAYOUT.owner_of(at) == owner


def test_a_table_that_says_nothing_of_cards_has_them_before_its_seats() -> None:
    layout = parse_layout(TEXT[: TEXT.index("# A seat's ground")], "mine.toml")
    assert set(layout.cards) == set(layout.seats)
    for seat, zone in layout.seats.items():
        areas = layout.cards[seat]
        assert zone.holds(areas.animals.centre)
        assert zone.holds(areas.offer.centre)
        assert abs(areas.animals.centre.x) + abs(areas.animals.centre.y) > abs(areas.offer.centre.x) + abs(
            areas.offer.centre.y
        )


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
        ("1 = { animals = [-418, 222,", "1 = { animals = [-418, 2220,", "cards.1.animals: must be .*rising"),
        ("1 = { animals = [-418, 222,", "1 = { animals = [-418,", r"cards.1.animals: must be \[left, top"),
        ("1 = { animals = [-418,", "1 = { animals = [-518,", "cards.1.animals: .* lies off the table"),
        ("1 = { animals = [-418,", "1 = { animals = [-440,", "cards.1.animals holds the marker 3"),
        ("offer = [-330, 122,", "offer = [-330, 60,", "cards.1.offer and middle overlap"),
        ("offer = [50, 122,", "offer = [-60, 122,", "cards.1.offer and cards.6.offer overlap"),
        ("6 = { animals = [5, 222, 418", "7 = { animals = [5, 222, 418", "cards.7: there is no such seat"),
        ("1 = { animals =", "1 = { money =", "cards.1.money: unknown key"),
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
