"""The Pi that the guest is given: the header's chip, the displays' bus, and a camera over the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np
from numpy.typing import NDArray

from firmware.pods.panel import HEIGHT, PAGES, SH1106_FIRST, WIDTH
from firmware.pods.pins import load_pins
from tests.boot.hand import Hand

PINS = load_pins()
LINES = 54  # as many as the chip of a Pi 4 has
GLASSES = PurePosixPath("/sys/kernel/debug/simglass")
COLUMNS = 132  # of the controller's memory
SIZE = PAGES * COLUMNS
SH1106 = (2,)  # the pods whose display has this controller (tests/boot/image.sh says so to the box)
REVISION = "c03115"  # a Pi 4 B
SEEN = PurePosixPath("/run/camera")


@dataclass(frozen=True, slots=True)
class Look:
    """What a display is at one moment: whether it shines, and its memory, (64, 128) bool of lit points."""

    lit: bool
    points: NDArray[np.bool_]


class Hardware:
    """All that hangs on the Pi. One for each boot."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def build(self, pods: tuple[int, ...], left: dict[int, bytes] | None = None) -> None:
        """Pins, the bus with the displays of these pods, the clockwork of which Pi this is. `left`: what a
        display that kept its power through a reset still shows; without, all are dark and full of noise."""
        run, write = self._hand.run, self._hand.write
        run("modprobe", "-a", "configfs", "gpio-sim", "i2c-dev", "i2c-mux-pca954x")
        run("sh", "-c", "mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config")
        run("sh", "-c", "mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug")
        chip = PurePosixPath("/sys/kernel/config/gpio-sim/pi")
        run("mkdir", "-p", str(chip / "bank"))
        write(chip / "bank/num_lines", str(LINES).encode())
        write(chip / "bank/label", b"pinctrl-bcm2711")
        write(chip / "live", b"1")
        run("modprobe", "simglass", f"plugged={_mask(pods)}", f"sh1106={_mask(SH1106)}")
        for pod, memory in (left or {}).items():
            write(self._place(pod) / "memory", memory)
            write(self._place(pod) / "lit", b"1")
        write("/sys/bus/i2c/devices/i2c-1/new_device", b"pca9548 0x70")
        told = self._hand.read("/proc/cpuinfo") + f"Revision\t: {REVISION}\n".encode()
        write("/run/cpuinfo", told)
        run("udevadm", "settle", "-t", "30")

    def plug(self, pod: int, there: bool) -> None:
        """Plugs a display in or pulls it out."""
        self._hand.write(self._place(pod) / "plugged", b"1" if there else b"0")

    def memory(self, pod: int) -> bytes:
        """What the display's memory holds: 8 pages of 132 columns."""
        return self._hand.read(self._place(pod) / "memory")

    def look(self, pod: int) -> Look:
        """What is to be seen on the glass."""
        lit = self._hand.read(self._place(pod) / "lit").strip() == b"Y"
        return Look(lit, points(self.memory(pod), pod))

    def dark_since(self, pod: int) -> int:
        """When the glass was first switched off since the start, in microseconds of the kernel's clock; 0
        where it never was."""
        return int(self._hand.read(self._place(pod) / "dark"))

    def seen(self, pod: int) -> tuple[int, list[NDArray[np.bool_]]]:
        """How often the glass was lit since the start, and what it showed at the last of these moments."""
        told = self._hand.read(self._place(pod) / "seen")
        times = int.from_bytes(told[:4], "little")
        rest = told[4:]
        kept = min(times, len(rest) // SIZE)
        return times, [points(rest[at * SIZE : (at + 1) * SIZE], pod) for at in range(kept)]

    def hang_camera(self, pictures: Iterable[bytes]) -> None:
        """A USB camera that sees these JPEGs, one after the other and over again."""
        self.show(pictures)
        self._hand.run("modprobe", "v4l2loopback", "exclusive_caps=1", "card_label=USB camera", "video_nr=0")
        self._hand.run("systemctl", "start", "--no-block", "boot-camera")

    def show(self, pictures: Iterable[bytes]) -> None:
        """What the camera sees from now on."""
        told = b"".join(len(one).to_bytes(4, "little") + one for one in pictures)
        self._hand.write(f"{SEEN}.new", told)
        self._hand.run("mv", f"{SEEN}.new", str(SEEN))

    @staticmethod
    def _place(pod: int) -> PurePosixPath:
        return GLASSES / str(channel(pod))


def channel(pod: int) -> int:
    """Where a pod's display hangs on the multiplexer."""
    found = PINS.display(pod).channel
    assert found is not None
    return found


def points(memory: bytes, pod: int) -> NDArray[np.bool_]:
    """The lit points of what that pod's display holds: (64, 128) bool."""
    first = SH1106_FIRST if pod in SH1106 else 0
    pages = np.frombuffer(memory, np.uint8).reshape(PAGES, COLUMNS)[:, first : first + WIDTH]
    bits = np.unpackbits(pages[:, None, :], axis=1, bitorder="little")
    return bits.reshape(HEIGHT, WIDTH).astype(bool)


def _mask(pods: Iterable[int]) -> int:
    return sum(1 << channel(pod) for pod in pods)
