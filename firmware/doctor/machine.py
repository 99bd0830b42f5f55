"""The doctor on the rest: camera, settings, disk, clock, power, heat and the unit."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from firmware.camera.v4l2 import usb_cameras
from firmware.doctor.finding import Finding, bad, ok, unknown, warn
from firmware.doctor.host import USER, Host
from firmware.pi.board import HOT, temperature, under_voltage
from firmware.settings import CameraKind, Settings
from vision.files import is_there

ROOM = 50 * 2**20  # bytes: a few thousand games, and room for the log
MADE_IN = 1_767_225_600  # 2026-01-01: no clock that is right shows an earlier time
_MODEL = "/proc/device-tree/model"
CAMERAS = ("/dev/video[0-9]*", "/dev/media[0-9]*")


def is_pi(host: Host) -> bool:
    """Whether this is a Raspberry Pi, by what its kernel was told."""
    return "Raspberry Pi" in host.text(_MODEL)


def board(host: Host) -> Iterator[Finding]:
    """Which machine this is; of a Pi, how hot, and how well fed."""
    if not is_pi(host):
        yield warn(
            "board", "this is no Raspberry Pi: nothing but a simulated table is to be had", "make play"
        )
        return
    yield ok("board", host.text(_MODEL))
    low = under_voltage(host.root)
    if low:
        mend = "use the Pi's own supply and a short cable: 5 V 3 A, for a Pi 5 5 A"
        yield bad("under-voltage", "the supply gives less than 4.63 V", mend)
    elif low is None:
        yield unknown("under-voltage", "this machine does not tell how well it is fed")
    else:
        yield ok("under-voltage", "the supply holds")
    heat = temperature(host.path("/sys/class/thermal/thermal_zone0/temp"))
    if heat is not None and heat >= HOT:
        yield warn("heat", f"{heat:.0f} degrees: it slows down", "give the box air, or a fan")
    elif heat is not None:
        yield ok("heat", f"{heat:.0f} degrees")


def camera(host: Host, settings: Settings, running: bool) -> Iterator[Finding]:
    """The Pi's camera with its libraries, else a USB camera."""
    if settings.camera is CameraKind.FOLDER:
        yield ok("camera", f"the pictures come from {settings.camera_path}")
        return
    own = _picamera(host, running) if settings.camera is not CameraKind.V4L2 else None
    usb = usb_cameras(host.root)
    held = [] if running else host.users_of(CAMERAS)
    if held:
        yield bad(
            "camera-held", f"a camera is held by {', '.join(held)}", "sudo fuser -v /dev/video* /dev/media*"
        )
    if own is not None and (own.state == "ok" or not usb):
        yield own
    elif usb and settings.camera is not CameraKind.PICAMERA:
        if own is not None and own.key != "camera":
            yield warn(own.key, own.what, own.mend)
        yield ok("camera", f"a USB camera is at /dev/video{usb[0]}")
    else:
        yield own or bad("camera", "no USB camera is plugged in", "lsusb")


def _picamera(host: Host, running: bool) -> Finding:
    library = host.module("picamera2")
    if isinstance(library, ModuleNotFoundError):
        missing = (library.name or "picamera2").partition(".")[0]
        mend = "sudo apt install python3-picamera2"
        apt = host.there("/usr/lib/python3/dist-packages/picamera2")
        if apt:
            mend = f"sudo python3 -m venv --system-site-packages {host.python.parent.parent}"
            return bad(
                "picamera2", f"{missing} is installed, but the box's environment does not see it", mend
            )
        return bad("picamera2", f"{missing} is missing", mend)
    if isinstance(library, Exception):
        told = str(library)
        if "numpy" in told or "binary incompatibility" in told:
            what = f"numpy in the box's environment is not the one that picamera2 was built for ({told})"
            return bad("numpy", what, f"sudo {host.python} -m pip uninstall --yes numpy simplejpeg")
        mend = "sudo apt install --reinstall python3-picamera2 python3-libcamera"
        return bad("picamera2", f"picamera2 cannot be loaded ({told})", mend)
    try:
        found = [info for info in library.Picamera2.global_camera_info() if "usb" not in str(info).lower()]
    except Exception as wrong:
        return bad("camera", f"libcamera fails ({wrong})", "rpicam-hello --list-cameras")
    if found or running:
        return ok("camera", f"the Pi's camera is there: {found[0].get('Model', '?') if found else 'in use'}")
    what = (
        "no camera is on the Pi's connector: off, cable in straight with its contacts the right way, on again"
    )
    return bad("camera", what, "rpicam-hello --list-cameras")


def kept(host: Host, settings: Settings, notices: Sequence[object]) -> Iterator[Finding]:
    """The settings, the journal's folder, the disk and the clock."""
    for notice in notices:
        yield warn("settings", str(notice), f"sudo nano {host.path('/etc/bluffbox/settings.toml')}")
    if not notices:
        yield ok("settings", "all settings are understood")
    folder = settings.journal.parent
    nearest = next((place for place in (folder, *folder.parents) if is_there(place)), folder)
    if not os.access(nearest, os.W_OK) and host.groups()[0] != USER:
        mend = f"sudo install --directory --owner {USER} --group {USER} --mode 700 {folder}"
        yield bad("journal", f"games cannot be kept in {folder}", mend)
    free = host.free(nearest)
    if free is None:
        yield unknown("disk", f"{nearest} cannot be looked at")
    elif free < ROOM:
        yield bad(
            "disk", f"{free // 2**20} MB are free", "sudo apt clean && sudo journalctl --vacuum-size=32M"
        )
    else:
        yield ok("disk", f"{free // 2**20} MB are free")
    if host.now() < MADE_IN:
        yield warn("clock", "the clock is wrong: the log's times are", "sudo timedatectl set-ntp true")
    else:
        yield ok("clock", "the clock is set")


def unit(host: Host) -> tuple[bool, Finding]:
    """Whether the unit runs, and how it is."""
    state = host.said("systemctl", "is-active", "bluffbox")
    if state == "active":
        return True, ok("unit", "the unit runs")
    if state == "failed":
        what = f"the unit has failed: {host.said('systemctl', 'show', 'bluffbox', '-P', 'StatusText')}"
        return False, bad("unit", what, "journalctl -u bluffbox -n 30; sudo systemctl restart bluffbox")
    if not host.path("/etc/systemd/system/bluffbox.service").exists():
        return False, unknown("unit", "the box does not start with the machine", "sudo systemd/install.sh")
    return False, warn("unit", "the unit does not run", "sudo systemctl enable --now bluffbox")
