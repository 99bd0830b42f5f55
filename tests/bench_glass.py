"""How long the box itself takes from a seat's answer to the glass: `python -m tests.bench_glass`.

Bots play on the simulated table. Each turn of the loop in which a seat has answered is timed, from the edges
of its buttons to the last byte that its glass is sent, and that any glass is. What is not the box's own work
is left out: waiting, a disk (the journal is in memory), the camera, people and bots, and the bus, which takes
every byte and does nothing. The time is the processor's, so that a busy machine is no slow box.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from engine import Setup
from engine.answer import CLOCK, TABLE, Answer
from firmware.box import Box
from firmware.glass.draw import draw
from firmware.glass.screen import Screen
from firmware.journal import Journal
from firmware.pods.glass_thread import GlassThread
from firmware.pods.panel import LumaPanel
from firmware.pods.wire import MUX, Wire
from firmware.sim.rehearsal import VirtualClock
from tests.table.headless import Headless, play_of, settings

ANSWERS = 400
SEATS = 4
BAR = 5.0  # milliseconds at the 95th percentile, on the glass of the seat that answered


class NoBus:
    """Takes everything at once; a glass on it is always there."""

    def __init__(self) -> None:
        self._mux = 0

    def write_i2c_block_data(self, address: int, register: int, data: list[int], /) -> None:
        pass

    def write_byte(self, _address: int, value: int, /) -> None:
        self._mux = value

    def read_byte(self, address: int, /) -> int:
        return self._mux if address == MUX else 0


class Glasses:
    """Every glass by itself, and how long each took when it was brought up to date last."""

    def __init__(self, pods: Iterable[int], clock: VirtualClock) -> None:
        bus = NoBus()
        self.each = {pod: self._one(pod, bus, clock) for pod in pods}
        self.took: dict[int, float] = {}

    def _one(self, pod: int, bus: NoBus, clock: VirtualClock) -> GlassThread[Screen]:
        return GlassThread({pod: LumaPanel(pod, lambda: Wire(bus, pod - 1))}, draw, clock=clock)

    def show(self, pod: int, screen: Screen) -> None:
        self.each[pod].show(pod, screen)

    def pump(self) -> float:
        due = float("inf")
        for pod, glass in self.each.items():
            began = time.thread_time()
            due = min(due, glass.pump())
            self.took[pod] = time.thread_time() - began
        return due


class Timed(Headless):
    """A rehearsal that takes the time of every turn in which a seat has answered, in milliseconds: until its
    own glass shows what came of it, and until all glass does."""

    def __init__(self, box: Box, clock: VirtualClock) -> None:
        super().__init__(box, clock)
        self.own: list[float] = []
        self.all: list[float] = []
        self._helpers, box.loop._helpers = (box.host, box.players), []
        self._glasses = Glasses(box.settings.pods, clock)
        box.show = self._glasses.show  # type: ignore[method-assign]

    def step(self) -> None:
        before, began = len(self._answers()), time.thread_time()
        due = self.box.loop.turn()
        turned = time.thread_time() - began
        due = min(due, self._glasses.pump())
        answers = self._answers()
        if len(answers) > before and answers[-1].by not in (TABLE, CLOCK):
            self.own.append(1000 * (turned + self._glasses.took[int(answers[-1].by)]))
            self.all.append(1000 * (turned + sum(self._glasses.took.values())))
        for helper in self._helpers:
            helper.tick(self.clock.now)
            due = min(due, helper.next_tick() or due)
        self.clock.now = max(self.clock.now + 1e-4, min(due, self._look(), self.clock.now + 0.5))

    def _answers(self) -> list[Answer]:
        play = play_of(self.box)
        return [] if play is None else play.match.journal


def measured(game: str, answers: int) -> tuple[list[float], list[float]]:
    """The times of so many answers in bots' games of this kind, in rising order: own glass, all glass."""
    clock = VirtualClock()
    box = Box(settings(SEATS, 7), clock=clock, sleep=clock.sleep, journal=Journal(None), pace=0.3, encore=0.0)
    box.house.keep_choice(Setup(game, tuple(range(1, SEATS + 1))).to_json())
    for pod in box.settings.pods:
        box.players.set_player(pod, True)
    timed = Timed(box, clock)
    while len(timed.own) < answers:
        timed.step()
    box.stop()
    return sorted(timed.own), sorted(timed.all)


def main() -> None:
    for game in ("liars-dice", "kuhhandel"):
        own, everybody = measured(game, ANSWERS)
        late = int(ANSWERS * 0.95)
        verdict = "under" if own[late] < BAR else "NOT under"
        print(
            f"{game}: from a seat's answer to its glass: median {own[ANSWERS // 2]:.2f} ms, "
            f"95th percentile {own[late]:.2f} ms, {verdict} {BAR:.0f} ms; to the glass of all {SEATS} seats "
            f"{everybody[ANSWERS // 2]:.2f} and {everybody[late]:.2f} ms ({ANSWERS} answers)"
        )


if __name__ == "__main__":
    main()
