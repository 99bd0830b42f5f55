"""The cattle trade on the pages: the auction that runs, who trades, and every seat's animals."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware.web import WebThread
from tests.web.browsing import go, pod
from tests.web.conftest import page_of
from tests.web.fake_house import FakeHouse

pytestmark = pytest.mark.browser

VIEW = {
    "game": "kuhhandel",
    "phase": "bidding",
    "turn": 1,
    "deck": 12,
    "animals": {"1": {"cow": 2, "cat": 4}, "2": {}, "3": {"pig": 1}},
    "sets": {"1": ["cat"], "2": [], "3": []},
    "auction": None,
    "trade": None,
    "scores": {},
}


def sale(**parts: object) -> dict[str, object]:
    return {"animals": ["horse"], "seller": 1, "high": None, "by": None, "counted": 0, "out": [], **parts}


def test_an_auction_is_told_with_its_bid_and_its_count(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.tell(view=VIEW, names={"2": "Ada"})
    go(tab, web, "/")
    expect(tab.locator(".bid")).to_have_text("Cards in the deck: 12")
    house.tell(view={**VIEW, "auction": sale()})
    expect(tab.locator(".bid")).to_have_text("Seat 1 sellsHorse")
    house.tell(view={**VIEW, "auction": sale(high=120, by=2, counted=2)})
    expect(tab.locator(".bid")).to_have_text("Horse120by Adagoing twice")


def test_a_trade_is_told_without_what_lies_in_it(house: FakeHouse, web: WebThread, tab: Page) -> None:
    deal = {"by": 1, "partner": 3, "animal": "cow", "size": 2, "round": 1, "offer": 3, "counter": None}
    house.tell(view={**VIEW, "trade": deal})
    go(tab, web, "/")
    expect(tab.locator(".bid")).to_have_text("Seat 1 trades with Seat 32 × Cownotes laid: 3")


def test_every_seats_animals_are_there_and_what_is_complete_stands_out(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    house.tell(view={**VIEW, "dove": 3})
    go(tab, web, "/")
    seats = tab.locator(".seats li")
    expect(seats).to_have_count(3)
    expect(seats.nth(0).locator(".animal")).to_have_text(["Cow 2", "Cat"])
    expect(seats.nth(0).locator(".animal.is-set")).to_have_text(["Cat"])
    expect(seats.nth(2).locator(".animal")).to_have_text(["Pig 1", "Dove"])
    scores = {str(n): {"points": points} for n, points in ((1, 90), (2, 0), (3, 0))}
    house.tell(view={**VIEW, "phase": "over", "turn": None, "scores": scores})
    expect(seats.nth(0)).to_contain_text("90")


def test_where_no_cups_are_on_the_table_none_is_shown_and_the_page_says_who_moves_the_cards(
    house: FakeHouse, web: WebThread, tab: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "cup", lambda _pod: None)
    house.tell(view=VIEW)
    go(tab, web, page_of(house, "seat", 2))
    expect(pod(tab, 2).locator(".key.ok")).to_be_visible()
    expect(pod(tab, 2).locator(".cup")).to_be_hidden()
    expect(pod(tab, 2).locator(".shake")).to_be_hidden()
    expect(tab.locator("#simulated")).to_contain_text("This table is simulated")
