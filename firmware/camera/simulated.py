"""The camera over the simulated table: it takes real pictures of it, and misbehaves on request."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from firmware.camera.faults import NO_FAULTS, Faults, Glare
from firmware.camera.frame import CameraGone, CameraLost, CameraSlow, Frame, Metadata
from firmware.sim.render import Optics, render
from firmware.sim.sprite import Picture
from firmware.sim.things import Scene
from firmware.sim.world import World

QUEUE = 4  # frames that a driver keeps
_PERIOD = 1 / 15  # seconds between the frames that wait in the queue


class SimulatedCamera:
    """Looks at a `World`. `clock` gives monotonic seconds. `faults` may be set at any time, from any thread.

    Raises on opening, as a real one does: `CameraLost` or `CameraGone` while it is not there.
    """

    def __init__(
        self,
        world: World,
        clock: Callable[[], float],
        faults: Faults = NO_FAULTS,
        optics: Optics | None = None,
    ) -> None:
        self._world = world
        self._clock = clock
        self._optics = optics or Optics()
        self._changed = threading.Condition()
        self._faults = faults
        self._aborted = False
        self._taken = 0
        self._waiting: deque[tuple[float, Scene]] = deque(maxlen=QUEUE + 1)
        self._frozen: Picture | None = None
        self._there()

    def __repr__(self) -> str:
        return f"SimulatedCamera({self._taken} frames taken)"

    @property
    def faults(self) -> Faults:
        """What is wrong with the camera now."""
        return self._faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        with self._changed:
            if faults.stale and not self._faults.stale:
                # The driver's queue fills up with the table as it is now.
                now, scene = self._clock(), self._world.scene()
                depth = min(faults.stale, QUEUE)
                self._waiting.extend((now - _PERIOD * (depth - i), scene) for i in range(depth))
            self._faults = faults
            self._changed.notify_all()

    def frame(self) -> Frame:
        """A picture of the table. Raises `CameraSlow`, `CameraLost`, `CameraGone` as `faults` says."""
        with self._changed:
            while self._faults.hangs and (self._faults.deaf or not self._aborted):
                self._changed.wait()
            if self._aborted:
                raise CameraSlow("the simulated camera's capture was told to give up")
            faults = self._faults
            self._there()
            if faults.slow:
                raise CameraSlow("the simulated camera gave no frame in time: ask again")
            taken_at, scene = self._next()
            self._taken += 1
            grain = self._taken
        picture = self._picture(scene, faults, grain)
        metadata = Metadata(gain=faults.gain, red=1.0 + 0.22 * faults.warmth, blue=1.0 - 0.28 * faults.warmth)
        return Frame(picture, taken_at, metadata)

    def abort(self) -> None:
        """Makes a hanging `frame` raise `CameraSlow`, unless the fault is `deaf`; so does each later one."""
        with self._changed:
            self._aborted = True
            self._changed.notify_all()

    def close(self) -> None:
        """Drops what waits in the queue."""
        with self._changed:
            self._waiting.clear()

    def _there(self) -> None:
        faults = self._faults
        if faults.gone:
            raise CameraGone("the simulated camera is gone for good: take the fault away and start again")
        if faults.lost or self._clock() < faults.absent_until:
            raise CameraLost("the simulated camera is not there: it is tried again")

    def _next(self) -> tuple[float, Scene]:
        now = (self._clock(), self._world.scene())
        if not self._faults.stale:
            self._waiting.clear()
            return now
        # A full queue gives its oldest frame, and the newest goes in behind.
        self._waiting.append(now)
        return self._waiting.popleft()

    def _picture(self, scene: Scene, faults: Faults, grain: int) -> Picture:
        if not faults.frozen:
            self._frozen = None
        elif self._frozen is not None:
            return self._frozen.copy()
        optics = replace(
            self._optics,
            gain=self._optics.gain * faults.gain,
            warmth=self._optics.warmth + faults.warmth,
            blur=self._optics.blur if faults.blur is None else faults.blur,
            grain=self._optics.grain + grain,
        )
        picture = render(scene, optics)
        if faults.glare is not None:
            picture = _with_glare(picture, faults.glare)
        if faults.swapped:
            picture = np.ascontiguousarray(picture[..., ::-1])
        if faults.frozen:
            self._frozen = picture.copy()
        return picture


def _with_glare(picture: Picture, glare: Glare) -> Picture:
    height, width = picture.shape[:2]
    ys, xs = np.ogrid[:height, :width]
    away = ((xs - glare.x) ** 2 + (ys - glare.y) ** 2) / glare.radius**2
    blob = (glare.strength * np.exp(-away)).astype(np.float32)
    return np.asarray(cv2.add(picture, cv2.merge([blob, blob, blob]), dtype=cv2.CV_8U), np.uint8)
