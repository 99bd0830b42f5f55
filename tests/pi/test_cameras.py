"""The real cameras hold what they measured, say when they cannot, know red from blue, never hang and never
pass off an old frame as new."""

from __future__ import annotations

import queue
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.camera.frame import CameraGone, CameraLost, CameraSlow, Frame
from firmware.camera.light import FOR, Light
from firmware.camera.opening import first_camera
from firmware.camera.picamera import CAPTURE_LIMIT, PiCamera, load_picamera2
from firmware.camera.thread import CameraThread, Health, HealthChanged, News, Patience
from firmware.camera.v4l2 import V4l2Camera, usb_cameras
from tests.pi.cameras import Capture, Picamera2


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def rig(clock: Clock, **faults: Any) -> type[Picamera2]:
    return type("Rigged", (Picamera2,), {"clock": clock, "made": [], **faults})


def opened(library: type[Picamera2], clock: Clock) -> PiCamera:
    return PiCamera(clock, lambda: library, lambda: clock.now + 500.0)


# ---- the Pi's camera -----------------------------------------------------------------------------------


def test_what_was_measured_is_held_in_the_configuration_and_in_each_frame(clock: Clock) -> None:
    library = rig(clock)
    camera = opened(library, clock)
    held = library.made[0].configurations[-1]["controls"]
    assert held["AeEnable"] is False
    assert held["AwbEnable"] is False
    assert held["AfMode"] == 0
    assert held["LensPosition"] == 1.1
    assert held["ColourGains"] == (1.8, 1.5)
    # 24 ms at gain 2 are 20 ms at 2.4: lamps on the mains give no bands.
    assert held["ExposureTime"] == 20_000
    assert held["AnalogueGain"] == pytest.approx(2.4)
    for _ in range(20):
        assert camera.frame().metadata.locked


def test_a_lock_that_does_not_hold_shows_in_the_frame(clock: Clock) -> None:
    library = rig(clock)
    camera = opened(library, clock)
    library.drifts = True
    assert camera.frame().metadata.gain == pytest.approx(1.2)
    assert not camera.frame().metadata.locked


def test_a_camera_that_takes_no_lock_shows_as_soon_as_the_light_does(clock: Clock) -> None:
    library = rig(clock, ignores=True)
    camera = opened(library, clock)
    assert camera.frame().metadata.locked
    library.drifts = True
    assert not camera.frame().metadata.locked


def test_a_camera_without_focus_or_colour_controls_is_asked_for_none(clock: Clock) -> None:
    few = {"AeEnable", "ExposureTime", "AnalogueGain"}
    library = rig(clock, controls=few)
    camera = opened(library, clock)
    assert all(set(made["controls"]) <= few for made in library.made[0].configurations)
    assert camera.frame().metadata.locked
    none = opened(rig(clock, controls=set()), clock)
    assert none.frame().metadata.locked


def test_a_lens_that_finds_nothing_to_focus_on_is_set_to_the_table(clock: Clock) -> None:
    library = rig(clock, blurred=True)
    opened(library, clock)
    assert library.made[0].configurations[-1]["controls"]["LensPosition"] == 1.0


@pytest.mark.parametrize("swapped", [False, True])
def test_red_is_told_from_blue_and_put_right(clock: Clock, swapped: bool) -> None:
    library = rig(clock, swapped=swapped, scene=(20.0, 40.0, 80.0))
    camera = opened(library, clock)
    assert camera.swapped is swapped
    blue, _, red = camera.frame().picture[0, 0]
    assert red == pytest.approx(80 * 1.8, abs=1)
    assert blue == pytest.approx(20 * 1.5, abs=1)
    assert camera.frame().metadata.locked  # the self-test has put everything back


def test_in_the_dark_the_library_is_believed(clock: Clock) -> None:
    assert opened(rig(clock, swapped=True, scene=(0.0, 0.0, 0.0)), clock).swapped is False


def test_a_frame_has_the_sensors_time_on_the_boxs_clock(clock: Clock) -> None:
    camera = opened(rig(clock), clock)
    assert camera.frame().taken_at == pytest.approx(clock.now - 0.02)


def test_a_frame_without_a_time_is_taken_for_old(clock: Clock) -> None:
    library = rig(clock, stampless=True)
    assert opened(library, clock).frame().taken_at == pytest.approx(clock.now - 1.0)


def test_a_capture_that_hangs_ends_in_time_and_everything_is_given_back(clock: Clock) -> None:
    library = rig(clock)
    camera = opened(library, clock)
    library.hangs = True
    before = clock.now
    with pytest.raises(CameraLost, match="check its cable"):
        camera.frame()
    assert clock.now - before == CAPTURE_LIMIT < Patience().capture
    camera.close()
    camera.close()
    assert not library.made[0].is_open
    with pytest.raises(CameraLost):
        opened(library, clock)
    assert not library.made[-1].is_open


def test_no_camera_and_one_that_somebody_has_are_told_apart(clock: Clock) -> None:
    for infos in ([], [{"Id": "/base/scb/pcie/usb2/1-1.2:1.0-046d:0825", "Num": 0}]):
        with pytest.raises(CameraLost, match="connector"):
            opened(rig(clock, infos=infos), clock)
    with pytest.raises(CameraLost, match="fuser"):
        opened(rig(clock, busy=True), clock)


def test_lamps_that_go_out_make_the_camera_measure_again(clock: Clock) -> None:
    library = rig(clock)
    camera = opened(library, clock)
    camera.frame()
    library.scene = (2.0, 2.0, 2.0)
    for _ in range(FOR - 1):
        camera.frame()
    with pytest.raises(CameraLost, match="light"):
        camera.frame()


def test_a_table_that_was_dark_from_the_start_and_a_passing_arm_change_nothing() -> None:
    dark, lit = np.zeros((32, 32, 3), np.uint8), np.full((32, 32, 3), 90, np.uint8)
    light = Light()
    assert not any(light.changed(dark) for _ in range(5 * FOR))
    light.changed(lit)
    assert not any(light.changed(dark) for _ in range(FOR - 1))
    assert not light.changed(lit)
    assert not any(light.changed(dark) for _ in range(FOR - 1))


def test_the_driver_below_it_can_be_missing_or_at_odds_with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraGone, match="sudo apt install python3-picamera2"):
        load_picamera2()

    class AtOdds:
        def __getattr__(self, name: str) -> object:
            raise ValueError(f"numpy.dtype size changed, may indicate binary incompatibility ({name})")

    monkeypatch.setitem(sys.modules, "picamera2", AtOdds())
    with pytest.raises(CameraGone, match="newer numpy"):
        load_picamera2()


# ---- a USB camera --------------------------------------------------------------------------------------


def usb(clock: Clock, capture: Capture) -> V4l2Camera:
    return V4l2Camera(clock, lambda: [2], lambda number: capture if number == 2 else None)


def test_a_usb_camera_is_held_and_gives_the_frames_own_time(clock: Clock) -> None:
    capture = Capture(clock)
    camera = usb(clock, capture)
    frame = camera.frame()
    assert frame.taken_at == capture.stamp
    assert frame.metadata.locked
    capture.props[cv2.CAP_PROP_EXPOSURE] = 320.0  # it exposes as it likes after all
    assert not camera.frame().metadata.locked


def test_a_usb_camera_that_cannot_be_held_says_so_in_every_frame(clock: Clock) -> None:
    assert not usb(clock, Capture(clock, locks=False)).frame().metadata.locked


def test_without_a_stamp_the_drivers_queue_is_emptied_first(clock: Clock) -> None:
    capture = Capture(clock, stamped=False)
    camera = usb(clock, capture)
    clock.now += 60.0  # nobody looked for a minute: what waits in the queue is a minute old
    asked = clock.now
    frame = camera.frame()
    assert frame.taken_at == asked
    assert capture.stamp >= asked  # when the picture was really taken


def test_a_usb_camera_that_goes_away_is_slow_and_then_lost(clock: Clock) -> None:
    capture = Capture(clock)
    camera = usb(clock, capture)
    capture.there = False
    with pytest.raises(CameraSlow, match="plug it in"):
        camera.frame()
    camera.close()
    assert capture.released
    with pytest.raises(CameraLost, match="group video"):
        usb(clock, Capture(clock, deaf=True))
    with pytest.raises(CameraLost, match="no USB camera"):
        V4l2Camera(clock, list)


def test_only_nodes_that_give_pictures_count(tmp_path: Path) -> None:
    nodes = {
        0: ("UVC Camera", 0), 1: ("UVC Camera", 1), 8: ("vivid-000-vid-cap", 0),
        10: ("bcm2835-codec-decode", 0), 14: ("unicam-image", 0), 20: ("pispbe-input", 0),
        21: ("rp1-cfe-csi2_ch0", 0), 22: ("rpi-hevc-dec", 0),
    }  # fmt: skip
    for number, (name, index) in nodes.items():
        node = tmp_path / f"sys/class/video4linux/video{number}"
        node.mkdir(parents=True)
        (node / "name").write_text(f"{name}\n")
        (node / "index").write_text(f"{index}\n")
    assert usb_cameras(tmp_path) == [0, 8]
    assert usb_cameras(tmp_path / "none") == []


# ---- which one, and in the box's own thread ------------------------------------------------------------


def nothing(_: object) -> Any:
    raise CameraLost("no USB camera is plugged in")


def test_the_pis_camera_goes_before_a_usb_camera_and_both_may_be_missing(clock: Clock) -> None:
    own, other = SimpleNamespace(), SimpleNamespace()
    assert first_camera(clock, lambda _: own, lambda _: other) is own

    def gone(_: object) -> Any:
        raise CameraGone("picamera2 is missing here")

    assert first_camera(clock, gone, lambda _: other) is other
    with pytest.raises(CameraLost, match="picamera2 is missing here; no USB camera is plugged in"):
        first_camera(clock, gone, nothing)


def test_the_keeper_takes_up_a_camera_that_comes_late(clock: Clock) -> None:
    library = rig(clock, infos=[])
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    thread = CameraThread(lambda: opened(library, clock), news.put, Patience(first=0.005, longest=0.01))
    thread.look(0.0)
    thread.start()
    lost, well = news.get(timeout=20.0), None
    library.infos = Picamera2.infos
    while not isinstance(well, Frame):
        before, well = well, news.get(timeout=20.0)
    assert isinstance(lost, HealthChanged)
    assert lost.health is Health.LOST
    assert isinstance(before, HealthChanged)
    assert before.health is Health.WELL
    assert thread.stop()
    assert not library.made[-1].is_open
