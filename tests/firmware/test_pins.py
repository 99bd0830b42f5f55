"""The pin table can be wired as it stands, and a table that cannot is named before anything is driven."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.errors import BadPinTable
from firmware.pods.gesture import Button
from firmware.pods.pins import NEVER_A_BUTTON, PHYSICAL, load_pins

GOOD = """
[bus]
sda = 2
scl = 3
[lamp]
pin = 18
[power]
pin = 4
[[pod]]
number = 1
back = 17
more = 27
ok = 22
"""


def load(tmp_path: Path, text: str) -> object:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return load_pins(path)


def test_six_pods_have_eighteen_pins_that_nobody_else_uses() -> None:
    table = load_pins()
    assert table.pods == (1, 2, 3, 4, 5, 6)
    pins = [*table.buttons.values(), table.sda, table.scl, table.lamp, table.power]
    assert len(set(pins)) == len(pins) == 22
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
        ("back = 17", "back = 2", "GPIO 0-3"),
        ("back = 17", "back = 0", "GPIO 0-3"),
        ("back = 17", "back = 27", "both pod 1 back and pod 1 more"),
        ("back = 17", "back = 18", "both lamp and pod 1 back"),
        ("back = 17", "back = 28", "BCM number"),
        ("back = 17", "back = true", "BCM number"),
        ("back = 17", 'back = "GPIO17"', "BCM number"),
        ("back = 17", "", "pod 1 back is None"),
        ("number = 1", "number = 7", "1-6"),
        ("number = 1", "number = true", "1-6"),
        ("[[pod]]", "[[cup]]", r"\[\[pod\]\]"),
        ("[bus]", "[buss]", "bus sda"),
        ("pin = 18", "pin = 3", "GPIO 0-3"),
        ("sda = 2", "sda = ", "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_wired_is_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(BadPinTable, match=says) as caught:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert "table.toml" in str(caught.value)


def test_a_pod_with_two_rows_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPinTable, match="pod 1 has two rows"):
        load(tmp_path, GOOD + "[[pod]]\nnumber = 1\nback = 5\nmore = 6\nok = 7\n")


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPinTable, match="cannot be read"):
        load_pins(tmp_path / "none.toml")


def test_a_pod_without_a_row_is_named() -> None:
    with pytest.raises(BadPinTable, match="no pod 9"):
        load_pins().pin(9, Button.OK)
