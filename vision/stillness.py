"""Says when nothing on the table moves: dice have stopped, hands are gone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame

_WIDTH = 400  # of the small grey picture that is compared; a 16 mm die is about 6 pixels of it
_LEAST = 4.0  # grey levels by which a pixel must change, however quiet the camera
_BEYOND_NOISE = 3.0  # and how often the frame's own change at that brightness
_SPARSE = 3  # every third pixel is enough for a median
_NOISIEST = 0.35  # in those terms; when the typical change is more than that, all of the picture moves
_DARK = 10.0  # grey levels added before noise and light are taken as growing with brightness
_FEWEST = 6  # connected changed pixels: a die that turns over changes more, noise changes fewer
_HAND = 0.01  # of the picture; what moves and is bigger than that is no die
_ALL = 0.05  # of the picture; thirty dice that roll at once are less


class Motion(StrEnum):
    """What the gate saw since its last frame."""

    NONE = "none"
    SMALL = "small"  # dice, a cup's rim
    LARGE = "large"  # a hand, an arm, the camera itself


@dataclass(frozen=True, slots=True)
class Stir:
    """`still` for long enough, since `since` (seconds); `motion` in the newest frame."""

    still: bool
    motion: Motion
    since: float


class Stillness:
    """Fed with frames and the monotonic times at which they were taken, says when nothing has moved for
    `still_for` seconds. The light may drift or flicker, evenly or in the bands of a rolling shutter:
    each row's brightness is matched before frames are compared. Frames that are not newer than the last
    change nothing."""

    def __init__(self, still_for: float = 0.4) -> None:
        self._still_for = still_for
        self._anchor: NDArray[np.float32] | None = None
        self._anchored = -math.inf
        self._latest: tuple[NDArray[np.float32], float] | None = None
        self._stir = Stir(still=False, motion=Motion.NONE, since=-math.inf)

    def see(self, frame: Frame, taken_at: float) -> Stir:
        """What the gate knows after this frame. (H, W, 3) uint8 BGR."""
        if self._latest is not None and taken_at <= self._latest[1]:
            return self._stir
        small = _small_grey(frame)
        motion = self._motion(small)
        since = taken_at if motion is not Motion.NONE or self._latest is None else self._stir.since
        self._move_anchor(small, taken_at, motion)
        self._latest = (small, taken_at)
        self._stir = Stir(still=taken_at - since >= self._still_for, motion=motion, since=since)
        return self._stir

    def _motion(self, small: NDArray[np.float32]) -> Motion:
        if self._anchor is None:
            return Motion.NONE
        if self._anchor.shape != small.shape:
            return Motion.LARGE
        return _motion_between(self._anchor, small)

    def _move_anchor(self, small: NDArray[np.float32], taken_at: float, motion: Motion) -> None:
        """Frames are compared with one up to twice `still_for` old, so that slow movement adds up and is
        noticed, while a slow change of the light does not."""
        if self._anchor is None or motion is not Motion.NONE:
            self._anchor, self._anchored = small, taken_at
        elif taken_at - self._anchored > 2 * self._still_for:
            self._anchor, self._anchored = self._latest[0] if self._latest is not None else small, taken_at


def _small_grey(frame: Frame) -> NDArray[np.float32]:
    height, width = frame.shape[:2]
    # A whole number of pixels become one, colours are joined afterwards: several times faster than otherwise.
    fold = max(1, round(width / _WIDTH))
    size = (max(1, width // fold), max(1, height // fold))
    part = frame[: size[1] * fold, : size[0] * fold]
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    return cast(NDArray[np.float32], cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32))


def _motion_between(before: NDArray[np.float32], now: NDArray[np.float32]) -> Motion:
    before, now = before + _DARK, now + _DARK
    # What has brightened a row in the middle of its pixels is light, not movement: a thing that covers less
    # than half of the row does not shift its median.
    lit = before * np.median((now / before)[:, ::_SPARSE], axis=1, keepdims=True)
    # A camera nears white softly and stops there, so that what is bright changes by less than the light does:
    # whatever lies between no change and all of it is light.
    beyond = np.maximum(np.minimum(before, lit) - now, now - np.maximum(before, lit))
    change = cv2.GaussianBlur(np.maximum(beyond, 0), (3, 3), 0)
    grain = np.sqrt(before)  # a sensor's noise grows with the root of the light
    noise = min(float(np.median((change / grain)[::_SPARSE, ::_SPARSE])), _NOISIEST)
    least = np.maximum(_LEAST, _BEYOND_NOISE * noise * grain)
    moved = (change > least).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(moved, connectivity=8)
    if count < 2:
        return Motion.NONE
    biggest = int(stats[1:, cv2.CC_STAT_AREA].max())
    if biggest < _FEWEST:
        return Motion.NONE
    large = biggest > _HAND * moved.size or int(moved.sum()) > _ALL * moved.size
    return Motion.LARGE if large else Motion.SMALL
