"""Keeps the camera: one thread owns it, another watches that one, and nobody else ever waits for either."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from firmware.camera.frame import Camera, CameraError, CameraGone, CameraLost, CameraSlow, Frame


class Health(StrEnum):
    """How the camera is."""

    STARTING = "starting"  # nothing known yet
    WELL = "well"
    LOST = "lost"  # gives nothing now; it is tried again
    GONE = "gone"  # gives nothing until somebody mends it and `try_again` is called


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """The camera's health became another; said once a change. `detail` says why, in a line fit for a log."""

    health: Health
    detail: str


News: TypeAlias = Frame | HealthChanged

SLOW_LIMIT = 3  # so many late captures in a row count as lost


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds: `capture` before a capture counts as hanging, `opening` likewise;
    `first` and `longest` wait before the camera is opened again (doubled each time); `pulse` between frames
    taken only to see that the camera is still there while nobody looks."""

    capture: float = 3.0
    opening: float = 10.0
    first: float = 0.5
    longest: float = 30.0
    pulse: float = 10.0


class CameraThread:
    """Owns a camera. `make_camera` opens it; it and all the camera's methods but `abort` run in one thread.
    `post` gets every piece of news, in order, from a thread of this object's: it must not raise or block.

    While a capture hangs, the health is LOST and no second camera is opened: there is never more than one
    stuck thread.
    """

    def __init__(
        self,
        make_camera: Callable[[], Camera],
        post: Callable[[News], None],
        patience: Patience | None = None,
    ) -> None:
        self._make_camera = make_camera
        self._post = post
        self._patience = patience or Patience()
        self._changed = threading.Condition()
        self._since: float | None = None
        self._every = 0.0
        self._looks = 0
        self._stopping = False
        self._again = False
        self._health = Health.STARTING
        self._taker: _Taker | None = None
        self._keeper = threading.Thread(target=self._keep, name="camera-keeper", daemon=True)

    def __repr__(self) -> str:
        return f"CameraThread({self._health})"

    @property
    def health(self) -> Health:
        """How the camera is now."""
        return self._health

    def start(self) -> None:
        """Begins; opens the camera at once, to learn how it is."""
        self._keeper.start()

    def look(self, since: float, every: float = 0.0) -> None:
        """From now on posts every frame exposed at or after the monotonic second `since`, `every` so many
        seconds, until `rest`. Called again, it replaces what was asked before."""
        with self._changed:
            self._since, self._every = since, every
            self._looks += 1
            self._changed.notify_all()

    def rest(self) -> None:
        """Posts no more frames. One that is being handed over may still come."""
        with self._changed:
            self._since = None
            self._changed.notify_all()

    def try_again(self) -> None:
        """Opens a camera that was lost or gone now, without waiting."""
        with self._changed:
            self._again = True
            self._changed.notify_all()

    def stop(self, timeout: float = 2.0) -> bool:
        """Ends both threads and closes the camera. False if a capture that hangs would not give up in time:
        its thread then ends with the process."""
        with self._changed:
            self._stopping = True
            taker = self._taker
            self._changed.notify_all()
        if taker is not None:
            taker.dismiss()
        if self._keeper.ident is not None:
            self._keeper.join(timeout)
        return taker is None or taker.over.wait(timeout)

    # In the keeper's thread

    def _keep(self) -> None:
        tries = 0
        while not self._stopping:
            taker = _Taker(self._make_camera, self._wake)
            with self._changed:
                self._taker = taker
                if self._stopping:
                    taker.dismiss()
            taker.start()
            if self._serve(taker):
                tries = 0
            # Only after the last camera is closed may the next be opened.
            self._pause(taker.over.is_set)
            if self._health is Health.GONE:
                self._pause(lambda: self._again)
            else:
                wait = min(self._patience.longest, self._patience.first * 2**tries)
                self._pause(lambda: self._again, wait=wait)
            with self._changed:
                self._again = False
            tries = min(tries + 1, 16)

    def _serve(self, taker: _Taker) -> bool:
        """Takes frames until the camera fails or all ends. Whether there was any frame."""
        served, slow = False, 0
        limit = self._patience.opening + self._patience.capture
        while not self._stopping:
            taker.ask()
            answer = taker.answer(limit)
            limit = self._patience.capture
            match answer:
                case Frame():
                    served, slow = True, 0
                    self._announce(Health.WELL, "the camera gives pictures")
                    self._hand_over(answer)
                case CameraSlow():
                    slow += 1
                    if slow >= SLOW_LIMIT:
                        self._announce(Health.LOST, str(answer))
                        self._pause(lambda: self._again, wait=self._patience.first)
                case CameraGone():
                    self._announce(Health.GONE, str(answer))
                    break
                case CameraError():
                    self._announce(Health.LOST, str(answer))
                    break
                case None:
                    if not self._stopping:
                        self._announce(
                            Health.LOST,
                            f"the camera gave no picture within {limit:g} seconds: a capture hangs",
                        )
                    break
        taker.dismiss()
        return served

    def _hand_over(self, frame: Frame) -> None:
        """Posts a frame that is wanted and waits until the next one is."""
        with self._changed:
            looks, since, every = self._looks, self._since, self._every
        if since is not None and frame.taken_at < since:
            return  # the driver's queue has older frames than were asked for: at once the next
        if since is not None:
            self._post(frame)
            self._pause(lambda: self._looks != looks or self._since is None, wait=every)
        with self._changed:
            resting = self._since is None
        if resting:
            self._pause(lambda: self._since is not None, wait=self._patience.pulse)

    def _announce(self, health: Health, detail: str) -> None:
        if health is not self._health:
            self._health = health
            self._post(HealthChanged(health, detail))

    def _pause(self, until: Callable[[], bool], wait: float | None = None) -> None:
        """Waits until something is so, all ends, or `wait` seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopping or until(), wait)

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


class _Taker(threading.Thread):
    """The one thread that opens, uses and closes a camera; it answers each `ask` with a frame or an error.
    `wake` is called when it is over."""

    def __init__(self, make_camera: Callable[[], Camera], wake: Callable[[], None]) -> None:
        super().__init__(name="camera", daemon=True)
        self.over = threading.Event()
        self._make_camera = make_camera
        self._wake = wake
        self._asked: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Frame | CameraError] = queue.SimpleQueue()
        self._camera: Camera | None = None
        self._dismissed = False

    def ask(self) -> None:
        """Wants one frame."""
        self._asked.put(True)

    def answer(self, limit: float) -> Frame | CameraError | None:
        """What came of it, or None if nothing did within `limit` seconds."""
        try:
            return self._answers.get(timeout=limit)
        except queue.Empty:
            return None

    def dismiss(self) -> None:
        """Wants no more: a capture that hangs is told to give up, the camera is closed, the thread ends."""
        self._dismissed = True
        self._asked.put(False)
        camera = self._camera
        if camera is not None:
            camera.abort()

    def run(self) -> None:
        """Answers until dismissed."""
        while self._asked.get():
            self._answers.put(self._capture())
        if self._camera is not None:
            with contextlib.suppress(Exception):  # whatever a driver says now helps nobody
                self._camera.close()
        self.over.set()
        self._wake()

    def _capture(self) -> Frame | CameraError:
        try:
            if self._camera is None:
                self._camera = self._make_camera()
            if self._dismissed:
                return CameraSlow("nobody wants the picture any more")
            return self._camera.frame()
        except CameraError as error:
            return error
        except Exception as error:  # a driver may raise anything; the box must outlive it
            return CameraLost(f"the camera's driver failed with {type(error).__name__}: {error}")
