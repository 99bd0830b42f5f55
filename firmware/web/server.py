"""The console's addresses and what each of them answers."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Awaitable, Callable
from importlib import resources

from aiohttp import WSCloseCode, WSMsgType, web

from firmware.web.guard import HEADERS, host_is_ours, origin_is_ours
from firmware.web.holds import Holds
from firmware.web.house import House
from firmware.web.messages import NotUnderstood, understood
from firmware.web.notice import Notice
from firmware.web.page import Page

_LOG = logging.getLogger(__name__)

PUSH_EVERY = 0.05  # seconds between two looks at the house, for each open page
HEARTBEAT = (
    6.0  # seconds between two pings; after 1.5 times that, a page that was cut off lets its buttons go
)
LONGEST_MESSAGE = 1024  # bytes
SIGN_OF_LIFE = 2.0  # seconds after which a page that hears nothing else is told that the line still stands
CLOSING = 1.0  # seconds that a page has to answer when its socket is closed
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Answers for one house. `names`: the host names it is asked under. Belongs to one event loop."""

    def __init__(self, house: House, names: frozenset[str]) -> None:
        self._house = house
        self._names = names
        self._holds = Holds(house.press)
        self._notice = Notice(house)
        self._sockets: set[web.WebSocketResponse] = set()
        self._files = _static_files()

    def app(self) -> web.Application:
        """The application, ready to be run."""
        app = web.Application(middlewares=[self._guarded], client_max_size=LONGEST_MESSAGE)
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._shut)
        for path in ("/", "/all/{key}", r"/seat/{seat:[1-9]}/{key}"):
            app.router.add_get(path, self._shell)
            app.router.add_get(path.rstrip("/") + "/ws", self._socket)
        app.router.add_get("/picture", self._picture)
        app.router.add_get("/board", self._board)
        app.router.add_get("/static/{name}", self._static)
        return app

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not host_is_ours(request.headers.get("Host"), self._names):
            raise web.HTTPMisdirectedRequest(text="This table does not go by that name.")
        try:
            return await handler(request)
        except (web.HTTPException, asyncio.CancelledError):
            raise
        except Exception as error:
            # Neither the message nor the path is logged: the one may hold a secret, the other holds a key.
            _LOG.error("web console: a page failed with %s", type(error).__name__)
            raise web.HTTPInternalServerError(text="The table stumbled. Load the page again.") from None

    async def _shell(self, request: web.Request) -> web.StreamResponse:
        self._page(request)
        return self._file("page.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._file(request.match_info["name"])

    async def _picture(self, _: web.Request) -> web.StreamResponse:
        picture = self._house.picture()
        if picture is None:
            raise web.HTTPNotFound(text="No picture.")
        return web.Response(body=picture[1], content_type="image/jpeg")

    async def _board(self, _: web.Request) -> web.StreamResponse:
        board = self._house.board()
        if board is None:
            raise web.HTTPNotFound(text="No board.")
        return web.Response(body=board[1], content_type="image/svg+xml")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        page = self._page(request)
        if not origin_is_ours(request.headers.get("Origin"), request.headers["Host"]):
            raise web.HTTPForbidden(text="Only the table's own pages may ask that.")
        # Not compressed: the length of a compressed message would tell something about what is in it.
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, compress=False, max_msg_size=LONGEST_MESSAGE, timeout=CLOSING
        )
        await socket.prepare(request)
        self._sockets.add(socket)
        stirred = asyncio.Event()
        pushing = asyncio.create_task(self._push(request, socket, page, stirred))
        try:
            await self._listen(socket, page, stirred)
        finally:
            self._sockets.discard(socket)
            pushing.cancel()
            await asyncio.gather(pushing, return_exceptions=True)
            self._leave(page)
        return socket

    def _leave(self, page: Page) -> None:
        try:
            page.leave()
        except Exception as error:
            _LOG.error("web console: the table failed a page that left with %s", type(error).__name__)

    async def _listen(self, socket: web.WebSocketResponse, page: Page, stirred: asyncio.Event) -> None:
        async for message in socket:
            try:
                if message.type is not WSMsgType.TEXT:
                    raise NotUnderstood("pages send text")
                page.take(understood(message.data))
            except NotUnderstood:
                await socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            except Exception as error:
                _LOG.error("web console: the table refused a page with %s", type(error).__name__)
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
                return
            stirred.set()

    async def _push(
        self, request: web.Request, socket: web.WebSocketResponse, page: Page, stirred: asyncio.Event
    ) -> None:
        """Send what is new: at once after this page's person did something, else twenty times a second."""
        spoke_at = 0.0
        clock = asyncio.get_running_loop().time
        try:
            while not socket.closed and self._may_open(request):
                news = page.news()
                if news is None and clock() - spoke_at >= SIGN_OF_LIFE:
                    news = "{}"
                if news is not None:
                    await socket.send_str(news)
                    spoke_at = clock()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PUSH_EVERY):
                        await stirred.wait()
                stirred.clear()
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        except ConnectionError:
            pass  # the listener learns it too, and ends
        except Exception as error:
            _LOG.error("web console: a page's news failed with %s", type(error).__name__)
            await socket.close(code=WSCloseCode.INTERNAL_ERROR)

    def _page(self, request: web.Request) -> Page:
        """The page that an address opens. A wrong key and an address that does not exist look the same."""
        if not self._may_open(request):
            raise web.HTTPNotFound(text="There is no such page at this table.")
        if "key" not in request.match_info:
            return Page(self._house, self._notice, self._holds, "public", ())
        if "seat" in request.match_info:
            return Page(self._house, self._notice, self._holds, "seat", (int(request.match_info["seat"]),))
        return Page(self._house, self._notice, self._holds, "all", self._house.pods)

    def _may_open(self, request: web.Request) -> bool:
        told = request.match_info.get("key")
        if told is None:
            return True
        if not self._house.simulated:
            return False
        keys = self._house.keys()
        seat = request.match_info.get("seat")
        if seat is None:
            return _same(told, keys.everything)
        return int(seat) in self._house.pods and _same(told, keys.seats[int(seat)])

    def _file(self, name: str) -> web.Response:
        if name not in self._files:
            raise web.HTTPNotFound(text="There is no such page at this table.")
        body, content_type = self._files[name]
        return web.Response(body=body, content_type=content_type, charset="utf-8")

    async def _shut(self, _: web.Application) -> None:
        self._holds.close()
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in self._sockets))


def _same(told: str, key: str) -> bool:
    return bool(key) and hmac.compare_digest(told.encode(), key.encode())


def _static_files() -> dict[str, tuple[bytes, str]]:
    """Every file of the pages by name: what it holds and its media type. They are few and small."""
    files = {}
    for file in (resources.files("firmware.web") / "static").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        if suffix in _TYPES:
            files[file.name] = (file.read_bytes(), _TYPES[suffix])
    return files


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
