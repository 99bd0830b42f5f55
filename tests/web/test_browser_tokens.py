"""Bluff You! on the pages: what lies in the middle, what was said, and every seat's tokens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware.web import WebThread
from tests.web.browsing import go
from tests.web.fake_house import FakeHouse

pytestmark = pytest.mark.browser

VIEW = {
    "game": "bluff-you",
    "phase": "deed",
    "turn": 1,
    "diviner": None,
    "deed": None,
    "number": None,
    "middle": [4, 10, 17],
    "tokens": {"1": [8, 13], "2": [], "3": [12]},
    "points": {"1": 4, "2": 0, "3": 1},
}


def test_the_middle_and_every_seat_show_their_tokens(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.tell(view=VIEW)
    go(tab, web, "/")
    expect(tab.locator(".bid .animal")).to_have_text(["4", "10", "17"])
    seats = tab.locator(".seats li")
    expect(seats).to_have_count(3)
    expect(seats.nth(0).locator(".animal")).to_have_text(["8", "13"])
    expect(seats.nth(0).locator(".left")).to_have_text("points: 4")
    expect(seats.nth(1).locator(".animal")).to_have_count(0)


def test_what_was_said_stands_out_where_it_lies(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.tell(view={**VIEW, "deed": "gain", "number": 10})
    go(tab, web, "/")
    expect(tab.locator(".bid strong")).to_have_text("10")
    expect(tab.locator(".animal.is-set")).to_have_text(["10"])
    house.tell(view={**VIEW, "deed": "steal", "number": 12})
    expect(tab.locator(".seats .animal.is-set")).to_have_text(["12"])
    house.tell(view={**VIEW, "phase": "over", "turn": None})
    expect(tab.locator(".bid")).to_be_hidden()
