"""Every glass shows the latest screen, in time, whatever the others do; and one thread owns the bus."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from firmware.pods.glass_thread import CHECK_EVERY, LOST_AFTER, RETRY, GlassThread, PanelChange
from firmware.sim.panels import SimBus, sim_panels

PODS = (1, 2, 3)


@dataclass(frozen=True)
class Screen:
    words: str


def draw(screen: Screen) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((3, 5), screen.words, fill=1)
    return image


@dataclass
class Bench:
    """Glass on a simulated bus and a virtual clock."""

    bus: SimBus = field(default_factory=lambda: SimBus(PODS))
    now: float = 0.0
    changes: list[PanelChange] = field(default_factory=list)

    def __post_init__(self) -> None:
        panels = sim_panels(self.bus, PODS)
        self.glass = GlassThread(panels, draw, self.changes.append, clock=lambda: self.now)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, max(self.glass.pump(), self.now + 1e-6))

    def shows(self, pod: int, words: str) -> bool:
        return bool((self.bus.pixels(pod) == np.asarray(draw(Screen(words)))).all())


def test_each_pod_shows_the_latest_that_was_wanted_and_nothing_in_between() -> None:
    bench = Bench()
    for pod in PODS:
        bench.glass.show(pod, Screen("first"))
    bench.run(0.1)
    before = sum(bench.bus.sent.values())
    for pod in PODS:
        for i in range(50):
            bench.glass.show(pod, Screen(f"{pod}: {i}"))
    bench.glass.pump()
    assert all(bench.shows(pod, f"{pod}: 49") for pod in PODS)
    assert sum(bench.bus.sent.values()) - before < 3 * 200


def test_all_glass_is_blank_before_anything_is_wanted() -> None:
    bench = Bench()
    sim_panels(bench.bus, [2])[2].show(Image.new("1", (128, 64), 1))  # left by a program that was killed
    bench.glass.pump()
    assert not any(bench.bus.pixels(pod).any() for pod in PODS)


def test_dark_all_and_stop_blank_every_glass() -> None:
    bench = Bench()
    for pod in PODS:
        bench.glass.show(pod, Screen("secret"))
    bench.run(0.1)
    bench.glass.dark_all()
    bench.run(0.1)
    assert not any(bench.bus.ram(pod).any() for pod in PODS)
    bench.glass.show(1, Screen("back"))
    bench.run(0.1)
    assert bench.shows(1, "back")
    bench.bus.fail_data(1)
    assert bench.glass.stop()
    assert not any(bench.bus.ram(pod).any() for pod in PODS)


def test_a_disturbed_frame_is_sent_again_soon_and_is_no_news() -> None:
    bench = Bench()
    bench.run(0.1)
    bench.bus.fail_data(2)
    for pod in PODS:
        bench.glass.show(pod, Screen("new"))
    bench.glass.pump()
    assert bench.shows(1, "new")
    assert bench.shows(3, "new")
    bench.run(RETRY[0] + 0.01)
    assert bench.shows(2, "new")
    assert bench.changes == []


def test_a_lost_pod_is_told_once_and_so_is_its_return() -> None:
    bench = Bench()
    bench.glass.show(2, Screen("still here"))
    bench.run(1.0)
    bench.bus.unplug(2)
    bench.run(60.0)
    assert [(c.pod, c.there) for c in bench.changes] == [(2, False)]
    assert bench.glass.lost() == {2}
    bench.bus.plug(2)
    bench.run(RETRY[-1] + 0.1)
    assert [(c.pod, c.there) for c in bench.changes] == [(2, False), (2, True)]
    assert bench.shows(2, "still here")
    assert bench.glass.lost() == frozenset()


def test_a_pod_that_is_lost_with_nothing_to_show_is_noticed() -> None:
    bench = Bench()
    bench.run(0.1)
    bench.bus.unplug(3)
    bench.run(CHECK_EVERY + sum(RETRY[:LOST_AFTER]) + 0.1)
    assert bench.glass.lost() == {3}


def test_a_lost_pod_shows_what_is_wanted_by_then_not_what_was() -> None:
    bench = Bench()
    bench.glass.show(1, Screen("old secret"))
    bench.run(0.1)
    bench.bus.unplug(1)
    bench.run(3.0)
    bench.glass.show(1, Screen("new"))
    bench.bus.plug(1)
    bench.run(3.0)
    assert bench.shows(1, "new")


def test_a_lost_pod_costs_the_bus_next_to_nothing() -> None:
    bench = Bench()
    bench.bus.unplug(1)
    bench.run(20.0)
    before = bench.bus.transactions
    bench.run(60.0)
    assert bench.bus.transactions - before < 60 * 12


def test_brightness_reaches_every_glass_also_one_that_comes_later() -> None:
    bench = Bench()
    bench.bus.unplug(3)
    bench.run(5.0)
    bench.glass.contrast(17)
    bench.run(1.0)
    assert [bench.bus.brightness(pod) for pod in (1, 2)] == [17, 17]
    bench.bus.plug(3)
    bench.run(5.0)
    assert bench.bus.brightness(3) == 17


def test_a_screen_that_cannot_be_drawn_darkens_its_pod_alone_and_is_not_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = SimBus(PODS)

    def fails(screen: Screen) -> Image.Image:
        if "canary" in screen.words:
            raise ValueError(screen.words)
        return draw(screen)

    glass = GlassThread(sim_panels(bus, PODS), fails)
    for pod in PODS:
        glass.show(pod, Screen("before"))
    glass.pump()
    with caplog.at_level(logging.DEBUG):
        glass.show(1, Screen("canary 500"))
        glass.show(2, Screen("after"))
        glass.pump()
    assert not bus.pixels(1).any()
    assert bus.pixels(2).any()
    assert "ValueError" in caplog.text
    assert "canary" not in caplog.text
    glass.show(1, Screen("good again"))
    glass.pump()
    assert bus.pixels(1).any()


def test_an_equal_screen_is_not_drawn_again() -> None:
    drawn: list[Screen] = []

    def counted(screen: Screen) -> Image.Image:
        drawn.append(screen)
        return draw(screen)

    glass = GlassThread(sim_panels(SimBus(PODS), PODS), counted)
    for _ in range(5):
        glass.show(1, Screen("same"))
        glass.pump()
    assert len(drawn) == 1


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 2**32),
    steps=st.lists(
        st.tuples(st.sampled_from(PODS), st.sampled_from(["show", "dark", "unplug", "plug", "mux", "wait"])),
        max_size=25,
    ),
)
def test_whatever_happened_a_quiet_while_later_all_glass_is_right(
    seed: int, steps: list[tuple[int, str]]
) -> None:
    bench = Bench(SimBus(PODS, seed=seed))
    bench.bus.noisy(0.05)
    wanted = dict.fromkeys(PODS, "")
    for i, (pod, what) in enumerate(steps):
        if what == "show":
            wanted[pod] = f"step {i}"
            bench.glass.show(pod, Screen(wanted[pod]))
        elif what == "dark":
            wanted[pod] = ""
            bench.glass.dark(pod)
        elif what == "unplug":
            bench.bus.unplug(pod)
        elif what == "plug":
            bench.bus.plug(pod)
        elif what == "mux":
            bench.bus.mux_forgets(i % 7)
        else:
            bench.run(0.3)
        bench.glass.pump()
    for pod in PODS:
        bench.bus.plug(pod)
    bench.bus.noisy(0.0)
    bench.run(10.0)
    assert all(bench.shows(pod, wanted[pod]) for pod in PODS)
    assert bench.glass.lost() == frozenset()


def test_many_threads_hammer_one_bus_and_only_the_owner_touches_it() -> None:
    bus = SimBus(PODS)
    glass = GlassThread(sim_panels(bus, PODS), draw)
    glass.start()

    def hammer(name: str) -> None:
        for i in range(60):
            for pod in PODS:
                glass.show(pod, Screen(f"{name} {i}"))

    threads = [threading.Thread(target=hammer, args=(f"t{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for pod in PODS:
        glass.show(pod, Screen(f"last {pod}"))
    assert glass.settled(30)
    for pod in PODS:
        assert (bus.pixels(pod) == np.asarray(draw(Screen(f"last {pod}")))).all()
    assert len(bus.threads) == 1
    assert threading.get_ident() not in bus.threads
    assert glass.stop(30)
    assert not any(bus.pixels(pod).any() for pod in PODS)
    assert not any(thread.name == "glass" for thread in threading.enumerate())


def test_stopping_does_not_wait_for_a_pod_that_is_gone() -> None:
    bus = SimBus(PODS)
    glass = GlassThread(sim_panels(bus, PODS), draw)
    glass.start()
    for pod in PODS:
        glass.show(pod, Screen("x"))
    assert glass.settled(30)
    bus.unplug(1)
    assert glass.stop(30)
    assert not any(bus.pixels(pod).any() for pod in (2, 3))


class Stuck:
    """A panel whose bus hangs until it is let go."""

    def __init__(self) -> None:
        self.let_go, self.entered = threading.Event(), threading.Event()

    def show(self, _picture: Image.Image) -> None:
        self.entered.set()
        self.let_go.wait(60)

    def dark(self) -> None:
        """Never stuck."""

    def check(self) -> None:
        """Never stuck."""

    def contrast(self, _level: int) -> None:
        """Never stuck."""


def test_wanting_never_waits_for_a_bus_that_hangs() -> None:
    stuck = Stuck()
    glass = GlassThread({1: stuck}, draw)
    glass.start()
    glass.show(1, Screen("a"))
    assert stuck.entered.wait(30)
    glass.show(1, Screen("b"))  # would never come back if it waited for the bus
    glass.dark_all()
    glass.contrast(3)
    assert not glass.stop(0.01)
    stuck.let_go.set()
    assert glass.stop(30)
