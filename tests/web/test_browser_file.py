"""A file of Biz-Bluff in a real browser: what lies in it is seen only while it is held open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firmware.web import WebThread
from tests.web.browsing import go, pod
from tests.web.conftest import page_of
from tests.web.fake_house import FakeHouse

pytestmark = pytest.mark.browser


def test_a_file_is_read_only_while_it_is_held(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.files = {2: {"company": "Citron", "says": "2 bundles"}}
    go(tab, web, page_of(house, "seat", 2))
    file = pod(tab, 2).locator(".file")
    expect(file).to_have_text("CitronHold to look into the file")
    file.hover()
    tab.mouse.down()
    expect(file).to_have_text("Citron2 bundles")
    expect(file).to_have_attribute("aria-label", "Citron. 2 bundles")
    tab.mouse.up()
    expect(file).to_have_text("CitronHold to look into the file")
    house.wait_for(("file", 2))
    house.files[2] = None
    expect(file).to_be_hidden()


def test_a_key_opens_it_too_and_others_have_none(house: FakeHouse, web: WebThread, tab: Page) -> None:
    house.files = {5: {"company": "Rubis", "says": "Bluffed!"}}
    go(tab, web, page_of(house, "all"))
    expect(tab.locator(".file:visible")).to_have_count(1)
    file = pod(tab, 5).locator(".file")
    file.focus()
    tab.keyboard.down("Enter")
    expect(file).to_have_text("RubisBluffed!")
    tab.keyboard.up("Enter")
    expect(file).to_have_text("RubisHold to look into the file")
    house.wait_for(("file", 5))
