"""What every camera gives, real or simulated, and how it fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt


class CameraError(Exception):
    """The camera gave no frame. The message says which camera, what happened and what to do."""


class CameraSlow(CameraError):
    """No frame in time, but the camera is there: ask again."""


class CameraLost(CameraError):
    """The camera is not there now: it may come back, so it is worth opening again."""


class CameraGone(CameraError):
    """The camera will not come by waiting: somebody has to mend something first."""


WITHIN = 0.05  # of its value, as which a lock counts as kept


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the sensor says about a frame: light taken in and white balance as factors of what they were
    locked to. NaN: the camera cannot say."""

    gain: float = 1.0
    red: float = 1.0
    blue: float = 1.0

    @property
    def locked(self) -> bool:
        """Whether the frame was taken as all others are."""
        return all(abs(factor - 1.0) <= WITHIN for factor in (self.gain, self.red, self.blue))

    @property
    def drifted(self) -> bool:
        """Whether it is known to have been taken otherwise. A camera that cannot say may hold its light."""
        return any(abs(factor - 1.0) > WITHIN for factor in (self.gain, self.red, self.blue))


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (H, W, 3) uint8 blue-green-red and the monotonic second at which it was exposed."""

    picture: npt.NDArray[np.uint8] = field(repr=False)
    taken_at: float
    metadata: Metadata = Metadata()


class Camera(Protocol):
    """An open camera. Only the thread that opened it calls `frame` and `close`."""

    def frame(self) -> Frame:
        """The next frame. Its `taken_at` may lie before the call: drivers keep a queue.
        Raises `CameraSlow`, `CameraLost` or `CameraGone`; may hang where the driver does."""
        ...

    def abort(self) -> None:
        """Asks a hanging `frame` to give up; the camera is then good for nothing but `close`. Called from
        another thread; returns at once, whether it helps or not."""
        ...

    def close(self) -> None:
        """Gives the device back; closing twice does no harm."""
        ...
