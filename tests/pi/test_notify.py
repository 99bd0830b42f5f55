"""systemd is told by its own protocol, no more often than it wants; nobody minds when it does not listen."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from firmware.notify import Notifier


def listening(address: str) -> socket.socket:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind("\0" + address[1:] if address.startswith("@") else address)
    heard.setblocking(False)
    return heard


def lines(heard: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(heard.recv(4096).decode())
        except BlockingIOError:
            return found


@pytest.mark.parametrize("kind", ["file", "abstract"])
def test_ready_status_and_stopping_arrive(tmp_path: Path, kind: str) -> None:
    address = str(tmp_path / "socket") if kind == "file" else f"@bluffbox-test-{os.getpid()}"
    heard = listening(address)
    notifier = Notifier({"NOTIFY_SOCKET": address})
    notifier.ready()
    notifier.status("Pod 3 does not answer.\nCheck its cable.")
    notifier.status("Pod 3 does not answer.\nCheck its cable.")
    notifier.beat(1.0)  # no watchdog is set
    notifier.stopping()
    assert lines(heard) == ["READY=1", "STATUS=Pod 3 does not answer. Check its cable.", "STOPPING=1"]
    heard.close()


def test_the_watchdog_is_fed_twice_in_its_time_and_not_at_every_turn(tmp_path: Path) -> None:
    heard = listening(str(tmp_path / "socket"))
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "socket"), "WATCHDOG_USEC": "10000000"})
    for tick in range(200):
        notifier.beat(100.0 + tick / 10)
    assert lines(heard) == ["WATCHDOG=1"] * 4
    heard.close()


def test_the_watchdog_of_another_process_is_left_alone(tmp_path: Path) -> None:
    heard = listening(str(tmp_path / "socket"))
    told = {"NOTIFY_SOCKET": str(tmp_path / "socket"), "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"}
    Notifier(told).beat(0.0)
    assert lines(heard) == []
    Notifier(told | {"WATCHDOG_PID": str(os.getpid())}).beat(0.0)
    assert lines(heard) == ["WATCHDOG=1"]
    heard.close()


def test_nobody_listens_and_nothing_happens(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "nonsense"}):
        notifier = Notifier(environment)
        notifier.ready()
        notifier.beat(0.0)
