"""What the box says aloud of an event, for a voice or, where there is none, for a buzzer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Aloud:
    """`text` as it is spoken, in the table's language. `beeps`: what a buzzer makes of it, seconds each."""

    text: str
    beeps: tuple[float, ...]


SHORT: Final = 0.08
LONG: Final = 0.6
