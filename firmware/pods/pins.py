"""The pin table: where each button and display of the box is wired, checked before anything is driven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

from firmware.errors import BadPinTable
from firmware.pods.gesture import Button
from vision.files import read_text
from vision.node import parse_toml, shown

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
_BUSES = range(1, 256)  # on 0 the kernel reads the HAT's memory
DISPLAY_ADDRESSES = (0x3C, 0x3D)  # those that an SSD1306 or SH1106 can be set to
MUX_ADDRESSES = range(0x70, 0x78)  # a TCA9548A by its three address pins


class Controller(StrEnum):
    """The two chips that such displays are sold with."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


class BuzzerKind(StrEnum):
    """PASSIVE has to be given its tone, ACTIVE beeps while it has power."""

    PASSIVE = "passive"
    ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class BusPins:
    """An I2C bus: its pins in BCM numbers, and the address of the multiplexer on it (None: there is none)."""

    sda: int
    scl: int
    mux: int | None


@dataclass(frozen=True, slots=True)
class Display:
    """Where a display hangs: Linux's number of the bus, the multiplexer's channel 0-7 (None: on the bus
    itself), its address, and the chip on it."""

    bus: int
    channel: int | None
    address: int
    controller: Controller


@dataclass(frozen=True, slots=True)
class PinTable:
    """Pins in BCM numbers. `buttons` holds three for each pod, `displays` one, `buses` goes by Linux's
    numbers."""

    buttons: Mapping[tuple[int, Button], int]
    displays: Mapping[int, Display]
    buses: Mapping[int, BusPins]
    lamp: int
    power: int
    buzzer: int
    buzzer_kind: BuzzerKind

    def pin(self, pod: int, button: Button) -> int:
        """The BCM number of a button. Raises `BadPinTable` for a pod that has no row."""
        try:
            return self.buttons[pod, button]
        except KeyError:
            raise self._no_pod(pod) from None

    def display(self, pod: int) -> Display:
        """Where the pod's display hangs. Raises `BadPinTable` for a pod that has no row."""
        try:
            return self.displays[pod]
        except KeyError:
            raise self._no_pod(pod) from None

    def physical(self, pod: int, button: Button) -> int:
        """The position of a button's pin on the 40-pin header, 1-40."""
        return PHYSICAL[self.pin(pod, button)]

    @property
    def pods(self) -> tuple[int, ...]:
        """The pods that have a row, in order."""
        return tuple(sorted(self.displays))

    def uses(self) -> Mapping[int, str]:
        """What each pin that is used is for, by its BCM number."""
        used = {pin: f"pod {pod} {button}" for (pod, button), pin in self.buttons.items()}
        for number, bus in self.buses.items():
            used |= {bus.sda: f"bus {number} sda", bus.scl: f"bus {number} scl"}
        return used | {self.lamp: "lamp", self.power: "power button", self.buzzer: "buzzer"}

    def _no_pod(self, pod: int) -> BadPinTable:
        return BadPinTable(f"the pin table has no pod {pod}; pods are {self.pods}")


def load_pins(path: Path | None = None) -> PinTable:
    """The pin table in a TOML file, by default the one of the package. Raises `BadPinTable` naming the
    row, or saying in a line why it cannot be read."""
    own = files("firmware.pods").joinpath("pins.toml")
    name = "pins.toml" if path is None else repr(str(path))[1:-1]  # in one line, whatever is in it
    try:
        raw = parse_toml(own.read_text(encoding="utf-8") if path is None else read_text(path))
    except (OSError, ValueError) as wrong:  # ValueError: neither UTF-8 nor TOML, NUL in a name
        raise BadPinTable(f"{name}: cannot be read ({_why(wrong)})") from wrong
    return _Check(name).table(raw)


def _why(wrong: Exception) -> str:
    """Without the name, which an `OSError` would say again."""
    return (wrong.strerror if isinstance(wrong, OSError) else None) or str(wrong)


class _Check:
    """Goes through a table once; whatever it reads a second time is a clash."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._taken: dict[int, str] = {}
        self._places: dict[tuple[int, int | None, int], int] = {}

    def table(self, raw: Mapping[str, Any]) -> PinTable:
        buses: dict[int, BusPins] = {}
        for row in self._rows(raw, "bus"):
            number = row.get("number")
            if type(number) is not int or number not in _BUSES or number in buses:
                raise self._bad(f"a bus's number is {shown(number)}; it must be 1-255, and each its own")
            buses[number] = self._bus(row, f"bus {number}")
        kind = self._section(raw, "buzzer").get("kind")
        if kind not in tuple(BuzzerKind):
            raise self._bad(f"the buzzer's kind is {shown(kind)}; it must be passive or active")
        lamp = self._pin(raw, "lamp", "lamp")
        power = self._pin(raw, "power", "power button")
        buzzer = self._pin(raw, "buzzer", "buzzer")
        buttons: dict[tuple[int, Button], int] = {}
        displays: dict[int, Display] = {}
        for row in self._rows(raw, "pod"):
            pod = row.get("number")
            if type(pod) is not int or pod not in PODS:
                raise self._bad(f"a pod's number is {shown(pod)}; it must be 1-6")
            if pod in displays:
                raise self._bad(f"pod {pod} has two rows")
            for button in Button:
                buttons[pod, button] = self._pin(row, button.value, f"pod {pod} {button.value}")
            displays[pod] = self._display(self._section(row, "display"), pod, buses)
        return PinTable(buttons, displays, buses, lamp, power, buzzer, BuzzerKind(kind))

    def _bus(self, row: Mapping[str, Any], what: str) -> BusPins:
        mux = row.get("mux")
        if mux is not None and (type(mux) is not int or mux not in MUX_ADDRESSES):
            raise self._bad(f"{what}: mux is {shown(mux)}; it must be an address 0x70-0x77")
        sda = self._pin(row, "sda", f"{what} sda", button=False)
        return BusPins(sda, self._pin(row, "scl", f"{what} scl", button=False), mux)

    def _display(self, row: Mapping[str, Any], pod: int, buses: Mapping[int, BusPins]) -> Display:
        bus, channel, address = row.get("bus"), row.get("channel"), row.get("address")
        if type(bus) is not int or bus not in buses:
            raise self._bad(f"pod {pod}: its display is on bus {shown(bus)}, which has no [[bus]] row")
        if channel is not None and (type(channel) is not int or channel not in range(8)):
            raise self._bad(f"pod {pod}: its display's channel is {shown(channel)}; it must be 0-7")
        if channel is not None and buses[bus].mux is None:
            raise self._bad(f"pod {pod}: its display has a channel, but bus {bus} has no mux")
        if type(address) is not int or address not in DISPLAY_ADDRESSES:
            raise self._bad(f"pod {pod}: its display's address is {shown(address)}; it must be 0x3C or 0x3D")
        # What hangs on the bus itself is heard on every channel of it, too.
        for (other_bus, other_channel, other_address), other in self._places.items():
            if (other_bus, other_address) == (bus, address) and (
                channel is None or other_channel in (None, channel)
            ):
                raise self._bad(f"pods {other} and {pod} have their displays in one place; move one of them")
        self._places[bus, channel, address] = pod
        chip = row.get("controller", Controller.SSD1306)
        if chip not in tuple(Controller):
            raise self._bad(
                f"pod {pod}: its display's controller is {shown(chip)}; it must be ssd1306 or sh1106"
            )
        return Display(bus, channel, address, Controller(chip))

    def _pin(self, section: Mapping[str, Any], key: str, what: str, *, button: bool = True) -> int:
        place = self._section(section, key)
        gpio, pin = place.get("gpio"), place.get("pin")
        if type(gpio) is not int or gpio not in PHYSICAL:
            raise self._bad(f"{what}: gpio is {shown(gpio)}; it must be a BCM number 0-27")
        if pin != PHYSICAL[gpio] or type(pin) is not int:
            raise self._bad(
                f"{what}: GPIO {gpio} is pin {PHYSICAL[gpio]} of the header, not {shown(pin)}; one is wrong"
            )
        if button and gpio in NEVER_A_BUTTON:
            raise self._bad(f"{what} is GPIO {gpio}; GPIO 0-3 belong to the bus and the HAT memory")
        if gpio in (0, 1):
            raise self._bad(f"{what} is GPIO {gpio}; GPIO 0 and 1 belong to the HAT memory")
        if gpio in self._taken:
            raise self._bad(f"GPIO {gpio} is both {self._taken[gpio]} and {what}; give one another pin")
        self._taken[gpio] = what
        return gpio

    def _rows(self, raw: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        rows = raw.get(key)
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            raise self._bad(f"there is no [[{key}]] row")
        return rows

    def _section(self, raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        found = raw.get(key, {})
        if not isinstance(found, dict):
            raise self._bad(f"{key} is {shown(found)}; write it as {{ gpio = 17, pin = 11 }} or a section")
        return found

    def _bad(self, what: str) -> BadPinTable:
        return BadPinTable(f"{self._name}: {what}")
