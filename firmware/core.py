"""What every box has, whatever devices it stands on: journal, table, eye, glass, buttons, voice."""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import Event
from firmware.boards import board_plan
from firmware.boxes.folder import BIZ_BLUFF, papers_in
from firmware.camera.frame import Camera, Frame
from firmware.camera.frozen import Frozen
from firmware.camera.thread import CameraThread, Health, HealthChanged, News
from firmware.deck import known_cards
from firmware.errors import BadBox, PinRefused
from firmware.eye import Cards, Eye, Seen
from firmware.glass.draw import draw
from firmware.glass.screen import Screen
from firmware.journal import Journal
from firmware.loop import Edge, Loop
from firmware.pods.buttons import Buttons
from firmware.pods.debounce import Hands
from firmware.pods.gesture import Button
from firmware.pods.glass_thread import GlassThread, PanelChange
from firmware.pods.panel import Panel
from firmware.pods.pins import PinTable
from firmware.settings import CameraKind, Settings
from firmware.sound import Crier, Sounder, VoiceKind, open_voice
from firmware.table.evening import Evening
from firmware.table.house import House
from firmware.table.stage import AnySight, Pack, Purpose, Sighting
from firmware.table.table import Ailment, Table
from vision.board_look import BoardReading
from vision.cards.errors import DeckError
from vision.dice import read_dice
from vision.errors import LayoutError
from vision.layout import Layout, load_layout, reference_layout

log = logging.getLogger(__name__)

READ_EVERY = 0.15  # seconds between frames while dice are to be read
BID_EVERY = 0.3  # while a die on the board may be moved
COUNT_EVERY = 1.5  # while the dice that lie open are only counted
WATCH_EVERY = 1.0  # and while only a page looks on
WATCHED_FOR = 5.0  # seconds that a page counts as looking after it last asked for the picture

Picture = NDArray[np.uint8]


class Core(ABC):
    """Everything but the threads is built here; `start` lets the threads run and `stop` ends them.

    With a virtual `clock` and without `start` it is a clockwork that can be turned by hand.
    """

    def __init__(
        self,
        settings: Settings,
        panels: Mapping[int, Panel],
        pins: PinTable,
        factory: Any,
        *,
        clock: Callable[[], float],
        journal: Journal | None = None,
        read_every: float = READ_EVERY,
        packs: Mapping[Pack, Cards] | None = None,
        gone_off: Callable[[], object] = lambda: None,
        beat: Callable[[], object] = lambda: None,
        sounder: Callable[[], Sounder] | None = None,
        refused: Callable[[int, PinRefused | None], object] | None = None,
    ) -> None:
        """`panels`: the glass of each pod; `factory`: whose pins the buttons are on. `gone_off` is called,
        from the loop, when somebody has switched the box off at a pod: it may not call `stop` itself.
        `refused`: see `Buttons`. Raises `AlreadyRunning` where another box has the same journal."""
        self.settings = settings
        self.clock = clock
        away = _away(settings.journal) if journal is None else None
        self.journal = Journal(settings.journal) if journal is None else journal
        self.house = House.remembered(self.journal, settings.language, settings.brightness)
        for number, notice in enumerate(self.journal.notices):
            self.house.health[f"journal.{number}"] = notice
        self.crier = Crier(
            open_voice(VoiceKind(settings.sound), self._voice_ails, sounder), lambda: self.house.words
        )
        papers = _papers(settings.box, self.house)
        self.evening = Evening(self.journal, self.house, settings.pods, self._cry, papers)
        self._lock = threading.Lock()
        self._frame: tuple[int, Picture] | None = None
        self._frames = 0  # that were shown so far
        self._verdict: tuple[float, Picture, Sighting] | None = None
        self._watched_until = float("-inf")
        self._running = False
        self._gone_off = gone_off
        self._read_every = read_every
        self.look_every = read_every

        stage = self.evening.first_stage(away)
        self.glass: GlassThread[Screen] = GlassThread(
            panels,
            draw,
            self._panel_changed,
            lost=[pod for pod in settings.pods if f"pod.{pod}" in self.house.health],
            clock=clock,
        )
        self.buttons = Buttons(settings.pods, pins, factory, self._edge, clock=clock, refused=refused)
        self.eye = Eye(
            _layout(settings.layout, self.house),
            read_dice,
            self._seen,
            _packs(settings.decks, self.house) if packs is None else packs,
            board_plan,
        )
        self._frozen = Frozen()
        self.camera = CameraThread(self.make_camera, self._camera_news)
        self.table = Table(stage, self.house, settings.pods, self, clock())
        self.loop = Loop(self.table, Hands(settings.pods, self.buttons.level), clock=clock, beat=beat)
        self._loop_thread = threading.Thread(target=self.loop.run, name="loop", daemon=True)

    @abstractmethod
    def make_camera(self) -> Camera:
        """The camera of the settings; raises `CameraError`."""

    @abstractmethod
    def leave(self) -> None:
        """What a box has to keep or give back before its journal closes."""

    # ---- running ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Lets all threads run."""
        self._running = True
        self.glass.start()
        self.camera.start()
        self._loop_thread.start()
        self._aim()

    def stop(self) -> None:
        """Ends them, blanks the glass, closes the journal. May be called without `start`."""
        if self._running:
            self.loop.stop()
            self._loop_thread.join()
            self.camera.stop()
        self.glass.stop()
        self.buttons.close()
        self.crier.close()
        self.leave()
        self.journal.close()

    # ---- what the table directs ------------------------------------------------------------------

    def look(self, sight: AnySight, since: float) -> None:
        """The eye looks, and the camera gives it frames."""
        places = list(map(str, sight.wanted))
        log.debug("to be seen: %s, wish %d, at %s", sight.purpose, sight.ticket, places)
        self.eye.look(sight, since)
        slower = {Purpose.COUNT: COUNT_EVERY, Purpose.WATCH: BID_EVERY}.get(sight.purpose, 0.0)
        self.look_every = max(self._read_every, slower)
        self._aim()

    def rest(self) -> None:
        self.eye.rest()
        self._aim()

    def show(self, pod: int, screen: Screen) -> None:
        self.glass.show(pod, screen)

    def light(self, level: int) -> None:
        self.glass.contrast(level)

    def off(self) -> None:
        self._gone_off()

    def watch(self) -> None:
        """A page looks at the table: for a while the camera gives pictures even if nobody asks the eye."""
        with self._lock:
            was, self._watched_until = self._watched_until, self.clock() + WATCHED_FOR
        if was < self.clock():
            self._aim()

    def frame(self) -> tuple[int, Picture] | None:
        """The newest frame that may be shown and its number, (H, W, 3) uint8 BGR."""
        with self._lock:
            return self._frame

    def verdict(self) -> tuple[float, Picture, Sighting] | None:
        """The last reading that was played on and may be shown: when, the frame, and what was read in it."""
        with self._lock:
            return self._verdict

    def _aim(self) -> None:
        if not self._running:
            return
        if self.eye.looks:
            self.camera.look(self.clock(), self.look_every)
        elif self.clock() < self._watched_until:
            self.camera.look(self.clock(), WATCH_EVERY)
        else:
            self.camera.rest()

    # ---- what comes in, from whatever thread -------------------------------------------------------

    def _edge(self, pod: int, button: Button, down: bool, at: float) -> None:
        self.loop.post(Edge(pod, button, down, at))

    def _seen(self, seen: Seen) -> None:
        self.loop.post(seen)

    def _voice_ails(self, why: str | None) -> None:
        self.loop.post(Ailment("sound", why))

    def _cry(self, event: Event, game: str) -> None:
        """Calls aloud what all may know, unless the table wants quiet."""
        self.crier.silent = not self.house.sound
        self.crier.hear(event, game)

    def _panel_changed(self, change: PanelChange) -> None:
        log.warning("pod %d: %s", change.pod, change.why)
        self.loop.post(Ailment(f"pod.{change.pod}", None if change.there else change.why))

    def _camera_news(self, news: News) -> None:
        match news:
            case Frame():
                self.take_frame(news)
            case HealthChanged(health=Health.WELL):
                self.loop.post(Ailment("camera", None))
            case HealthChanged(detail=detail):
                log.warning("camera: %s", detail)
                self.loop.post(Ailment("camera", detail))

    def take_frame(self, frame: Frame) -> None:
        """One new frame, for the eye and for the page."""
        with self._lock:
            watched = self.clock() < self._watched_until
        if not self._stands_still(frame.picture):
            self._see(frame)
        if not watched and not self.eye.looks:
            self._aim()

    def may_be_shown(self) -> bool:
        """Whether the page may show how the table lies now."""
        return True

    def trusts(self, _frame: Frame) -> bool:
        """Whether the eye may read this frame."""
        return True

    def _see(self, frame: Frame) -> None:
        shown = self.may_be_shown()
        with self._lock:
            if shown:
                self._frame = (self._frames, frame.picture)
                self._frames += 1
            else:
                self._frame = self._verdict = None
        if not self.trusts(frame):
            return
        seen = self.eye.see(frame.picture, frame.taken_at)
        if seen is None or not shown or isinstance(seen.reading, BoardReading):
            return
        if seen.reading.final and seen.sight.purpose is not Purpose.COUNT:
            with self._lock:
                self._verdict = (frame.taken_at, frame.picture, seen.reading)

    def _stands_still(self, picture: Picture) -> bool:
        """Whether a camera, which folders of photographs are not, gives the same picture over again."""
        if self.settings.camera is CameraKind.FOLDER:
            return False
        was = self._frozen.for_sure
        again = self._frozen.repeats(picture)
        if self._frozen.for_sure != was:
            why = None if was else "the camera gives the same picture over and over; unplug it, plug it in"
            self.loop.post(Ailment("camera.frozen", why))
        return again


def _layout(path: Path | None, house: House) -> Layout:
    """The layout in that file; the reference table's, and a complaint, where the file is no good."""
    if path is not None:
        try:
            return load_layout(path)
        except LayoutError as fault:
            log.warning("%s; the reference table is used", str(fault))
            house.health["layout"] = f"{fault}; the reference table is used"
    return reference_layout()


def _papers(folder: Path | None, house: House) -> dict[str, dict[str, str]]:
    """By game, what the owner's box of it holds; a complaint, and nothing, where that is no good."""
    try:
        return {} if folder is None else {BIZ_BLUFF: papers_in(folder)}
    except BadBox as fault:
        log.warning("%s", fault)
        house.health["box"] = str(fault)
        return {}


def _packs(folders: Mapping[str, Path], house: House) -> dict[Pack, Cards]:
    """How cards and tokens are read, by the decks in `folders` or those of the kits."""
    read = {pack: _cards(pack, folders.get(pack), house) for pack in Pack}
    return {pack: cards for pack, cards in read.items() if cards is not None}


def _cards(pack: Pack, folder: Path | None, house: House) -> Cards | None:
    """How the cards of that deck are read; a complaint, and those of the kit, where the deck is no good."""
    try:
        return known_cards(pack, folder)
    except DeckError as fault:
        log.warning("%s", str(fault))
        house.health["deck"] = str(fault)
    return None if folder is None else _cards(pack, None, house)


def _away(journal: Path) -> float | None:
    """Seconds since the journal was last written; None if there is none."""
    times = []
    for file in (journal, journal.with_name(f"{journal.name}-wal")):
        with suppress(OSError):
            times.append(file.stat().st_mtime)
    return time.time() - max(times) if times else None
