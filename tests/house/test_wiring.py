"""wiring.md and the pin data tell the same, and it can be soldered."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from firmware.pods.gesture import Button
from firmware.pods.pins import NEVER_A_BUTTON, PHYSICAL, load_pins
from firmware.wiring.drawings import drawings
from tests.house.papers import ROOT, tables
from vision.layout import reference_layout

PAPER = (ROOT / "wiring.md").read_text(encoding="utf-8")
PINS = load_pins()
# The 40-pin header as the Pi's maker documents it, pin by pin: a GPIO's number, or what else is there.
HEADER = re.findall(
    r"\w+",
    """
3V3 5V  2 5V  3 GND  4 14  GND 15  17 18  27 GND  22 23  3V3 24  10 GND  9 25
11 8  GND 7  0 1  5 GND  6 12  13 GND  19 16  26 20  GND 21
""",
)


def table(*heads: str) -> list[dict[str, str]]:
    """The one table with these columns."""
    (found,) = [rows for rows in tables(PAPER) if rows and tuple(rows[0]) == heads]
    return found


def buttons() -> list[dict[str, str]]:
    return table("pod", "button", "BCM", "pin", "ground")


def others() -> list[dict[str, str]]:
    return table("what", "BCM", "pin")


def test_the_table_has_every_button_once_with_the_pin_that_the_code_drives() -> None:
    rows = [(int(row["pod"]), Button(row["button"]), int(row["BCM"])) for row in buttons()]
    assert len(rows) == len(set(rows)) == 18
    assert {(pod, button): pin for pod, button, pin in rows} == dict(PINS.buttons)


def test_the_seats_are_where_the_eye_looks_for_them() -> None:
    rows = table("seat", "right", "down")
    told = {int(row["seat"]): (float(row["right"]), float(row["down"])) for row in rows}
    seats = reference_layout().seats
    assert told == {seat: (zone.centre.x, zone.centre.y) for seat, zone in seats.items()}


def test_the_other_pins_are_those_of_the_code() -> None:
    bus = PINS.buses[1]
    assert [int(row["BCM"]) for row in others()] == [bus.sda, bus.scl, PINS.lamp, PINS.power, PINS.buzzer]


@pytest.mark.parametrize("row", [*buttons(), *others()], ids=lambda row: f"GPIO{row['BCM']}")
def test_places_on_the_header_are_those_of_the_maker(row: dict[str, str]) -> None:
    assert len(HEADER) == 40
    assert HEADER[int(row["pin"]) - 1] == row["BCM"]
    if "ground" in row:
        assert HEADER[int(row["ground"]) - 1] == "GND"


def test_the_code_knows_the_header_as_the_maker_has_it() -> None:
    assert {pin: HEADER.index(str(pin)) + 1 for pin in range(28)} == dict(PHYSICAL)


def test_no_pin_is_used_twice_and_no_button_is_where_none_may_be() -> None:
    used = [row["BCM"] for row in (*buttons(), *others())]
    assert len(used) == len(set(used))
    assert not {int(row["BCM"]) for row in buttons()} & {*NEVER_A_BUTTON, 14, 15}


def test_pins_that_are_called_free_are_free() -> None:
    used = {int(row["BCM"]) for row in (*buttons(), *others())}
    free = re.search(r"GPIO (\d+) and (\d+) \(pins .*GPIO (\d+) \(pin \d+\) for whatever", PAPER)
    assert free is not None
    assert not {int(number) for number in free.groups()} & used


def test_displays_hang_where_the_code_looks_for_them() -> None:
    rows = table("pod", "channel", "display")
    assert [int(row["pod"]) for row in rows] == list(PINS.pods)
    for row in rows:
        shown = PINS.display(int(row["pod"]))
        assert (int(row["channel"]), int(row["display"], 16)) == (shown.channel, shown.address)
    mux = PINS.buses[1].mux
    assert f"multiplexer ({mux:#x})" in PAPER
    assert f"addr={mux:#x}" in PAPER


OVERLAYS = {
    "bus on a Pi 4": (
        "dtoverlay=i2c{}",
        {4: {(6, 7), (8, 9)}, 5: {(10, 11), (12, 13)}, 6: {(0, 1), (22, 23)}},
    ),
    "bus on a Pi 5": (
        "dtoverlay=i2c{}-pi5",
        {2: {(4, 5), (12, 13)}, 3: {(6, 7), (14, 15), (22, 23)}},
    ),
}
"""The further buses that a pin table can name: how their overlays are called and, by bus, which pins, SDA and
SCL, they can take, as the kernel's sources have it."""


@pytest.mark.parametrize("board", OVERLAYS)
def test_buses_without_a_multiplexer_take_the_pins_that_are_said(board: str) -> None:
    gpio = {place: number for number, place in PHYSICAL.items()}
    owner = {pin: pod for (pod, _), pin in PINS.buttons.items()}
    rows = table(board, "line in config.txt", "SDA pin", "SCL pin", "it takes the pins of")
    called, can = OVERLAYS[board]
    assert [int(row[board]) for row in rows] == list(can)
    for row in rows:
        pins = [gpio[int(row["SDA pin"])], gpio[int(row["SCL pin"])]]
        assert f"{called.format(row[board])},pins_{pins[0]}_{pins[1]}" in row["line in config.txt"]
        assert (pins[0], pins[1]) in can[int(row[board])]
        assert re.findall(r"\d", row["it takes the pins of"]) == sorted({str(owner[pin]) for pin in pins})


@pytest.mark.parametrize("name", drawings(PINS))
def test_the_drawings_are_those_of_the_pin_table(name: str) -> None:
    assert (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8") == drawings(PINS)[name]
    assert f"docs/pictures/{name}" in PAPER


def test_the_drawings_name_every_pin_and_every_display() -> None:
    header, displays = drawings(PINS)["wiring-header.svg"], drawings(PINS)["wiring-displays.svg"]
    for pin, use in PINS.uses().items():
        assert f">{use} (GPIO {pin})<" in header
    for pod in PINS.pods:
        assert f"display of pod {pod}" in displays


def test_a_drawing_follows_a_change_of_the_table() -> None:
    moved = replace(PINS, buzzer=26)
    assert drawings(moved)["wiring-header.svg"] != drawings(PINS)["wiring-header.svg"]
