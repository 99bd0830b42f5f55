"""Which real camera a box has: the Pi's own where there is one, else a USB camera."""

from __future__ import annotations

from collections.abc import Callable

from firmware.camera.frame import Camera, CameraError, CameraGone, CameraLost
from firmware.camera.picamera import PiCamera
from firmware.camera.v4l2 import V4l2Camera


def first_camera(
    clock: Callable[[], float],
    own: Callable[[Callable[[], float]], Camera] = PiCamera,
    usb: Callable[[Callable[[], float]], Camera] = V4l2Camera,
) -> Camera:
    """The Pi's camera, else a USB camera. Raises `CameraLost` with what either says: whichever comes first
    is taken."""
    try:
        return own(clock)
    except (CameraLost, CameraGone) as first:
        try:
            return usb(clock)
        except CameraError as second:
            raise CameraLost(f"{first}; {second}") from second
