"""What a finger did, in the three words that the table knows: tap, held, run."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Button(StrEnum):
    """The three buttons of a pod, from left to right."""

    BACK = "back"
    MORE = "more"
    OK = "ok"


class Kind(StrEnum):
    """BACK and MORE: TAP as soon as they go down, HELD once, then RUN again and again.
    OK: TAP when it comes up early, or HELD once and then no TAP."""

    TAP = "tap"
    HELD = "held"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Gesture:
    """One gesture on one button of pod `pod` (1-6). `at`: when the finger came down, in seconds of monotonic
    time; of two who press for the same, the first has it."""

    pod: int
    button: Button
    kind: Kind
    at: float = field(default=0.0, compare=False)
