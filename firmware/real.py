"""The box on a real table: real glass, buttons and camera, any of which may be missing."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware.camera.frame import Camera, Frame
from firmware.camera.opening import camera_of
from firmware.core import Core
from firmware.errors import PinRefused
from firmware.journal import Journal
from firmware.notify import Notifier
from firmware.pi.board import Board
from firmware.pi.extras import Extras, sounder
from firmware.pi.rest import Rest
from firmware.pods.buses import Buses, real_panels
from firmware.pods.gesture import Button
from firmware.pods.pins import PinTable
from firmware.public import PublicWindow
from firmware.settings import Settings
from firmware.table.play import Play
from firmware.table.table import Ailment
from firmware.web.house import CupAction, Keys, Player, RedFace

log = logging.getLogger(__name__)

DIM = 8  # of 255, as bright as a table is that nobody touches
AGAIN_EVERY = 10.0  # seconds between two tries to get pins that somebody held
UNLOCKED = 3  # frames in a row that show that the camera does not hold its light


class RealBox(Core):
    """Raises `AlreadyRunning` where another box has the same journal, and nothing for a device: what is
    missing is named at the table, and taken up when it comes.

    `factory`: the pins, as `real_factory()` gives them. `root`: where /sys is found.
    """

    def __init__(
        self,
        settings: Settings,
        pins: PinTable,
        factory: Any,
        *,
        buses: Buses | None = None,
        clock: Callable[[], float] = time.monotonic,
        journal: Journal | None = None,
        notifier: Notifier | None = None,
        gone_off: Callable[[], object] = lambda: None,
        root: Path = Path("/"),
    ) -> None:
        self._buses = buses or Buses(pins)
        self._notifier = notifier or Notifier()
        self._level = 0
        self._dimmed = False
        self._off_lock = Counter[str]()  # frames in a row that are not as the camera was locked
        self._early: list[Ailment] | None = []  # what ails before there is a loop to be told
        super().__init__(
            settings,
            real_panels(settings.pods, pins, self._buses),
            pins,
            factory,
            clock=clock,
            journal=journal,
            gone_off=gone_off,
            beat=self._beat,
            sounder=lambda: sounder(pins, factory),
            refused=self._buttons_refused,
        )
        self._rest = Rest(self._dim, self._darken, clock())
        self._extras = Extras(pins, factory, self._lit, self._pressed_off, _say)
        for helper in (self._rest, self._extras, Board(self._ails, root), _Again(self.buttons.try_again)):
            self.loop.join(helper)
        early, self._early = self._early or [], None
        for ailment in early:
            self.loop.post(ailment)

    def make_camera(self) -> Camera:
        """The camera of the settings; raises `CameraError`."""
        return camera_of(self.settings.camera, self.settings.camera_path, self.clock)

    def leave(self) -> None:
        """Lamp off, buses given back."""
        self._extras.close()
        self._buses.close()

    def light(self, level: int) -> None:
        self._level = level
        super().light(min(level, DIM) if self._dimmed else level)

    def take_frame(self, frame: Frame) -> None:
        """One new frame, for the eye and for the page; whether it was taken as all others is told."""
        told = frame.metadata
        self._light(
            "drift", told.drifted, "the camera changes light and colour; nothing is read until it holds"
        )
        self._light(
            "exposure", not (told.locked or told.drifted), "the camera cannot say whether it holds its light"
        )
        super().take_frame(frame)

    def may_be_shown(self) -> bool:
        """Not in a game in which somebody may hold what nobody else is to see: whoever looks into a file may
        still do so while the next one throws, and in the picture that is read."""
        stage = self.table.stage
        return not (isinstance(stage, Play) and stage.pieces.hides_table)

    def trusts(self, frame: Frame) -> bool:
        """Not in another light than that in which all others were taken: a reading waits, or is keyed in."""
        return not frame.metadata.drifted

    def _light(self, key: str, is_off: bool, why: str) -> None:
        was = self._off_lock[key] >= UNLOCKED
        self._off_lock[key] = self._off_lock[key] + 1 if is_off else 0
        if was != (self._off_lock[key] >= UNLOCKED):
            self._ails(key, None if was else why)

    # ---- on the loop's thread --------------------------------------------------------------------

    def _beat(self) -> None:
        self._notifier.beat(self.clock())
        self._notifier.status("; ".join(self.house.complaints()) or "all is well")

    def _lit(self) -> bool:
        return not (self.house.paused or self.house.off)

    def _pressed_off(self) -> None:
        self.house.off = True
        self.table.tick(self.clock())

    def _dim(self, dim: bool) -> None:
        self._dimmed = dim
        self.light(self._level)

    def _darken(self, now: float) -> None:
        self.house.paused = True
        self.table.tick(now)

    # ---- from whatever thread --------------------------------------------------------------------

    def _edge(self, pod: int, button: Button, down: bool, at: float) -> None:
        super()._edge(pod, button, down, at)
        self.loop.post(self._rest.touched)

    def _ails(self, key: str, why: str | None) -> None:
        if why is not None:
            log.warning("%s: %s", key, why)
        if self._early is None:
            self.loop.post(Ailment(key, why))
        else:
            self._early.append(Ailment(key, why))

    def _buttons_refused(self, pod: int, fault: PinRefused | None) -> None:
        self._ails(f"buttons.{pod}", None if fault is None else str(fault))


class RealWindow(PublicWindow):
    """Implements `firmware.web.house.House`: there is the public page and no other."""

    simulated = False

    def keys(self) -> Keys:
        """None: no address opens a seat."""
        return Keys("", {})

    def glass(self, _pod: int) -> bytes | None:
        """A real glass is seen by its own seat alone."""
        return None

    def press(self, pod: int, button: Button, down: bool) -> None:
        """Real buttons are pressed by fingers."""

    def cup(self, _pod: int) -> Mapping[str, object] | None:
        """What lies under a real cup nobody knows."""
        return None

    def cup_do(self, pod: int, action: CupAction) -> None:
        """Real cups are lifted by hand."""

    def file(self, _pod: int) -> Mapping[str, object] | None:
        """A real file is looked into by whoever takes it up."""
        return None

    def file_opened(self, pod: int) -> None:
        """Real files are opened by hand."""

    def red_die(self, pod: int, across: float, down: float, value: RedFace | None) -> None:
        """A real die is set down by hand."""

    def player(self, _pod: int) -> Player:
        """People sit at a real table."""
        return "person"

    def set_player(self, pod: int, who: Player) -> None:
        """People sit at a real table."""


class _Again:
    """A helper that tries something every now and then."""

    def __init__(self, attempt: Callable[[], object]) -> None:
        self._attempt = attempt
        self._next = 0.0

    def tick(self, now: float) -> None:
        self._next = now + AGAIN_EVERY
        self._attempt()

    def next_tick(self) -> float:
        return self._next


def _say(what: str, why: str) -> None:
    log.warning("%s: %s", what, why)
