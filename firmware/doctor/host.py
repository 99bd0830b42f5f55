"""What the doctor asks of the machine; all of it can be answered without root, and by a test."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from firmware.pods.buses import open_smbus
from firmware.pods.buttons import HEADER_CHIPS, let_lgpio_write

USER = "bluffbox"  # whom the unit runs as


class Host:
    """The machine at `root`, through whatever is readable there. Nothing here raises."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root
        self.python = Path(sys.executable)

    def path(self, name: str) -> Path:
        """A file of the machine by its name from /."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str:
        """What a file holds, "" where it cannot be read."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace").replace("\0", "").strip()
        except OSError:
            return ""

    def there(self, pattern: str) -> list[str]:
        """The files that match, by their names, in order."""
        return sorted(
            "/" + str(found.relative_to(self.root)) for found in self.root.glob(pattern.lstrip("/"))
        )

    def may_use(self, name: str) -> bool:
        """Whether we may read and write a file."""
        return os.access(self.path(name), os.R_OK | os.W_OK)

    def said(self, *command: str) -> str | None:
        """What a command prints, None where it is not there or hangs."""
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return (ended.stdout or ended.stderr).strip()

    def module(self, name: str) -> Any:
        """A module of Python, or the exception that its import ended with."""
        let_lgpio_write()
        try:
            return import_module(name)
        except Exception as wrong:
            return wrong

    def bus(self, number: int) -> Any:
        """An open I2C bus, or the exception."""
        try:
            return open_smbus(number)
        except OSError as wrong:
            return wrong

    def groups(self) -> tuple[str, frozenset[str]]:
        """Whose groups count, and which they are: those of the unit's user, else our own."""
        try:
            user = pwd.getpwnam(USER)
            numbers = os.getgrouplist(USER, user.pw_gid)
            name = USER
        except KeyError:
            numbers = os.getgroups()
            name = str(os.getuid())
            with suppress(KeyError):
                name = pwd.getpwuid(os.getuid()).pw_name
        found = set()
        for number in numbers:
            with suppress(KeyError):
                found.add(grp.getgrgid(number).gr_name)
        return name, frozenset(found)

    def pin_holders(self) -> Mapping[int, str] | None:
        """Who holds each pin of the header that is not free; None where that cannot be told."""
        lgpio = self.module("lgpio")
        if isinstance(lgpio, Exception):
            return None
        for chip in self.there("/dev/gpiochip[0-9]*"):
            with suppress(Exception):  # lgpio's own type, which has no base but this
                handle = lgpio.gpiochip_open(int(chip.removeprefix("/dev/gpiochip")))
                try:
                    if str(lgpio.gpio_get_chip_info(handle)[3]) in HEADER_CHIPS:
                        return _holders(lgpio.gpio_get_line_info, handle)
                finally:
                    lgpio.gpiochip_close(handle)
        return None

    def users_of(self, patterns: tuple[str, ...]) -> list[str]:
        """The programs that have one of these files open, as far as we may see."""
        wanted = {name for pattern in patterns for name in self.there(pattern)}
        found = set()
        for link in self.root.glob("proc/[0-9]*/fd/*"):
            with suppress(OSError):
                if str(link.readlink()) in wanted:
                    pid = link.parts[-3]
                    found.add(f"{self.text(f'/proc/{pid}/comm')} (pid {pid})")
        return sorted(found)

    def free(self, folder: Path) -> int | None:
        """Bytes free where a folder lies."""
        try:
            return shutil.disk_usage(folder).free
        except OSError:
            return None

    def now(self) -> float:
        """Seconds since 1970, as the machine believes."""
        return time.time()


def _holders(info: Callable[[int, int], list[Any]], handle: int) -> Mapping[int, str]:
    held = {}
    for number in range(28):
        _, _, flags, _, user = info(handle, number)
        if flags & 1 or user:  # bit 0: somebody has it
            held[number] = str(user) or "the kernel"
    return held
