"""How the pages look: all that one plays with is in sight on any screen, and texts can be read."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from firmware.web import WebThread
from firmware.web.texts import page_texts
from firmware.words.catalogue import LANGUAGES
from firmware.words.words import Words
from tests.engine.biz_bluff.laid import laid
from tests.web.browsing import dice, go, pod
from tests.web.conftest import page_of
from tests.web.fake_house import PODS, FakeHouse

pytestmark = pytest.mark.browser
SIZES = {"laptop": (1366, 650), "wide": (1366, 768), "desk": (1920, 940), "phone": (360, 640)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["all", "seat"])
def test_what_one_plays_with_is_in_sight_without_scrolling(
    house: FakeHouse, web: WebThread, browser: Browser, kind: str, size: str
) -> None:
    width, height = SIZES[size]
    house.tell(
        view={"turn": 2, "bid": "6x4", "bidder": 1, "dice": {str(n): 5 for n in PODS}},
        waits=[2],
        asked="Raise, or Bluff!",
    )
    house.beside[3] = dice("4", "star")
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    go(tab, web, page_of(house, kind, 3))
    shown = (
        PODS if kind == "all" and width > 1000 else (tab.locator(".pod.is-chosen").get_attribute("data-pod"),)
    )
    main = [tab.locator(".picture"), tab.locator(".asked"), tab.locator(".bid")]
    for number in shown:
        main += [
            pod(tab, number).locator(part) for part in ("canvas", ".key.back", ".key.ok", ".cup", ".shake")
        ]
    for thing in main:
        box = thing.bounding_box()
        assert box is not None, thing
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (thing, box)
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (thing, box)
        assert min(box["width"], box["height"]) >= 18, (thing, box)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_turn_it_is_and_what_seats_have_is_not_cut(
    house: FakeHouse, web: WebThread, browser: Browser, language: str, size: str
) -> None:
    house.words = page_texts(Words(language).say)
    purses = {1: (110, 10), 2: (0, 0), 3: (1000, 25)}
    house.tell(view=laid(purses=purses, claims={1: "B2"}).view(None), waits=list(PODS), language=language)
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    go(tab, web, page_of(house, "all"))
    parts = ".pod h2 .name, .pod h2 .turn, .seats .name, .seats .left, .seats .animal"
    expect(tab.locator(".seats .left")).to_have_count(3)
    cut = tab.locator(parts).evaluate_all(
        """(all) => all.filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
            .map((one) => one.textContent)"""
    )
    assert cut == []
    outside = tab.locator(".pod h2 .turn:visible, .seats .left").evaluate_all(
        """(all) => all.filter((one) => {
            const [inner, outer] = [one, one.parentElement].map((part) => part.getBoundingClientRect());
            return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
        }).map((one) => one.textContent)"""
    )
    assert outside == []
    context.close()


@pytest.mark.parametrize("width", [1200, 1366])
@pytest.mark.parametrize("kind", ["all", "seat"])
def test_what_the_head_of_the_page_says_is_not_cut_in_any_language(
    house: FakeHouse, web: WebThread, browser: Browser, kind: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 650})
    for language in LANGUAGES:
        house.words = page_texts(Words(language).say)
        house.tell(language=language)
        tab = context.new_page()
        go(tab, web, page_of(house, kind, 3))
        for name in ("#keys", "#simulated"):
            note = tab.locator(name)
            expect(note).to_be_visible()
            assert note.evaluate("(one) => one.scrollWidth <= one.clientWidth"), (language, name)
        head = tab.locator("header").bounding_box()
        assert head is not None
        assert head["height"] <= 34, "the pods have as much room as before"
        tab.close()
    context.close()


TEXTS = (
    ".key.back",
    ".key.ok",
    ".how",
    ".file strong",
    ".file span",
    ".pod h2 .name",
    ".turn",
    ".tool.shake",
    ".asked",
    ".bid .by",
    ".left",
)


def test_texts_stand_out_from_what_is_behind_them(house: FakeHouse, web: WebThread, tab: Page) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1, between a text's colour and the pixel that is most common behind it."""
    house.tell(
        view={"turn": 2, "bid": "6x4", "bidder": 1, "dice": {str(n): 5 for n in PODS}},
        waits=[2],
        asked="Raise, or Bluff!",
        health=["glare"],
        account=[{"n": 1, "text": "Theo bids."}],
    )
    go(tab, web, page_of(house, "all"))
    for selector in (*TEXTS, "#health li", "#keys", ".story h2", ".account li", ".switch"):
        thing = tab.locator(f"{selector}:visible").first
        colour = thing.evaluate("(element) => getComputedStyle(element).color")
        red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
        shot = Image.open(io.BytesIO(thing.screenshot())).convert("RGB").quantize(8)
        _, behind = max(shot.convert("RGB").getcolors() or [])
        assert _contrast((red, green, blue), behind) >= 4.5, (selector, colour, behind)


def _contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    def light(colour: tuple[int, ...]) -> float:
        parts = [c / 255 for c in colour]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)
