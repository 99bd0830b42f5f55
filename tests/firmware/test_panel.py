"""The glass shows the very picture, through the real luma drivers, whatever the bus does; and only on its
own pod."""

from __future__ import annotations

import errno

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from firmware.errors import PanelLost
from firmware.pods.panel import LumaPanel, blank, changes, packed
from firmware.pods.pins import Controller
from firmware.pods.wire import GLASS, MUX, Wire
from firmware.sim.panels import SimBus, sim_panels

PODS = range(1, 7)
KINDS = list(Controller)


def picture(seed: int) -> Image.Image:
    """Noise: every byte of it differs from the next, so that nothing can be shifted unseen."""
    points = np.random.default_rng(seed).random((64, 128)) < 0.5
    return Image.fromarray(points)


def text(words: str, at: tuple[int, int] = (4, 4)) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text(at, words, fill=1)
    return image


def points(image: Image.Image) -> NDArray[np.bool_]:
    return np.asarray(image, dtype=bool)


def shows(bus: SimBus, pod: int, image: Image.Image) -> bool:
    return bool((bus.pixels(pod) == points(image)).all())


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> object:
    return request.param


def test_each_pod_shows_its_own_picture_to_the_point(kind: Controller) -> None:
    bus = SimBus(PODS, kind)
    panels = sim_panels(bus, PODS, kind)
    for pod in PODS:
        panels[pod].show(picture(pod))
    assert all(shows(bus, pod, picture(pod)) for pod in PODS)


@settings(deadline=None, max_examples=40)
@given(steps=st.lists(st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 9)), max_size=6))
@pytest.mark.parametrize("controller", KINDS)
def test_after_any_changes_the_glass_is_the_last_picture(
    controller: Controller, steps: list[tuple[int, int, int]]
) -> None:
    bus = SimBus([1], controller)
    panel = sim_panels(bus, [1], controller)[1]
    image = text("Seat 1: five fours")
    panel.show(image)
    for x, y, size in steps:
        image = image.copy()
        ImageDraw.Draw(image).rectangle((x, y, x + size, y + size), fill=size % 2)
        panel.show(image)
        assert shows(bus, 1, image)


def test_an_equal_picture_sends_nothing_and_a_small_change_little(kind: Controller) -> None:
    bus = SimBus([1], kind)
    panel = sim_panels(bus, [1], kind)[1]
    image = picture(1)
    panel.show(image)
    before = bus.sent[1]
    panel.show(image.copy())
    assert bus.sent[1] == before
    image.paste(Image.new("1", (7, 7), 1), (60, 8))
    panel.show(image)
    assert 0 < bus.sent[1] - before < 40
    assert shows(bus, 1, image)


def test_the_memory_is_zeroed_before_the_glass_is_lit(kind: Controller) -> None:
    bus = SimBus([1], kind, seed=3)
    assert bus.ram(1).any()
    seen: list[bool] = []
    bus.watch(lambda pod: seen.append(bool(bus.pixels(pod).any())))
    panel = sim_panels(bus, [1], kind)[1]
    panel.check()
    assert not any(seen)
    panel.show(text("ok"))
    assert shows(bus, 1, text("ok"))


def test_a_secret_left_on_the_glass_by_a_killed_program_is_gone_before_anything_is_lit(
    kind: Controller,
) -> None:
    bus = SimBus([1], kind)
    sim_panels(bus, [1], kind)[1].show(text("secret: 500 10 10"))
    shown: list[NDArray[np.bool_]] = []
    bus.watch(lambda pod: shown.append(bus.pixels(pod)))
    sim_panels(bus, [1], kind)[1].check()  # the next program: its first command switches the glass off
    assert not any(frame.any() for frame in shown)


def test_dark_glass_holds_nothing_in_its_memory_and_lights_up_with_the_next_picture(kind: Controller) -> None:
    bus = SimBus([1], kind)
    panel = sim_panels(bus, [1], kind)[1]
    panel.show(picture(5))
    panel.dark()
    shown = bus.ram(1)[:, 2:-2] if kind is Controller.SH1106 else bus.ram(1)
    assert not shown.any()
    assert not bus.pixels(1).any()
    panel.show(picture(6))
    assert shows(bus, 1, picture(6))


def test_a_glass_that_lost_its_power_while_dark_shows_no_noise_afterwards(kind: Controller) -> None:
    bus = SimBus([1], kind)
    panel = sim_panels(bus, [1], kind)[1]
    panel.show(text("a"))
    panel.dark()
    bus.unplug(1)
    bus.plug(1)
    panel.show(text("b"))
    assert shows(bus, 1, text("b"))


def test_contrast_outlives_a_new_set_up(kind: Controller) -> None:
    bus = SimBus([1], kind)
    panel = sim_panels(bus, [1], kind)[1]
    panel.contrast(9)
    panel.show(text("a"))
    assert bus.brightness(1) == 9
    bus.unplug(1)
    bus.plug(1)
    panel.show(text("a"))
    assert bus.brightness(1) == 9


def test_blank_reaches_all_that_are_there_and_names_the_others() -> None:
    bus = SimBus([1, 2, 3])
    panels = sim_panels(bus, [1, 2, 3])
    for pod, panel in panels.items():
        panel.show(picture(pod))
    bus.unplug(2)
    assert [lost.pod for lost in blank(sim_panels(bus, [1, 2, 3]).values())] == [2]
    assert not any(bus.pixels(pod).any() for pod in (1, 2, 3))


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO])
def test_an_error_at_any_block_of_a_frame_is_mended_by_the_next_frame(kind: Controller, number: int) -> None:
    for nth in range(1, 33):
        bus = SimBus([1, 2], kind)
        panels = sim_panels(bus, [1, 2], kind)
        panels[1].show(picture(1))
        panels[2].show(picture(9))
        bus.fail_data(1, nth, number)
        with pytest.raises(PanelLost) as lost:
            panels[1].show(picture(2))
        assert lost.value.pod == 1
        panels[2].show(picture(3))
        panels[1].show(picture(2))
        assert shows(bus, 1, picture(2)), nth
        assert shows(bus, 2, picture(3)), nth


def test_a_disturbed_frame_is_mended_without_a_dark_moment() -> None:
    bus = SimBus([1])
    panel = sim_panels(bus, [1])[1]
    panel.show(Image.new("1", (128, 64), 1))
    bus.fail_data(1)
    with pytest.raises(PanelLost):
        panel.show(picture(2))
    lit: list[bool] = []
    bus.watch(lambda pod: lit.append(bool(bus.pixels(pod).any())))
    panel.show(picture(2))
    assert lit
    assert all(lit)


def test_a_missing_pod_is_named_and_found_when_it_comes(kind: Controller) -> None:
    bus = SimBus([1, 3], kind)
    panel = sim_panels(bus, [3], kind)[3]
    bus.unplug(3)
    with pytest.raises(PanelLost, match="pod 3"):
        panel.show(picture(1))
    bus.plug(3)
    panel.show(picture(1))
    assert shows(bus, 3, picture(1))


def test_a_glass_that_went_and_came_between_two_frames_is_set_up_again(kind: Controller) -> None:
    bus = SimBus([1], kind)
    panel = sim_panels(bus, [1], kind)[1]
    panel.show(picture(1))
    bus.unplug(1)
    bus.plug(1)
    with pytest.raises(PanelLost, match="came back"):
        panel.check()
    panel.show(picture(1))
    bus.unplug(1)
    bus.plug(1)
    panel.show(picture(1))
    assert shows(bus, 1, picture(1))


def test_a_bus_that_is_not_there_at_the_start_is_found_later() -> None:
    bus = SimBus([1])
    there = False

    def connect() -> Wire:
        if not there:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "i2c-1")
        return Wire(bus, channel=0)

    panel = LumaPanel(1, connect)
    with pytest.raises(PanelLost, match="No such file"):
        panel.check()
    there = True
    panel.show(picture(1))
    assert shows(bus, 1, picture(1))


class WriteOnly(SimBus):
    """Some boards cannot be read from: their glass works all the same."""

    def read_byte(self, address: int, /) -> int:
        if address == GLASS:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return super().read_byte(address)


def test_a_board_that_cannot_be_read_from_works(kind: Controller) -> None:
    bus = WriteOnly([1], kind)
    panel = sim_panels(bus, [1], kind)[1]
    panel.show(picture(1))
    panel.check()
    bus.unplug(1)
    with pytest.raises(PanelLost):
        panel.check()
    bus.plug(1)
    panel.show(picture(1))
    assert shows(bus, 1, picture(1))


def test_a_panel_on_the_bus_itself_needs_no_multiplexer() -> None:
    bus = SimBus([1])
    bus.write_byte(MUX, 1)
    panel = LumaPanel(1, lambda: Wire(bus))
    panel.show(picture(1))
    assert shows(bus, 1, picture(1))


@pytest.mark.parametrize("to", [(), (2,), (1, 2)], ids=["no channel", "another pod", "both"])
def test_a_multiplexer_that_forgets_its_channel_never_shows_a_secret_to_the_wrong_pod(
    kind: Controller, to: tuple[int, ...]
) -> None:
    bus = SimBus([1, 2], kind)
    panels = sim_panels(bus, [1, 2], kind)
    panels[2].show(text("two"))
    others = bus.ram(2)
    panels[1].show(picture(0))
    before = bus.transactions
    panels[1].show(picture(1))
    frame = bus.transactions - before
    assert frame > 100
    for moment in range(frame):
        # Set the channel, read it back, use it: between the last two only a reset can come, which opens no
        # channel.
        if to and moment % 3 == 2:
            continue
        bus.mux_forgets(moment, to)
        try:
            panels[1].show(picture(moment))
        except PanelLost:
            panels[1].show(picture(moment))
        assert shows(bus, 1, picture(moment)), moment
        assert (bus.ram(2) == others).all(), moment
        assert shows(bus, 2, text("two")), moment


def test_a_multiplexer_that_is_gone_is_a_lost_panel_and_its_return_is_enough() -> None:
    bus = SimBus([1])
    panel = sim_panels(bus, [1])[1]
    panel.show(picture(1))
    bus.unplug_mux()
    with pytest.raises(PanelLost):
        panel.show(picture(2))
    bus.unplug_mux(False)
    panel.show(picture(2))
    assert shows(bus, 1, picture(2))


def test_many_panels_leave_no_exit_hooks_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: list[object] = []
    monkeypatch.setattr("atexit.register", lambda hook, *_: hooks.append(hook))
    sim_panels(SimBus([1]), [1])[1].show(picture(1))
    assert hooks == []


def test_packed_is_the_order_of_the_controllers() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((5, 9), 1)
    assert np.argwhere(packed(image)).tolist() == [[1, 5]]
    assert packed(image)[1, 5] == 0b10


@pytest.mark.parametrize("wrong", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_a_picture_of_another_kind_is_refused(wrong: Image.Image) -> None:
    with pytest.raises(ValueError, match="128x64"):
        packed(wrong)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_changes_cover_all_that_differs_and_do_not_overlap(one: int, two: int) -> None:
    there, wanted = packed(picture(one)), packed(picture(two))
    wanted[:, 20:90] = there[:, 20:90]
    covered = np.zeros(there.shape, int)
    for page, first, last in changes(there, wanted):
        covered[page, first:last] += 1
    assert covered.max() <= 1
    assert (there == wanted)[covered == 0].all()
