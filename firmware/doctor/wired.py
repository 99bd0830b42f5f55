"""The doctor on pins and displays: drivers, groups, buses, multiplexer, addresses, conflicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware.doctor.finding import Finding, bad, ok, unknown, warn
from firmware.doctor.host import Host
from firmware.pods.buses import mux_channels
from firmware.pods.pins import PinTable

GROUPS = ("gpio", "i2c", "video")
CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
OWN = ("lg", "bluffbox")  # as whom our own box holds a pin
SPEED = 400_000
SPI = range(7, 12)


def groups(host: Host) -> Iterator[Finding]:
    """The user's groups, without which no device can be opened."""
    user, member = host.groups()
    missing = [name for name in GROUPS if name not in member]
    if user == "root" or not missing:
        yield ok("groups", f"{user} may use pins, buses and cameras")
    else:
        mend = f"sudo usermod --append --groups {','.join(missing)} {user}"
        yield bad("groups", f"{user} is not in {', '.join(missing)}", mend)


def pins(host: Host, table: PinTable) -> Iterator[Finding]:
    """The library that drives the pins, and who else wants them."""
    lgpio = host.module("lgpio")
    if isinstance(lgpio, ImportError):
        yield bad(
            "lgpio", "lgpio is missing; no other library is ever used", "sudo apt install python3-lgpio"
        )
    elif isinstance(lgpio, Exception):
        mend = "export LG_WD=$(mktemp -d)"
        yield bad("lgpio", f"lgpio cannot start ({lgpio}): it may not write here", mend)
    else:
        yield ok("lgpio", "lgpio is there")
    if not host.there("/dev/gpiochip[0-9]*"):
        yield bad("pins", "there is no /dev/gpiochip0: this is no Pi, or its kernel is not", "uname -a")
    held = host.pin_holders()
    wanted = table.uses()
    buses = {pin for bus in table.buses.values() for pin in (bus.sda, bus.scl)}
    if held is None:
        yield unknown("pin-conflict", "who holds the pins cannot be told without lgpio and the group gpio")
    else:
        taken = {
            pin: who
            for pin, who in held.items()
            if pin in wanted and pin not in buses and who.lower() not in OWN
        }
        for pin, who in taken.items():
            mend = f"sudo pinctrl get {pin}"
            yield bad("pin-conflict", f"GPIO {pin} ({wanted[pin]}) is held by {who}; end that", mend)
        if not taken:
            yield ok("pin-conflict", "nobody else holds the box's pins")
    if host.there("/dev/spidev*") and any(pin in SPI for pin in wanted):
        mend = "sudo raspi-config nonint do_spi 1 && sudo reboot"
        yield bad("spi", f"SPI is on and takes GPIO 7-11, of which the box uses {_named(wanted, SPI)}", mend)
    if host.there("/sys/bus/w1/devices/w1_bus_master*") and 4 in wanted:
        mend = "sudo raspi-config nonint do_onewire 1 && sudo reboot"
        yield bad("one-wire", f"1-Wire is on and takes GPIO 4 ({wanted[4]})", mend)


def displays(host: Host, table: PinTable, pods: tuple[int, ...]) -> Iterator[Finding]:
    """Each bus, its multiplexer, and the display of each pod."""
    config = next((name for name in CONFIGS if host.text(name)), CONFIGS[0])
    for number, bus in table.buses.items():
        if not any(table.display(pod).bus == number for pod in pods):
            continue
        node = f"/dev/i2c-{number}"
        if not host.path(node).exists():
            mend = "sudo raspi-config nonint do_i2c 0 && sudo reboot"
            yield bad(
                "bus", f"there is no {node}", mend if number == 1 else f"sudo nano {config}  # see wiring.md"
            )
            continue
        if not host.may_use(node):
            yield bad("bus", f"{node} may not be used", "sudo usermod --append --groups i2c $USER")
            continue
        yield ok("bus", f"{node} is there")
        yield from _speed(host, number, config)
        if bus.mux is not None:
            yield from _mux(host, number, bus.mux, config)
    for pod in pods:
        yield from _display(host, table, pod)


def _speed(host: Host, number: int, config: str) -> Iterator[Finding]:
    try:
        told = host.path(f"/sys/bus/i2c/devices/i2c-{number}/of_node/clock-frequency").read_bytes()
    except OSError:
        return
    speed = int.from_bytes(told, "big")
    if speed < SPEED:
        mend = f"echo dtparam=i2c_arm=on,i2c_arm_baudrate={SPEED} | sudo tee -a {config} && sudo reboot"
        yield warn("bus-speed", f"bus {number} runs at {speed // 1000} kHz: a page takes 0.1 s a pod", mend)
    else:
        yield ok("bus-speed", f"bus {number} runs at {speed // 1000} kHz")


def _mux(host: Host, number: int, mux: int, config: str) -> Iterator[Finding]:
    overlay = f"dtoverlay=i2c-mux,pca9548,addr={mux:#x},disconnect_on_idle"
    mend = f"echo {overlay} | sudo tee -a {config} && sudo reboot"
    if mux_channels(number, mux, host.root):
        idle = host.text(f"/sys/bus/i2c/devices/{number}-{mux:04x}/idle_state")
        if idle in ("", "-2"):
            yield ok("mux", f"the kernel drives the multiplexer at {mux:#x}")
        else:
            yield warn("mux", "the kernel leaves the multiplexer's channel open between two blocks", mend)
        return
    found = _answers(host, number, mux)
    if found is None:
        yield unknown("mux", f"bus {number} cannot be asked")
    elif found:
        yield ok("mux", f"the multiplexer answers at {mux:#x}; the box drives it itself")
    else:
        what = f"no multiplexer answers at {mux:#x} on bus {number}: its 3.3 V, ground, SDA, SCL or RESET"
        yield bad("mux", what, f"sudo i2cdetect -y {number}")


def _display(host: Host, table: PinTable, pod: int) -> Iterator[Finding]:
    shown, key = table.display(pod), f"display.{pod}"
    mux, number = table.buses[shown.bus].mux, shown.bus
    where = f"bus {number}" if shown.channel is None else f"channel {shown.channel}"
    if shown.channel is not None and mux is not None:
        channels = mux_channels(number, mux, host.root)
        if channels and shown.channel not in channels:
            yield bad(
                key, f"the multiplexer has no {where}: it is no TCA9548A", f"sudo i2cdetect -y {number}"
            )
            return
        if not channels:
            yield _behind_our_mux(host, pod, number, (mux, shown.channel, shown.address))
            return
        number = channels[shown.channel]
    found = _answers(host, number, shown.address)
    if found is None:
        yield unknown(key, f"/dev/i2c-{number} cannot be asked")
    elif found:
        yield ok(key, f"pod {pod}'s display answers on {where}")
    else:
        yield bad(key, _silent(pod, where, shown.address), f"sudo i2cdetect -y {number}")


def _behind_our_mux(host: Host, pod: int, number: int, place: tuple[int, int, int]) -> Finding:
    mux, channel, address = place
    bus, key, where = host.bus(number), f"display.{pod}", f"channel {channel}"
    if isinstance(bus, Exception):
        return unknown(key, f"/dev/i2c-{number} cannot be asked")
    try:
        bus.write_byte(mux, 1 << channel)
        bus.read_byte(address)
    except OSError:
        mend = f"sudo i2cset -y {number} {mux:#x} {1 << channel:#x} && sudo i2cdetect -y {number}"
        return bad(key, _silent(pod, where, address), mend)
    finally:
        bus.close()
    return ok(key, f"pod {pod}'s display answers on {where}")


def _answers(host: Host, number: int, address: int) -> bool | None:
    bus = host.bus(number)
    if isinstance(bus, Exception):
        return None
    try:
        bus.read_byte(address)
    except OSError:
        return False
    finally:
        bus.close()
    return True


def _silent(pod: int, where: str, address: int) -> str:
    return f"pod {pod}'s display does not answer at {address:#x} on {where}: check its cable and solder joint"


def _named(wanted: Mapping[int, str], numbers: range) -> str:
    return ", ".join(f"GPIO {pin} ({wanted[pin]})" for pin in numbers if pin in wanted)
