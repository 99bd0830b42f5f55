"""On a Pi the pins are had by lgpio alone, on the chip that has the header, with a folder for its pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import gpiozero
import pytest

from firmware.errors import NoPinFactory, PinRefused
from firmware.pods.buttons import Buttons, real_factory, sim_factory
from firmware.pods.gesture import Button
from firmware.pods.pins import load_pins
from firmware.sim.fingers import SimFinger

PINS = load_pins()


class Lgpio(ModuleType):
    """As much of lgpio as gpiozero loads it for. `chips`: the label of each, None where it is refused."""

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = 0

    def __init__(self, chips: dict[int, str | None]) -> None:
        super().__init__("lgpio")
        self._chips = chips
        self.open: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        if self._chips.get(chip) is None:
            raise RuntimeError("can not open gpiochip")
        self.open.append(chip)
        return 100 + chip

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle - 100)

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{handle - 100}", self._chips[handle - 100]]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    yield tmp_path
    sys.modules.pop("gpiozero.pins.lgpio", None)


def load(dev: Path, monkeypatch: pytest.MonkeyPatch, chips: dict[int, str | None]) -> Lgpio:
    fake = Lgpio(chips)
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    for number in chips:
        (dev / f"gpiochip{number}").touch()
    return fake


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500", 11: "gpio-brcmstb@107d508520"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1", 10: "gpio-brcmstb@107d508520"}, 4),
        ({0: "pinctrl-bcm2835"}, 0),
        ({0: None, 2: "pinctrl-rp1"}, 2),
    ],
    ids=["Pi 4", "Pi 5", "Pi 5 with an older kernel", "Zero 2 W", "one refused"],
)
def test_the_chip_with_the_header_is_found(
    dev: Path, monkeypatch: pytest.MonkeyPatch, chips: dict[int, str | None], wanted: int
) -> None:
    fake = load(dev, monkeypatch, chips)
    factory = real_factory(dev)
    assert factory.chip == wanted
    assert fake.open == [wanted]
    factory.close()
    assert gpiozero.Device.pin_factory is None


@pytest.mark.parametrize(
    ("chips", "says"),
    [
        ({}, "there is no .*gpiochip0"),
        ({0: "gpio-brcmstb@107d508500"}, "there are only gpio-brcmstb"),
        ({0: None}, "gpiochip0: can not open gpiochip"),
    ],
)
def test_a_machine_without_the_header_is_one_clear_line(
    dev: Path, monkeypatch: pytest.MonkeyPatch, chips: dict[int, str | None], says: str
) -> None:
    fake = load(dev, monkeypatch, chips)
    with pytest.raises(NoPinFactory, match=says) as caught:
        real_factory(dev)
    assert "group gpio" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert fake.open == []


@pytest.mark.parametrize("named", ["", "/proc/none"], ids=["no folder", "a folder that is none"])
def test_lgpio_gets_a_folder_that_it_may_write_to(
    dev: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    load(dev, monkeypatch, {0: "pinctrl-bcm2711"})
    monkeypatch.setenv("LG_WD", named)
    runtime = dev / "run"
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{runtime}:/run/other")
    real_factory(dev).close()
    assert os.environ["LG_WD"] == str(runtime)


def test_a_pod_whose_pin_is_held_is_missing_until_it_can_be_had() -> None:
    factory = sim_factory()
    holder = gpiozero.InputDevice(PINS.pin(2, Button.OK), pin_factory=factory)
    told: list[tuple[int, PinRefused | None]] = []
    edges: list[tuple[int, Button, bool]] = []
    buttons = Buttons(
        (1, 2, 3), PINS, factory, lambda pod, button, down, _: edges.append((pod, button, down)),
        refused=lambda pod, fault: told.append((pod, fault)),
    )  # fmt: skip
    assert list(buttons.pods) == [1, 3]
    assert not buttons.level(2, Button.OK)
    (pod, fault) = told.pop()
    assert pod == 2
    assert "GPIO 25 (pod 2, ok)" in str(fault)
    buttons.try_again()
    assert (list(buttons.pods), told) == ([1, 3], [])
    holder.close()
    buttons.try_again()
    assert (list(buttons.pods), told) == ([1, 2, 3], [(2, None)])
    SimFinger(buttons).press(2, Button.OK)
    assert edges == [(2, Button.OK, True)]
    buttons.close()
