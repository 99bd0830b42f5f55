"""The red die on the pages: who bids by the board sets it down on the large picture."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware.web import WebThread
from firmware.web.texts import page_texts
from tests.web.browsing import go
from tests.web.conftest import page_of
from tests.web.fake_house import FakeHouse, picture

VIEW = {
    "game": "liars-dice",
    "phase": "bidding",
    "turn": 2,
    "bid": None,
    "bidder": None,
    "options": {"bids": "board", "dice": "star"},
    "dice": {"1": 5, "2": 5},
}


def ready(house: FakeHouse, **view: object) -> None:
    house.words = page_texts(str)
    house.shot = (1, picture())
    house.tell(view={**VIEW, **view})


def enlarge(tab: Page) -> None:
    expect(tab.locator(".picture img")).to_be_visible()
    tab.locator(".picture").click()
    expect(tab.locator("dialog img")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize(("kind", "seat"), [("seat", 2), ("seat", 1), ("all", 0)])
def test_a_face_is_chosen_and_the_die_set_down_where_one_taps(
    house: FakeHouse, web: WebThread, tab: Page, kind: str, seat: int
) -> None:
    ready(house)
    go(tab, web, page_of(house, kind, seat))
    enlarge(tab)
    image = tab.locator("dialog img")
    image.click(position={"x": 10, "y": 10})
    assert not house.done, "no face is chosen yet"
    expect(tab.locator(".red-die .face")).to_have_count(6)
    tab.locator(".red-die .face[aria-label$='star']").click()
    box = image.bounding_box()
    assert box is not None
    image.click(position={"x": box["width"] * 0.3, "y": box["height"] * 0.7})
    house.wait_for(("red-die", seat or 2, 0.3, 0.7, "star"))
    expect(tab.locator("dialog")).to_be_hidden()
    enlarge(tab)
    tab.locator(".red-die .tool").click()
    house.wait_for(("red-die", seat or 2, 0.3, 0.7, "star"), ("red-die", seat or 2, 0.0, 0.0, None))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("kind", "view"),
    [
        ("public", {}),
        ("seat", {"options": {"bids": "pods", "dice": "star"}}),
        ("seat", {"phase": "roll"}),
    ],
)
def test_elsewhere_the_large_picture_is_but_a_picture(
    house: FakeHouse, web: WebThread, tab: Page, kind: str, view: dict[str, object]
) -> None:
    ready(house, **view)
    go(tab, web, page_of(house, kind, 1))
    enlarge(tab)
    expect(tab.locator(".red-die")).to_have_count(0)
    tab.locator("dialog img").click()
    expect(tab.locator("dialog")).to_be_hidden()


@pytest.mark.browser
def test_ordinary_dice_have_a_six(house: FakeHouse, web: WebThread, tab: Page) -> None:
    ready(house, options={"bids": "board", "dice": "joker-6"})
    go(tab, web, page_of(house, "seat", 1))
    enlarge(tab)
    expect(tab.locator(".red-die .face[aria-label$='6']")).to_have_count(1)
    expect(tab.locator(".red-die .face[aria-label$='star']")).to_have_count(0)
