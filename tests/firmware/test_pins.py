"""The pin table can be wired as it stands, and a table that cannot is named before anything is driven."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.errors import BadPinTable
from firmware.pods.gesture import Button
from firmware.pods.pins import NEVER_A_BUTTON, PHYSICAL, load_pins

GOOD = """
[[bus]]
number = 1
sda = { gpio = 2, pin = 3 }
scl = { gpio = 3, pin = 5 }
mux = 0x70
[lamp]
gpio = 18
pin = 12
[power]
gpio = 4
pin = 7
[buzzer]
gpio = 19
pin = 35
kind = "passive"
[[pod]]
number = 1
back = { gpio = 17, pin = 11 }
more = { gpio = 27, pin = 13 }
ok = { gpio = 22, pin = 15 }
display = { bus = 1, channel = 0, address = 0x3C }
"""
SECOND = """
[[pod]]
number = 2
back = { gpio = 5, pin = 29 }
more = { gpio = 6, pin = 31 }
ok = { gpio = 13, pin = 33 }
display = { bus = 1, channel = 1, address = 0x3C }
"""


def load(tmp_path: Path, text: str) -> object:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return load_pins(path)


def test_six_pods_have_eighteen_pins_that_nobody_else_uses() -> None:
    table = load_pins()
    assert table.pods == (1, 2, 3, 4, 5, 6)
    assert len(table.uses()) == 18 + 2 + 3
    assert not set(table.buttons.values()) & set(NEVER_A_BUTTON)
    assert not set(table.buttons.values()) & {14, 15}  # the serial console


@pytest.mark.parametrize("revision", ["c03115", "d04171"], ids=["Pi 4", "Pi 5"])
def test_header_positions_are_those_of_the_board(revision: str) -> None:
    header = MockFactory(revision=revision).board_info.headers["J8"]
    board = {int(pin.name[4:]): n for n, pin in header.pins.items() if pin.name.startswith("GPIO")}
    assert dict(PHYSICAL) == board


def test_a_button_knows_its_place_on_the_header() -> None:
    assert load_pins().physical(1, Button.BACK) == 11


def test_a_sound_table_loads(tmp_path: Path) -> None:
    load(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("gpio = 17, pin = 11", "gpio = 2, pin = 3", "GPIO 0-3"),
        ("gpio = 17, pin = 11", "gpio = 0, pin = 27", "GPIO 0-3"),
        ("gpio = 17, pin = 11", "gpio = 27, pin = 13", "both pod 1 back and pod 1 more"),
        ("gpio = 17, pin = 11", "gpio = 18, pin = 12", "both lamp and pod 1 back"),
        ("gpio = 17, pin = 11", "gpio = 17, pin = 13", "GPIO 17 is pin 11 of the header, not 13"),
        ("gpio = 17, pin = 11", "gpio = 17", "is pin 11 of the header, not None"),
        ("gpio = 17, pin = 11", "gpio = 28, pin = 11", "BCM number"),
        ("gpio = 17, pin = 11", "gpio = true, pin = 11", "BCM number"),
        ("back = { gpio = 17, pin = 11 }", 'back = "GPIO17"', "back is 'GPIO17'"),
        ("back = { gpio = 17, pin = 11 }", "", "pod 1 back: gpio is None"),
        ("number = 1\nback", "number = 7\nback", "1-6"),
        ("number = 1\nback", "number = true\nback", "1-6"),
        ("[[pod]]", "[[cup]]", r"\[\[pod\]\]"),
        ("[[bus]]", "[[buss]]", r"\[\[bus\]\]"),
        ("number = 1\nsda", "number = 0\nsda", "a bus's number"),
        ("gpio = 2, pin = 3", "gpio = 0, pin = 27", "HAT memory"),
        ("gpio = 18\npin = 12", "gpio = 3\npin = 5", "GPIO 0-3"),
        ('"passive"', '"loud"', "passive or active"),
        ("mux = 0x70", "mux = 0x3C", "0x70-0x77"),
        ("mux = 0x70", "", "bus 1 has no mux"),
        ("bus = 1", "bus = 4", "bus 4"),
        ("channel = 0", "channel = 8", "0-7"),
        ("0x3C }", "0x70 }", "0x3C or 0x3D"),
        ("0x3C }", '0x3C, controller = "ssd1307" }', "ssd1306 or sh1106"),
        ("gpio = 2, pin", "gpio = , pin", "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_wired_is_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(BadPinTable, match=says) as caught:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert "table.toml" in str(caught.value)


def test_a_pod_with_two_rows_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPinTable, match="pod 1 has two rows"):
        load(tmp_path, GOOD + SECOND.replace("number = 2", "number = 1"))


@pytest.mark.parametrize("place", ["bus = 1, channel = 0, address = 0x3C", "bus = 1, address = 0x3C"])
def test_two_displays_that_would_hear_each_other_are_named(tmp_path: Path, place: str) -> None:
    """A display on the bus itself hears what is sent to every channel: a secret would be on two glasses."""
    second = SECOND.replace("bus = 1, channel = 1, address = 0x3C", place)
    assert second != SECOND
    with pytest.raises(BadPinTable, match="pods 1 and 2 have their displays in one place"):
        load(tmp_path, GOOD + second)
    load(tmp_path, GOOD + second.replace("0x3C", "0x3D"))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.toml", "No such file"),
        ("x" * 300, "name too long"),
        ("nul\0.toml", "null (byte|character)"),
        ("two\nlines", "No such file"),
        ("folder", "it is not a file"),
        ("pipe", "it is not a file"),
        ("/dev/zero", "it is not a file"),
        ("latin.toml", "utf-8"),
        ("deep.toml", "recursion|nest"),
    ],
)
def test_a_table_that_cannot_be_read_is_named_in_a_line(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000)
    with pytest.raises(BadPinTable, match=f"cannot be read .*({says})") as caught:
        load_pins(tmp_path / name)
    assert "\n" not in str(caught.value)
    assert "\0" not in str(caught.value)


def test_a_pod_without_a_row_is_named() -> None:
    with pytest.raises(BadPinTable, match="no pod 9"):
        load_pins().pin(9, Button.OK)
