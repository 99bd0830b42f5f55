"""A still scene that cannot be read costs ever less, until something moves or something else is asked."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.scenes import noisy, table_frame
from vision.gaze import Gaze, Trouble
from vision.layout import reference_layout
from vision.picture import Frame
from vision.table import Table

STEP = 0.15  # seconds between frames while something is to be read
MINUTE = 400  # frames
SELDOM = 3.0  # seconds that a Pi has at least, in the end, between two readings
PATIENT = 5.0  # and at most, for the light may have changed

LAYOUT = reference_layout()
TABLE = table_frame(noise=0)
BARE = np.full_like(TABLE, 128)  # no markers: nobody knows where the seats are
HAND = TABLE.copy()
cv2.ellipse(HAND, (600, 1232), (130, 400), 10, 0, 360, (120, 150, 210), -1)


def looked_at(gaze: Gaze, frame: Frame, frames: int, start: float = 0.0) -> list[float]:
    """When the gaze took the trouble to look into that still scene."""
    grainy = [noisy(frame, 1.0, seed) for seed in range(3)]
    times = []
    for number in range(frames):
        now = start + number * STEP
        seen = gaze.see(grainy[number % 3], now)
        if isinstance(seen, Table) or seen is Trouble.NO_TABLE:
            times.append(now)
    return times


def gaze(since: float = 0.0) -> Gaze:
    return Gaze(since, layout=LAYOUT, agree=2)


scenes = pytest.mark.parametrize("scene", [TABLE, BARE], ids=["unread", "no table"])


@scenes
def test_a_still_scene_that_cannot_be_read_is_looked_at_ever_less_often(scene: Frame) -> None:
    times = looked_at(gaze(), scene, MINUTE)
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses == sorted(pauses, key=lambda pause: round(pause / STEP)), "never more often again"
    assert SELDOM <= pauses[-1] <= PATIENT
    assert len(times) < 25


@scenes
def test_whatever_moves_makes_it_eager_again(scene: Frame) -> None:
    at, first = gaze(), gaze()
    looked_at(at, scene, MINUTE)
    start = MINUTE * STEP
    assert at.see(HAND, start) in (Trouble.HAND, Trouble.MOVING)
    again = looked_at(at, scene, 40, start + STEP)
    afresh = looked_at(first, scene, 40, start + STEP)
    assert len(again) >= len(afresh) - 1
    assert again[0] - start < 1.0


@scenes
def test_another_question_is_looked_into_at_once(scene: Frame) -> None:
    looked_at(gaze(), scene, MINUTE)
    asked = MINUTE * STEP
    assert looked_at(gaze(asked), scene, 8, asked)[0] - asked < 1.0
