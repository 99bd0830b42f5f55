"""What is proven, one line each as it happens, and what is kept of the run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Wrong(AssertionError):
    """The box did not do as promised."""


class Proof:
    """The lines and figures of a run."""

    def __init__(self) -> None:
        self.figures: dict[str, str] = {}

    @contextmanager
    def step(self, claim: str) -> Iterator[None]:
        """Says whether what follows shows the claim, and how long that took. Errors go on."""
        began = time.monotonic()
        try:
            yield
        except BaseException:
            print(f"WRONG {claim}", flush=True)
            raise
        print(f"ok    {claim} ({time.monotonic() - began:.0f} s)", flush=True)

    def check(self, so: bool, otherwise: str) -> None:
        """Raises `Wrong` with what is the case unless it is so."""
        if not so:
            raise Wrong(otherwise)

    def figure(self, name: str, value: str) -> None:
        """Keeps a figure of the run, and says it."""
        self.figures[name] = value
        print(f"      {name}: {value}", flush=True)
