"""The guest as a machine that is switched on, reset and unplugged: qemu, without the processor's help."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.boot.hand import Hand

KERNEL_WORDS = (
    "root=LABEL=root ro console=ttyS0 mitigations=off net.ifnames=0 audit=0 lsm=capability "
    "systemd.mask=serial-getty@ttyS0.service systemd.mask=getty@tty1.service systemd.mask=apt-daily.timer "
    "systemd.mask=apt-daily-upgrade.timer systemd.mask=dpkg-db-backup.timer systemd.mask=e2scrub_all.timer"
)
# The guest's time is counted by its instructions, one a nanosecond: a thousand million a second, somewhat
# less than a Pi 4 does. So nothing in it depends on what else the host does.
PACE = "-accel tcg,thread=single,tb-size=512 -icount shift=0,sleep=on,align=off -rtc clock=vm"
# qemu 7.2 does not do AVX2 right: numpy breaks down in it.
CPU = "max,avx=off,avx2=off,f16c=off,vaes=off"


class Machine:
    """`image`: the folder that image.sh made; `work`: an empty one for this run's disk, sockets and console.
    What the run writes never reaches the image."""

    def __init__(self, image: Path, work: Path) -> None:
        self._image, self._work = image, work
        self._disk = work / "disk.qcow2"
        self._qemu: subprocess.Popen[bytes] | None = None
        self._watch: socket.socket | None = None
        make = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(image / "disk.img")]
        subprocess.run([*make, str(self._disk)], check=True)

    def power_on(self) -> Hand:
        """Boots; the hand inside, as soon as it can move."""
        console, port, monitor = (self._work / name for name in ("console.log", "hand.sock", "qmp.sock"))
        for old in (port, monitor):
            old.unlink(missing_ok=True)
        words = (
            f"qemu-system-x86_64 -M q35 -cpu {CPU} -smp 1 -m 2048 -nodefaults -no-user-config -display none",
            "-device virtio-blk-pci,drive=disk -device virtio-rng-pci -device virtio-serial-pci",
            "-device virtserialport,chardev=hand,name=bluffbox.test -serial chardev:console",
            PACE,
        )
        self._qemu = subprocess.Popen(
            [
                *" ".join(words).split(),
                *("-kernel", str(self._image / "vmlinuz"), "-initrd", str(self._image / "initrd.img")),
                *("-append", KERNEL_WORDS, "-drive", f"file={self._disk},if=none,id=disk,format=qcow2"),
                *("-chardev", f"file,id=console,path={console},append=on"),
                *("-chardev", f"socket,id=hand,path={port},server=on,wait=off"),
                *("-qmp", f"unix:{monitor},server=on,wait=off"),
            ],
            stdin=subprocess.DEVNULL,
        )
        self._watch = _connected(monitor, self._qemu)
        self._said()
        self._order("qmp_capabilities")
        return Hand(_connected(port, self._qemu))

    def reset(self) -> None:
        """The reset button: whatever the guest had not written is gone."""
        self._order("system_reset")

    def unplug(self) -> None:
        """The mains plug. Harmless where it is out already."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None

    @property
    def console(self) -> str:
        """What the kernel and systemd said on the serial line."""
        log = self._work / "console.log"
        return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""

    def _order(self, command: str) -> None:
        assert self._watch is not None
        self._watch.sendall(json.dumps({"execute": command}).encode() + b"\n")
        while "return" not in self._said():
            pass

    def _said(self) -> dict[str, Any]:
        assert self._watch is not None
        line = b""
        while not line.endswith(b"\n"):
            got = self._watch.recv(1)
            if not got:
                raise ConnectionError("qemu has ended")
            line += got
        said: dict[str, Any] = json.loads(line)
        return said


def _connected(path: Path, qemu: subprocess.Popen[bytes], patience: float = 20.0) -> socket.socket:
    """A connection to a socket that qemu is about to make."""
    until = time.monotonic() + patience
    while True:
        out = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            out.connect(str(path))
        except OSError:
            out.close()
            if qemu.poll() is not None:
                raise ConnectionError(f"qemu ended with {qemu.returncode}") from None
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return out
