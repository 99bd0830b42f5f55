"""Keeps strangers out: by which names a page is asked for, who may open a socket, what a reply says of it."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?")

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "Bluffbox",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def own_names(more: Iterable[str] = ()) -> frozenset[str]:
    """The names under which this machine is asked for: its own, on the local network too, and `more`."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own.partition('.')[0]}.local", *(name.lower() for name in more)})


def host_is_ours(host: str | None, names: frozenset[str]) -> bool:
    """Whether a Host header names this machine. An address in numbers always does: a stranger's page can make
    a browser ask us under the stranger's own name (DNS rebinding), but not under a number."""
    found = _HOST.fullmatch((host or "").lower())
    if found is None:
        return False
    name = found["name"].strip("[]")
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origin_is_ours(origin: str | None, host: str) -> bool:
    """Whether a socket is opened by one of our own pages: browsers always say where the page came from."""
    return origin is not None and origin.lower() in {f"http://{host.lower()}", f"https://{host.lower()}"}
