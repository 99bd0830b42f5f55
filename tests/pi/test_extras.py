"""Lamp, power button and buzzer do their work on gpiozero's pins, and a box does without them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.pi.extras import OFF_AFTER, Extras, sounder
from firmware.pods.buttons import sim_factory
from firmware.pods.pins import BuzzerKind, load_pins
from firmware.sound.buzzer import Pitched

PINS = load_pins()


class Bench:
    """Lamp and power button on mock pins, ticked by hand."""

    def __init__(self, factory: MockFactory) -> None:
        self.now = 50.0
        self.lit = True
        self.offs = 0
        self.ails: dict[str, str] = {}
        self.factory = factory
        self.extras = Extras(PINS, factory, lambda: self.lit, self.off, self.ails.__setitem__)

    def off(self) -> None:
        self.offs += 1

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.extras.tick(self.now)
            self.now = max(self.extras.next_tick(), self.now + 1e-3)

    def hold(self, down: bool) -> None:
        pin = self.factory.pin(PINS.power)
        (pin.drive_low if down else pin.drive_high)()

    @property
    def lamp(self) -> bool:
        return bool(self.factory.pin(PINS.lamp).state)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = sim_factory()
    yield factory
    factory.close()


def test_the_lamp_follows_the_table_and_is_dark_at_the_end(factory: MockFactory) -> None:
    bench = Bench(factory)
    assert not bench.lamp
    bench.run(0.3)
    assert bench.lamp
    bench.lit = False
    bench.run(0.3)
    assert not bench.lamp
    bench.lit = True
    bench.run(0.3)
    bench.extras.close()
    bench.extras.close()
    assert factory.pin(PINS.lamp).function == "input"


def test_the_power_button_ends_the_evening_once_when_it_is_held(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.run(0.5)
    bench.hold(True)
    bench.run(OFF_AFTER - 0.3)
    assert bench.offs == 0
    bench.run(0.6)
    assert bench.offs == 1
    bench.run(10.0)
    assert bench.offs == 1


def test_a_short_press_and_a_button_that_was_down_from_the_start_do_nothing(factory: MockFactory) -> None:
    factory.pin(PINS.power).drive_low()
    bench = Bench(factory)
    bench.hold(True)
    bench.run(10.0)
    assert bench.offs == 0
    bench.hold(False)
    bench.run(0.3)
    bench.hold(True)
    bench.run(1.0)
    bench.hold(False)
    bench.run(3.0)
    assert bench.offs == 0
    bench.hold(True)
    bench.run(OFF_AFTER + 0.3)
    assert bench.offs == 1


def test_a_pin_that_somebody_holds_is_named_and_the_other_works(factory: MockFactory) -> None:
    holder = gpiozero.InputDevice(PINS.power, pin_factory=factory)
    bench = Bench(factory)
    assert list(bench.ails) == ["power"]
    assert f"GPIO {PINS.power}" in bench.ails["power"]
    bench.run(OFF_AFTER + 1.0)
    assert bench.lamp
    assert bench.offs == 0
    holder.close()


def test_the_buzzer_is_the_kind_that_the_table_says() -> None:
    factory = MockFactory(revision="c03115", pin_class=MockPWMPin)
    passive = sounder(PINS, factory)
    assert isinstance(passive, Pitched)
    passive.on()
    assert factory.pin(PINS.buzzer).frequency == pytest.approx(880, abs=1)
    passive.off()
    passive.close()
    active = sounder(replace(PINS, buzzer_kind=BuzzerKind.ACTIVE), factory)
    active.on()
    assert factory.pin(PINS.buzzer).state
    active.close()
    factory.close()
