"""The simulated controllers obey their data sheets where our drivers, or luma's, could go wrong unseen."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.pods.pins import Controller
from firmware.sim.controller import Glass

NOISE = bytes(range(256)) * 5


def fresh(kind: Controller) -> Glass:
    glass = Glass(kind, NOISE)
    for page in range(8):
        if kind is Controller.SSD1306:
            glass.command([0x21, 0, 127, 0x22, page, page])
            glass.data([0] * 128)
        else:
            glass.command([0xB0 | page, 0x00, 0x10])
            glass.data([0] * 132)
    return glass


def written(glass: Glass) -> list[list[int]]:
    return np.argwhere(glass.ram).tolist()


def test_after_power_on_the_memory_is_noise_and_the_glass_is_off() -> None:
    glass = Glass(Controller.SSD1306, NOISE)
    assert glass.ram.any()
    assert not glass.pixels().any()
    assert glass.status & 0x40


def test_an_ssd1306_without_its_charge_pump_stays_dark() -> None:
    glass = Glass(Controller.SSD1306, NOISE)
    glass.command([0xAF])
    assert not glass.pixels().any()
    glass.command([0x8D, 0x14])
    assert glass.pixels().any()


def test_a_window_wraps_to_the_next_page_and_back_to_its_start() -> None:
    glass = fresh(Controller.SSD1306)
    glass.command([0x20, 0x00, 0x21, 10, 11, 0x22, 2, 3])
    glass.data([1, 1, 1])
    assert written(glass) == [[2, 10], [2, 11], [3, 10]]
    glass.data([1, 0])
    assert written(glass) == [[2, 11], [3, 10], [3, 11]]


def test_page_mode_wraps_within_its_page() -> None:
    glass = fresh(Controller.SSD1306)
    glass.command([0x20, 0x02, 0xB5, 0x0F, 0x17])
    glass.data([1, 1])
    assert written(glass) == [[5, 0], [5, 127]]


def test_vertical_mode_goes_down_first() -> None:
    glass = fresh(Controller.SSD1306)
    glass.command([0x20, 0x01, 0x21, 4, 5, 0x22, 0, 1])
    glass.data([1, 1, 1])
    assert written(glass) == [[0, 4], [0, 5], [1, 4]]


def test_an_sh1106_has_132_columns_and_stops_behind_the_last() -> None:
    glass = fresh(Controller.SH1106)
    glass.command([0xB1, 0x02, 0x18])
    glass.data([1] * 5)
    assert written(glass) == [[1, 130], [1, 131]]
    glass.command([0xB2, 0x0F, 0x10])  # the low half of a column may be set while the high half is still 8
    glass.data([1])
    assert [2, 15] in written(glass)


def test_an_sh1106_shows_its_columns_from_the_third_on() -> None:
    glass = fresh(Controller.SH1106)
    glass.command([0xA1, 0xC8, 0xAF, 0xB0, 0x02, 0x10])
    glass.data([1])
    assert np.argwhere(glass.pixels()).tolist() == [[0, 0]]


@pytest.mark.parametrize(
    ("commands", "point"),
    [
        ([0xA1, 0xC8], [0, 0]),
        ([0xA0, 0xC8], [0, 127]),
        ([0xA1, 0xC0], [63, 0]),
        ([0xA1, 0xC8, 0x41], [63, 0]),
    ],
    ids=["upright", "mirrored", "upside down", "scrolled by its start line"],
)
def test_the_first_point_of_the_memory_is_seen_where_the_set_up_puts_it(
    commands: list[int], point: list[int]
) -> None:
    glass = fresh(Controller.SSD1306)
    glass.command([0x8D, 0x14, 0xAF, *commands, 0x21, 0, 127, 0x22, 0, 7])
    glass.data([1])
    assert np.argwhere(glass.pixels()).tolist() == [point]


def test_inverse_and_all_on_are_seen() -> None:
    glass = fresh(Controller.SSD1306)
    glass.command([0x8D, 0x14, 0xAF])
    assert not glass.pixels().any()
    glass.command([0xA7])
    assert glass.pixels().all()
    glass.command([0xA6, 0xA5])
    assert glass.pixels().all()


def test_a_command_may_come_in_two_transactions() -> None:
    glass = fresh(Controller.SSD1306)
    glass.command([0x81])
    glass.command([77])
    assert glass.contrast == 77
