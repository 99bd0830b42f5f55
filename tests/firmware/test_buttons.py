"""Edges come from gpiozero's pins with their time, however badly the simulated fingers press."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterator

import gpiozero
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.errors import NoPinFactory, PinRefused
from firmware.pods.buttons import Buttons, real_factory, sim_factory
from firmware.pods.debounce import HELD_AFTER, Hands
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.pods.pins import load_pins
from firmware.sim.fingers import FingerFaults, SimFinger


class Bench:
    """The buttons of a table, fingers on them and a loop, all on a virtual clock."""

    def __init__(self, faults: FingerFaults | None = None, seed: int = 0) -> None:
        self.now = 100.0
        self.edges: deque[tuple[int, Button, bool, float]] = deque()
        self.buttons = Buttons(
            range(1, 7),
            load_pins(),
            sim_factory(),
            lambda *edge: self.edges.append(edge),
            clock=lambda: self.now,
        )
        self.hands = Hands(self.buttons.pods, self.buttons.level)
        self.finger = SimFinger(self.buttons, sleep=self.run, faults=faults, seed=seed)
        self.gestures: list[Gesture] = []
        self.run(0.1)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while True:
            while self.edges:
                self.hands.edge(*self.edges.popleft())
            self.gestures += self.hands.tick(self.now)
            if self.now >= end:
                return
            self.now = min(end, max(self.hands.next_tick(), self.now + 1e-4))

    def taken(self) -> list[Gesture]:
        gestures, self.gestures = self.gestures, []
        return gestures


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buttons.close()


def test_an_edge_says_which_button_which_way_and_when() -> None:
    edges: list[tuple[int, Button, bool, float]] = []
    buttons = Buttons([3], load_pins(), sim_factory(), lambda *edge: edges.append(edge), clock=lambda: 7.5)
    assert not buttons.level(3, Button.MORE)
    SimFinger(buttons).press(3, Button.MORE)
    assert buttons.level(3, Button.MORE)
    SimFinger(buttons).release(3, Button.MORE)
    assert edges == [(3, Button.MORE, True, 7.5), (3, Button.MORE, False, 7.5)]
    buttons.close()


@pytest.mark.parametrize("pod", range(1, 7))
@pytest.mark.parametrize("button", Button)
def test_each_button_of_each_pod_is_heard_as_itself(bench: Bench, pod: int, button: Button) -> None:
    bench.finger.tap(pod, button)
    bench.run(0.1)
    assert bench.taken() == [Gesture(pod, button, Kind.TAP)]


def test_bounce_glitches_and_taps_on_the_mock_pins(bench: Bench) -> None:
    bench.finger.faults = FingerFaults(bounces=12)
    bench.finger.tap(1, Button.MORE, 0.03)
    bench.run(0.5)
    bench.finger.glitch(1, Button.BACK)
    bench.run(0.5)
    assert bench.taken() == [Gesture(1, Button.MORE, Kind.TAP)]


def test_the_press_after_a_lost_release_is_still_an_edge(bench: Bench) -> None:
    bench.finger.faults = FingerFaults(lost_release=1.0)
    bench.finger.tap(2, Button.OK)
    bench.run(5.0)
    bench.finger.faults = FingerFaults()
    bench.finger.tap(2, Button.OK, 0.03)
    bench.run(0.5)
    assert bench.taken() == [Gesture(2, Button.OK, Kind.TAP)] * 2


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 2**32),
    lost_press=st.sampled_from([0.0, 0.3]),
    lost_release=st.sampled_from([0.0, 0.3]),
    plan=st.lists(st.tuples(st.integers(1, 6), st.sampled_from(Button), st.booleans()), max_size=8),
)
def test_what_a_person_does_arrives_through_every_fault(
    seed: int, lost_press: float, lost_release: float, plan: list[tuple[int, Button, bool]]
) -> None:
    bench = Bench(FingerFaults(12, lost_press, lost_release, glitch=0.5), seed)
    wanted = []
    for pod, button, hold in plan:
        bench.finger.tap(pod, button, HELD_AFTER + 0.1 if hold else 0.08)
        bench.run(0.2)
        if not (hold and button is Button.OK):
            wanted.append(Gesture(pod, button, Kind.TAP))
        if hold:
            wanted.append(Gesture(pod, button, Kind.HELD))
    assert bench.taken() == wanted
    bench.buttons.close()


def test_edges_may_come_on_the_pins_own_thread() -> None:
    seen: list[int] = []
    buttons = Buttons([1], load_pins(), sim_factory(), lambda *_: seen.append(threading.get_ident()))
    thread = threading.Thread(target=lambda: SimFinger(buttons).press(1, Button.OK))
    thread.start()
    thread.join()
    assert seen == [thread.ident]
    buttons.close()


def test_many_tables_live_side_by_side_and_leave_nothing_behind() -> None:
    threads = threading.active_count()
    one, two = Bench(), Bench()
    one.finger.tap(1, Button.OK)
    two.run(0.5)
    one.run(0.5)
    assert (one.taken(), two.taken()) == ([Gesture(1, Button.OK, Kind.TAP)], [])
    assert threading.active_count() == threads
    assert gpiozero.Device.pin_factory is None
    one.buttons.close()
    one.buttons.close()
    two.finger.tap(1, Button.OK)
    two.run(0.5)
    assert two.taken() == [Gesture(1, Button.OK, Kind.TAP)]
    two.buttons.close()


def test_a_pin_that_somebody_holds_is_named_and_the_others_are_given_back() -> None:
    factory = sim_factory()
    holder = gpiozero.InputDevice(25, pin_factory=factory)  # pod 2's OK
    with pytest.raises(PinRefused, match=r"GPIO 25 \(pod 2, ok\)"):
        Buttons([1, 2], load_pins(), factory, lambda *_: None)
    gpiozero.InputDevice(17, pin_factory=factory).close()
    holder.close()


def test_without_lgpio_there_is_one_clear_line_and_no_other_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with pytest.raises(NoPinFactory, match="apt install python3-lgpio") as caught:
        real_factory()
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code not in {0, 1}


class FakeLgpio:
    """Just enough of lgpio for gpiozero to load it; opening the pins fails as off a Pi."""

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = 0

    @staticmethod
    def gpiochip_open(chip: int) -> int:
        raise RuntimeError(f"can not open gpiochip {chip}")


def test_lgpio_that_cannot_open_the_pins_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", FakeLgpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(NoPinFactory, match="group gpio"):
        real_factory()
    sys.modules.pop("gpiozero.pins.lgpio", None)


class LgpioInAForeignFolder:
    """lgpio makes a pipe in the working folder while it is imported."""

    def __getattr__(self, name: str) -> object:
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")


def test_lgpio_that_cannot_make_its_pipe_says_where_to_let_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", LgpioInAForeignFolder())
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(NoPinFactory, match="LG_WD"):
        real_factory()
    sys.modules.pop("gpiozero.pins.lgpio", None)
