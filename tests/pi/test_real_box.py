"""A real table is played at whatever is missing of it, and what is missing is named and taken up again."""

from __future__ import annotations

import math
import os
import signal
import socket
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import gpiozero
import numpy as np
import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from engine import Setup
from firmware import real, running, wired
from firmware.camera.frame import Frame, Metadata
from firmware.errors import NoPinFactory
from firmware.eye import Seen
from firmware.pi.extras import OFF_AFTER
from firmware.pi.rest import DARK_AFTER, DIM_AFTER
from firmware.pods.buses import Buses
from firmware.pods.gesture import Button
from firmware.pods.panel import HEIGHT, WIDTH, LumaPanel
from firmware.pods.wire import Wire
from firmware.real import DIM, RealWindow
from firmware.sim.panels import SimBus
from firmware.sim.render import Optics, render
from firmware.sim.things import Chances
from firmware.sim.world import World
from firmware.table.play import Play
from firmware.web.house import House
from tests.pi.kernel import Kernel
from tests.pi.rig import PINS, RealTable
from vision.seats import TableReading


def begin(table: RealTable) -> None:
    """Everybody sits down and last evening's game begins."""
    table.box.house.keep_choice(Setup("liars-dice", table.box.settings.pods).to_json())
    table.run(1.0)
    for pod in table.box.settings.pods:
        table.tap(pod)
    table.tap(1)
    table.tap(1)
    assert isinstance(table.box.table.stage, Play)


def test_from_power_on_to_a_game_on_real_pins_and_glass(tmp_path: Path) -> None:
    table = RealTable(tmp_path)
    begin(table)
    table.run(2.0)
    assert all(table.shines(pod) for pod in (1, 2, 3))
    assert table.bus.threads == {threading.get_ident()}


def test_a_table_without_any_bus_is_played_on_when_it_comes(tmp_path: Path) -> None:
    def gone(kernel: Kernel) -> None:
        kernel.unload_mux()
        (kernel.root / "dev/i2c-1").unlink()

    table = RealTable(tmp_path, before=gone)
    table.run(5.0)
    assert {f"pod.{pod}" for pod in (1, 2, 3)} <= set(table.box.house.health)
    table.kernel.node(1)
    table.kernel.load_mux()
    table.run(5.0)
    assert table.box.house.health == {}
    table.run(8.0)
    assert all(table.shines(pod) for pod in (1, 2, 3))


def test_a_pod_lost_in_mid_game_is_named_and_comes_back_with_nothing_old(tmp_path: Path) -> None:
    table = RealTable(tmp_path)
    begin(table)
    table.bus.unplug(2)
    table.run(4.0)
    assert "Pod 2 does not answer" in table.text(1)
    seen: list[bool] = []
    table.bus.watch(lambda pod: seen.append(bool(table.bus.pixels(pod).any())) if pod == 2 else None)
    table.bus.plug(2)
    table.run(0.0)
    table.run(10.0)
    assert "pod.2" not in table.box.house.health
    assert table.shines(2)
    assert seen
    assert not seen[0]


def test_buttons_that_somebody_holds_are_named_and_taken_when_they_are_free(tmp_path: Path) -> None:
    factory = MockFactory(revision="c03115", pin_class=MockPWMPin)
    holder = gpiozero.InputDevice(PINS.pin(3, Button.OK), pin_factory=factory)
    table = RealTable(tmp_path, factory=factory)
    table.run(1.0)
    assert "GPIO 11 (pod 3, ok)" in table.box.house.health["buttons.3"]
    assert "Pod 3 does not answer" in table.text(1)
    table.run(11.0)
    assert "buttons.3" in table.box.house.health
    holder.close()
    table.run(11.0)
    assert table.box.house.health == {}
    table.run(8.0)  # until it has been read that pod 3 is back
    begin(table)


def test_a_table_that_nobody_touches_grows_dim_then_dark_and_a_press_lights_it(tmp_path: Path) -> None:
    table = RealTable(tmp_path)
    table.run(2.0)
    assert table.bus.brightness(1) == 160
    lamp = table.factory.pin(PINS.lamp)
    assert lamp.state
    table.run(DIM_AFTER + 1)
    assert table.bus.brightness(1) == DIM
    table.run(DARK_AFTER - DIM_AFTER)
    assert not table.bus.pixels(1).any()
    assert not table.bus.ram(1).any()
    assert not lamp.state
    table.tap(2, Button.MORE)
    assert table.bus.brightness(1) == 160
    assert table.shines(1)
    assert lamp.state


def test_the_power_button_switches_the_box_off_and_leaves_dark_glass(tmp_path: Path) -> None:
    table = RealTable(tmp_path)
    table.run(1.0)
    table.factory.pin(PINS.power).drive_low()
    table.run(OFF_AFTER + 0.5)
    assert table.offs
    table.box.stop()
    for pod in (1, 2, 3):
        assert not table.bus.pixels(pod).any()
        assert not table.bus.ram(pod).any()


@pytest.mark.parametrize(
    ("told", "key", "says"),
    [(1.2, "drift", "nothing is read"), (float("nan"), "exposure", "cannot say")],
    ids=["changes", "cannot say"],
)
def test_a_camera_that_does_not_hold_its_light_is_named_until_it_does(
    tmp_path: Path, told: float, key: str, says: str
) -> None:
    table = RealTable(tmp_path)
    random = np.random.default_rng(1)

    def frames(gain: float, count: int) -> None:
        for _ in range(count):
            picture = random.integers(0, 255, (64, 64, 3), np.uint8)
            table.box.take_frame(Frame(picture, table.clock(), Metadata(gain)))
        table.run(0.1)

    frames(told, 2)
    frames(1.0, 1)
    assert table.box.house.health == {}
    frames(told, 3)
    assert list(table.box.house.health) == [key]
    assert says in table.box.house.health[key]
    frames(1.0, 1)
    assert table.box.house.health == {}


@pytest.mark.parametrize("told", [0.8, 1.2, float("nan")])
def test_dice_are_read_in_no_other_light_than_the_camera_was_locked_to(tmp_path: Path, told: float) -> None:
    """Only a camera that cannot say is believed. Whoever does not want to wait keys in by hand."""
    table = RealTable(tmp_path)
    begin(table)
    play = table.box.table.stage
    assert isinstance(play, Play)
    world = World((1, 2, 3), 5, chances=Chances(0.0, 0.0, 0.0, 0.0))
    for seat in world.seats:
        world.throw_open(seat)

    def frames(metadata: Metadata, grain: int) -> bool:
        """Whether the throw is read from these frames."""
        for n in range(8):
            table.run(0.3)
            picture = render(world.scene(), Optics(grain=grain + n))
            table.box.take_frame(Frame(picture, table.clock(), metadata))
        table.run(0.3)
        return any(event.key == "first-throw" for event in play.match.events)

    cannot_say = math.isnan(told)
    assert frames(Metadata(told), 0) is cannot_say
    number, _ = table.box.frame() or (0, None)
    assert number == 7  # the page shows the table all the same
    if not cannot_say:
        table.tap(1)  # what ails the camera is read
        table.finger.tap(1, Button.OK, 0.9)
        table.run(0.6)
        assert "Key in dice" in table.text(1)
        assert frames(Metadata(), 10)


def test_the_page_of_a_real_table_shows_what_anybody_may_know(tmp_path: Path) -> None:
    table = RealTable(tmp_path)
    window: House = RealWindow(table.box)
    assert not window.simulated
    assert window.pods == (1, 2, 3)
    assert window.keys().seats == {}
    assert window.glass(1) is None
    assert window.cup(1) is None
    assert window.player(1) == "person"
    assert window.public()[1]["health"] == []


# ---- the program ---------------------------------------------------------------------------------------


class Systemd:
    """Listens to what the program tells, and ends it once it is ready."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self.told: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.settimeout(60.0)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while "STOPPING=1" not in self.told:
            self.told.append(self._socket.recv(4096).decode())
            if "READY=1" in self.told and "WATCHDOG=1" in self.told and self.told[-1] != "STOPPING=1":
                os.kill(os.getpid(), signal.SIGTERM)

    def heard_all(self) -> list[str]:
        self._thread.join(60.0)
        self._socket.close()
        return self.told


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimBus:
    """`bluffbox run` on doubles, with a bus that outlives it."""
    bus = SimBus(range(1, 7))
    kernel = Kernel(tmp_path, bus)
    kernel.load_mux()
    factory = MockFactory(revision="c03115", pin_class=MockPWMPin)
    monkeypatch.setattr(running, "real_factory", lambda: factory)
    monkeypatch.setattr(wired, "Buses", lambda pins: Buses(pins, kernel.open, tmp_path))
    monkeypatch.setattr(real, "Buses", lambda pins: Buses(pins, kernel.open, tmp_path))
    (tmp_path / "settings.toml").write_text(
        '[web]\nport = 1\n[sound]\nkind = "off"\n[camera]\nkind = "auto"\n'
    )
    return bus


def test_the_page_shows_no_picture_of_a_table_with_files_be_it_asked_for_or_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = RealTable(tmp_path)
    box, window = table.box, RealWindow(table.box)
    box.house.keep_choice(Setup("biz-bluff", box.settings.pods).to_json())
    picture = np.full((12, 16, 3), 100, np.uint8)

    def shown() -> bool:
        """Whether the page has a picture when a frame has come now, which is that frame's then."""
        before = window.picture()
        picture[:] += 40  # a camera never gives the same twice
        box.take_frame(Frame(picture.copy(), box.clock()))
        page = window.picture()
        assert page is None or page != before, "never an old one"
        return page is not None

    table.run(1.0)
    assert shown(), "in the lobby nobody has secrets"
    for pod in (*box.settings.pods, 1, 1):
        table.tap(pod)
    assert isinstance(box.table.stage, Play)
    assert not box.eye.looks
    assert not shown()
    assert "files" in window.texts()["no-picture"], "the camera is not to blame"
    table.tap(1)  # the die is thrown, and is to be read: who looked into a file may still hold it
    assert box.eye.looks
    assert not shown()

    def read(_frame: object, taken_at: float) -> Seen:
        sight = box.table.stage.sight()
        assert sight is not None
        return Seen(sight, TableReading(taken_at, final=True))

    with monkeypatch.context() as reads:
        reads.setattr(box.eye, "see", read)
        assert not shown(), "nor is what was read, for half a minute more"
    box.table.stage = box.evening.lobby()
    assert shown(), "the game is over"
    assert "camera" in window.texts()["no-picture"]


def test_the_program_is_ready_without_camera_or_page_and_leaves_dark_glass(
    tmp_path: Path, program: SimBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemd = Systemd(tmp_path)
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.address)
    monkeypatch.setenv("WATCHDOG_USEC", "200000")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ended = CliRunner().invoke(
            wired.run, ["--settings", str(tmp_path / "settings.toml"), "--var", str(tmp_path)]
        )
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    told = systemd.heard_all()
    assert ended.exit_code == 0, ended.output
    assert "READY=1" in told
    assert "WATCHDOG=1" in told
    assert any(line.startswith("STATUS=") for line in told)
    assert told.index("READY=1") < told.index("STOPPING=1")
    assert not any(program.ram(pod).any() for pod in range(1, 7))


def test_blank_darkens_what_a_killed_box_left_on_the_glass(
    tmp_path: Path, program: SimBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for pod in range(1, 7):
        assert program.ram(pod).any()  # noise, as good a secret as any
    program.unplug(4)
    ended = CliRunner().invoke(wired.blank, ["--settings", "settings.toml"])
    assert ended.exit_code == 0
    assert "pod 4" in ended.output
    for pod in (1, 2, 3, 5, 6):
        assert not program.ram(pod).any()
        assert not program.pixels(pod).any()


def test_a_picture_of_before_a_reset_is_dark_before_the_rest_is_loaded(
    tmp_path: Path, program: SimBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pod in range(1, 7):
        wire = Wire(program, pod - 1)
        LumaPanel(pod, partial(Wire, program, pod - 1)).show(Image.new("1", (WIDTH, HEIGHT), 1))
        wire.command(0x21)  # the reset came in the middle of a command
        assert program.pixels(pod).all()
    program.unplug(2)
    shone: list[int] = []

    def play(*_: object) -> None:
        shone.extend(pod for pod in range(1, 7) if program.pixels(pod).any())
        shone.append(0)

    monkeypatch.setattr(running, "play_wired", play)
    ended = CliRunner().invoke(wired.run, ["--settings", "settings.toml", "--var", str(tmp_path)])
    assert ended.exit_code == 0, ended.output
    assert shone == [0]


def test_blank_and_run_load_nothing_that_they_do_not_need_before_it() -> None:
    """While it starts a dead box's picture still stands on the glass."""
    told = subprocess.run(
        [sys.executable, "-c", "import sys, firmware.wired; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not {"cv2", "aiohttp", "gpiozero", "engine"} & set(told.stdout.split())


def test_without_lgpio_the_program_ends_in_one_line_and_its_own_code(
    tmp_path: Path, program: SimBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise NoPinFactory("lgpio is missing")

    monkeypatch.setattr(running, "real_factory", missing)
    ended = CliRunner().invoke(wired.run, ["--var", str(tmp_path)])
    assert ended.exit_code == NoPinFactory.exit_code
    assert ended.output.splitlines()[-1] == "Error: lgpio is missing"
    assert not any(program.pixels(pod).any() for pod in range(1, 7))


def test_a_pin_table_that_cannot_be_wired_drives_nothing(tmp_path: Path, program: SimBus) -> None:
    (tmp_path / "settings.toml").write_text('[pins]\ntable = "mine.toml"\n')
    (tmp_path / "mine.toml").write_text("[lamp]\n")
    for command in (wired.run, wired.blank):
        ended = CliRunner().invoke(command, ["--settings", str(tmp_path / "settings.toml")])
        assert ended.exit_code == 78
        assert "mine.toml" in ended.output
    assert program.transactions == 0
