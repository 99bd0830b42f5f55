"""A camera that plays back photographs from a folder, for trying a real table's pictures again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from firmware.camera.frame import CameraGone, Frame

_PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}


class FolderCamera:
    """Shows the pictures of a folder in the order of their names, one a frame, over and over.
    `clock` gives monotonic seconds. Files that are no pictures are passed over.
    Raises `CameraGone` if the folder holds none."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        try:
            self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in _PICTURES)
        except OSError as error:
            raise CameraGone(f"cannot read the folder {folder}: {error.strerror}") from error
        if not self._paths:
            raise CameraGone(f"no pictures in {folder}: put .jpg or .png files there")
        self._folder = folder
        self._clock = clock
        self._next = 0

    def __repr__(self) -> str:
        return f"FolderCamera({self._folder}, {len(self._paths)} pictures)"

    def frame(self) -> Frame:
        """The next picture, turned upright as its file says. Raises `CameraGone` if none can be read."""
        for _ in self._paths:
            path = self._paths[self._next % len(self._paths)]
            self._next += 1
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if picture is not None:
                return Frame(np.asarray(picture, np.uint8), self._clock())
        raise CameraGone(f"none of the {len(self._paths)} files in {self._folder} is a picture")

    def abort(self) -> None:
        """Nothing to give up: reading a file does not hang for long."""

    def close(self) -> None:
        """Nothing to give back."""
