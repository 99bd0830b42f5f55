"""What the box tells systemd: that it is ready, how it does, and that it is alive."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Notifier:
    """systemd's own protocol (sd_notify): lines to the socket that it names. Silent where nobody listens, as
    in a terminal. Never raises: a box that cannot tell plays on."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        env = os.environ if environment is None else environment
        self._address = env.get("NOTIFY_SOCKET", "")
        self._every = _half(env.get("WATCHDOG_USEC", "")) if _mine(env.get("WATCHDOG_PID", "")) else None
        self._fed = float("-inf")
        self._status = ""

    def ready(self) -> None:
        """The box can be played at."""
        self._send("READY=1")

    def stopping(self) -> None:
        """The box ends, on purpose."""
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """How it does, in a line; said when it changes. It is shown by `systemctl status`: nothing secret."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={' '.join(text.split())}")

    def beat(self, now: float) -> None:
        """The loop is alive at `now` seconds of monotonic time: feeds the watchdog, twice in its time at
        most."""
        if self._every is not None and now - self._fed >= self._every:
            self._fed = now
            self._send("WATCHDOG=1")

    def _send(self, line: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.setblocking(False)
                out.sendto(line.encode(), address)
        except OSError:
            return


def _half(microseconds: str) -> float | None:
    return int(microseconds) / 2e6 if microseconds.isdecimal() else None


def _mine(pid: str) -> bool:
    return not pid or pid == str(os.getpid())
