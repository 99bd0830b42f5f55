"""How the simulated camera misbehaves on request."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glare:
    """A blob of light: centre and radius in pixels, and how bright in grey levels."""

    x: float = 820.0
    y: float = 616.0
    radius: float = 90.0
    strength: float = 230.0


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong with the camera now. The default is a camera that works.

    `hangs`: a capture never returns until the fault is taken away (or, unless `deaf`, it is told to give up).
    `absent_until`: the camera is not there before that monotonic second.
    `lost`: it is not there, and may come back. `gone`: it is not there for good.
    `slow`: every capture is late and gives nothing.
    `stale`: so many frames, 4 at most, wait in the driver's queue: each frame dates from so many frames ago.
    `frozen`: the picture never changes, though the time goes on.
    `gain`, `warmth`: exposure and white balance that ignore their lock (0.5-1.8; -1 cold to 1 warm).
    `swapped`: red and blue change places.
    """

    hangs: bool = False
    deaf: bool = False
    absent_until: float = 0.0
    lost: bool = False
    gone: bool = False
    slow: bool = False
    stale: int = 0
    frozen: bool = False
    gain: float = 1.0
    warmth: float = 0.0
    glare: Glare | None = None
    swapped: bool = False
    blur: float | None = None  # pixels of soft focus; None: in focus


NO_FAULTS = Faults()
