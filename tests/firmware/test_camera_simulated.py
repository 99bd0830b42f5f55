"""The simulated camera sees the table, and fails in the ways that real ones do."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.camera.faults import NO_FAULTS, Faults, Glare
from firmware.camera.folder import FolderCamera
from firmware.camera.frame import CameraGone, CameraLost, CameraSlow, Frame
from firmware.camera.simulated import QUEUE, SimulatedCamera
from firmware.sim.eye import eye_of
from firmware.sim.render import Optics, dice_in_picture
from firmware.sim.styles import usual
from firmware.sim.world import World

WAIT = 20.0  # seconds after which a test that hangs is called failed


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world() -> World:
    return World([1, 4], 1)


def test_a_frame_is_the_table_now(world: World, clock: Clock) -> None:
    camera = SimulatedCamera(world, clock)
    before = camera.frame()
    assert before.picture.shape == (1232, 1640, 3)
    assert before.picture.dtype == np.uint8
    assert before.taken_at == 100.0
    world.lift(4)
    clock.now = 101.5
    after = camera.frame()
    assert after.taken_at == 101.5
    x, y = np.round(eye_of(world.stand).project(np.array([[200.0, -240.0, 0.0]]))[0]).astype(int)
    change = np.abs(
        after.picture[y - 60 : y + 60, x - 60 : x + 60].astype(int)
        - before.picture[y - 60 : y + 60, x - 60 : x + 60]
    )
    assert change.mean() > 10


def test_two_frames_of_a_still_table_differ_in_grain_only(world: World, clock: Clock) -> None:
    camera = SimulatedCamera(world, clock)
    one, other = camera.frame().picture.astype(int), camera.frame().picture
    assert 0.5 < np.abs(one - other).mean() < 6.0


def test_a_frame_prints_no_pictures(world: World, clock: Clock) -> None:
    camera = SimulatedCamera(world, clock)
    assert "array" not in repr(camera.frame())
    assert repr(camera) == "SimulatedCamera(1 frames taken)"


def test_a_late_camera_is_there_when_its_time_has_come(world: World, clock: Clock) -> None:
    faults = Faults(absent_until=130.0)
    with pytest.raises(CameraLost):
        SimulatedCamera(world, clock, faults)
    clock.now = 130.0
    assert SimulatedCamera(world, clock, faults).frame().taken_at == 130.0


@pytest.mark.parametrize(
    ("faults", "error"),
    [(Faults(lost=True), CameraLost), (Faults(gone=True), CameraGone), (Faults(slow=True), CameraSlow)],
)
def test_each_failure_has_its_own_error(
    world: World, clock: Clock, faults: Faults, error: type[Exception]
) -> None:
    camera = SimulatedCamera(world, clock)
    camera.faults = faults
    with pytest.raises(error):
        camera.frame()
    camera.faults = NO_FAULTS
    assert camera.frame().picture.any()


def test_a_queue_gives_frames_from_before_the_press(world: World, clock: Clock) -> None:
    camera = SimulatedCamera(world, clock)
    closed = camera.frame().picture
    camera.faults = Faults(stale=QUEUE)
    clock.now = 110.0
    world.lift(1)
    frames = [camera.frame() for _ in range(QUEUE + 1)]
    assert [frame.taken_at < 110.0 for frame in frames] == [True] * QUEUE + [False]
    assert frames == sorted(frames, key=lambda frame: frame.taken_at)
    old, new = frames[0].picture.astype(int), frames[-1].picture.astype(int)
    assert np.abs(old - closed).max() < 40, "an old frame shows the table as it was"
    assert np.abs(new - closed).max() > 80


def test_a_frozen_camera_gives_the_same_picture_with_new_times(world: World, clock: Clock) -> None:
    camera = SimulatedCamera(world, clock, Faults(frozen=True))
    first = camera.frame()
    world.lift(1)
    clock.now = 120.0
    second = camera.frame()
    assert np.array_equal(first.picture, second.picture)
    assert (first.taken_at, second.taken_at) == (100.0, 120.0)


@pytest.mark.parametrize("gain", [0.5, 1.8])
def test_a_drifting_exposure_shows_in_picture_and_metadata(world: World, clock: Clock, gain: float) -> None:
    plain = SimulatedCamera(world, clock).frame()
    frame = SimulatedCamera(world, clock, Faults(gain=gain)).frame()
    assert frame.metadata.gain == gain
    assert (frame.picture.mean() > plain.picture.mean()) == (gain > 1)


def test_a_colour_cast_shows_in_picture_and_metadata(world: World, clock: Clock) -> None:
    warm = SimulatedCamera(world, clock, Faults(warmth=0.8)).frame()
    cold = SimulatedCamera(world, clock, Faults(warmth=-0.8)).frame()
    assert warm.picture[..., 2].mean() > cold.picture[..., 2].mean()
    assert warm.picture[..., 0].mean() < cold.picture[..., 0].mean()
    assert warm.metadata.red > 1 > cold.metadata.red


def test_swapped_channels_turn_red_into_blue(clock: Clock) -> None:
    world = World([1], 1, style=usual("grey paper", "red"))
    world.lift(1)
    x, y = (round(v) for v in (dice_in_picture(world.scene())[0].x, dice_in_picture(world.scene())[0].y))
    right = SimulatedCamera(world, clock).frame().picture[y - 8 : y + 8, x - 8 : x + 8].mean(axis=(0, 1))
    wrong = SimulatedCamera(world, clock, Faults(swapped=True)).frame().picture
    assert right[2] > right[0] + 40
    assert wrong[y - 8 : y + 8, x - 8 : x + 8].mean(axis=(0, 1)) == pytest.approx(right[::-1], abs=3)


def test_glare_burns_out_where_it_falls(world: World, clock: Clock) -> None:
    picture = SimulatedCamera(world, clock, Faults(glare=Glare(400.0, 300.0, 60.0, 250.0))).frame().picture
    plain = SimulatedCamera(world, clock).frame().picture
    assert picture[300, 400].min() > 240
    assert np.abs(picture[900, 1200].astype(int) - plain[900, 1200]).max() < 30


def test_soft_focus_takes_the_edges_away(world: World, clock: Clock) -> None:
    world.lift(1)
    optics = Optics(noise=0.0)
    sharp, soft = (
        cv2.Laplacian(camera.frame().picture[700:1100, 300:800], cv2.CV_64F).var()
        for camera in (
            SimulatedCamera(world, clock, optics=optics),
            SimulatedCamera(world, clock, Faults(blur=2.5), optics),
        )
    )
    assert soft < sharp / 4


class Hanging:
    """A capture that hangs in a thread of its own, and what came of it."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self.result: Frame | Exception | None = None
        self.done = threading.Event()
        self._camera = camera
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self.result = self._camera.frame()
        except CameraSlow as error:
            self.result = error
        self.done.set()


def test_a_hanging_capture_comes_back_when_the_fault_is_taken_away(world: World, clock: Clock) -> None:
    camera = SimulatedCamera(world, clock, Faults(hangs=True))
    capture = Hanging(camera)
    assert not capture.done.wait(0.05)
    camera.faults = NO_FAULTS
    assert capture.done.wait(WAIT)
    assert isinstance(capture.result, Frame)


@pytest.mark.parametrize("deaf", [True, False])
def test_a_hanging_capture_gives_up_when_told_unless_it_is_deaf(
    world: World, clock: Clock, deaf: bool
) -> None:
    camera = SimulatedCamera(world, clock, Faults(hangs=True, deaf=deaf))
    capture = Hanging(camera)
    camera.abort()
    if deaf:
        assert not capture.done.wait(0.1)
        camera.faults = NO_FAULTS
    assert capture.done.wait(WAIT)
    assert isinstance(capture.result, CameraSlow)


def test_a_folder_is_played_in_order_and_again(tmp_path: Path, clock: Clock) -> None:
    for name, grey in [("b.png", 200), ("a.png", 50)]:
        cv2.imwrite(str(tmp_path / name), np.full((10, 20, 3), grey, np.uint8))
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    camera = FolderCamera(tmp_path, clock)
    assert [int(camera.frame().picture[0, 0, 0]) for _ in range(4)] == [50, 200, 50, 200]
    assert camera.frame().taken_at == 100.0


@pytest.mark.parametrize("kind", ["missing", "empty", "broken"])
def test_a_folder_without_pictures_is_named(tmp_path: Path, clock: Clock, kind: str) -> None:
    folder = tmp_path / kind
    if kind != "missing":
        folder.mkdir()
    if kind == "broken":
        (folder / "broken.jpg").write_bytes(b"no picture")
    with pytest.raises(CameraGone, match=kind):
        FolderCamera(folder, clock).frame()
