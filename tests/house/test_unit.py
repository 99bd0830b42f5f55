"""The unit starts what is there, where it may write, and lets the box do no more than it needs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from firmware.errors import AlreadyRunning, BadPinTable, NoPinFactory
from firmware.loop import LONGEST_WAIT
from firmware.running import SWITCHED_OFF
from tests.house.papers import ROOT
from tests.house.test_readme import understood

UNIT = ROOT / "systemd" / "bluffbox.service"
EXPOSED_AT_MOST = 2.0  # of 10, as systemd-analyze counts
analyze = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")


def parsed() -> dict[str, dict[str, list[str]]]:
    """Section, key, values in order."""
    unit: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    section = ""
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            unit[section][key].append(value)
    return unit


def test_it_starts_a_command_that_is_there_with_options_that_it_has() -> None:
    program, *words = parsed()["Service"]["ExecStart"][0].split()
    assert program.endswith("/.venv/bin/bluffbox")
    understood(words)


def test_it_works_where_it_may_write_and_so_does_lgpio() -> None:
    service = parsed()["Service"]
    kept = f"/var/lib/{service['StateDirectory'][0]}"
    assert service["WorkingDirectory"] == [kept]
    assert f"--var {kept}" in service["ExecStart"][0]
    (pipes,) = [word for line in service["Environment"] for word in line.split() if word.startswith("LG_WD=")]
    assert pipes == f"LG_WD=/run/{service['RuntimeDirectory'][0]}"


def test_what_runs_after_it_is_there_too_and_runs_whatever_happened() -> None:
    blank, off = parsed()["Service"]["ExecStopPost"]
    program, *words = blank.removeprefix("-").split()
    assert program == parsed()["Service"]["ExecStart"][0].split()[0]
    understood(words)
    assert words[0] == "blank"
    assert off.startswith("+-")
    assert f'"$$EXIT_STATUS" != {SWITCHED_OFF}' in off
    assert parsed()["Service"]["SuccessExitStatus"] == [str(SWITCHED_OFF)]


def test_it_says_of_itself_only_what_the_code_does() -> None:
    notifies = any("sd_notify" in file.read_text() for file in (ROOT / "firmware").rglob("*.py"))
    assert notifies
    service = parsed()["Service"]
    assert service["Type"] == ["notify"]
    # The loop looks up twice a second at least, and the watchdog is fed twice in its time.
    assert int(service["WatchdogSec"][0]) > 4 * LONGEST_WAIT


def test_it_comes_back_after_a_failure_and_starts_with_the_machine() -> None:
    unit = parsed()
    assert unit["Service"]["Restart"] == ["on-failure"]
    assert unit["Install"]["WantedBy"] == ["multi-user.target"]
    # Its own tries must reach the limit, or a box that cannot start tries for ever.
    tries, within = (int(unit["Unit"][f"StartLimit{key}"][0]) for key in ("Burst", "IntervalSec"))
    assert tries * int(unit["Service"]["RestartSec"][0]) < within
    never_again = unit["Service"]["RestartPreventExitStatus"][0].split()
    assert str(BadPinTable.exit_code) in never_again
    assert not {str(NoPinFactory.exit_code), str(AlreadyRunning.exit_code)} & set(never_again)


def test_no_missing_device_can_keep_it_from_starting() -> None:
    unit = parsed()
    assert not {"Requires", "BindsTo", "ConditionPathExists", "AssertPathExists"} & set(unit["Unit"])
    # A device that is allowed and not there is no error; a unit of one that is waited for would be.
    assert not [word for word in " ".join(unit["Unit"]["After"]).split() if word.endswith(".device")]


def test_it_may_use_the_devices_that_the_box_drives_and_no_others() -> None:
    service = parsed()["Service"]
    assert service["DevicePolicy"] == ["closed"]
    allowed = {line.split()[0].removeprefix("char-") for line in service["DeviceAllow"]}
    assert allowed == {"gpiochip", "i2c", "video4linux", "media", "dma_heap", "alsa"}
    assert service["SupplementaryGroups"] == ["gpio i2c video audio"]
    members = re.findall(r"^m bluffbox (\w+)$", (UNIT.parent / "bluffbox.sysusers").read_text(), re.MULTILINE)
    assert members == service["SupplementaryGroups"][0].split()


def test_the_template_is_the_same_with_a_tables_own_places() -> None:
    def bare(text: str) -> list[str]:
        text = text.replace("/etc/bluffbox/%i.toml", "/etc/bluffbox/settings.toml").replace("-%i", "")
        return [line for line in text.splitlines() if line[:1] != "#" and not line.startswith("Description")]

    template = (UNIT.parent / "bluffbox@.service").read_text(encoding="utf-8")
    assert bare(template) == bare(UNIT.read_text(encoding="utf-8"))
    for place in ("ExecStart", "StateDirectory", "RuntimeDirectory", "WorkingDirectory", "Environment=LG_WD"):
        assert re.search(rf"^{place}=.*%i", template, re.MULTILINE), place


def test_the_systems_log_is_bounded() -> None:
    told = (UNIT.parent / "bluffbox.journald").read_text(encoding="utf-8")
    sizes = dict(re.findall(r"^(\w+MaxUse)=(\d+)M$", told, re.MULTILINE))
    assert set(sizes) == {"SystemMaxUse", "RuntimeMaxUse"}
    assert all(int(size) <= 64 for size in sizes.values())


@analyze
def test_systemd_understands_it(tmp_path: Path) -> None:
    # The program itself is only there once the box is installed; any other stands in for it.
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text().replace("/opt/bluffbox/.venv/bin/bluffbox", "/bin/true"))
    told = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, check=False)
    about = [line for line in told.stderr.splitlines() if UNIT.name in line]
    assert not about
    assert told.returncode == 0, told.stderr


@analyze
def test_it_is_shut_in() -> None:
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", UNIT],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    level = re.search(r"exposure level for \S+: ([\d.]+)", told.stdout)
    assert level is not None, told.stderr
    assert float(level[1]) <= EXPOSED_AT_MOST
