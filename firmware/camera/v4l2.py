"""A USB camera by V4L2, the second choice: held as well as its driver lets it be."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.camera.frame import CameraLost, CameraSlow, Frame, Metadata
from firmware.camera.light import Light

SIZE = (1920, 1080)  # wanted; the driver gives the nearest that it has
SETTLE = 25  # frames in which a camera finds light and focus
QUEUE = 5  # frames that OpenCV may still hold: its four buffers and the one in hand
LATE = 10.0  # seconds: an older stamp than that is on another clock
MANUAL, AUTO = 1.0, 3.0  # V4L2's numbers for the way of exposing
# Nodes that are no cameras of their own: the Pi's connector before it is processed, its codecs and scalers.
NOT_A_CAMERA = ("unicam", "bcm2835", "pispbe", "rp1-cfe", "rpi-", "rpivid")


def usb_cameras(root: Path = Path("/")) -> list[int]:
    """The numbers of the /dev/video nodes that are cameras, in order."""
    found = []
    for node in (root / "sys/class/video4linux").glob("video[0-9]*"):
        with suppress(OSError, ValueError):
            name = (node / "name").read_text(encoding="utf-8", errors="replace").strip()
            # A camera has several nodes; all but the first carry no pictures.
            if int((node / "index").read_text()) == 0 and not name.lower().startswith(NOT_A_CAMERA):
                found.append(int(node.name.removeprefix("video")))
    return sorted(found)


class V4l2Camera:
    """The first camera that V4L2 has. Raises `CameraLost` while there is none or it gives no picture.
    `clock` gives monotonic seconds."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        find: Callable[[], list[int]] = usb_cameras,
        open_: Callable[[int], Any] = lambda number: cv2.VideoCapture(number, cv2.CAP_V4L2),
    ) -> None:
        self._clock = clock
        self._light = Light()
        numbers = find()
        if not numbers:
            raise CameraLost("no USB camera is plugged in")
        self._number = numbers[0]
        self._device = open_(self._number)
        if not self._device.isOpened():
            raise CameraLost(
                f"/dev/video{self._number} cannot be opened; is this user in the group video, or has another "
                f"program the camera? sudo fuser -v /dev/video{self._number}"
            )
        try:
            self._exposure = self._hold()
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return f"V4l2Camera(/dev/video{self._number})"

    def frame(self) -> Frame:
        """The next frame. Raises `CameraSlow` when there is none, `CameraLost` when the light has changed."""
        began = self._clock()
        picture = self._read()
        taken_at = self._device.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if not began - LATE <= taken_at <= self._clock():
            # No stamp that means anything: what comes after a queue's length was taken after we began.
            for _ in range(QUEUE):
                picture = self._read()
            taken_at = began
        if self._light.changed(picture):
            raise CameraLost("the light on the table has changed: the camera measures it again")
        return Frame(picture, taken_at, self._kept())

    def abort(self) -> None:
        """Nothing to do: the keeper lets a capture that hangs hang alone."""

    def close(self) -> None:
        """Gives the camera back."""
        self._device.release()

    def _read(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        well, picture = self._device.read()
        if not well or picture is None:
            raise CameraSlow(f"/dev/video{self._number} gave no picture; unplug it, plug it in")
        return np.asarray(picture, np.uint8)

    def _hold(self) -> float:
        """Lets the camera find light, colour and focus, then holds them; gives the exposure that is held, NaN
        where the driver knows none."""
        device = self._device
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTO)
        device.set(cv2.CAP_PROP_AUTO_WB, 1)
        device.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        for _ in range(SETTLE):
            self._read()
        exposure, colour, focus = (
            float(device.get(what))
            for what in (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_FOCUS)
        )
        held = device.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL) and device.set(cv2.CAP_PROP_EXPOSURE, exposure)
        device.set(cv2.CAP_PROP_AUTO_WB, 0)
        device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        if colour > 0:
            device.set(cv2.CAP_PROP_WB_TEMPERATURE, colour)
        if focus >= 0:
            device.set(cv2.CAP_PROP_FOCUS, focus)
        return exposure if held and exposure > 0 else math.nan

    def _kept(self) -> Metadata:
        return Metadata(float(self._device.get(cv2.CAP_PROP_EXPOSURE)) / self._exposure)
