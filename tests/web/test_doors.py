"""Who gets in: keys, host names, origins, and the headers of every reply."""

from __future__ import annotations

import re

import aiohttp
import pytest

from firmware.web import Keys, WebThread
from firmware.web.guard import host_is_ours, origin_is_ours, own_names
from tests.web.conftest import Visitor, page_of, visit
from tests.web.fake_house import FakeHouse


def statuses(web: WebThread, *paths: str, **headers: str) -> list[int]:
    async def task(visitor: Visitor) -> list[int]:
        return [(await visitor.get(path, **headers)).status for path in paths]

    result: list[int] = visit(web, task)
    return result


def test_the_right_keys_open(house: FakeHouse, web: WebThread) -> None:
    paths = ["/", page_of(house, "all"), *(page_of(house, "seat", pod) for pod in house.pods)]
    assert statuses(web, *paths) == [200] * 8


def test_anything_else_is_not_there(house: FakeHouse, web: WebThread) -> None:
    keys = house.secret
    paths = [
        "/all",
        "/all/",
        "/all/wrong",
        "/all/%C3%A9",
        f"/all/{keys.everything}x",
        f"/all/{keys.seats[1]}",
        "/seat/1",
        "/seat/1/",
        "/seat/1/wrong",
        f"/seat/1/{keys.seats[2]}",
        f"/seat/1/{keys.everything}",
        f"/seat/7/{keys.seats[1]}",
        f"/seat/0/{keys.seats[1]}",
        "/static/server.py",
        "/static/..%2Fserver.py",
        "/nowhere",
        "/picture",  # none was taken yet
        "/board",  # none is played on
    ]
    assert statuses(web, *paths) == [404] * len(paths)
    assert statuses(web, *(path.rstrip("/") + "/ws" for path in paths)) == [404] * len(paths)


def test_a_key_of_nothing_opens_nothing(house: FakeHouse, web: WebThread) -> None:
    house.secret = Keys("", dict.fromkeys(house.pods, ""))
    assert statuses(web, "/all/", "/seat/1/", "/all//ws") == [404] * 3


def test_a_seat_that_has_no_pod_here_has_no_page(house: FakeHouse, web: WebThread) -> None:
    house.pods = (1, 2)
    assert statuses(web, page_of(house, "seat", 2), page_of(house, "seat", 3)) == [200, 404]


def test_a_real_box_has_the_public_page_only(house: FakeHouse, web: WebThread) -> None:
    house.simulated = False
    paths = ["/", page_of(house, "all"), page_of(house, "seat", 1), page_of(house, "all") + "/ws"]
    assert statuses(web, *paths) == [200, 404, 404, 404]


def test_a_changed_key_closes_what_the_old_one_opened(house: FakeHouse, web: WebThread) -> None:
    async def task(visitor: Visitor) -> int | None:
        line = await visitor.open(page_of(house, "seat", 1))
        await line.hear()
        house.secret = Keys("new", dict.fromkeys(house.pods, "new"))
        return await line.closed()

    assert visit(web, task) == 1008


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8080", "localhost:9", "192.168.1.20", "[::1]:8080", "BOX"]
)
def test_this_machine_is_known_by(host: str) -> None:
    assert host_is_ours(host, own_names(["box"]))


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "a@127.0.0.1",
        "1.2.3",
        "::1",
    ],
)
def test_a_strangers_name_is_not_ours(host: str | None) -> None:
    assert not host_is_ours(host, own_names())


def test_every_address_is_refused_under_a_strangers_name(house: FakeHouse, web: WebThread) -> None:
    paths = [
        "/",
        page_of(house, "all"),
        page_of(house, "seat", 1),
        "/picture",
        "/static/main.js",
        "/ws",
        "/x",
    ]
    assert statuses(web, *paths, Host="evil.example") == [421] * len(paths)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1"])
def test_a_socket_is_refused_to_pages_of_others(house: FakeHouse, web: WebThread, origin: str) -> None:
    async def task(visitor: Visitor) -> int:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await visitor.open(page_of(house, "seat", 1), Origin=origin)
        return refused.value.status

    assert visit(web, task) == 403


def test_a_socket_is_refused_without_an_origin() -> None:
    assert not origin_is_ours(None, "127.0.0.1:8080")
    assert origin_is_ours("http://127.0.0.1:8080", "127.0.0.1:8080")


def test_every_reply_says_not_to_be_kept_or_told_on(house: FakeHouse, web: WebThread) -> None:
    house.shot = (1, b"\xff\xd8 picture")

    async def task(visitor: Visitor) -> None:
        for path in (
            "/",
            page_of(house, "seat", 1),
            "/picture",
            "/static/main.js",
            "/nowhere",
            "/seat/1/wrong",
        ):
            reply = await visitor.get(path)
            assert reply.headers["Cache-Control"] == "no-store"
            assert reply.headers["Referrer-Policy"] == "no-referrer"
            assert reply.headers["X-Content-Type-Options"] == "nosniff"
            assert reply.headers["X-Frame-Options"] == "DENY"
            policy = reply.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none';")
            assert "unsafe" not in policy
            assert "http" not in policy

    visit(web, task)


def test_the_pages_ask_nobody_else(web: WebThread) -> None:
    async def task(visitor: Visitor) -> None:
        names = ["/static/page.html"]
        seen = set()
        while names:
            name = names.pop()
            if name in seen:
                continue
            seen.add(name)
            reply = await visitor.get(name)
            assert reply.status == 200, name
            text = (await reply.read()).decode()
            for address in re.findall(r"https?://[^\s\"'`<)]+", text):
                assert address.startswith(("http://www.w3.org/", "http://${")), address
            assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text), name
            names += [f"/static/{found}" for found in re.findall(r"[\w-]+\.(?:js|css|svg)", text)]
        assert len(seen) > 12

    visit(web, task)
