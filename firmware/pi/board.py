"""The board's own complaints: too hot, or too little power."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LOOK_EVERY = 5.0  # seconds
HOT, COOL = 80.0, 75.0  # degrees Celsius: at 80 a Pi begins to slow down


class Board:
    """A helper of the loop. `ails(what, why)` is told when it grows `hot` or lacks `voltage`, and with None
    when that is over. A machine that tells neither has no complaints."""

    def __init__(self, ails: Callable[[str, str | None], object], root: Path = Path("/")) -> None:
        """`root`: where /sys is found."""
        self._ails = ails
        self._heat = root / "sys/class/thermal/thermal_zone0/temp"
        self._alarms = list(_alarms(root))
        self._wrong: set[str] = set()
        self._next = 0.0

    def tick(self, now: float) -> None:
        """One look at both."""
        self._next = now + LOOK_EVERY
        heat = temperature(self._heat)
        limit = COOL if "hot" in self._wrong else HOT
        self._tell("hot", heat is not None and heat >= limit, f"the box is {heat or 0:.0f} degrees hot")
        low = any(_number(alarm) == 1 for alarm in self._alarms)
        self._tell("voltage", low, "the supply gives too little: under 4.63 V")

    def next_tick(self) -> float:
        return self._next

    def _tell(self, what: str, is_wrong: bool, why: str) -> None:
        if is_wrong != (what in self._wrong):
            self._wrong ^= {what}
            self._ails(what, why if is_wrong else None)


def temperature(file: Path) -> float | None:
    """Degrees Celsius; None where the machine does not say."""
    number = _number(file)
    return None if number is None else number / 1000.0


def under_voltage(root: Path = Path("/")) -> bool | None:
    """Whether the supply gives too little right now; None where the machine does not say."""
    alarms = [_number(alarm) for alarm in _alarms(root)]
    return any(alarm == 1 for alarm in alarms) if alarms else None


def _alarms(root: Path) -> list[Path]:
    found = []
    for name in (root / "sys/class/hwmon").glob("hwmon*/name"):
        with suppress(OSError):
            if name.read_text(encoding="ascii", errors="replace").strip() == "rpi_volt":
                found.append(name.with_name("in0_lcrit_alarm"))
    return found


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii", errors="replace"))
    except (OSError, ValueError):
        return None
