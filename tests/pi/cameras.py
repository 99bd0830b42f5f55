"""Doubles of picamera2 and OpenCV's V4L2 capture, faithful in what goes wrong with the real ones: controls
that take frames to arrive, or never do; queues of old frames; channels in the wrong order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

ALL_CONTROLS = {
    "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode", "AfTrigger",
    "LensPosition",
}  # fmt: skip
OWN_GAINS = (1.8, 1.5)
MEASURED = {"ExposureTime": 24_000, "AnalogueGain": 2.0, "ColourGains": OWN_GAINS, "LensPosition": 1.1}
LATENCY = 3  # frames until a control shows


class RealTime:
    """A clock that goes by itself, whatever is set."""

    @property
    def now(self) -> float:
        return time.monotonic()

    @now.setter
    def now(self, _now: float) -> None:
        pass


class Request:
    def __init__(self, camera: Picamera2, picture: NDArray[np.uint8], told: Mapping[str, Any]) -> None:
        self._camera, self._picture, self._told = camera, picture, told

    def make_array(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        return self._picture

    def get_metadata(self) -> Mapping[str, Any]:
        return self._told

    def release(self) -> None:
        self._camera.lent -= 1


class Picamera2:
    """One camera. Faults are set on the class by `rig`."""

    infos: Any = ({"Id": "/base/soc/i2c0mux/imx708", "Num": 0},)
    controls: set[str] = ALL_CONTROLS
    busy = swapped = ignores = drifts = hangs = stampless = blurred = False
    scene = (60.0, 60.0, 60.0)  # blue, green, red of the table under equal gains
    clock: Any = None
    ahead = 500.0  # seconds: the sensor's time counts from the machine's start, which lies before the clock's
    made: list[Picamera2]

    @classmethod
    def global_camera_info(cls) -> Any:
        return cls.infos

    def __init__(self, number: int) -> None:
        if self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number = number
        self.camera_controls = dict.fromkeys(self.controls, (0, 1, 0))
        self.lent = self.frames = 0
        self.configurations: list[dict[str, Any]] = []
        self.is_open, self.is_started = True, False
        self._now: dict[str, Any] = {}
        self._coming: deque[tuple[int, Mapping[str, Any]]] = deque()
        self.made.append(self)

    def create_video_configuration(self, **how: Any) -> dict[str, Any]:
        return how

    def configure(self, configuration: dict[str, Any]) -> None:
        assert not self.is_started
        assert configuration["main"]["format"] == "RGB888"
        self.configurations.append(configuration)
        self._coming.clear()
        # What was set before is lost.
        self._now = {"AeEnable": True, "AwbEnable": True, **MEASURED}
        self.set_controls(configuration["controls"])

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        assert set(controls) <= self.controls, "a control that this camera does not have"
        self._coming.append((self.frames + LATENCY, controls))

    def start(self) -> None:
        self.is_started = True

    def stop(self) -> None:
        self.is_started = False

    def close(self) -> None:
        self.is_open = False

    def capture_request(self, wait: float) -> Request:
        assert self.is_started
        assert self.lent == 0, "a request was not released"
        if self.hangs:
            type(self).clock.now += wait
            raise TimeoutError
        type(self).clock.now += 1 / 30
        self.frames += 1
        while self._coming and self._coming[0][0] <= self.frames:
            self._now |= self._coming.popleft()[1]
        if self.ignores:
            self._now |= MEASURED
        self.lent += 1
        return Request(self, self._picture(), self._told())

    @property
    def tint(self) -> tuple[float, float]:
        """Red and blue as factors of what they are under the gains that the camera found by itself."""
        (red, blue), (own_red, own_blue) = self._now["ColourGains"], OWN_GAINS
        return red / own_red, blue / own_blue

    def _picture(self) -> NDArray[np.uint8]:
        red, blue = self._now["ColourGains"]
        levels = [self.scene[0] * blue, self.scene[1], self.scene[2] * red]
        if self.swapped:
            levels.reverse()
        return np.full((32, 48, 3), np.clip(levels, 0, 255), np.uint8)

    def _told(self) -> Mapping[str, Any]:
        told = {name: self._now[name] for name in MEASURED if name in self.controls}
        if self.drifts:
            told["AnalogueGain"] *= 1.2
        if "AfMode" in self.controls:
            told["AfState"] = 3 if self.blurred else 2
        if not self.stampless:
            told["SensorTimestamp"] = int((type(self).clock.now + self.ahead - 0.02) * 1e9)
        return told


class Capture:
    """As cv2.VideoCapture over V4L2. `props` that are not there cannot be set."""

    def __init__(self, clock: Any, *, stamped: bool = True, locks: bool = True, deaf: bool = False) -> None:
        self.clock = clock
        self._stamped, self._locks = stamped, locks
        self.there, self.level, self.released = not deaf, 90, False
        self.props: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 160.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4300.0, cv2.CAP_PROP_FOCUS: 20.0,
            cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0,
        }  # fmt: skip
        self.queue: deque[float] = deque([clock.now - 3.0] * 4)
        self.stamp = 0.0

    def isOpened(self) -> bool:  # noqa: N802 - the name is OpenCV's
        return self.there

    def release(self) -> None:
        self.released = True

    def set(self, what: int, value: float) -> bool:
        if what in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE) and not self._locks:
            return False
        self.props[what] = value
        return True

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC:
            return self.stamp * 1000.0 if self._stamped else 0.0
        return self.props.get(what, -1.0)

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        """The oldest frame of the driver's queue; the grey level tells when it was taken."""
        if not self.there:
            return False, None
        self.clock.now += 1 / 30
        self.queue.append(self.clock.now)
        self.stamp = self.queue.popleft()
        return True, np.full((32, 48, 3), self.level, np.uint8)
