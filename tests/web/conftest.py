"""A console on a fake house, and the traces by which a leak is found."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from firmware.web import WebThread
from tests.web.fake_house import CANARIES, PODS, FakeHouse

T = TypeVar("T")
PATIENCE = 10.0
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def house() -> FakeHouse:
    return FakeHouse()


@pytest.fixture
def web(house: FakeHouse) -> Iterator[WebThread]:
    thread = WebThread(house, port=0)
    thread.start()
    yield thread
    thread.stop()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Debian's chromium (or the program that CHROMIUM names)."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not found:
        pytest.skip("no chromium here: apt-get install chromium, or set CHROMIUM")
    return found


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


def page_of(house: FakeHouse, kind: str, seat: int = 0) -> str:
    """The path of a page."""
    if kind == "seat":
        return f"/seat/{seat}/{house.secret.seats[seat]}"
    return f"/all/{house.secret.everything}" if kind == "all" else "/"


def traces(house: FakeHouse, pod: int) -> list[bytes]:
    """Texts by which anything secret of a seat is found, however it is written down."""
    word = 2 * CANARIES[pod].encode()
    texts = [house.secret.seats[pod].encode(), word, word.hex().encode(), word.hex().upper().encode()]
    # In base64 a text looks different at each of three places, and its ends blur with what is around.
    for lead in range(3):
        encoded = base64.b64encode(b"\0" * lead + word)
        texts.append(encoded[4 if lead else 0 : 4 * ((lead + len(word)) // 3)])
    return texts


def leaks(house: FakeHouse, said: bytes, but: tuple[int, ...] = ()) -> list[tuple[int, bytes]]:
    """What of the seats' secrets is found in `said`, those of `but` excepted."""
    return [(pod, trace) for pod in PODS if pod not in but for trace in traces(house, pod) if trace in said]


def run(task: Coroutine[Any, Any, T]) -> T:
    """Do a visitor's task, however it ends, before patience does."""

    async def patiently() -> T:
        async with asyncio.timeout(PATIENCE):
            return await task

    return asyncio.run(patiently())


@dataclass
class Visitor:
    """A program that talks to the console; `heard` is every byte that it got."""

    web: WebThread
    session: aiohttp.ClientSession
    heard: bytearray

    async def get(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        reply = await self.session.get(self.web.address + path, headers=headers)
        for name, value in reply.raw_headers:
            self.heard += name + b":" + value + b"\n"
        self.heard += await reply.read()
        return reply

    async def open(self, page: str, **headers: str) -> Line:
        headers = {"Origin": self.web.address, **headers}
        socket = await self.session.ws_connect(self.web.address + page.rstrip("/") + "/ws", headers=headers)
        return Line(self, socket)


@dataclass
class Line:
    """An open page's socket; `knows` is all that the page has been told so far."""

    visitor: Visitor
    socket: aiohttp.ClientWebSocketResponse

    def __post_init__(self) -> None:
        self.knows: dict[str, Any] = {}

    async def say(self, **message: object) -> None:
        await self.socket.send_json(message)

    async def until(self, **parts: object) -> None:
        """Listen until the page knows these parts (`glass_2` stands for `glass/2`)."""
        wanted = {name.replace("_", "/"): value for name, value in parts.items()}
        while any(name not in self.knows or self.knows[name] != value for name, value in wanted.items()):
            await self.hear()

    async def hear(self) -> dict[str, Any]:
        message = await self.socket.receive()
        assert message.type is aiohttp.WSMsgType.TEXT, f"closed with {self.socket.close_code}"
        self.visitor.heard += message.data.encode()
        news: dict[str, Any] = json.loads(message.data)
        self.knows.update(news)
        return news

    async def closed(self) -> int | None:
        """Listen until the box closes the line; its reason."""
        while not self.socket.closed:
            message = await self.socket.receive()
            if message.type is aiohttp.WSMsgType.TEXT:
                self.visitor.heard += message.data.encode()
        return self.socket.close_code


def visit(web: WebThread, task: Any) -> Any:
    """Run `await task(visitor)`."""

    async def visiting() -> Any:
        async with aiohttp.ClientSession() as session:
            return await task(Visitor(web, session, bytearray()))

    return run(visiting())
