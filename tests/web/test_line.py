"""What an open page is told and what it does: news, fingers, cups, and what happens when it is cut off."""

from __future__ import annotations

import asyncio
import base64
import json

from firmware.web import WebThread, page_texts
from firmware.web.holds import Holds
from firmware.web.notice import FRESH, Notice
from firmware.web.page import Page
from tests.web.conftest import Visitor, page_of, visit
from tests.web.fake_house import PODS, FakeHouse


def test_the_first_news_is_everything(house: FakeHouse, web: WebThread) -> None:
    house.shot = (7, b"jpeg")
    house.tell(asked="Who plays?")

    async def task(visitor: Visitor) -> dict[str, object]:
        return await (await visitor.open(page_of(house, "all"))).hear()

    news = visit(web, task)
    assert news["page"] == "all"
    assert news["pods"] == list(PODS)
    assert news["picture"] == 7
    assert news["public"]["asked"] == "Who plays?"
    assert news["links"]["2"] == page_of(house, "seat", 2)
    for pod in PODS:
        assert base64.b64decode(news[f"glass/{pod}"]) == house.glasses[pod]
        assert news[f"player/{pod}"] == "person"


def test_later_news_is_only_what_changed(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> dict[str, object]:
        line = await visitor.open(page_of(house, "all"))
        await line.hear()
        house.glasses[4] = b"\x01" * 1024
        return await line.hear()

    assert set(visit(web, task)) == {"glass/4"}


def test_what_all_pages_know_is_looked_up_once_for_all_of_them(house: FakeHouse) -> None:
    now, looks = [0.0], []
    public = house.public
    house.public = lambda: looks.append(now[0]) or public()  # type: ignore[method-assign,func-returns-value]
    notice = Notice(house, lambda: now[0])
    pages = [Page(house, notice, Holds(house.press), "seat", (pod,)) for pod in PODS]
    news = [json.loads(page.news() or "{}") for page in pages]
    assert all(told["public"] == house.told for told in news)
    house.tell(asked="next")
    now[0] = FRESH
    news = [json.loads(page.news() or "{}") for page in pages]
    assert news == [{"public": house.told}] * len(PODS)
    assert looks == [0.0, FRESH]


def test_a_missing_pod_is_told(house: FakeHouse, web: WebThread) -> None:
    house.glasses[4] = None

    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 4))
        await line.until(glass_4=None)

    visit(web, task)


def test_a_page_that_hears_nothing_else_hears_that_the_line_stands(web: WebThread) -> None:
    async def task(visitor: Visitor) -> dict[str, object]:
        line = await visitor.open("/")
        await line.hear()
        return await line.hear()

    assert visit(web, task) == {}


def test_words_come_in_the_tables_language_and_english_fills_the_gaps(
    house: FakeHouse, web: WebThread
) -> None:
    house.words = {"shake": "schudden"}

    async def task(visitor: Visitor) -> dict[str, object]:
        return await (await visitor.open("/")).hear()

    texts = visit(web, task)["texts"]
    assert texts["shake"] == "schudden"
    assert texts["bot"] == "Bot on"
    assert set(texts) == set(page_texts(str))


def test_the_picture_is_handed_out(house: FakeHouse, web: WebThread) -> None:
    house.shot = (3, b"\xff\xd8 the table")

    async def task(visitor: Visitor) -> None:
        reply = await visitor.get("/picture?v=3")
        assert (reply.content_type, await reply.read()) == ("image/jpeg", b"\xff\xd8 the table")

    visit(web, task)


def test_a_button_goes_down_and_up(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 2))
        await line.say(do="press", pod=2, button="more", down=True)
        await line.say(do="press", pod=2, button="more", down=False)
        await line.hear()
        house.wait_for(("press", 2, "more", True), ("press", 2, "more", False))

    visit(web, task)


def test_a_seat_is_handed_over_on_the_page_of_all_pods(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "all"))
        await line.say(do="player", pod=5, who="bot")
        await line.until(player_5="bot")

    visit(web, task)
    assert house.done == [("player", 5, "bot")]


def test_cups_are_shaken_and_dice_laid_flat(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 6))
        await line.say(do="cup", pod=6, action="shake")
        await line.say(do="cup", pod=6, action="sort")
        await line.say(do="cup", pod=6, action="peek-end")  # nobody looks: nothing happens
        await line.say(do="cup", pod=6, action="peek-start")
        await line.say(do="cup", pod=6, action="peek-start")
        house_did = [("cup", 6, "shake"), ("cup", 6, "sort"), ("cup", 6, "peek-start")]
        await line.until(cup_6={"state": "down", "dice": house.hands[6], "beside": [], "shakes": True})
        house.wait_for(*house_did)

    visit(web, task)


def test_a_page_that_goes_away_lets_go_of_everything(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 2))
        await line.say(do="press", pod=2, button="ok", down=True)
        await line.say(do="cup", pod=2, action="peek-start")
        await line.until(cup_2={"state": "down", "dice": house.hands[2], "beside": [], "shakes": True})
        line.socket._response.connection.transport.abort()  # the cable is pulled

    visit(web, task)
    house.wait_for(
        ("press", 2, "ok", True),
        ("cup", 2, "peek-start"),
        ("press", 2, "ok", False),
        ("cup", 2, "peek-end"),
        ordered=False,
    )


def test_two_pages_at_one_button_are_one_press(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        one = await visitor.open(page_of(house, "seat", 2))
        two = await visitor.open(page_of(house, "all"))
        for line in (one, two):
            await line.say(do="press", pod=2, button="ok", down=True)
            await line.say(do="cup", pod=2, action="shake")
        house.wait_for(("press", 2, "ok", True), ("cup", 2, "shake"), ("cup", 2, "shake"))
        house.done.clear()
        await one.say(do="press", pod=2, button="ok", down=False)
        await one.say(do="cup", pod=2, action="shake")
        house.wait_for(("cup", 2, "shake"))
        await two.say(do="press", pod=2, button="ok", down=False)
        house.wait_for(("cup", 2, "shake"), ("press", 2, "ok", False))

    visit(web, task)


def test_the_console_that_stops_lets_go_and_closes_its_pages(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> int | None:
        line = await visitor.open(page_of(house, "all"))
        await line.say(do="press", pod=1, button="back", down=True)
        await line.say(do="cup", pod=1, action="peek-start")
        await line.until(cup_1={"state": "down", "dice": house.hands[1], "beside": [], "shakes": True})
        code, _ = await asyncio.gather(line.closed(), asyncio.to_thread(web.stop))
        return code

    assert visit(web, task) == 1001
    assert house.done == [
        ("press", 1, "back", True),
        ("cup", 1, "peek-start"),
        ("press", 1, "back", False),
        ("cup", 1, "peek-end"),
    ]
