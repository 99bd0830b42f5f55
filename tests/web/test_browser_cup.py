"""The cups in a real browser, and who plays: dice are seen only while they are looked at."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware.web import WebThread
from tests.web.browsing import dice, faces, go, pod
from tests.web.conftest import page_of
from tests.web.fake_house import FakeHouse

pytestmark = pytest.mark.browser


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


def test_a_held_key_shakes_once(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    tab.keyboard.press("5")
    for _ in range(3):
        tab.keyboard.down("s")
    tab.keyboard.up("s")
    tab.keyboard.press("Enter")
    house.wait_for(("cup", 5, "shake"), ("press", 5, "ok", True), ("press", 5, "ok", False))


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
    flat = pod(tab, 2).get_by_role("button", name="Straighten the dice")
    expect(flat).to_be_hidden()  # whoever has not looked does not know
    pod(tab, 2).locator(".cup").click(delay=300)
    flat.click()
    house.wait_for(("cup", 2, "peek-start"), ("cup", 2, "peek-end"), ("cup", 2, "sort"))


def test_nothing_is_straightened_where_cup_and_dice_are_gone_or_thrown_anew(
    house: FakeHouse, web: WebThread, tab: Page
) -> None:
    house.hands[2] = [{"value": "3", "lean": "cocked"}]
    go(tab, web, page_of(house, "seat", 2))
    flat = pod(tab, 2).get_by_role("button", name="Straighten the dice")
    cup = pod(tab, 2).locator(".cup")
    cup.click(delay=300)
    expect(flat).to_be_visible()
    house.without_cup.add(2)
    expect(cup).to_be_hidden()
    expect(flat).to_be_hidden()
    house.without_cup.clear()
    expect(cup).to_be_visible()
    expect(flat).to_be_hidden()
    cup.click(delay=300)
    house.said.add(2)
    expect(pod(tab, 2).locator(".shake")).to_be_disabled()
    expect(flat).to_be_visible()
    house.said.clear()  # the next round
    expect(pod(tab, 2).locator(".shake")).to_be_enabled()
    expect(flat).to_be_hidden()


def test_a_cup_is_shaken_only_while_that_does_anything(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.said.add(2)
    go(tab, web, page_of(house, "seat", 2))
    shake = pod(tab, 2).get_by_role("button", name="Shake")
    expect(shake).to_be_disabled()
    tab.keyboard.press("s")
    tab.keyboard.press("Enter")
    house.wait_for(("press", 2, "ok", True), ("press", 2, "ok", False))
    house.said.clear()
    expect(shake).to_be_enabled()
    tab.keyboard.press("s")
    house.wait_for(("press", 2, "ok", True), ("press", 2, "ok", False), ("cup", 2, "shake"))


def test_dice_beside_the_cup_are_open(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.beside[2] = dice("6")
    go(tab, web, page_of(house, "seat", 2))
    expect(pod(tab, 2).locator(".beside .die")).to_have_attribute("aria-label", "6")


def test_a_seat_is_handed_to_a_bot_and_back(house: FakeHouse, web: WebThread, tab: Page) -> None:
    go(tab, web, page_of(house, "all"))
    switch = pod(tab, 3).get_by_role("switch")
    expect(switch).to_have_accessible_name("Who plays seat 3: Bot off")
    switch.click()
    expect(switch).to_be_checked()
    expect(switch).to_have_accessible_name("Who plays seat 3: Bot on")
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
