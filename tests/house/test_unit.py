"""The unit starts what is there, where it may write, and lets the box do no more than it needs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

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


def test_it_says_of_itself_only_what_the_code_does() -> None:
    notifies = any("sd_notify" in file.read_text() for file in (ROOT / "firmware").rglob("*.py"))
    service = parsed()["Service"]
    assert service["Type"] == (["notify"] if notifies else ["exec"])
    assert notifies or "WatchdogSec" not in service


def test_it_comes_back_after_a_failure_and_starts_with_the_machine() -> None:
    unit = parsed()
    assert unit["Service"]["Restart"] == ["on-failure"]
    assert unit["Install"]["WantedBy"] == ["multi-user.target"]


def test_no_missing_device_can_keep_it_from_starting() -> None:
    unit = parsed()
    assert not {"Requires", "BindsTo", "ConditionPathExists", "AssertPathExists"} & set(unit["Unit"])
    assert "DeviceAllow" not in unit["Service"]


@analyze
def test_systemd_understands_it(tmp_path: Path) -> None:
    # The program itself is only there once the box is installed; any other stands in for it.
    here = tmp_path / UNIT.name
    here.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text()))
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
