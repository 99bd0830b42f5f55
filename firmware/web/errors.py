"""What can go wrong with the web console."""

from __future__ import annotations

from firmware.errors import BoxError


class WebError(BoxError):
    """The console cannot listen where it was told to. The table plays on without it."""

    exit_code = 69

    def __init__(self, host: str, port: int, why: str) -> None:
        super().__init__(
            f"web console: cannot listen on {host} port {port} ({why}); "
            f"stop what listens there or choose another port"
        )
        self.host = host
        self.port = port
