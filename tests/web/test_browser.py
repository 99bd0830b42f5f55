"""The pages in a real browser: pressing, holding, keys, cups, a lost line, and every pixel of the glass."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect, sync_playwright

from firmware.web import Keys, WebThread
from tests.web.conftest import leaks, page_of
from tests.web.fake_house import PODS, FakeHouse, picture

pytestmark = pytest.mark.browser

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"laptop": (1366, 650), "wide": (1366, 768), "desk": (1920, 940), "phone": (360, 640)}


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Page]:
    """A tab in which nothing may go wrong: no script error, no breach of the policy, no failed request."""
    tab = context.new_page()
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield tab
    assert [text for text in wrong if "WebSocket" not in text and "ERR_CONNECTION" not in text] == []


def go(tab: Page, web: WebThread, path: str) -> None:
    tab.goto(web.address + path)
    expect(tab.locator("body")).to_have_attribute("data-line", "up")


def pod(tab: Page, number: int) -> Any:
    return tab.locator(f".pod[data-pod='{number}']")


def button(tab: Page, number: int, name: str) -> Any:
    return pod(tab, number).locator(f"[data-button={name}]")


def lit(tab: Page, number: int) -> bytes:
    """The pixels of a glass as the browser has them, packed like the panel's memory."""
    packed = tab.evaluate(
        """(number) => {
            const canvas = document.querySelector(`.pod[data-pod='${number}'] canvas`);
            const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
            const bytes = new Uint8Array(1024);
            for (let at = 0; at < 8192; at += 1)
                if (data[4 * at + 3] === 255) bytes[at >> 3] |= 128 >> (at & 7);
            return btoa(String.fromCharCode(...bytes));
        }""",
        number,
    )
    return base64.b64decode(packed)


# ---- the glass --------------------------------------------------------------------------------------------


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


# ---- buttons ----------------------------------------------------------------------------------------------


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


# ---- keys -------------------------------------------------------------------------------------------------


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


# ---- cups and players -------------------------------------------------------------------------------------


def faces(tab: Page, number: int) -> list[str]:
    return [
        die.get_attribute("aria-label") or ""
        for die in pod(tab, number).locator(".stage .die").element_handles()
    ]


def dice(*values: str) -> list[dict[str, str]]:
    return [{"value": value, "lean": "flat"} for value in values]


def test_dice_are_seen_only_while_the_cup_is_held(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.hands[2] = dice("1", "4", "4", "star", "5")
    go(tab, web, page_of(house, "seat", 2))
    cup = pod(tab, 2).locator(".cup")
    assert faces(tab, 2) == []
    cup.hover()
    tab.mouse.down()
    expect(pod(tab, 2).locator(".stage .die")).to_have_count(5)
    assert faces(tab, 2) == ["1", "4", "4", "star", "5"]
    expect(cup).to_have_attribute("aria-label", "Cup of seat 2. Under the cup: 1, 4, 4, star, 5")
    tab.mouse.up()
    expect(pod(tab, 2).locator(".stage .die")).to_have_count(0)
    expect(cup).to_have_attribute("aria-label", "Cup of seat 2. Hold to peek")
    assert house.done == [("cup", 2, "peek-start"), ("cup", 2, "peek-end")]


def test_a_key_peeks_while_it_is_held(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.hands[5] = dice("2", "2")
    go(tab, web, page_of(house, "all"))
    tab.keyboard.press("5")
    tab.keyboard.down("p")
    expect(pod(tab, 5).locator(".stage .die")).to_have_count(2)
    tab.keyboard.up("p")
    expect(pod(tab, 5).locator(".stage .die")).to_have_count(0)


def test_a_drawn_die_has_as_many_pips_as_it_shows(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.state[1] = "lifted"
    house.hands[1] = dice("1", "2", "3", "4", "5", "6", "star")
    go(tab, web, page_of(house, "all"))
    expect(pod(tab, 1).locator(".stage .die")).to_have_count(7)
    drawn = (
        pod(tab, 1)
        .locator(".stage .die")
        .evaluate_all(
            """(dice) => dice.map((die) =>
                [die.querySelectorAll("circle").length, die.querySelectorAll(".star").length])"""
        )
    )
    assert drawn == [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0], [0, 1]]


def test_crooked_dice_can_be_laid_flat(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.hands[2] = [{"value": "3", "lean": "cocked"}, {"value": "5", "lean": "flat"}]
    go(tab, web, page_of(house, "seat", 2))
    flat = pod(tab, 2).get_by_role("button", name="Lay flat")
    expect(flat).to_be_hidden()  # whoever has not looked does not know
    pod(tab, 2).locator(".cup").click(delay=300)
    flat.click()
    house.wait_for(("cup", 2, "peek-start"), ("cup", 2, "peek-end"), ("cup", 2, "sort"))


def test_dice_beside_the_cup_are_open(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.beside[2] = dice("6")
    go(tab, web, page_of(house, "seat", 2))
    expect(pod(tab, 2).locator(".beside .die")).to_have_attribute("aria-label", "6")


def test_a_seat_is_handed_to_a_bot_and_back(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    switch = pod(tab, 3).get_by_role("switch")
    expect(switch).to_have_accessible_name("Who plays seat 3: Person")
    switch.click()
    expect(switch).to_be_checked()
    expect(switch).to_have_accessible_name("Who plays seat 3: Bot")
    switch.click()
    expect(switch).not_to_be_checked()
    assert house.done == [("player", 3, "bot"), ("player", 3, "person")]


def test_the_page_of_all_pods_leads_to_the_seats(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    with tab.context.expect_page() as opened:
        pod(tab, 4).get_by_role("link", name="Page of seat 4 alone").click()
    expect(opened.value.locator("body")).to_have_attribute("data-line", "up")
    expect(opened.value).to_have_title("Seat 4 · Bluffbox")
    assert opened.value.locator(".pod").count() == 1
    assert opened.value.evaluate("document.referrer") == ""


# ---- the public table -------------------------------------------------------------------------------------


def test_the_public_table_is_told(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.shot = (1, picture())
    house.tell(
        view={"turn": 2, "bid": "8x*", "bidder": 1, "dice": {"1": 5, "2": 1, "3": 0}},
        names={"1": "Theo", "2": "<b>Ada</b>"},
        account=[{"n": 1, "text": "Theo opens."}, {"n": 2, "text": "Theo bids."}],
        health=["Pod 3 does not answer"],
        language="nl",
        asked="Ada, your turn",
    )
    go(tab, web, "/")
    expect(tab.locator(".asked")).to_have_text("Ada, your turn")
    expect(tab.locator(".bid")).to_contain_text("8×by Theo")
    expect(tab.locator(".bid .die")).to_have_attribute("aria-label", "star")
    expect(tab.locator(".seats li")).to_have_text(["1Theo5 dice", "2<b>Ada</b>1 dieto play", "3Seat 3out"])
    expect(tab.locator(".account li")).to_have_text(["Theo bids.", "Theo opens."])
    expect(tab.locator("#health li")).to_have_text(["Pod 3 does not answer"])
    expect(tab.locator("html")).to_have_attribute("lang", "nl")
    expect(tab.locator(".picture img")).to_be_visible()
    assert tab.locator(".pod").count() == 0
    house.tell(account=[{"n": 1, "text": "Theo opens."}, {"n": 3, "text": "Taken back."}], health=[])
    expect(tab.locator(".account li")).to_have_text(["Taken back.", "Theo opens."])
    expect(tab.locator("#health")).to_be_hidden()


def test_a_new_picture_is_shown(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, "/")
    expect(tab.get_by_text("No picture from the camera")).to_be_visible()
    for version in (1, 2):
        house.shot = (version, picture())
        expect(tab.locator(".picture img")).to_have_attribute("src", f"{web.address}/picture?v={version}")
    tab.locator(".picture").click()
    expect(tab.locator("dialog img")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("dialog")).to_be_hidden()


# ---- the line ---------------------------------------------------------------------------------------------


def test_a_lost_line_is_shown_hides_dice_and_comes_back(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.hands[2] = dice("1", "4")
    go(tab, web, page_of(house, "seat", 2))
    pod(tab, 2).locator(".cup").hover()
    tab.mouse.down()
    expect(pod(tab, 2).locator(".stage .die")).to_have_count(2)
    port = int(web.address.rpartition(":")[2])
    web.stop()
    expect(tab.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    expect(pod(tab, 2).locator(".stage .die")).to_have_count(0)
    tab.mouse.up()
    house.glasses[2] = b"\x0f" * 1024
    house.done.clear()
    again = WebThread(house, port=port)
    again.start()
    try:
        expect(tab.locator("body")).to_have_attribute("data-line", "up", timeout=15_000)
        tab.wait_for_function("() => !document.getElementById('lost').textContent")
        assert lit(tab, 2) == house.glasses[2]
        button(tab, 2, "ok").click()
        house.wait_for(("press", 2, "ok", True), ("press", 2, "ok", False))
    finally:
        again.stop()


def test_a_line_that_says_nothing_is_lost(house: FakeHouse, web: WebThread, tab: Page) -> None:
    """As when the wireless is gone: nobody says that the line is closed, it is only silent."""
    lines: list[WebSocketRoute] = []

    def dies_after_the_first_news(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.close()
            return
        heard: list[str | bytes] = []

        def pass_on(said: str | bytes) -> None:
            if not heard:
                line.send(said)
            heard.append(said)

        line.connect_to_server().on_message(pass_on)

    tab.clock.install()
    tab.route_web_socket(re.compile(".*/ws$"), dies_after_the_first_news)
    go(tab, web, page_of(house, "seat", 2))
    tab.clock.run_for(9_000)
    expect(tab.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()


def test_a_button_comes_up_when_the_page_is_closed(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "seat", 2))
    button(tab, 2, "ok").hover()
    tab.mouse.down()
    house.wait_for(("press", 2, "ok", True))
    tab.close()
    house.wait_for(("press", 2, "ok", True), ("press", 2, "ok", False))


def test_a_reload_goes_on_where_it_was(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "seat", 2))
    house.tell(asked="the same question")
    tab.reload()
    expect(tab.locator(".asked")).to_have_text("the same question")
    assert lit(tab, 2) == house.glasses[2]


def test_a_page_whose_key_has_changed_says_so_and_gives_up(
    house: FakeHouse, web: WebThread, context: BrowserContext
) -> None:
    tab = context.new_page()
    go(tab, web, page_of(house, "seat", 2))
    house.secret = Keys("new", dict.fromkeys(PODS, "new"))
    expect(tab.get_by_role("status").filter(has_text="This page is closed")).to_be_visible()
    expect(tab.locator("body")).to_have_attribute("data-line", "gone")


# ---- secrecy ----------------------------------------------------------------------------------------------


def test_nothing_that_a_seats_browser_gets_is_anothers(house: FakeHouse, web: WebThread, tab: Page) -> None:
    heard: list[bytes] = []
    tab.on("response", lambda reply: heard.append(reply.body() + str(reply.all_headers()).encode()))
    tab.on("websocket", lambda line: line.on("framereceived", lambda said: heard.append(_bytes(said))))
    house.shot = (1, picture())
    go(tab, web, page_of(house, "seat", 2))
    expect(tab.locator(".picture img")).to_be_visible()
    for number in PODS:
        house.state[number] = "lifted"
    pod(tab, 2).locator(".cup").click(delay=200)
    tab.keyboard.press("4")
    tab.keyboard.press("Enter")
    house.tell(asked="the end")
    expect(tab.locator(".asked")).to_have_text("the end")
    said = b"\n".join(heard)
    assert {leak for leak, _ in leaks(house, said)} == {2}, "only its own, and its own is there to be found"
    assert house.secret.everything.encode() not in said
    assert {what for what in house.done if what[0] == "press"} == {
        ("press", 2, "ok", True),
        ("press", 2, "ok", False),
    }
    assert leaks(house, tab.content().encode(), but=(2,)) == []


def _bytes(said: str | bytes) -> bytes:
    return said.encode() if isinstance(said, str) else said


def test_the_pages_ask_only_this_box(house: FakeHouse, web: WebThread, tab: Page) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    for path in ("/", page_of(house, "all"), page_of(house, "seat", 1)):
        go(tab, web, path)
    assert asked
    assert [url for url in asked if not url.startswith(web.address + "/")] == []


# ---- room -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["all", "seat"])
def test_what_one_plays_with_is_in_sight_without_scrolling(
    house: FakeHouse, web: WebThread, browser: Browser, kind: str, size: str
) -> None:
    width, height = SIZES[size]
    house.tell(
        view={"turn": 2, "bid": "6x4", "bidder": 1, "dice": {str(n): 5 for n in PODS}},
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


TEXTS = (
    ".key.back",
    ".key.ok",
    ".how",
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
