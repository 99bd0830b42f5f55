"""The Pi's own camera by picamera2: light, colour and focus are measured once, locked, and checked in every
frame."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firmware.camera.frame import WITHIN, CameraGone, CameraLost, Frame, Metadata
from firmware.camera.light import Light

SIZE = (1640, 1232)  # about 1.6 pixels a millimetre over the whole table
CAPTURE_LIMIT = 2.0  # seconds; less than the keeper's patience, so that a hang ends here
SETTLE = 90  # frames at most until light and focus have been measured
HELD_WITHIN = 12  # frames after which a change of the controls shows
STEADY = 5  # frames in a row that the measured light does not move
FLICKER = 10_000  # microseconds: half a period of the mains' light in most of the world
FAR = 1.0  # dioptres: a lens one metre above the table, where the camera cannot focus by itself
AF_MANUAL, AF_AUTO, AF_FOCUSED, AF_FAILED = 0, 1, 2, 3  # libcamera's numbers
TILT = 1.5  # by which the self-test changes red against blue


def load_picamera2() -> Any:
    """The class Picamera2 of the system's package. Raises `CameraGone` saying which part is missing."""
    try:
        return import_module("picamera2").Picamera2  # only a Pi has it, and without types
    except ImportError as missing:
        what = missing.name or "picamera2"
        raise CameraGone(
            f"{what.partition('.')[0]} is missing here; sudo apt install python3-picamera2, and let the "
            f"box's environment see it (python3 -m venv --system-site-packages)"
        ) from missing
    except Exception as broken:  # numpy's complaint about another binary form is a ValueError
        raise CameraGone(
            f"picamera2 cannot be loaded ({type(broken).__name__}: {broken}); "
            f"a newer numpy in the box's environment hides the system's: bluffbox doctor says more"
        ) from broken


class PiCamera:
    """The first camera on the Pi's connectors. Raises `CameraLost` while there is none or somebody else has
    it, `CameraGone` where picamera2 is missing. `clock` gives monotonic seconds."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        load: Callable[[], Any] = load_picamera2,
        since_boot: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME),
    ) -> None:
        self._clock = clock
        # The sensor's time counts from the start of the machine, also while that sleeps.
        self._ahead = since_boot() - clock()
        self._light = Light()
        library = load()
        number = _connected(library)
        try:
            self._camera = library(number)
        except Exception as taken:
            raise CameraLost(
                f"the camera cannot be opened ({taken}); stop the program that has it: "
                f"sudo fuser -v /dev/media* /dev/video*"
            ) from taken
        try:
            self._known = set(self._camera.camera_controls)
            self._held = self._measured()
            self._start(self._held)
            self.swapped = self._channels_swapped()
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return f"PiCamera({self._held})"

    def frame(self) -> Frame:
        """The next frame. Raises `CameraLost` when none comes in time, or when the light has changed so much
        that it has to be measured again."""
        picture, told = self._take()
        if self._light.changed(picture):
            raise CameraLost("the light on the table has changed: the camera measures it again")
        stamp = told.get("SensorTimestamp")
        # Without a stamp the frame may be as old as the driver's queue is long.
        taken_at = self._clock() - 1.0 if stamp is None else stamp / 1e9 - self._ahead
        return Frame(picture[..., ::-1].copy() if self.swapped else picture, taken_at, self._kept(told))

    def abort(self) -> None:
        """Nothing to do: no capture takes longer than `CAPTURE_LIMIT`."""

    def close(self) -> None:
        """Gives the camera back."""
        for step in (self._camera.stop, self._camera.close):
            with suppress(Exception):  # a driver that failed may fail again
                step()

    def _take(self) -> tuple[NDArray[np.uint8], Mapping[str, Any]]:
        try:
            request = self._camera.capture_request(wait=CAPTURE_LIMIT)
        except TimeoutError:
            raise CameraLost(
                f"the camera gave no picture within {CAPTURE_LIMIT:g} seconds; check its cable"
            ) from None
        try:
            return np.array(request.make_array("main"), np.uint8), request.get_metadata()
        finally:
            request.release()

    def _start(self, controls: Mapping[str, Any]) -> None:
        """Every configuration carries the whole set: controls set earlier are lost when it changes."""
        wanted = {name: value for name, value in controls.items() if name in self._known}
        # RGB888 is libcamera's name for blue-green-red in memory.
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": SIZE, "format": "RGB888"}, buffer_count=4, queue=False, controls=wanted
            )
        )
        self._camera.start()

    def _measured(self) -> Mapping[str, Any]:
        """Light, colour and focus as the camera finds them by itself; the controls that hold them so."""
        self._start({"AeEnable": True, "AwbEnable": True, "AfMode": AF_AUTO})
        focuses = "AfMode" in self._known
        if focuses:
            self._camera.set_controls({"AfMode": AF_AUTO, "AfTrigger": 0})
        steady, light, told = 0, 0.0, {}
        for _ in range(SETTLE):
            told = dict(self._take()[1])
            before, light = light, _light(told)
            steady = steady + 1 if abs(light - before) <= 0.02 * light else 0
            sharp = not focuses or told.get("AfState") in (AF_FOCUSED, AF_FAILED)
            if steady >= STEADY and sharp:
                break
        self._camera.stop()
        exposure, gain = _without_flicker(
            int(told.get("ExposureTime", 0)), float(told.get("AnalogueGain", 1))
        )
        lens = told.get("LensPosition") if told.get("AfState") == AF_FOCUSED else None
        held: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
        held["LensPosition"] = FAR if lens is None else lens
        if exposure:
            held |= {"ExposureTime": exposure, "AnalogueGain": gain}
        if "ColourGains" in told:
            held["ColourGains"] = tuple(told["ColourGains"])
        return held

    def _kept(self, told: Mapping[str, Any]) -> Metadata:
        """A frame's light and colour against what is held. A camera that says nothing of them has nothing
        that could drift."""
        gain = _light(told) / _light(self._held) if "ExposureTime" in self._held else 1.0
        if "ColourGains" not in self._held:
            return Metadata(gain)
        (red, blue), (held_red, held_blue) = told.get("ColourGains", (0, 0)), self._held["ColourGains"]
        return Metadata(gain, red / held_red, blue / held_blue)

    def _channels_swapped(self) -> bool:
        """Whether red and blue have changed places in the picture: more red gain must give more of its last
        channel. Where it is too dark to tell, the library's word counts."""
        if "ColourGains" not in self._held:
            return False
        red, blue = self._held["ColourGains"]
        before = self._reached((red, blue))
        self._camera.set_controls({"ColourGains": (red * TILT, blue / TILT)})
        after = self._reached((red * TILT, blue / TILT))
        self._camera.set_controls(self._controls_held())
        self._reached((red, blue))
        if before is None or after is None:
            return False
        return after < before / 1.2

    def _controls_held(self) -> Mapping[str, Any]:
        return {name: value for name, value in self._held.items() if name in self._known}

    def _reached(self, gains: tuple[float, float]) -> float | None:
        """The picture's last channel over its first once these gains are in force; None if they never are,
        or it is too dark to say."""
        for _ in range(HELD_WITHIN):
            picture, told = self._take()
            now = told.get("ColourGains", (0, 0))
            if all(abs(is_ - should) <= WITHIN * should for is_, should in zip(now, gains, strict=True)):
                first, last = (float(picture[::16, ::16, channel].mean()) for channel in (0, 2))
                return last / first if min(first, last) > 4.0 else None
        return None


def _connected(library: Any) -> int:
    """The number of the first camera that is no USB camera."""
    for number, info in enumerate(library.global_camera_info()):
        if "usb" not in str(info.get("Id", "")).lower():
            return int(info.get("Num", number))
    raise CameraLost("no camera is on the Pi's connector; check the cable (the box off), or use a USB camera")


def _light(told: Mapping[str, Any]) -> float:
    return float(told.get("ExposureTime", 0)) * float(told.get("AnalogueGain", 1.0))


def _without_flicker(exposure: int, gain: float) -> tuple[int, float]:
    """The same light with an exposure that lasts whole half periods of the mains, where it is long enough."""
    if exposure < FLICKER:
        return exposure, gain
    whole = exposure // FLICKER * FLICKER
    return whole, gain * exposure / whole
