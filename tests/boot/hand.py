"""The hand inside the guest, from outside: what `guest/agent.py` does is asked for here."""

from __future__ import annotations

import base64
import json
import socket
from pathlib import PurePosixPath
from typing import Any

BOOTS_WITHIN = 900.0  # seconds from power-on to the hand's first word, on a machine with much else to do
ANSWERS_WITHIN = 300.0


class HandError(Exception):
    """The guest could not do what it was told, or does not answer."""


class Hand:
    """One connection, kept through resets of the guest."""

    def __init__(self, port: socket.socket) -> None:
        self._port = port
        self._rest = b""
        self.boot = ""

    def wait(self) -> None:
        """Until a guest has booted anew and greets."""
        before = self.boot
        while self.boot == before:
            self.boot = str(self._line(BOOTS_WITHIN).get("hello", self.boot))

    def read(self, file: str | PurePosixPath) -> bytes:
        """A whole file of the guest."""
        return base64.b64decode(self._ask({"do": "read", "file": str(file)})["data"])

    def write(self, file: str | PurePosixPath, data: bytes) -> None:
        """Writes a file of the guest, or tells one of its kernel's."""
        self._ask({"do": "write", "file": str(file), "data": base64.b64encode(data).decode()})

    def run(self, *words: str) -> str:
        """What a command says. Raises `HandError` where it fails."""
        done = self._ask({"do": "run", "words": list(words)})
        if done["code"]:
            raise HandError(f"{' '.join(words)}: {done['code']}: {done['said']}")
        return str(done["said"])

    def tap(self, line: int, seconds: float) -> None:
        """Presses the button on that GPIO line for so long."""
        self._ask({"do": "tap", "line": line, "seconds": seconds})

    def ready(self) -> None:
        """The hardware is there: the box may start."""
        self._ask({"do": "ready"})

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        self._port.sendall(json.dumps(order).encode() + b"\n")
        answer = self._line(ANSWERS_WITHIN)
        if "wrong" in answer:
            raise HandError(f"{order['do']}: {answer['wrong']}")
        return answer

    def _line(self, patience: float) -> dict[str, Any]:
        self._port.settimeout(patience)
        while b"\n" not in self._rest:
            try:
                got = self._port.recv(1 << 20)
            except TimeoutError:
                raise HandError(f"the guest has said nothing for {patience:.0f} s") from None
            if not got:
                raise HandError("the guest is gone")
            self._rest += got
        line, self._rest = self._rest.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer
