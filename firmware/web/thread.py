"""Runs the web console in a thread of its own, so that the table never waits for a browser."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import threading
from collections.abc import Iterable
from typing import Any

from aiohttp import web

from firmware.web.errors import WebError
from firmware.web.guard import own_names
from firmware.web.house import House
from firmware.web.server import Server

_LOG = logging.getLogger(__name__)

_PATIENCE = 5.0  # seconds that an open page is given to close


class WebThread:
    """The web console of one house, listening on `host` and `port` (0: any free port).

    `names`: further host names under which browsers may ask for it, besides the machine's own.
    """

    def __init__(
        self, house: House, host: str = "127.0.0.1", port: int = 8080, names: Iterable[str] = ()
    ) -> None:
        self._house = house
        self._host = host
        self._port = port
        self._names = own_names(names)
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._ready = threading.Event()
        self._failed: Exception | None = None

    def __repr__(self) -> str:
        state = "stopped" if self._thread is None else "listening"
        return f"<WebThread {self._host}:{self._port} {state}>"

    def start(self) -> None:
        """Listen. Comes back when browsers can connect. Raises WebError if the address cannot be had."""
        if self._thread is not None:
            return
        self._ready.clear()
        self._failed = None
        thread = threading.Thread(target=self._work, name="web", daemon=True)
        thread.start()
        self._ready.wait()
        if self._failed is not None:
            thread.join()
            raise self._failed
        self._thread = thread

    def stop(self) -> None:
        """Close every page, take all fingers off the buttons and end the thread."""
        thread, self._thread = self._thread, None
        if thread is None or self._loop is None or self._stop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            self._loop.call_soon_threadsafe(self._stop.set)
        thread.join()

    @property
    def address(self) -> str:
        """Where the public page is, no slash at the end: `http://127.0.0.1:8080`. Known once started."""
        host = self._host
        with contextlib.suppress(ValueError):
            if ipaddress.ip_address(host).is_unspecified:
                host = _outward_address()
        return f"http://[{host}]:{self._port}" if ":" in host else f"http://{host}:{self._port}"

    def _work(self) -> None:
        try:
            asyncio.run(self._run())
        except (OSError, OverflowError) as error:  # the latter: no such port number
            self._failed = WebError(self._host, self._port, getattr(error, "strerror", None) or str(error))
        except Exception as error:
            self._failed = error
        finally:
            self._ready.set()

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(_log_its_kind)
        runner = web.AppRunner(
            Server(self._house, self._names).app(),
            access_log=None,  # the addresses hold keys
            logger=_Unread(_LOG),
            handle_signals=False,
            shutdown_timeout=_PATIENCE,
        )
        try:
            await runner.setup()
            await web.TCPSite(runner, self._host, self._port).start()
            self._port = runner.addresses[0][1]
            self._ready.set()
            await self._stop.wait()
        finally:
            await runner.cleanup()


class _Unread(logging.LoggerAdapter[logging.Logger]):
    """What the web server itself logs: requests that it cannot read. What kind of nonsense that was is told
    in the same line; where in the server it was noticed helps nobody."""

    def process(self, msg: Any, kwargs: Any) -> tuple[Any, Any]:
        wrong = kwargs.pop("exc_info", None)
        return f"web console: {msg} ({type(wrong).__name__})", kwargs


def _log_its_kind(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Of what failed nowhere else, the kind is logged: a message or a value in it may be a secret."""
    _LOG.error("web console: a late step failed with %s", type(context.get("exception")).__name__)


def _outward_address() -> str:
    """This machine's address on the local network, as a neighbour would type it. Nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a number reserved for documentation (RFC 5737)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
