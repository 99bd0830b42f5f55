"""What a page may know: nothing that it gets, in whatever form, holds another seat's glass or dice."""

from __future__ import annotations

import json

import pytest

from firmware.web import WebThread
from tests.web.conftest import Visitor, leaks, page_of, traces, visit
from tests.web.fake_house import PODS, FakeHouse, canary_dice, canary_file

STATIC = ("page.html", "main.js", "pod.js", "page.css", "wood.svg")


def test_a_leak_would_be_found(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "all"))
        await line.hear()
        for pod in PODS:
            await line.say(do="cup", pod=pod, action="peek-start")
            await line.until(
                **{f"cup_{pod}": {"state": "down", "dice": canary_dice(pod), "beside": [], "shakes": True}}
            )
        for pod in PODS:
            found = {trace for leak, trace in leaks(house, bytes(visitor.heard)) if leak == pod}
            key, word, _, _, *in_base64 = traces(house, pod)
            assert {key, word} <= found
            assert found & set(in_base64), "the glass in base64 is not found"

    visit(web, task)


@pytest.mark.parametrize("seat", PODS)
def test_a_seats_page_gets_nothing_of_another_seat(house: FakeHouse, web: WebThread, seat: int) -> None:
    async def task(visitor: Visitor) -> None:
        mine = page_of(house, "seat", seat)
        others = await visitor.open(page_of(house, "all"))
        visitor.heard.clear()  # what the person who plays all seats gets is his own
        line = await Visitor(web, visitor.session, heard := bytearray()).open(mine)
        await line.until(page="seat")
        for pod in PODS:
            house.state[pod] = "lifted" if pod % 2 else "down"
            await others.say(do="cup", pod=pod, action="peek-start")
            await others.until(
                **{
                    f"cup_{pod}": {
                        "state": house.state[pod],
                        "dice": canary_dice(pod),
                        "beside": [],
                        "shakes": True,
                    }
                }
            )
            await others.say(do="file", pod=pod, action="look-start")
            await others.until(**{f"file_{pod}": canary_file(pod)})
            await others.say(do="press", pod=pod, button="ok", down=True)
            await others.say(do="player", pod=pod, who="bot")
            house.tell(asked=f"question {pod}")
            await line.until(public=house.told)
        page = Visitor(web, visitor.session, heard)
        for path in (mine, mine + "/ws", "/picture", *(f"/static/{name}" for name in STATIC)):
            await page.get(path)
        for pod in PODS:
            if pod != seat:
                await page.get(f"/seat/{pod}/{house.secret.seats[seat]}")
        await page.get(f"/all/{house.secret.seats[seat]}")
        assert leaks(house, bytes(heard), but=(seat,)) == []
        assert house.secret.everything.encode() not in heard

    visit(web, task)


@pytest.mark.parametrize("seat", PODS)
def test_a_seats_page_does_not_even_ask_for_anothers(house: FakeHouse, web: WebThread, seat: int) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", seat))
        await line.until(page="seat", pods=[seat])

    visit(web, task)
    assert house.asked_for == {("glass", seat), ("cup", seat), ("file", seat)}


def test_the_public_page_asks_for_no_secret_and_gets_none(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open("/")
        await line.until(page="public", pods=[])
        await visitor.get("/")
        assert leaks(house, bytes(visitor.heard)) == []
        assert set(line.knows) == {"page", "pods", "texts", "public", "picture", "board"}

    visit(web, task)
    assert house.asked_for == set()


def test_dice_under_a_cup_go_only_to_the_page_that_holds_it_up(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        page = page_of(house, "seat", 3)
        looking, idle = await visitor.open(page), await visitor.open(page)
        covered = {"state": "down", "dice": None, "beside": [], "shakes": True}
        open_to = {"state": "down", "dice": canary_dice(3), "beside": [], "shakes": True}
        await looking.until(cup_3=covered)
        await idle.until(cup_3=covered)
        await looking.say(do="cup", pod=3, action="peek-start")
        await looking.until(cup_3=open_to)
        house.tell(asked="now")
        await idle.until(public=house.told)
        assert idle.knows["cup/3"] == covered
        await looking.say(do="cup", pod=3, action="peek-end")
        await looking.until(cup_3=covered)

    visit(web, task)
    assert house.done == [("cup", 3, "peek-start"), ("cup", 3, "peek-end")]


def test_what_lies_in_a_file_goes_only_to_the_page_that_holds_it_open(
    house: FakeHouse, web: WebThread
) -> None:
    async def task(visitor: Visitor) -> None:
        page = page_of(house, "seat", 3)
        looking, idle = await visitor.open(page), await visitor.open(page)
        seen, shut = canary_file(3), {**canary_file(3), "says": None}
        await looking.until(file_3=shut)
        await looking.say(do="file", pod=3, action="look-start")
        await looking.until(file_3=seen)
        await looking.say(do="file", pod=3, action="look-start")  # opened once, however often it is said
        house.tell(asked="now")
        await idle.until(public=house.told)
        assert idle.knows["file/3"] == shut
        await looking.say(do="file", pod=3, action="look-end")
        await looking.until(file_3=shut)

    visit(web, task)
    assert house.done == [("file", 3)]


def test_a_file_that_was_put_back_while_it_was_held_does_not_open_the_next(
    house: FakeHouse, web: WebThread
) -> None:
    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 3))
        await line.say(do="file", pod=3, action="look-start")
        await line.until(file_3=canary_file(3))
        house.files[3] = None
        await line.until(file_3=None)
        house.files[3] = {"company": "Next", "says": "2 bundles"}
        await line.until(file_3={"company": "Next", "says": None})

    visit(web, task)


def test_where_there_is_no_file_none_is_opened(house: FakeHouse, web: WebThread) -> None:
    house.files[3] = None

    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 3))
        await line.say(do="file", pod=3, action="look-start")
        await line.say(do="file", pod=3, action="look-end")
        house.tell(asked="now")
        await line.until(public=house.told)
        assert line.knows["file/3"] is None

    visit(web, task)
    assert house.done == []


def test_a_lifted_cup_is_open_to_its_seat(house: FakeHouse, web: WebThread) -> None:
    house.state[2] = "lifted"

    async def task(visitor: Visitor) -> None:
        line = await visitor.open(page_of(house, "seat", 2))
        await line.until(cup_2={"state": "lifted", "dice": canary_dice(2), "beside": [], "shakes": True})

    visit(web, task)


@pytest.mark.parametrize(
    "message",
    [
        {"do": "press", "pod": 4, "button": "ok", "down": True},
        {"do": "cup", "pod": 4, "action": "peek-start"},
        {"do": "file", "pod": 4, "action": "look-start"},
        {"do": "file", "pod": 3, "action": "open"},
        {"do": "player", "pod": 4, "who": "bot"},
        {"do": "player", "pod": 3, "who": "bot"},
        {"do": "press", "pod": 3, "button": "menu", "down": True},
        {"do": "press", "pod": 3, "button": "ok", "down": True, "more": 1},
        {"do": "cup", "pod": 3, "action": "lift"},
        {"do": "glass", "pod": 3},
        ["press"],
        {},
    ],
    ids=json.dumps,
)
def test_what_is_not_the_pages_to_do_closes_it_and_does_nothing(
    house: FakeHouse, web: WebThread, message: object
) -> None:
    async def task(visitor: Visitor) -> int | None:
        line = await visitor.open(page_of(house, "seat", 3))
        await line.socket.send_json(message)
        code = await line.closed()
        assert leaks(house, bytes(visitor.heard), but=(3,)) == []
        return code

    assert visit(web, task) == 1008
    assert house.done == []


def test_the_public_page_can_do_nothing(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> int | None:
        line = await visitor.open("/")
        await line.say(do="press", pod=1, button="ok", down=True)
        return await line.closed()

    assert visit(web, task) == 1008
    assert house.done == []


def test_secrets_are_not_printed(house: FakeHouse) -> None:
    printed = repr(house.secret)
    assert house.secret.everything not in printed
    assert not [key for key in house.secret.seats.values() if key in printed]


def test_a_house_that_fails_tells_no_secret(
    house: FakeHouse, web: WebThread, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_pod: int) -> None:
        raise LookupError(f"{canary_dice(3)} {house.glasses[3]!r}")

    async def socket(visitor: Visitor) -> int | None:
        line = await visitor.open(page_of(house, "seat", 3))
        code = await line.closed()
        assert leaks(house, bytes(visitor.heard)) == []
        return code

    monkeypatch.setattr(house, "cup", fails)
    assert visit(web, socket) == 1011
    assert "LookupError" in caplog.text
    assert leaks(house, caplog.text.encode()) == []

    async def page(visitor: Visitor) -> int:
        reply = await visitor.get("/picture")
        assert leaks(house, bytes(visitor.heard)) == []
        return reply.status

    monkeypatch.setattr(house, "picture", lambda: fails(3))
    assert visit(web, page) == 500
    assert leaks(house, caplog.text.encode()) == []
