"""The box with its real threads, in real time: it plays, stops, and goes on where it was."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from firmware.box import Box
from firmware.camera.faults import Faults
from firmware.camera.thread import Patience
from firmware.glass.draw import draw
from firmware.pods.gesture import Button
from firmware.sim.people import Manners
from firmware.table.play import Play
from tests.table.headless import settings

PATIENCE = 60.0  # seconds for what takes a moment on an idle machine


class Watched:
    """A running box on which one waits for what is to happen, not for time to pass."""

    def __init__(self, journal: Path, faults: Faults | None = None) -> None:
        self._turned = threading.Condition()
        self.gone_off = threading.Event()
        self.box = Box(
            settings(2, 5, journal),
            manners=Manners(shows_hands=False),
            camera_faults=faults or Faults(),
            gone_off=self.gone_off.set,
        )
        self.box.camera._patience = Patience(capture=1.0, opening=1.0)
        turn = self.box.loop.turn

        def told() -> float:
            due = turn()
            with self._turned:
                self._turned.notify_all()
            return due

        self.box.loop.turn = told  # type: ignore[method-assign]
        self.box.start()

    def until(self, so: Callable[[], bool], what: str) -> None:
        """Looks again after each turn of the loop."""
        with self._turned:
            assert self._turned.wait_for(so, PATIENCE), what

    def tap(self, pod: int, button: Button = Button.OK) -> None:
        """A press, once the pod listens, and what it shows then."""
        self.until(lambda: not self._is_deaf(pod), f"pod {pod} stays deaf")
        self.until(lambda: not self.box.loop._buttons.down(pod), "the last press has no end")
        before = self.box.table.screen(pod)
        self.box.finger.tap(pod, button)
        self.until(lambda: self.box.table.screen(pod) != before, f"nothing changes at pod {pod}: {before}")

    def hold(self, pod: int, button: Button) -> None:
        self.box.finger.tap(pod, button, 0.9)

    def _is_deaf(self, pod: int) -> bool:
        stage = self.box.table.stage
        return isinstance(stage, Play) and stage.desks[pod].is_deaf(self.box.clock())

    def shows(self, pod: int, text: str) -> Callable[[], bool]:
        """Whether that stands on the pod's glass."""
        return lambda: text in str(self.box.table.screen(pod))

    def chosen(self, pod: int, entry: str) -> bool:
        """Whether the cursor stands on that entry."""
        return any(row.inverted and row.text == entry for row in self.box.table.screen(pod).rows)

    def check_glass(self) -> None:
        """What shines is what is to be seen, once the loop has done with what it is at."""
        done = threading.Event()
        self.box.loop.post(lambda _now: done.set())
        assert done.wait(PATIENCE)
        assert self.box.glass.settled(PATIENCE)
        for pod in self.box.settings.pods:
            picture = np.asarray(draw(self.box.table.screen(pod)))
            assert (self.box.bus.pixels(pod) == picture).all()

    @property
    def play(self) -> Play:
        assert isinstance(self.box.table.stage, Play)
        return self.box.table.stage

    def phase(self, wanted: str) -> Callable[[], bool]:
        return lambda: (
            isinstance(self.box.table.stage, Play) and self.play.match.view(None)["phase"] == wanted
        )

    def begin(self) -> None:
        """Both join and play."""
        self.tap(1)
        self.tap(2)
        for _ in ("go on", "liar's dice", "start"):
            self.tap(1)
        self.until(lambda: isinstance(self.box.table.stage, Play), "the game did not begin")


@contextmanager
def running(journal: Path, faults: Faults | None = None) -> Iterator[Watched]:
    watched = Watched(journal, faults)
    try:
        yield watched
    finally:
        watched.box.trouble_camera(Faults())
        watched.box.stop()


def test_a_box_that_is_stopped_goes_on_at_the_same_decision(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with running(journal) as first:
        first.begin()
        first.until(first.phase("roll"), "the first throw was not read")
        for pod in (1, 2):
            while first.play.desks[pod].news:
                first.tap(pod)
        first.until(lambda: all(first.box.host.has_shaken(pod) for pod in (1, 2)), "nobody shakes")
        for pod in (1, 2):
            first.tap(pod)
        first.until(first.phase("bidding"), "they did not roll")
        opener = int(str(first.play.match.view(None)["turn"]))
        first.tap(opener)  # to the face
        first.tap(opener)  # and bid
        first.until(lambda: first.play.match.view(None)["bidder"] == opener, "there is no bid")
        first.check_glass()
        open_then, dice_then = first.play.match.open, first.box.host.world.truth()
    with running(journal) as second:
        assert second.play.match.open == open_then
        assert second.box.host.world.truth() == dice_then
        second.check_glass()


def test_a_capture_that_never_returns_holds_nobody_up(tmp_path: Path) -> None:
    with running(tmp_path / "journal.sqlite", Faults(hangs=True, deaf=True)) as watched:
        watched.begin()
        watched.hold(1, Button.OK)
        watched.until(watched.shows(1, "Menu"), "the menu does not open")
        watched.check_glass()
        watched.until(lambda: "camera" in watched.box.house.health, "nobody says that the camera hangs")
        watched.until(watched.shows(1, "camera"), "the pods do not say so")
        watched.tap(1)  # read
        watched.until(watched.shows(1, "Menu"), "the menu has gone")
        watched.tap(1)  # key in dice
        watched.until(watched.shows(1, "Whose dice?"), "the dice cannot be keyed in")
        watched.check_glass()


def test_a_box_that_is_switched_off_at_a_pod_ends(tmp_path: Path) -> None:
    with running(tmp_path / "journal.sqlite") as watched:
        watched.hold(2, Button.OK)
        watched.until(watched.shows(2, "Menu"), "the menu does not open")
        while not watched.chosen(2, "Switch off"):
            watched.tap(2, Button.MORE)
        watched.tap(2)
        watched.until(watched.shows(2, "Switch the box off?"), "it does not ask")
        watched.tap(2)
        assert watched.gone_off.wait(PATIENCE)
    assert not watched.box.bus.pixels(2).any(), "the glass is left lit"


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in set(threading.enumerate()) - before]
    assert not left, f"still running: {left}"
