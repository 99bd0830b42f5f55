"""How much of the processor and of memory the start of `bluffbox run` takes: `python -m tests.bench_start`.

A process is started in the unit's environment, on doubles of what a Pi has (`tests.pi.start`): once with
everything but the pins missing, once with six pods and a camera, at which six people sit down and have their
first throw read. The time is the process's own, from its first instruction until it has told systemd that it
is ready, so that a busy machine is no slow box; the memory is the most that it ever held. What the doubles
take is in both figures; what picamera2 and lgpio take, which only a Pi has, is in neither.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from firmware.sim.render import Optics, render
from firmware.sim.world import World

UNIT = Path(__file__).parents[1] / "systemd/bluffbox.service"
PODS = range(1, 7)
PATIENCE = 120.0  # seconds
PICTURES = 4  # as many as a camera's driver has buffers
SECONDS, MEGABYTES = 3.0, 180.0  # the bars
SETTINGS = """
[web]
port = 1
[sound]
kind = "off"
[camera]
kind = "picamera"
"""


def draw_pictures(folder: Path) -> None:
    """Six seats' first throw, as the camera sees it."""
    world = World(tuple(PODS), 5)
    for pod in PODS:
        world.throw_open(pod)
    for grain in range(PICTURES):
        np.save(folder / f"{grain}.npy", render(world.scene(), Optics(grain=grain)))


def environment() -> dict[str, str]:
    """What the unit sets."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if line.startswith("Environment=") for word in line[12:].split()]
    return dict(word.split("=", 1) for word in words)


def measured(folder: Path, *, attached: bool) -> tuple[float, float]:
    """Seconds of the processor until it is ready, and megabytes at most."""
    (folder / "settings.toml").write_text(SETTINGS)
    if attached:
        draw_pictures(folder)
    words = ["--settings", str(folder / "settings.toml"), "--var", str(folder)]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(str(folder / "notify"))
        notify.settimeout(PATIENCE)
        box = subprocess.Popen(
            [sys.executable, "-m", "tests.pi.start", str(folder), *words],
            env=os.environ | environment() | {"NOTIFY_SOCKET": str(folder / "notify")},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            while notify.recv(4096) != b"READY=1":
                pass
            seconds = _processor_time(box.pid)
            assert box.stdout is not None
            if attached and box.stdout.readline() != "read\n":
                raise SystemExit("six pods and a camera: their throw was not read")
            return seconds, _most_memory(box.pid)
        finally:
            box.terminate()
            box.wait(PATIENCE)


def _processor_time(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _most_memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024 / 1e6


def main() -> None:
    for attached, what in ((False, "everything missing"), (True, "six pods and a camera, a throw read")):
        with tempfile.TemporaryDirectory() as folder:
            seconds, most = measured(Path(folder), attached=attached)
        print(
            f"bluffbox run, {what}: ready after {seconds:.2f} s of the processor, "
            f"{_verdict(seconds, SECONDS)} {SECONDS:.0f} s; {most:.0f} MB at most, "
            f"{_verdict(most, MEGABYTES)} {MEGABYTES:.0f} MB"
        )


def _verdict(figure: float, bar: float) -> str:
    return "under" if figure < bar else "NOT under"


if __name__ == "__main__":
    main()
