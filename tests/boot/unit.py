"""The service as systemd tells of it."""

from __future__ import annotations

import time

from tests.boot.hand import Hand

READY_WITHIN = 300.0
SHOWN = (
    "ActiveState",
    "NRestarts",
    "StatusText",
    "InactiveExitTimestampMonotonic",
    "ActiveEnterTimestampMonotonic",
    "CPUUsageNSec",
    "MemoryPeak",
    "Result",
)


class Unit:
    """bluffbox.service of a booted guest."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def show(self) -> dict[str, str]:
        """What systemd knows."""
        said = self._hand.run("systemctl", "show", "bluffbox", *(f"-p{name}" for name in SHOWN))
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)

    def wait_ready(self) -> dict[str, str]:
        """Until it has said that it is ready. Raises TimeoutError with its journal."""
        until = time.monotonic() + READY_WITHIN
        while (shown := self.show())["ActiveState"] != "active":
            if shown["ActiveState"] == "failed" or time.monotonic() > until:
                raise TimeoutError(f"the service is {shown['ActiveState']}:\n{self.journal()}")
            time.sleep(0.5)
        return shown

    def journal(self) -> str:
        """The last that it has logged."""
        return self._hand.run(
            "journalctl", "-u", "bluffbox", "-n", "60", "--no-pager", "-o", "short-monotonic"
        )
