"""The installer does the same once or ten times, says beforehand what it would do, takes off what it put on.

It runs as it is, in a folder that stands for the machine's root, with doubles of apt, python3 and systemd.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.papers import ROOT

SCRIPT = ROOT / "systemd" / "install.sh"
CONFIG = "# For more options see the manual\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n"
# Each double writes down how it was called; python3 makes what stands for an environment.
CALL = 'echo "$(basename "$0") $*" >> "$CALLS"\n'
PYTHON = """
[ "$1 $2" = "-m venv" ] && shift 3 && mkdir -p "$1/bin" && cp "$(command -v python-in-it)" "$1/bin/python" &&
cp "$(command -v bluffbox-in-it)" "$1/bin/bluffbox"
"""
DOUBLES = {
    "python3": CALL + PYTHON,
    "python-in-it": CALL + '[ "$1" = -c ] && echo numpy==2.2.4\nexit 0\n',
    "bluffbox-in-it": f'[ "$1" = settings ] && cat "{ROOT}/firmware/settings.example.toml"\n',
    "apt-get": CALL,
    "apt-cache": '[ "$2" != "$NOT_THERE" ]\n',
    "dpkg-query": "exit 1\n",
    "systemctl": CALL,
    "systemd-sysusers": CALL,
    "id": 'echo "${AS:-0}"\n',
    "userdel": CALL,
    "getent": "exit 0\n",
}


class Machine:
    """A root with Raspberry Pi OS on it, and the installer."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin, self.log = folder / "root", folder / "bin", folder / "calls"
        self.config = self.root / "boot/firmware/config.txt"
        self.config.parent.mkdir(parents=True)
        self.config.write_text(CONFIG)
        (self.root / "etc").mkdir()
        self.system('ID=debian\nVERSION_ID="13"\n')
        self.bin.mkdir()
        for name, does in DOUBLES.items():
            (self.bin / name).write_text(f"#!/bin/bash\n{does}")
            (self.bin / name).chmod(0o755)
        self.log.touch()

    def system(self, text: str) -> None:
        (self.root / "etc/os-release").write_text(text)

    def install(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": f"{self.bin}:{os.environ['PATH']}", "DESTDIR": str(self.root), "CALLS": str(self.log),
            "NOT_THERE": "",
        }  # fmt: skip
        return subprocess.run(
            ["bash", SCRIPT, *words], env=env | environment, capture_output=True, text=True, check=False
        )

    def calls(self) -> str:
        told = self.log.read_text()
        self.log.write_text("")
        return told

    def files(self) -> dict[str, str]:
        """What lies in the root, the program and its environment as one."""
        found = {}
        for file in sorted(self.root.rglob("*")):
            name = str(file.relative_to(self.root))
            if file.is_file() and not name.startswith("opt/"):
                found[name] = file.read_text()
        return found


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_everything_is_in_its_place(machine: Machine) -> None:
    ended = machine.install()
    assert ended.returncode == 0, ended.stderr
    files = machine.files()
    for ours, there in (
        ("bluffbox.service", "etc/systemd/system/bluffbox.service"),
        ("bluffbox@.service", "etc/systemd/system/bluffbox@.service"),
        ("bluffbox.sysusers", "etc/sysusers.d/bluffbox.conf"),
        ("bluffbox.journald", "etc/systemd/journald.conf.d/bluffbox.conf"),
        ("bluffbox.udev", "etc/udev/rules.d/61-bluffbox.rules"),
    ):
        assert files[there] == (SCRIPT.parent / ours).read_text()
    assert files["etc/modules-load.d/bluffbox.conf"] == "i2c-dev\nvideodev\nsnd\n"
    assert 'kind = "auto"' in files["etc/bluffbox/settings.toml"]
    config = files["boot/firmware/config.txt"]
    assert config.startswith(CONFIG)
    assert "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n" in config
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle\n" in config
    assert files["boot/firmware/config.txt.before-bluffbox"] == CONFIG
    assert (machine.root / "opt/bluffbox/engine/__init__.py").exists()
    calls = machine.calls()
    assert "python3-lgpio" in calls
    assert "python3-picamera2" in calls
    assert "-m venv --system-site-packages" in calls
    assert "enable bluffbox" in calls


def test_its_word_is_on_the_path_unless_another_program_has_it(machine: Machine) -> None:
    word = machine.root / "usr/local/bin/bluffbox"
    said = machine.install().stdout
    assert str(word.readlink()) == "/opt/bluffbox/.venv/bin/bluffbox"
    assert "; bluffbox doctor" in said.splitlines()[-1]
    machine.install("--uninstall")
    assert not word.is_symlink()
    word.write_text("another's")
    said = machine.install().stdout
    assert f"kept: {word}" in said
    assert "; /opt/bluffbox/.venv/bin/bluffbox doctor" in said.splitlines()[-1], "not another's program"
    machine.install("--uninstall")
    assert word.read_text() == "another's"


def test_the_systems_numpy_is_kept(machine: Machine) -> None:
    machine.install()
    assert (machine.root / "opt/bluffbox/.constraints").read_text() == "numpy==2.2.4\n"
    assert "--constraint" in machine.calls()


def test_a_second_time_changes_nothing_and_keeps_the_owners_settings(machine: Machine) -> None:
    machine.install()
    settings = machine.root / "etc/bluffbox/settings.toml"
    settings.write_text("pods = 3\n")
    machine.config.write_text(machine.config.read_text() + "dtparam=watchdog=on\n")
    first = machine.install()
    once = machine.files()
    second = machine.install()
    assert first.returncode == second.returncode == 0
    assert machine.files() == once
    assert once["etc/bluffbox/settings.toml"] == "pods = 3\n"
    assert once["boot/firmware/config.txt"].count("disconnect_on_idle") == 1
    assert "dtparam=watchdog=on" in once["boot/firmware/config.txt"]
    assert once["boot/firmware/config.txt.before-bluffbox"] == CONFIG
    assert "wrote:" not in second.stdout


def test_an_upgrade_brings_new_units(machine: Machine) -> None:
    machine.install()
    unit = machine.root / "etc/systemd/system/bluffbox.service"
    unit.write_text("[Service]\nExecStart=/bin/false\n")
    assert f"wrote: {unit}" in machine.install().stdout
    assert unit.read_text() == (SCRIPT.parent / "bluffbox.service").read_text()


def test_a_dry_run_needs_no_root_and_does_nothing(machine: Machine) -> None:
    before = machine.files()
    ended = machine.install("--dry-run", AS="1000")
    assert ended.returncode == 0, ended.stderr
    assert machine.files() == before
    assert not (machine.root / "opt").exists()
    assert "apt-get" not in machine.calls()
    for part in ("apt-get install", "pip install", "bluffbox.service", "config.txt", "enable bluffbox"):
        assert any(part in line for line in ended.stdout.splitlines() if line.startswith("would ")), part


def test_uninstalling_gives_the_machine_back_and_keeps_the_games(machine: Machine) -> None:
    before = machine.files()
    machine.install()
    games = machine.root / "var/lib/bluffbox/journal.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    ended = machine.install("--uninstall")
    assert ended.returncode == 0, ended.stderr
    left = machine.files()
    assert set(left) - set(before) == {
        "boot/firmware/config.txt.before-bluffbox", "etc/bluffbox/settings.toml",
        "var/lib/bluffbox/journal.db",
    }  # fmt: skip
    assert left["boot/firmware/config.txt"] == CONFIG
    assert not (machine.root / "opt/bluffbox").exists()
    again = machine.install("--uninstall")
    assert again.returncode == 0, again.stderr
    assert machine.install("--uninstall", "--purge").returncode == 0
    assert machine.files() == before
    assert "userdel bluffbox" in machine.calls()


def test_a_dry_run_of_taking_it_off_takes_nothing_off(machine: Machine) -> None:
    machine.install()
    before = machine.files()
    ended = machine.install("--uninstall", "--purge", "--dry-run", AS="1000")
    assert ended.returncode == 0
    assert machine.files() == before
    assert (machine.root / "opt/bluffbox").exists()


@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("ID=debian\nVERSION_ID=12\n", "Debian 12, whose numpy is too old"),
        ("ID=fedora\nVERSION_ID=42\n", "this is fedora"),
        ("", "no known system"),
    ],
)
def test_another_system_is_refused_in_one_line_before_anything_is_done(
    machine: Machine, system: str, says: str
) -> None:
    machine.system(system)
    before = machine.files()
    ended = machine.install()
    assert ended.returncode != 0
    assert says in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert machine.files() == before
    assert machine.calls() == ""


def test_a_package_that_is_not_to_be_had_is_named_and_the_rest_goes_on(machine: Machine) -> None:
    ended = machine.install(NOT_THERE="python3-lgpio")
    assert ended.returncode == 0, ended.stderr
    assert "not to be had here: python3-lgpio" in ended.stdout
    calls = machine.calls()
    assert "apt-get update" in calls
    assert "python3-lgpio" not in calls


def test_without_root_and_with_wrong_words_it_stops_at_once(machine: Machine) -> None:
    assert "needs root" in machine.install(AS="1000").stderr
    assert machine.install("--unistall").returncode == 2
    assert machine.install("--purge").returncode == 2
    assert machine.calls() == ""


def test_spi_that_takes_the_pods_pins_is_named(machine: Machine) -> None:
    machine.config.write_text(CONFIG + "dtparam=spi=on\n")
    assert "do_spi 1" in machine.install().stdout


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="no shellcheck here")
def test_shellcheck_has_nothing_to_say() -> None:
    told = subprocess.run(["shellcheck", SCRIPT], capture_output=True, text=True, check=False)
    assert told.stdout == ""
