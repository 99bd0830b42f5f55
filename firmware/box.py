"""The box: all its parts put together, on the simulated table."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping

from engine import Match
from firmware.camera.faults import NO_FAULTS
from firmware.camera.faults import Faults as CameraFaults
from firmware.camera.folder import FolderCamera
from firmware.camera.frame import Camera
from firmware.camera.simulated import SimulatedCamera
from firmware.core import READ_EVERY, Core
from firmware.eye import Cards
from firmware.journal import Journal
from firmware.pods.buttons import sim_factory
from firmware.pods.gesture import Button
from firmware.pods.pins import load_pins
from firmware.settings import CameraKind, Settings
from firmware.sim.files import BIZ_BLUFF, Files
from firmware.sim.fingers import FingerFaults, SimFinger
from firmware.sim.host import Host
from firmware.sim.panels import SimBus, sim_panels
from firmware.sim.people import Manners
from firmware.sim.players import Players
from firmware.table.play import Play
from firmware.table.stage import Asked, Pack, Stage

SEEDS = 2**32


class Box(Core):
    """Everything but the threads is built here; `start` lets the threads run and `stop` ends them.

    With a virtual `clock` and without `start` the box is a clockwork that `firmware.sim.rehearsal` turns by
    hand. `gone_off` is called, from the loop, when somebody has switched the box off at a pod: it may not
    call `stop` itself. Raises `AlreadyRunning` where another box has the same journal.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
        journal: Journal | None = None,
        manners: Manners | None = None,
        fingers: FingerFaults | None = None,
        camera_faults: CameraFaults = NO_FAULTS,
        pace: float = 1.6,
        encore: float = 15.0,
        read_every: float = READ_EVERY,
        packs: Mapping[Pack, Cards] | None = None,
        gone_off: Callable[[], object] = lambda: None,
        anew: bool = False,
    ) -> None:
        """`anew`: the table that was kept is not taken up, unless there is a game to go on with."""
        seed = secrets.randbelow(SEEDS) if settings.seed is None else settings.seed
        self.bus = SimBus(settings.pods, seed=seed)
        super().__init__(
            settings,
            sim_panels(self.bus, settings.pods),
            load_pins(),
            sim_factory(),
            clock=clock,
            journal=journal,
            read_every=read_every,
            packs=packs,
            gone_off=gone_off,
        )
        self.finger = SimFinger(self.buttons, sleep=sleep, faults=fingers, seed=seed)
        self.host = Host(
            self.journal,
            settings.pods,
            seed,
            self._asked,
            self._options,
            manners,
            self._turned_up,
            anew=anew and not self.journal.unfinished(),
        )
        self.players = Players(
            self._stage,
            lambda: self.house.words,
            self._press,
            self.host.own,
            self.host.has_shaken,
            self.host.eyes,
            lambda: self.files,
            self.host.world.seed,
            pace,
            encore,
            self.host.set_down,
        )
        for pod in self.host.kept_bots():
            self.players.set_player(pod, True)
        self._camera_faults = camera_faults
        self._simulated: SimulatedCamera | None = None
        self.loop.join(self.host)
        self.loop.join(self.players)

    def make_camera(self) -> Camera:
        """The camera of the settings; raises `CameraError`."""
        if self.settings.camera is CameraKind.FOLDER:
            assert self.settings.camera_path is not None
            return FolderCamera(self.settings.camera_path, self.clock)
        self._simulated = SimulatedCamera(self.host.world, self.clock, self._camera_faults)
        return self._simulated

    def trouble_camera(self, faults: CameraFaults) -> None:
        """From now on the simulated camera has these faults. From any thread."""
        self._camera_faults = faults
        if self._simulated is not None:
            self._simulated.faults = faults

    def leave(self) -> None:
        """Keeps how things lie on the simulated table."""
        self.host.keep()

    @property
    def match(self) -> Match | None:
        """The game in play; None between games."""
        stage = self.table.stage
        return stage.match if isinstance(stage, Play) else None

    @property
    def files(self) -> Files | None:
        """What lies in the files of the Biz-Bluff in play; None where none is."""
        match, game = self.match, self.house.game
        if match is None or game is None or match.setup.game != BIZ_BLUFF:
            return None
        return Files(self.host.world.mixed(game), match)

    def hand_to(self, pod: int, bot: bool) -> None:
        """Hands a seat to a bot, or back to a person; it stays so when the box is started again."""
        self.players.set_player(pod, bot)
        self.host.keep_bots(self.players.bots)

    def _press(self, pod: int, button: Button, down: bool) -> None:
        if down:
            self.finger.press(pod, button)
        else:
            self.finger.release(pod, button)

    def _stage(self) -> Stage:
        return self.table.stage

    def _asked(self) -> Asked:
        return self.table.stage.asked()

    def _turned_up(self) -> str:
        """What whoever draws a card of Biz-Bluff, or opens a file, finds."""
        files = self.files
        return "" if files is None else files.turned_up()

    def _options(self) -> Mapping[str, str] | None:
        return None if self.match is None else self.match.setup.options
