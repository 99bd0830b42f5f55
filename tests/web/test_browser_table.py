"""The public table in a real browser, a line that is lost and comes back, and what a seat's browser gets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from firmware.web import Keys, WebThread
from tests.web.browsing import button, dice, go, lit, pod
from tests.web.conftest import leaks, page_of
from tests.web.fake_house import PODS, FakeHouse, picture

pytestmark = pytest.mark.browser

PAUSED = "Paused: any button of a pod goes on"


def test_the_public_table_is_told(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.shot = (1, picture())
    house.tell(
        view={"turn": 2, "bid": "8x*", "bidder": 1, "dice": {"1": 5, "2": 1, "3": 0}},
        names={"1": "Theo", "2": "<b>Ada</b>"},
        account=[{"n": 1, "text": "Theo opens."}, {"n": 2, "text": "Theo bids."}],
        health=["Pod 3 does not answer"],
        language="nl",
        waits=[2],
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


def test_who_is_waited_for_is_marked_and_not_whose_turn_it_is(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    sits = {"turn": 1, "dice": {"1": 5, "2": 5, "3": 5}}
    go(tab, web, page_of(house, "all"))
    for waits in ([2], [1, 3], []):
        house.tell(view=sits, waits=waits, asked=str(waits))
        expect(tab.locator(".asked")).to_have_text(str(waits))
        for number in (1, 2, 3):
            badge = pod(tab, number).get_by_text("to play")
            expect(badge).to_be_visible() if number in waits else expect(badge).to_be_hidden()
        marked = [int(text) for text in tab.locator(".seats .has-turn .disc").all_text_contents()]
        assert marked == waits


def test_a_pause_is_said_over_every_glass_and_at_the_table(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    house.glasses[2] = None
    go(tab, web, page_of(house, "all"))
    for paused in (False, True, False):
        house.tell(view=None, asked="Who plays?", paused=paused)
        expect(tab.locator(".asked")).to_have_text(PAUSED if paused else "Who plays?")
        for number in PODS:
            said = pod(tab, number).get_by_text(PAUSED)
            expect(said).to_be_visible() if paused and number != 2 else expect(said).to_be_hidden()
    expect(pod(tab, 2).get_by_text("Pod 2 is missing")).to_be_visible()


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
