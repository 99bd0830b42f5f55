"""Which real camera a box has: the one of its settings, else the Pi's own, else a USB camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from firmware.camera.folder import FolderCamera
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


_CAMERAS: dict[str, Callable[[Callable[[], float]], Camera]] = {"picamera": PiCamera, "v4l2": V4l2Camera}


def camera_of(kind: str, folder: Path | None, clock: Callable[[], float]) -> Camera:
    """The camera of the settings, opened: of what `kind` it is there, and the folder in which "folder" finds
    its pictures. Raises `CameraError`."""
    if kind == "folder" and folder is not None:
        return FolderCamera(folder, clock)
    return _CAMERAS.get(kind, first_camera)(clock)
