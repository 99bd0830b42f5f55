"""The gate opens when nothing moves, whatever the light and the sensor's noise do meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import cv2
import numpy as np
import pytest

from tests.vision.scenes import noisy, pixel, straight_above, table_frame
from vision.picture import Frame
from vision.reading import Place
from vision.stillness import Motion, Stillness, Stir

STEP = 0.125
DICE = [Place(-200, 240), Place(-230, 250), Place(180, -240)]
SCENE = table_frame(dice=DICE, noise=0)
GRAINY = [noisy(SCENE, 2.0, seed) for seed in range(4)]


def stirs(frames: Iterable[Frame]) -> list[Stir]:
    gate = Stillness(0.4)
    return [gate.see(frame, number * STEP) for number, frame in enumerate(frames)]


def scene(count: int, change: Callable[[Frame, int], Frame] = lambda frame, _: frame) -> Iterator[Frame]:
    for number in range(count):
        yield change(GRAINY[number % len(GRAINY)], number)


def lit(frame: Frame, gain: float | np.ndarray) -> Frame:
    return np.clip(frame * np.asarray(gain), 0, 255).astype(np.uint8)


def test_a_still_table_opens_the_gate_after_the_time_asked_for() -> None:
    assert [stir.still for stir in stirs(scene(8))] == [False] * 4 + [True] * 4


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0, 12.0])
def test_noise_is_not_movement(noise: float) -> None:
    frames = [noisy(SCENE, noise, seed) for seed in range(6)]
    assert {stir.motion for stir in stirs(frames)} == {Motion.NONE}


@pytest.mark.parametrize(
    "light",
    [
        pytest.param(lambda n: 1 + 0.01 * n, id="slow drift of the exposure"),
        pytest.param(lambda n: 1 + 0.15 * (n % 2), id="flicker"),
        pytest.param(
            lambda n: 1 + 0.1 * np.sin(np.arange(SCENE.shape[0]) / 60 + n)[:, None, None],
            id="bands of a lamp",
        ),
    ],
)
def test_light_is_not_movement(light: Callable[[int], float | np.ndarray]) -> None:
    assert {stir.motion for stir in stirs(scene(12, lambda frame, n: lit(frame, light(n))))} == {Motion.NONE}


def test_a_camera_that_nears_white_softly_may_flicker_too() -> None:
    """White paper changes by less than the light, as on any real tone curve."""

    def toned(frame: Frame, number: int) -> Frame:
        levels = frame * (1.0 + 0.12 * (number % 2))
        return np.where(levels > 190, 190 + 65 * (1 - np.exp((190 - levels) / 65)), levels).astype(np.uint8)

    assert {stir.motion for stir in stirs(scene(6, toned))} == {Motion.NONE}


@pytest.mark.parametrize("millimetres", [4, 16, 60])
def test_one_die_that_moves_shuts_the_gate(millimetres: float) -> None:
    moved = table_frame(dice=[Place(DICE[0].x + millimetres, DICE[0].y), *DICE[1:]], noise=0)
    frames = [*scene(6), *(noisy(moved, 2.0, 50 + n) for n in range(5))]
    seen = stirs(frames)
    assert seen[5].still
    assert seen[6] == Stir(still=False, motion=Motion.SMALL, since=6 * STEP)
    assert [stir.still for stir in seen[6:]] == [False] * 4 + [True]


def test_a_die_that_turns_over_in_its_place_is_movement() -> None:
    """Only its pips change: 16 mm, dark on bright."""

    def face(pips: list[tuple[int, int]]) -> Frame:
        frame = SCENE.copy()
        x, y = (round(value) for value in pixel(straight_above(), DICE[0]))
        for dx, dy in pips:
            cv2.circle(frame, (x + dx, y + dy), 3, (20, 20, 20), -1)
        return frame

    one, six = face([(0, 0)]), face([(dx, dy) for dx in (-7, 7) for dy in (-7, 0, 7)])
    assert stirs([noisy(one), noisy(six, seed=2)])[1].motion is Motion.SMALL


def test_movement_too_slow_for_two_frames_adds_up() -> None:
    """A die pushed by a millimetre a frame never differs much from the frame before."""
    frames = [
        table_frame(dice=[Place(DICE[0].x + 0.8 * n, DICE[0].y), *DICE[1:]], noise=1, seed=n)
        for n in range(25)
    ]
    assert not any(stir.still for stir in stirs(frames)[8:])


def test_a_hand_is_told_from_a_die() -> None:
    hand = SCENE.copy()
    cv2.ellipse(hand, (600, 1232), (130, 400), 10, 0, 360, (120, 150, 210), -1)
    assert stirs([noisy(SCENE), noisy(hand, seed=2)])[1].motion is Motion.LARGE


def test_the_camera_being_pushed_is_large() -> None:
    pushed = np.roll(SCENE, 12, axis=1)
    texture = np.random.default_rng(3).integers(0, 60, (77, 103), np.uint8)
    cloth = cv2.resize(texture, (SCENE.shape[1], SCENE.shape[0]), interpolation=cv2.INTER_CUBIC)[..., None]
    before, after = (
        cv2.add(SCENE, cloth.repeat(3, 2)),
        cv2.add(pushed, np.roll(cloth, 12, axis=1).repeat(3, 2)),
    )
    assert stirs([before, after])[1].motion is Motion.LARGE  # type: ignore[list-item]


def test_frames_that_are_not_newer_change_nothing() -> None:
    gate = Stillness(0.4)
    first = gate.see(SCENE, 5.0)
    hand = np.zeros_like(SCENE)
    assert gate.see(hand, 5.0) == first
    assert gate.see(hand, 1.0) == first
    assert gate.see(SCENE, 5.5).still


def test_another_frame_size_is_movement() -> None:
    gate = Stillness(0.4)
    gate.see(SCENE, 0.0)
    assert gate.see(SCENE[:600], 1.0) == Stir(still=False, motion=Motion.LARGE, since=1.0)


def test_a_tiny_frame_is_no_trouble() -> None:
    assert stirs([np.zeros((1, 1, 3), np.uint8)] * 6)[-1].still
