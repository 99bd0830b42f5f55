"""The doctor names each fault of a machine with the command that mends it, and none on a sound one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from engine.biz_bluff.box import PAPERS, our_papers
from firmware.doctor import command
from firmware.doctor.command import doctor, examine
from firmware.doctor.finding import Finding, State
from firmware.doctor.host import Host
from firmware.errors import PanelLost
from firmware.pods.panel import LumaPanel
from firmware.pods.wire import Wire
from firmware.sim.panels import SimBus
from tests.pi.kernel import Kernel

NOW = 1_800_000_000.0


class Pi(Host):
    """A sound Pi 4 with six pods and a camera, all faults of which are set by hand."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.kernel = Kernel(root, SimBus())
        self.kernel.load_mux()
        self.write("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
        self.write("/sys/class/thermal/thermal_zone0/temp", "51000\n")
        self.write("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        self.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
        self.write("/boot/firmware/config.txt", "dtparam=i2c_arm=on\n")
        self.write("/etc/systemd/system/bluffbox.service", "")
        self.write("/etc/bluffbox/settings.toml", "[camera]\nkind = 'auto'\n")
        self.write("/dev/gpiochip0", "")
        self.write("/var/lib/bluffbox/journal.db", "")
        self.speed(400_000)
        self.member = frozenset({"gpio", "i2c", "video", "audio"})
        self.modules: dict[str, Any] = {
            "lgpio": SimpleNamespace(),
            "picamera2": SimpleNamespace(Picamera2=SimpleNamespace(global_camera_info=lambda: self.cameras)),
        }
        self.cameras: list[dict[str, Any]] = [{"Id": "/base/soc/i2c0mux/imx708", "Model": "imx708"}]
        self.held: Mapping[int, str] | None = {2: "i2c", 3: "i2c", 17: "lg"}
        self.systemctl: str | None = "active"
        self.bytes_free = 10**9
        self.clock = NOW

    def write(self, name: str, text: str) -> None:
        file = self.path(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def speed(self, hertz: int) -> None:
        file = self.path("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(hertz.to_bytes(4, "big"))

    def module(self, name: str) -> Any:
        return self.modules[name]

    def bus(self, number: int) -> Any:
        bus: Any = self.kernel.open(number)
        if not hasattr(bus, "close"):
            bus.close = lambda: None
        return bus

    def groups(self) -> tuple[str, frozenset[str]]:
        return "bluffbox", self.member

    def pin_holders(self) -> Mapping[int, str] | None:
        return self.held

    def said(self, *_: str) -> str | None:
        return self.systemctl

    def free(self, _folder: Path) -> int:
        return self.bytes_free

    def now(self) -> float:
        return self.clock


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    pi = Pi(tmp_path)
    for pod in range(1, 7):
        light(pi.kernel.bus, pod)
    return pi


def light(bus: SimBus, pod: int) -> None:
    """As the box leaves a display: on, or its status could not be read."""
    panel = LumaPanel(pod, lambda: Wire(bus, pod - 1))
    try:
        panel.check()
    except PanelLost:  # pragma: no cover - the bus is sound
        raise AssertionError("the simulated display does not answer") from None


def wrong(pi: Pi) -> dict[str, Finding]:
    return {one.key: one for one in examine(pi) if one.state is not State.OK}


def test_a_sound_box_has_nothing_wrong(pi: Pi) -> None:
    assert wrong(pi) == {}
    told = {one.key for one in examine(pi)}
    assert told >= {"board", "groups", "lgpio", "bus", "mux", "camera", "disk", "clock", "display.6", "unit"}


def no_lgpio(pi: Pi) -> None:
    pi.modules["lgpio"] = ModuleNotFoundError("No module named 'lgpio'", name="lgpio")


def lgpio_without_a_folder(pi: Pi) -> None:
    pi.modules["lgpio"] = FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")


def no_header(pi: Pi) -> None:
    pi.path("/dev/gpiochip0").unlink()


def no_group(pi: Pi) -> None:
    pi.member = frozenset({"video"})


def pin_taken(pi: Pi) -> None:
    pi.held = {27: "w1_gpio"}


def spi(pi: Pi) -> None:
    pi.write("/dev/spidev0.0", "")


def one_wire(pi: Pi) -> None:
    pi.write("/sys/bus/w1/devices/w1_bus_master1/name", "")


def no_bus(pi: Pi) -> None:
    pi.path("/dev/i2c-1").unlink()


def slow_bus(pi: Pi) -> None:
    pi.speed(100_000)


def mux_stays_open(pi: Pi) -> None:
    pi.write("/sys/bus/i2c/devices/1-0070/idle_state", "-1\n")


def no_mux(pi: Pi) -> None:
    pi.kernel.unload_mux()
    pi.kernel.bus.unplug_mux()


def no_display(pi: Pi) -> None:
    pi.kernel.bus.unplug(3)


def no_display_behind_our_mux(pi: Pi) -> None:
    pi.kernel.unload_mux()
    pi.kernel.bus.unplug(3)


def no_camera(pi: Pi) -> None:
    pi.systemctl, pi.cameras = "inactive", []


def no_picamera2(pi: Pi) -> None:
    pi.modules["picamera2"] = ModuleNotFoundError("No module named 'picamera2'", name="picamera2")


def unseen_libcamera(pi: Pi) -> None:
    pi.write("/usr/lib/python3/dist-packages/picamera2/__init__.py", "")
    pi.modules["picamera2"] = ModuleNotFoundError("No module named 'libcamera'", name="libcamera")


def numpy_at_odds(pi: Pi) -> None:
    pi.modules["picamera2"] = ValueError("numpy.dtype size changed, may indicate binary incompatibility")


def camera_held(pi: Pi) -> None:
    pi.systemctl = "inactive"
    pi.write("/dev/video0", "")
    pi.write("/proc/77/comm", "rpicam-vid\n")
    pi.path("/proc/77/fd").mkdir()
    pi.path("/proc/77/fd/5").symlink_to("/dev/video0")


def full_disk(pi: Pi) -> None:
    pi.bytes_free = 10**6


def no_clock(pi: Pi) -> None:
    pi.clock = 5.0


def weak_supply(pi: Pi) -> None:
    pi.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")


def hot(pi: Pi) -> None:
    pi.write("/sys/class/thermal/thermal_zone0/temp", "83000\n")


def bad_setting(pi: Pi) -> None:
    pi.write("/etc/bluffbox/settings.toml", "[camera]\nkind = 'auto'\n[web]\nport = 0\n")


def bad_pins(pi: Pi) -> None:
    pi.write("/etc/bluffbox/settings.toml", "[camera]\nkind = 'auto'\n[pins]\ntable = 'mine.toml'\n")
    pi.write("/etc/bluffbox/mine.toml", "[lamp]\n")


def unit_failed(pi: Pi) -> None:
    pi.systemctl = "failed"


def unit_off(pi: Pi) -> None:
    pi.systemctl = "inactive"


def other_machine(pi: Pi) -> None:
    pi.write("/proc/device-tree/model", "")


@pytest.mark.parametrize(
    ("fault", "key", "state", "mend"),
    [
        (no_lgpio, "lgpio", State.BAD, "sudo apt install python3-lgpio"),
        (lgpio_without_a_folder, "lgpio", State.BAD, "LG_WD"),
        (no_header, "pins", State.BAD, "uname -a"),
        (no_group, "groups", State.BAD, "sudo usermod --append --groups gpio,i2c bluffbox"),
        (pin_taken, "pin-conflict", State.BAD, "sudo pinctrl get 27"),
        (spi, "spi", State.BAD, "do_spi 1"),
        (one_wire, "one-wire", State.BAD, "do_onewire 1"),
        (no_bus, "bus", State.BAD, "do_i2c 0"),
        (
            slow_bus,
            "bus-speed",
            State.WARN,
            "i2c_arm_baudrate=400000 | sudo tee -a /boot/firmware/config.txt",
        ),
        (mux_stays_open, "mux", State.WARN, "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle"),
        (no_mux, "mux", State.BAD, "sudo i2cdetect -y 1"),
        (no_display, "display.3", State.BAD, "sudo i2cdetect -y 13"),
        (no_display_behind_our_mux, "display.3", State.BAD, "sudo i2cset -y 1 0x70 0x4"),
        (no_camera, "camera", State.BAD, "rpicam-hello --list-cameras"),
        (no_picamera2, "picamera2", State.BAD, "sudo apt install python3-picamera2"),
        (unseen_libcamera, "picamera2", State.BAD, "--system-site-packages"),
        (numpy_at_odds, "numpy", State.BAD, "pip uninstall --yes numpy"),
        (camera_held, "camera-held", State.BAD, "fuser"),
        (full_disk, "disk", State.BAD, "journalctl --vacuum-size"),
        (no_clock, "clock", State.WARN, "sudo timedatectl set-ntp true"),
        (weak_supply, "under-voltage", State.BAD, "5 V 3 A"),
        (hot, "heat", State.WARN, "fan"),
        (bad_setting, "settings", State.WARN, "settings.toml"),
        (bad_pins, "pin-table", State.BAD, "mine.toml"),
        (unit_failed, "unit", State.BAD, "journalctl -u bluffbox"),
        (unit_off, "unit", State.WARN, "sudo systemctl enable --now bluffbox"),
        (other_machine, "board", State.WARN, "make play"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_each_fault_is_named_with_what_mends_it(
    pi: Pi, fault: Callable[[Pi], None], key: str, state: State, mend: str
) -> None:
    fault(pi)
    found = wrong(pi)
    assert found[key].state is state
    assert mend in found[key].mend
    # A fault is one thing, not a page of them; what cannot be known because of it is said to be unknown.
    others = [one for one in found.values() if one.key not in (key, "unit") and one.state is State.BAD]
    assert len(others) <= (6 if fault is no_mux else 0), others


def test_who_holds_the_camera_is_named(pi: Pi) -> None:
    camera_held(pi)
    assert "rpicam-vid (pid 77)" in wrong(pi)["camera-held"].what


def test_a_usb_camera_is_enough(pi: Pi) -> None:
    pi.systemctl, pi.cameras = "inactive", []
    pi.write("/sys/class/video4linux/video0/name", "UVC Camera\n")
    pi.write("/sys/class/video4linux/video0/index", "0\n")
    assert "camera" not in wrong(pi)
    no_picamera2(pi)
    assert wrong(pi)["picamera2"].state is State.WARN


@pytest.mark.parametrize("on_a_pi", [True, False])
def test_it_runs_anywhere_without_root_and_says_the_same_to_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_a_pi: bool
) -> None:
    class Bare(Pi):
        def __init__(self) -> None:
            Host.__init__(self, tmp_path / "bare")
            self.modules = {name: ModuleNotFoundError(name, name=name) for name in ("lgpio", "picamera2")}
            self.member, self.held, self.systemctl = frozenset(), None, None
            self.bytes_free, self.clock = 10**9, NOW
            if on_a_pi:
                self.write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")

        def bus(self, number: int) -> Any:
            return OSError(number, "no such bus")

    monkeypatch.setattr(command, "Host", Bare)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    plain = CliRunner().invoke(doctor, [])
    told = CliRunner().invoke(doctor, ["--json"])
    found = json.loads(told.output)
    # No advice for a Pi where there is none, and nothing is wrong with a laptop.
    assert plain.exit_code == told.exit_code == on_a_pi
    assert ("pins" in {one["key"] for one in found}) == on_a_pi
    assert {"key", "state", "what", "mend"} == set(found[0])
    for one in found:
        assert one["what"] in plain.output
        assert one["mend"] or one["state"] in ("ok", "unknown")


@pytest.mark.parametrize("name", ["x" * 300, "/".join(["y" * 200] * 30)], ids=["name", "path"])
def test_folders_with_names_that_no_disk_has_are_answered_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[pins]\ntable = "{name}"\n')
    monkeypatch.setenv("XDG_STATE_HOME", f"/{name}")
    keys = {one.key: one for one in examine(Pi(tmp_path), settings)}
    assert "name too long" in keys["pin-table"].what
    assert keys["disk"].state is State.OK


def taught_box(pi: Pi) -> Path:
    """A box of Biz-Bluff that is as ours, and named in the settings."""
    folder = pi.path("/etc/bluffbox/biz-bluff")
    for name, text in our_papers().items():
        pi.write(f"/etc/bluffbox/biz-bluff/{name}", text)
    pi.write("/etc/bluffbox/settings.toml", f"[biz-bluff]\nbox = '{folder}'\n")
    return folder


def test_a_taught_box_that_can_be_played_with_is_said_to_be_so(pi: Pi) -> None:
    folder = taught_box(pi)
    assert [one.what for one in examine(pi) if one.key == "box"] == [
        f"the box in {folder} can be played with"
    ]
    assert wrong(pi) == {}


def test_what_is_wrong_in_a_taught_box_is_named_with_the_file_to_edit(pi: Pi) -> None:
    folder = taught_box(pi)
    pi.write(
        "/etc/bluffbox/biz-bluff/cards.toml", our_papers()["cards.toml"].replace("count = ", "count = -", 1)
    )
    found = wrong(pi)["box"]
    assert found.state is State.BAD
    assert re.search(r"cards\.toml: line \d+: \[\w+\] count", found.what)
    assert found.mend == f"sudo nano {folder}/cards.toml && bluffbox teach biz-bluff --check {folder}"


def test_a_box_that_is_not_there_is_taught(pi: Pi) -> None:
    folder = taught_box(pi)
    for name in PAPERS:
        (folder / name).unlink()
    assert wrong(pi)["box"].mend == f"bluffbox teach biz-bluff {folder}"


def test_what_was_taught_into_a_home_is_said_to_be_hidden_from_the_service(pi: Pi) -> None:
    pi.write("/etc/bluffbox/settings.toml", '[cards]\ndeck = "/home/me/farm"\ntokens = "tokens"\n')
    found = [one for one in examine(pi) if "somebody's home" in one.what]
    assert [(one.key, one.state) for one in found] == [("kuhhandel", State.BAD)]
    assert found[0].mend == "sudo cp -r /home/me/farm /etc/bluffbox/ && sudo nano /etc/bluffbox/settings.toml"
    mine = pi.path("/etc/mine.toml")
    pi.write("/etc/mine.toml", '[cards]\ndeck = "/home/me/farm"\n')
    assert not [one for one in examine(pi, mine) if "somebody's home" in one.what]  # a person's own settings
