"""Biz-Bluff on the pages: what is presented, and every seat's money, parts and claim."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware.web import WebThread
from tests.engine.biz_bluff.laid import laid, threw
from tests.web.browsing import go
from tests.web.fake_house import FakeHouse

pytestmark = pytest.mark.browser

COMES = (*threw(1, 4), "1 move f6")
HAS = {1: "Y1", 3: "R2"}


def test_every_seat_shows_what_it_has_and_claims(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.tell(view=laid(claims=HAS, purses={1: (60, 25), 2: (0, 0), 3: (7, 1)}).view(None))
    go(tab, web, "/")
    seats = tab.locator(".seats li")
    expect(seats).to_have_count(3)
    expect(seats.locator(".left")).to_have_text(["60 $, parts: 25", "0 $, parts: 0", "7 $, parts: 1"])
    expect(seats.nth(0).locator(".animal")).to_have_text(["Citron"])
    expect(seats.nth(1).locator(".animal")).to_have_count(0)
    expect(tab.locator(".bid")).to_be_hidden()


def test_what_is_presented_shows_its_blocked_account(house: FakeHouse, web: WebThread, tab: Page) -> None:
    match = laid(*COMES, "1 present present", "2 deal buy", "2 buy 7", claims=HAS, stands={1: "f2"})
    house.tell(view=match.view(None))
    go(tab, web, "/")
    expect(tab.locator(".bid .what")).to_have_text("Citron")
    expect(tab.locator(".bid strong")).to_have_text("7 $")
