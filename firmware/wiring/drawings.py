"""The three drawings of wiring.md: the Pi's header, the displays' bus, and one pod with its cable."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.pods.gesture import Button
from firmware.pods.pins import PHYSICAL, PinTable
from firmware.wiring.svg import BLACK, BLUE, FAINT, GREEN, ORANGE, RED, YELLOW, Sheet

# What the header carries besides GPIOs, by the place on it; from the maker's drawing of the 40-pin header.
POWER: Mapping[int, str] = {
    1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}  # fmt: skip
_ROW = 26


def drawings(pins: PinTable) -> Mapping[str, str]:
    """The drawings by the name of their file, as SVG text."""
    return {
        "wiring-header.svg": header(pins),
        "wiring-displays.svg": displays(pins),
        "wiring-pod.svg": pod(pins, pins.pods[0]),
    }


def header(pins: PinTable) -> str:
    """The 40 pins as one sees them with the header at the board's top right and pin 1 at the upper left."""
    sheet = Sheet(640, 20 * _ROW + 76, "The 40 pins of the Pi's header and what is on each")
    sheet.text(320, 22, "The Pi's header, pin 1 at the corner of the board", anchor="middle", size=15)
    sheet.box(278, 44, 84, 20 * _ROW + 16, "#eef1f4")
    used, gpio = pins.uses(), {place: number for number, place in PHYSICAL.items()}
    for place in range(1, 41):
        left = place % 2 == 1
        y = 52 + _ROW * ((place - 1) // 2) + _ROW / 2
        x, out, anchor = (300, 270, "end") if left else (340, 370, "start")
        bcm = gpio.get(place)
        use = POWER[place] if bcm is None else used.get(bcm, "")
        label = use if bcm is None else f"GPIO {bcm}" if not use else f"{use} (GPIO {bcm})"
        sheet.dot(x, y, _colour(use))
        sheet.text(x + (12 if left else -12), y, str(place), anchor="middle", size=9)
        sheet.wire(_colour(use), (x, y), (out, y))
        sheet.text(out + (-6 if left else 6), y, label, anchor=anchor)
    return str(sheet)


def displays(pins: PinTable) -> str:
    """Every bus with its multiplexer and the displays on it."""
    rows = len(pins.pods)
    sheet = Sheet(760, 90 + 56 * max(rows, 2), "How the displays hang on the Pi's I2C bus")
    sheet.text(380, 22, "The displays: all on 3.3 V, none on 5 V", anchor="middle", size=15)
    top = 56.0
    for number, bus in pins.buses.items():
        there = [pod for pod in pins.pods if pins.display(pod).bus == number]
        height = max(56 * len(there), 56)
        sheet.box(20, top, 170, height)
        sheet.text(105, top + 18, f"Pi, I2C bus {number}", anchor="middle")
        sheet.text(
            105,
            top + 36,
            f"SDA pin {PHYSICAL[bus.sda]}, SCL pin {PHYSICAL[bus.scl]}",
            anchor="middle",
            size=11,
        )
        start = 190.0
        if bus.mux is not None:
            middle = top + height / 2
            sheet.wire(BLUE, (190, middle - 5), (290, middle - 5))
            sheet.wire(YELLOW, (190, middle + 5), (290, middle + 5))
            sheet.box(290, top, 150, height, "#eef1f4")
            sheet.text(365, top + 18, f"TCA9548A, {bus.mux:#x}", anchor="middle")
            start = 440.0
        for place, pod_ in enumerate(there):
            shown, y = pins.display(pod_), top + 56 * place + 28
            sheet.wire(BLUE, (start, y - 5), (560, y - 5))
            sheet.wire(YELLOW, (start, y + 5), (560, y + 5))
            if shown.channel is not None:
                sheet.text(start + 8, y - 16, f"SD{shown.channel}, SC{shown.channel}", size=11)
            sheet.box(560, y - 22, 180, 44)
            sheet.text(650, y - 8, f"display of pod {pod_}", anchor="middle")
            sheet.text(650, y + 10, f"{shown.controller}, {shown.address:#x}", anchor="middle", size=11)
        top += height + 16
    sheet.text(20, top + 8, "blue: SDA    yellow: SCL    3.3 V and ground go to each part as well", size=12)
    return str(sheet)


def pod(pins: PinTable, number: int) -> str:
    """One pod: its display, its three buttons and the eight wires of its cable."""
    sheet = Sheet(760, 360, "One pod and the eight wires of its cable")
    sheet.text(380, 22, f"One pod (the pins are those of pod {number})", anchor="middle", size=15)
    shown = pins.display(number)
    far = f"bus {shown.bus}" if shown.channel is None else f"multiplexer, channel {shown.channel}"
    wires = [
        (RED, "3.3 V", "pin 1 or 17"),
        (BLACK, "ground", "any ground pin"),
        (BLUE, "SDA", far),
        (YELLOW, "SCL", far),
    ]
    wires += [
        (
            GREEN,
            f"button {button.value}",
            f"pin {pins.physical(number, button)} (GPIO {pins.pin(number, button)})",
        )
        for button in Button
    ]
    wires.append((BLACK, "ground of the buttons", "a ground pin near them"))
    sheet.box(470, 48, 260, 140, "#eef1f4")
    sheet.text(600, 118, "display 128 x 64", anchor="middle")
    sheet.box(470, 204, 260, 136)
    for place, (colour, name, where) in enumerate(wires):
        y = 66 + 34 * place + (8 if place > 3 else 0)
        sheet.text(20, y, where)
        sheet.wire(colour, (220, y), (470, y))
        sheet.dot(220, y, colour, 4)
        sheet.text(345, y - 9, name, anchor="middle", size=11)
        if 4 <= place <= 6:
            sheet.wire(colour, (470, y), (560, y), (590, y - 9))  # an open contact
            sheet.dot(560, y, colour, 3)
            sheet.dot(600, y, BLACK, 3)
            sheet.wire(BLACK, (600, y), (690, y))
    sheet.wire(BLACK, (470, 312), (690, 312), (690, 210))
    return str(sheet)


def _colour(use: str) -> str:
    known = {"3.3 V": RED, "5 V": ORANGE, "ground": BLACK, "": FAINT}
    if use in known:
        return known[use]
    return BLUE if use.endswith("sda") else YELLOW if use.endswith("scl") else GREEN
