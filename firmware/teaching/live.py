"""Takes cards from the camera, one after the other, as they are laid under it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from firmware.camera.frame import Camera, CameraLost, CameraSlow, Frame
from vision.cards.teach import Taught, find_card
from vision.stillness import Motion, Stillness

_STILL = 0.6  # seconds for which nothing may move
_LEAST = 0.003  # of the picture: a card of 63 x 88 mm under a camera that sees 1.2 m of table
_SAME = 0.02  # of its size by which a card's corners may differ in two frames of one scene
_LOOKS = 12  # at a still scene without a card, after which the player is told
_SLOW = 3  # late frames in a row after which the camera counts as lost


class LiveCards:
    """The cards that are shown to an open camera. `ratio`: a card's width over its height, None where it is
    not known. `say`: tells the one who lays them what to do. Raises `CameraError` as the camera does."""

    def __init__(self, camera: Camera, ratio: float | None, say: Callable[[str], None]) -> None:
        self._camera = camera
        self._ratio = ratio
        self._say = say
        self._gate = Stillness(_STILL)
        self._stirred = True  # something has moved since the last card was taken

    def next_card(self) -> Taught:
        """The card that lies still and alone in view, in two frames that agree: another one than the last,
        which must have been touched since. Waits for it."""
        before: Taught | None = None
        looks = 0
        while True:
            frame = self._frame()
            stir = self._gate.see(frame.picture, frame.taken_at)
            if stir.motion is not Motion.NONE:
                self._stirred, before, looks = True, None, 0
            if not stir.still or not self._stirred:
                continue
            found = find_card(frame.picture, self._ratio, _LEAST)
            if found is None or found.corners is None:
                before, looks = None, looks + 1
                if looks == _LOOKS:
                    self._say("no card is seen: lay it alone, flat, on a plain cloth of another colour")
                continue
            if before is not None and _same(before, found):
                self._stirred = False
                return found
            before = found

    def _frame(self) -> Frame:
        for _ in range(_SLOW):
            try:
                return self._camera.frame()
            except CameraSlow as late:
                last = late
        raise CameraLost(f"{last}; so it was {_SLOW} times")


def _same(one: Taught, other: Taught) -> bool:
    assert one.corners is not None
    assert other.corners is not None
    size = float(np.hypot(*np.ptp(one.corners, axis=0)))
    return float(np.abs(one.corners - other.corners).max()) < _SAME * size
