"""The pin table: which pin of the Pi each button is on, checked before anything is driven."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from firmware.errors import BadPinTable
from firmware.pods.gesture import Button

PODS = range(1, 7)
# The HAT's identity memory is on 0 and 1, the displays' bus on 2 and 3 (which have fixed pull-ups): a
# button there stops the bus or, on 3, switches the Pi on and off.
NEVER_A_BUTTON = range(4)
# Position on the 40-pin header of a Pi (all models since the B+) for each BCM number; it is the same on a
# Pi 5.
PHYSICAL: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16,
    24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PinTable:
    """BCM numbers. `buttons` holds three for each pod, `sda` and `scl` are the displays' bus."""

    buttons: Mapping[tuple[int, Button], int]
    sda: int
    scl: int
    lamp: int
    power: int

    def pin(self, pod: int, button: Button) -> int:
        """The BCM number of a button. Raises `BadPinTable` for a pod that has no row."""
        try:
            return self.buttons[pod, button]
        except KeyError:
            raise BadPinTable(f"the pin table has no pod {pod}; pods are {self.pods}") from None

    def physical(self, pod: int, button: Button) -> int:
        """The position of a button's pin on the 40-pin header, 1-40."""
        return PHYSICAL[self.pin(pod, button)]

    @property
    def pods(self) -> tuple[int, ...]:
        """The pods that have a row, in order."""
        return tuple(sorted({pod for pod, _ in self.buttons}))


def load_pins(path: Path | None = None) -> PinTable:
    """The pin table in a TOML file, by default the one of the package. Raises `BadPinTable` naming the
    row."""
    name = str(path) if path else "pins.toml"
    try:
        text = (path or files("firmware.pods").joinpath("pins.toml")).read_text(encoding="utf-8")
        raw = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise BadPinTable(f"{name}: cannot be read ({wrong})") from wrong
    return _checked(raw, name)


def _checked(raw: Mapping[str, Any], name: str) -> PinTable:
    taken: dict[int, str] = {}

    def claim(section: object, key: str, what: str, *, button: bool = False) -> int:
        pin = section.get(key) if isinstance(section, dict) else None
        if type(pin) is not int or pin not in PHYSICAL:
            raise BadPinTable(f"{name}: {what} is {pin!r}; it must be a BCM number 0-27")
        if button and pin in NEVER_A_BUTTON:
            raise BadPinTable(f"{name}: {what} is GPIO {pin}; GPIO 0-3 belong to the bus and the HAT memory")
        if pin in taken:
            raise BadPinTable(f"{name}: GPIO {pin} is both {taken[pin]} and {what}; give one another pin")
        taken[pin] = what
        return pin

    sda = claim(raw.get("bus"), "sda", "bus sda")
    scl = claim(raw.get("bus"), "scl", "bus scl")
    lamp = claim(raw.get("lamp"), "pin", "lamp", button=True)
    power = claim(raw.get("power"), "pin", "power button", button=True)
    rows = raw.get("pod")
    if not isinstance(rows, list) or not rows:
        raise BadPinTable(f"{name}: there is no [[pod]] row")
    buttons: dict[tuple[int, Button], int] = {}
    for row in rows:
        number = row.get("number") if isinstance(row, dict) else None
        if type(number) is not int or number not in PODS:
            raise BadPinTable(f"{name}: a pod's number is {number!r}; it must be 1-6")
        if (number, Button.OK) in buttons:
            raise BadPinTable(f"{name}: pod {number} has two rows")
        for button in Button:
            buttons[number, button] = claim(row, button.value, f"pod {number} {button.value}", button=True)
    return PinTable(buttons, sda, scl, lamp, power)
