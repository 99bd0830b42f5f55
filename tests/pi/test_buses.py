"""Pictures find the way to their own glass over whatever buses Linux has, and a missing bus is one more
thing that comes back."""

from __future__ import annotations

import errno
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from firmware.errors import PanelLost
from firmware.pods.buses import Buses, mux_channels, real_panels
from firmware.pods.glass_thread import GlassThread, PanelChange
from firmware.pods.pins import load_pins
from firmware.pods.wire import MUX
from firmware.sim.panels import SimBus
from tests.pi.kernel import Channel, Kernel

PODS = (1, 2, 3, 4, 5, 6)
PINS = load_pins()


def picture(seed: int) -> Image.Image:
    return Image.fromarray(np.random.default_rng(seed).random((64, 128)) < 0.5)


def points(image: Image.Image) -> NDArray[np.bool_]:
    return np.asarray(image, dtype=bool)


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return Kernel(tmp_path, SimBus(PODS))


@pytest.mark.parametrize("driver", [True, False], ids=["kernel's mux", "our mux"])
def test_each_pod_shows_its_own_picture(kernel: Kernel, driver: bool) -> None:
    if driver:
        kernel.load_mux()
    panels = real_panels(PODS, PINS, Buses(PINS, kernel.open, kernel.root))
    for pod in PODS:
        panels[pod].show(picture(pod))
    assert all((kernel.bus.pixels(pod) == points(picture(pod))).all() for pod in PODS)
    assert sorted(kernel.opened) == ([11, 12, 13, 14, 15, 16] if driver else [1])


@settings(deadline=None, max_examples=25)
@given(after=st.integers(0, 400), second=st.integers(0, 400))
def test_a_mux_that_is_reset_never_shows_a_picture_on_another_glass(
    tmp_path_factory: pytest.TempPathFactory, after: int, second: int
) -> None:
    kernel = Kernel(tmp_path_factory.mktemp("kernel"), SimBus((1, 2)))
    kernel.load_mux()
    panels = real_panels((1, 2), PINS, Buses(PINS, kernel.open, kernel.root))
    panels[1].show(picture(1))
    panels[2].show(picture(2))
    others = kernel.bus.ram(2).copy()
    kernel.bus.mux_forgets(after)
    kernel.bus.mux_forgets(after + second)
    for seed in range(10, 13):
        for _ in range(3):  # once more than the multiplexer is reset
            try:
                panels[1].show(picture(seed))
            except PanelLost:
                continue
            break
        assert (kernel.bus.pixels(1) == points(picture(seed))).all()
        assert (kernel.bus.ram(2) == others).all()


def test_no_bus_at_all_is_named_and_taken_up_when_it_comes(tmp_path: Path) -> None:
    bus = SimBus(PODS)
    kernel = Kernel(tmp_path, bus)
    (tmp_path / "dev/i2c-1").unlink()
    now = 0.0
    told: list[PanelChange] = []
    panels = real_panels((1, 2), PINS, Buses(PINS, kernel.open, tmp_path))
    glass: GlassThread[int] = GlassThread(panels, picture, told.append, clock=lambda: now)
    glass.show(1, 1)
    glass.show(2, 2)
    for _ in range(100):
        now += 0.1
        glass.pump()
    assert {change.pod for change in told if not change.there} == {1, 2}
    assert all("raspi-config nonint do_i2c 0" in change.why for change in told)
    kernel.node(1)
    for _ in range(60):
        now += 0.1
        glass.pump()
    assert {change.pod for change in told if change.there} == {1, 2}
    assert all((bus.pixels(pod) == points(picture(pod))).all() for pod in (1, 2))


def test_a_mux_driver_that_comes_late_or_with_other_numbers_is_followed(kernel: Kernel) -> None:
    buses = Buses(PINS, kernel.open, kernel.root)
    panels = real_panels((2,), PINS, buses)
    panels[2].show(picture(1))
    kernel.load_mux(first=11)
    kernel.bus.unplug(2)
    with pytest.raises(PanelLost):
        panels[2].show(picture(2))
    kernel.bus.plug(2)
    panels[2].show(picture(2))
    assert (kernel.bus.pixels(2) == points(picture(2))).all()
    assert kernel.opened == [1, 12]
    kernel.unload_mux()
    kernel.load_mux(first=21)
    wire = buses.wire(2)
    wire.command(0xE3)
    assert kernel.opened[-1] == 22


def test_a_node_that_was_made_anew_is_opened_anew(kernel: Kernel) -> None:
    kernel.load_mux()
    buses = Buses(PINS, kernel.open, kernel.root)
    buses.wire(1)
    buses.wire(1)
    assert kernel.opened == [11]
    first = kernel.channels.pop(11)
    kernel.unload_mux()
    kernel.load_mux()
    buses.wire(1)
    assert kernel.opened == [11, 11]
    assert first.closed


def test_a_way_that_is_gone_is_looked_for_again(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of a bus whose driver went away answers ENODEV for ever."""
    kernel.load_mux()
    (panel,) = real_panels((1,), PINS, Buses(PINS, kernel.open, kernel.root)).values()
    panel.show(picture(1))

    def gone(*_: object) -> None:
        raise OSError(errno.ENODEV, "No such device")

    stale = kernel.channels.pop(11)
    monkeypatch.setattr(stale, "read_byte", gone)
    monkeypatch.setattr(stale, "write_i2c_block_data", gone)
    kernel.unload_mux()
    kernel.load_mux(first=21)
    with pytest.raises(PanelLost):
        panel.show(picture(2))
    panel.show(picture(2))
    assert (kernel.bus.pixels(1) == points(picture(2))).all()


def test_a_bus_that_may_not_be_used_says_which_group(kernel: Kernel) -> None:
    kernel.forbidden = True
    with pytest.raises(OSError, match="group i2c"):
        Buses(PINS, kernel.open, kernel.root).wire(1)


def test_a_smaller_multiplexer_is_named(kernel: Kernel) -> None:
    kernel.load_mux(count=4)
    assert mux_channels(1, MUX, kernel.root) == {0: 11, 1: 12, 2: 13, 3: 14}
    with pytest.raises(OSError, match=r"no channel 4; is it a TCA9548A"):
        Buses(PINS, kernel.open, kernel.root).wire(5)


def test_a_display_on_a_bus_of_its_own_needs_no_multiplexer(tmp_path: Path) -> None:
    kernel = Kernel(tmp_path, SimBus(PODS))
    table = tmp_path / "pins.toml"
    table.write_text(
        (Path(load_pins.__code__.co_filename).parent / "pins.toml")
        .read_text()
        .replace("bus = 1, channel = 1,", "bus = 26,")
        + "[[bus]]\nnumber = 26\nsda = { gpio = 26, pin = 37 }\nscl = { gpio = 14, pin = 8 }\n"
    )
    kernel.node(26)
    kernel.load_mux(first=11)
    kernel.channels[26] = Channel(kernel.bus, 1)  # the glass of pod 2, wherever it hangs
    (panel,) = real_panels((2,), load_pins(table), Buses(load_pins(table), kernel.open, tmp_path)).values()
    panel.show(picture(9))
    assert kernel.opened == [26]
    assert (kernel.bus.pixels(2) == points(picture(9))).all()


def test_closing_gives_every_bus_back(kernel: Kernel) -> None:
    kernel.load_mux()
    buses = Buses(PINS, kernel.open, kernel.root)
    for pod in PODS:
        buses.wire(pod)
    buses.close()
    buses.close()
    assert all(channel.closed for channel in kernel.channels.values())
