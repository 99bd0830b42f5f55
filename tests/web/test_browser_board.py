"""The board of Biz-Bluff on the pages: seen while one is played on, drawn anew with it, on any screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.kit.biz_game import BoardInPlay
from firmware.web import WebThread
from firmware.words.words import Words
from tests.engine.biz_bluff.laid import laid
from tests.web.browsing import go, pod
from tests.web.conftest import page_of
from tests.web.fake_house import FakeHouse, picture

pytestmark = pytest.mark.browser

BEGUN = laid()
SIZES = {
    "laptop": (1366, 650),
    "wide": (1366, 768),
    "desk": (1920, 940),
    "tablet": (800, 1100),
    "phone": (360, 640),
    "small laptop": (1280, 800),
    "tall phone": (390, 844),
}


def lay_out(house: FakeHouse, version: int = 1) -> None:
    svg = BoardInPlay().svg(BEGUN.view(None), Words("en"))
    assert svg is not None
    house.drawn = version, svg
    house.tell(view=BEGUN.view(None))


def test_a_board_is_shown_while_one_is_played_on(house: FakeHouse, web: WebThread, tab: Page) -> None:
    for path in ("/", page_of(house, "seat", 2), page_of(house, "all")):
        house.drawn = None
        house.tell(view=None)
        go(tab, web, path)
        expect(tab.locator(".board")).to_be_hidden()
        for version in (1, 2):
            lay_out(house, version)
            expect(tab.locator(".board img")).to_have_attribute("src", re.compile(rf"/board\?v={version}$"))
            expect(tab.locator(".board img")).to_be_visible()
        house.drawn = None
        house.tell(view=None)
        expect(tab.locator(".board")).to_be_hidden()


def test_a_tap_shows_the_board_large(house: FakeHouse, web: WebThread, tab: Page) -> None:
    lay_out(house)
    go(tab, web, page_of(house, "all"))
    tab.get_by_role("button", name="Show the board large").click()
    expect(tab.get_by_role("dialog").get_by_alt_text("The board with pawns and markers")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["all", "seat", "public"])
def test_the_board_has_room_on_any_screen(
    house: FakeHouse, web: WebThread, browser: Browser, kind: str, size: str
) -> None:
    width, height = SIZES[size]
    lay_out(house)
    house.shot = (1, picture())
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    go(tab, web, page_of(house, kind, 3))
    expect(tab.locator(".board img")).to_be_visible()
    board = tab.locator(".board img").bounding_box()
    assert board is not None
    assert abs(board["width"] - board["height"]) < 2, "eleven by eleven squares, and nothing is cut"
    assert board["width"] >= 270, "24 pixels a square, and larger by a tap"
    assert 0 <= board["x"] <= board["x"] + board["width"] <= width
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    if kind == "all" and width > 1000:
        room = tab.locator(".table").bounding_box()
        assert room is not None
        assert board["width"] >= min(0.95 * room["width"], height - 310), "all the width between the pods"
    if width > 1000:
        assert board["y"] + board["height"] <= height
        for part in (".asked", ".story"):
            box = tab.locator(part).bounding_box()
            assert box is not None
            assert board["y"] + board["height"] <= box["y"] or kind == "public"
            assert box["y"] + box["height"] <= height
    elif kind != "public" and "phone" in size:
        key = pod(tab, 1 if kind == "all" else 3).locator(".key.ok").bounding_box()
        assert key is not None
        assert key["y"] + key["height"] <= height, "what one presses comes first"
    context.close()
