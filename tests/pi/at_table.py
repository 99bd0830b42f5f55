"""People at a real box whose threads run: they press its buttons, and wait for what is to happen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from firmware.bots.presses import presses
from firmware.hands import Said
from firmware.pods.gesture import Button
from firmware.real import RealBox
from firmware.sim.fingers import SimFinger
from firmware.table.play import Play
from tests.table.texts import text_of

PATIENCE = 120.0  # seconds for what takes a moment on an idle machine
HELD, TAPPED = 0.9, 0.08  # seconds that a finger stays down


class AtTable:
    """Who sits at a box whose threads run, and presses its buttons from the caller's thread, which is none of
    the box's. To be made before the box is started."""

    def __init__(self, box: RealBox) -> None:
        self.box = box
        self._finger = SimFinger(box.buttons)
        self._turned = threading.Condition()
        turn = box.loop.turn

        def told() -> float:
            due = turn()
            with self._turned:
                self._turned.notify_all()
            return due

        box.loop.turn = told  # type: ignore[method-assign]

    # ---- what people do --------------------------------------------------------------------------

    def tap(self, pod: int, button: Button = Button.OK, seconds: float = TAPPED) -> None:
        """A press, once the pod listens, and what it shows then."""
        self.until(lambda: not self._is_deaf(pod), f"pod {pod} stays deaf")
        self.until(lambda: not self.box.loop._buttons.down(pod), "the last press has no end")
        before = self.box.table.screen(pod)
        self._finger.tap(pod, button, seconds)
        self.until(lambda: self.box.table.screen(pod) != before, f"nothing changes at pod {pod}: {before}")

    def read_away(self, pod: int) -> None:
        """Until nothing of what ails the box, and no news of the game, covers what is asked."""
        while self.box.table._notice(pod) is not None or (self.plays and self.play.desks[pod].news):
            self.tap(pod)

    def say(self, pod: int, key: str, said: str = "") -> None:
        """What the seat answers, by its buttons."""
        self.read_away(pod)
        hand = self.play.desks[pod].answers
        assert hand is not None, f"nothing is asked of pod {pod}: {self.text(pod)}"
        made = presses(hand, Said(key, said), self.box.house.words, self.play.match.view(pod))
        assert made is not None, f"pod {pod} cannot say {key} {said}: {self.text(pod)}"
        for button, held in made:
            self.tap(pod, button, HELD if held else TAPPED)

    def begin(self, pods: Iterable[int]) -> None:
        """These sit down and begin liar's dice, and the camera reads their first throw."""
        host, *others = pods
        for pod in (host, *others):
            self.read_away(pod)
            self.tap(pod)
        for _ in ("go on", "liar's dice", "start"):
            self.tap(host)
        self.until(lambda: self.plays and self.told("first-throw"), "the first throw is not read")

    # ---- what is to be seen ----------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        return isinstance(self.box.table.stage, Play)

    @property
    def play(self) -> Play:
        assert isinstance(self.box.table.stage, Play)
        return self.box.table.stage

    @property
    def phase(self) -> str:
        return str(self.play.match.view(None)["phase"])

    def told(self, key: str) -> bool:
        """Whether that has happened in the game."""
        return any(event.key == key for event in self.play.match.events)

    def text(self, pod: int) -> str:
        return text_of(self.box.table.screen(pod))

    def until(self, so: Callable[[], bool], what: str) -> None:
        """Looks again after each turn of the loop."""
        with self._turned:
            assert self._turned.wait_for(so, PATIENCE), what

    def settle(self) -> None:
        """Until the loop has done with what it is at, and the glass shows it."""
        done = threading.Event()
        self.box.loop.post(lambda _now: done.set())
        assert done.wait(PATIENCE)
        assert self.box.glass.settled(PATIENCE)

    def _is_deaf(self, pod: int) -> bool:
        return self.plays and self.play.desks[pod].is_deaf(self.box.clock())
