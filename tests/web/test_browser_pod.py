"""The pods in a real browser: every pixel of the glass, mouse, finger and keys on the buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.web import WebThread
from tests.web.browsing import button, go, lit, pod
from tests.web.conftest import page_of
from tests.web.fake_house import PODS, FakeHouse

pytestmark = pytest.mark.browser


def test_every_glass_shows_its_panels_memory_to_the_pixel(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    go(tab, web, page_of(house, "all"))
    for number in PODS:
        assert lit(tab, number) == house.glasses[number]


def test_a_new_picture_on_the_panel_comes_to_the_page(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "seat", 3))
    house.glasses[3] = bytes([0x80, *([0] * 1022), 0x01])  # the first and the last pixel
    tab.wait_for_function(
        """() => document.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1).data[3] === 255
              && document.querySelector("canvas").getContext("2d").getImageData(1, 0, 1, 1).data[3] === 0"""
    )
    assert lit(tab, 3) == house.glasses[3]


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0, 2.625])
@pytest.mark.parametrize("kind", ["all", "seat"])
def test_a_pixel_of_the_panel_is_whole_pixels_of_the_screen(
    house: FakeHouse, web: WebThread, browser: Browser, kind: str, ratio: float
) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, device_scale_factor=ratio)
    tab = context.new_page()
    go(tab, web, page_of(house, kind, 1))
    width = tab.locator("canvas").first.evaluate("(canvas) => canvas.getBoundingClientRect().width")
    times = width * ratio / 128
    context.close()
    assert times == pytest.approx(round(times), abs=0.01)
    assert round(times) >= 2


def test_a_missing_pod_is_named(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.glasses[2] = None
    go(tab, web, page_of(house, "all"))
    expect(pod(tab, 2).get_by_text("Pod 2 is missing")).to_be_visible()
    expect(pod(tab, 1).get_by_text("Pod 1 is missing")).to_be_hidden()
    assert not any(lit(tab, 2))


def test_a_mouse_holds_a_button_for_as_long_as_it_is_down(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    go(tab, web, page_of(house, "all"))
    button(tab, 5, "more").hover()
    tab.mouse.down()
    house.wait_for(("press", 5, "more", True))
    tab.mouse.move(2, 2)  # the finger slips off: still down, as on a real button
    tab.mouse.up()
    house.wait_for(("press", 5, "more", True), ("press", 5, "more", False))


def test_a_click_is_one_press(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "seat", 1))
    for name in ("back", "more", "ok"):
        button(tab, 1, name).click()
        house.wait_for(("press", 1, name, True), ("press", 1, name, False))
        house.done.clear()


def test_a_finger_on_a_touch_screen_presses(house: FakeHouse, web: WebThread, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    tab = context.new_page()
    go(tab, web, page_of(house, "seat", 4))
    box = button(tab, 4, "ok").bounding_box()
    line = context.new_cdp_session(tab)
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    house.wait_for(("press", 4, "ok", True))
    line.send(
        "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{**spot, "y": spot["y"] + 80}]}
    )
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    house.wait_for(("press", 4, "ok", True), ("press", 4, "ok", False))
    assert tab.evaluate("scrollY") == 0
    context.close()


def test_a_screen_readers_click_presses(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "seat", 4))
    button(tab, 4, "ok").evaluate("(element) => element.click()")
    house.wait_for(("press", 4, "ok", True), ("press", 4, "ok", False))


@pytest.mark.parametrize(
    ("key", "name"), [("ArrowLeft", "back"), ("ArrowRight", "more"), ("Enter", "ok"), ("Space", "ok")]
)
def test_keys_play_the_chosen_pod(house: FakeHouse, web: WebThread, tab: Page, key: str, name: str) -> None:
    go(tab, web, page_of(house, "all"))
    tab.keyboard.press("4")
    tab.keyboard.down(key)
    tab.keyboard.down(key)  # what a held key sends again and again
    tab.keyboard.down(key)
    house.wait_for(("press", 4, name, True))
    tab.keyboard.up(key)
    house.wait_for(("press", 4, name, True), ("press", 4, name, False))


def test_a_held_key_lets_go_of_the_pod_that_it_pressed(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    tab.keyboard.press("2")
    tab.keyboard.down("ArrowRight")
    tab.keyboard.press("3")
    tab.keyboard.up("ArrowRight")
    house.wait_for(("press", 2, "more", True), ("press", 2, "more", False))


def test_tab_chooses_a_pod(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    pod(tab, 6).focus()
    expect(pod(tab, 6)).to_have_class("pod is-chosen")
    tab.keyboard.press("Enter")
    house.wait_for(("press", 6, "ok", True), ("press", 6, "ok", False))


def test_enter_on_a_button_that_has_the_focus_presses_that_button(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    go(tab, web, page_of(house, "all"))
    button(tab, 2, "back").focus()
    tab.keyboard.press("Enter")
    house.wait_for(("press", 2, "back", True), ("press", 2, "back", False))


def test_after_a_click_enter_means_ok(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    pod(tab, 3).get_by_role("button", name="Shake").click()
    house.wait_for(("cup", 3, "shake"))
    tab.keyboard.press("Enter")
    house.wait_for(("cup", 3, "shake"), ("press", 3, "ok", True), ("press", 3, "ok", False))


def test_a_window_that_loses_the_focus_lets_go(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    tab.keyboard.press("1")
    tab.keyboard.down("Enter")
    house.wait_for(("press", 1, "ok", True))
    tab.evaluate("window.dispatchEvent(new Event('blur'))")
    house.wait_for(("press", 1, "ok", True), ("press", 1, "ok", False))
