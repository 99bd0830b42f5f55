"""The eye waits for still frames after the press, and is final only when they agree on every seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.scenes import noisy, straight_above, table_frame
from vision.layout import reference_layout
from vision.picture import Frame
from vision.reading import DiceReading, Die, Reason, Value
from vision.seats import Look, SeatReading, TableReading, Trouble
from vision.table import Table, find_table

LAYOUT = reference_layout()
STEP = 0.125
STILL = 0.25
EMPTY = table_frame(noise=0)
GRAINY = [noisy(EMPTY, 1.0, seed) for seed in range(4)]
HAND = EMPTY.copy()
cv2.ellipse(HAND, (600, 1232), (130, 400), 10, 0, 360, (120, 150, 210), -1)


def die(seat: int, value: Value | None, dx: float = 0.0, **other: object) -> Die:
    """A die `dx` mm from the middle of a seat's zone, with its pixel for the camera straight above."""
    centre = LAYOUT.seats[seat].centre
    x, y, _ = straight_above() @ (centre.x + dx, centre.y, 1)
    sure = Die(value, float(x), float(y), 25.0, 0.99, value is not None)
    return replace(sure, **other)  # type: ignore[arg-type]


class Eye:
    """A reader that sees, in the n-th frame it is shown, the n-th of these scenes; the last one for ever."""

    def __init__(self, *scenes: Sequence[Die]) -> None:
        self.scenes = scenes
        self.seen: list[float] = []
        self.now = -1.0

    def __call__(self, frame: Frame, table: Table | None) -> DiceReading:
        assert frame.shape == EMPTY.shape
        assert table is not None
        self.seen.append(self.now)
        return DiceReading(tuple(self.scenes[min(len(self.seen), len(self.scenes)) - 1]))


def look(eye: Eye, wanted: dict[int, int], since: float = 0.0, **other: int) -> Look:
    return Look(since, wanted, layout=LAYOUT, read=eye, still_for=STILL, **other)  # type: ignore[arg-type]


def feed(eye: Eye, at: Look, frames: Sequence[Frame] | int, start: float = 0.0) -> list[TableReading | None]:
    frames = [EMPTY] * frames if isinstance(frames, int) else frames
    said = []
    for number, frame in enumerate(frames):
        eye.now = start + number * STEP
        said.append(at.see(GRAINY[number % len(GRAINY)] if frame is EMPTY else frame, eye.now))
    return said


def only(reading: TableReading | None) -> SeatReading:
    assert reading is not None
    (seat,) = reading.seats
    return seat


FIVE = [
    die(3, value, 20.0 * n)
    for n, value in enumerate([Value.STAR, Value.TWO, Value.FIVE, Value.ONE, Value.ONE])
]
FIVE_VALUES = (Value.ONE, Value.ONE, Value.TWO, Value.FIVE, Value.STAR)


def test_still_frames_that_agree_are_final() -> None:
    eye = Eye(FIVE)
    question = look(eye, {3: 5})
    said = feed(eye, question, 5)
    assert said[:2] == [None, None]
    interim, final = said[2], said[3]
    assert interim is not None
    assert not interim.final
    assert only(interim).values == FIVE_VALUES
    assert final is not None
    assert final.final
    assert only(final).values == FIVE_VALUES
    assert said[4] is final is question.result


def test_no_frame_from_before_the_press_is_used() -> None:
    """Frames from a queue: the dice of the last round lay sure and still until the press at 10 s."""
    eye = Eye(FIVE)
    question = look(eye, {3: 5}, since=10.0)
    assert feed(eye, question, 8, start=9.0) == [None] * 8
    assert eye.seen == []
    assert question.see(EMPTY, 9.9) is None
    said = feed(eye, question, 4, start=10.0)
    assert eye.seen[0] >= 10.0 + STILL
    assert said[-1] is not None
    assert said[-1].final


def test_the_same_frame_twice_is_one_frame() -> None:
    eye = Eye(FIVE)
    question = look(eye, {3: 5})
    feed(eye, question, 3)
    eye.now = 2 * STEP
    assert [question.see(EMPTY, 2 * STEP) for _ in range(5)] == [None] * 5
    assert question.result is None


def test_four_of_five_is_said_at_that_seat() -> None:
    eye = Eye([*FIVE[:4], die(1, Value.SIX)])
    said = feed(eye, look(eye, {3: 5, 1: 1}), 6)
    assert said[-1] is not None
    assert not said[-1].final
    three, one = said[-1].seats
    assert (three.seat, three.seen, three.wanted, three.values) == (3, 4, 5, None)
    assert three.reason is Trouble.MISSING
    assert (one.values, one.reason) == ((Value.SIX,), None)


def test_too_many_dice_are_not_read() -> None:
    eye = Eye([*FIVE, die(3, Value.ONE, -30)])
    seat = only(feed(eye, look(eye, {3: 5}), 6)[-1])
    assert (seat.seen, seat.values, seat.reason) == (6, None, Trouble.TOO_MANY)


def test_a_spot_that_is_hardly_a_die_does_not_stand_in_the_way() -> None:
    """A coin beside five sure dice; but what may well be a sixth die does."""
    coin = die(3, Value.TWO, -40, sure=False, confidence=0.3, reason=Reason.UNCLEAR)
    eye = Eye([*FIVE, coin])
    seat = only(feed(eye, look(eye, {3: 5}), 4)[-1])
    assert (seat.seen, seat.values) == (5, FIVE_VALUES)
    eye = Eye([*FIVE, replace(coin, confidence=0.9)])
    assert only(feed(eye, look(eye, {3: 5}), 4)[-1]).reason is Trouble.TOO_MANY
    eye = Eye([*FIVE[:4], coin])
    seat = only(feed(eye, look(eye, {3: 5}), 4)[-1])
    assert (seat.seen, seat.values, seat.reason) == (5, None, Reason.UNCLEAR)


@pytest.mark.parametrize(
    ("unsure", "missing", "reason"),
    [
        (die(3, None, -30, reason=Reason.COCKED), 0, Reason.COCKED),
        (die(3, Value.SIX, -30, sure=False, reason=Reason.GLARE), 0, Reason.GLARE),
        (die(3, Value.SIX, -30, sure=False), 0, Reason.UNCLEAR),
        (die(3, None, -30, reason=Reason.STACKED), 1, Reason.STACKED),
        (die(3, None, -30, reason=Reason.GLARE), 1, Trouble.MISSING),
    ],
)
def test_an_unsure_die_keeps_the_seat_open_with_its_reason(
    unsure: Die, missing: int, reason: Reason | Trouble
) -> None:
    eye = Eye([*FIVE[missing:4], unsure])
    said = feed(eye, look(eye, {3: 5}), 12)
    seat = only([reading for reading in said if reading is not None][-1])
    assert (seat.values, seat.reason) == (None, reason)
    assert not any(reading.final for reading in said if reading is not None)


def test_a_face_that_no_die_there_can_have_is_named_and_never_read() -> None:
    eye = Eye(FIVE)
    question = Look(0.0, {3: 5}, layout=LAYOUT, read=eye, still_for=STILL, can_be=set(Value) - {Value.STAR})
    said = feed(eye, question, 12)
    seat = only([reading for reading in said if reading is not None][-1])
    assert (seat.values, seat.reason) == (None, Reason.IMPOSSIBLE)
    assert question.result is None


def test_movement_starts_the_count_anew() -> None:
    eye = Eye(FIVE)
    question = look(eye, {3: 5})
    said = feed(eye, question, [EMPTY] * 3 + [HAND] * 3 + [EMPTY] * 3)
    assert [reading.trouble for reading in said if reading is not None] == [
        None,
        Trouble.HAND,
        None,
        Trouble.HAND,
        None,
    ]
    assert question.result is None
    small = EMPTY.copy()
    cv2.rectangle(small, (500, 500), (525, 525), (240, 240, 240), -1)
    rolled = feed(eye, question, [small], start=9 * STEP)[0]
    assert rolled is not None
    assert rolled.trouble is Trouble.MOVING


def test_sure_readings_that_differ_need_more_of_them() -> None:
    other = [replace(FIVE[0], value=Value.SIX), *FIVE[1:]]
    eye = Eye(FIVE, other, FIVE, FIVE, FIVE, FIVE)
    said = [reading for reading in feed(eye, look(eye, {3: 5}, agree=2), 16) if reading is not None]
    assert only(said[1]).reason is Trouble.WAVERING
    assert [reading.final for reading in said].index(True) == 5  # two changes of mind: four that agree
    assert only(said[-1]).values == FIVE_VALUES


def test_seats_settle_each_in_its_own_frames() -> None:
    """Seat 1 is sure at first and seat 3 later; nothing moves in between."""
    dim = die(1, None, reason=Reason.GLARE)
    eye = Eye([*FIVE[:4], die(1, Value.SIX)], [*FIVE[:4], die(1, Value.SIX)], [*FIVE, dim], [*FIVE, dim])
    said = feed(eye, look(eye, {3: 5, 1: 1}), 8)
    assert said[-1] is not None
    assert said[-1].final
    assert [seat.values for seat in said[-1].seats] == [FIVE_VALUES, (Value.SIX,)]


def test_dice_of_nobody_do_not_count() -> None:
    middle = replace(die(3, Value.SIX), x=820.0, y=616.0)
    astray = die(3, Value.TWO, -140)
    eye = Eye([*FIVE, middle, astray, die(2, Value.ONE)])
    reading = feed(eye, look(eye, {3: 5}), 4)[-1]
    assert only(reading).values == FIVE_VALUES
    assert reading is not None
    assert [(stray.x, stray.y) for stray in reading.strays] == [pytest.approx((astray.x, astray.y))]


def test_dice_come_back_with_their_place() -> None:
    eye = Eye(FIVE)
    seat = only(feed(eye, look(eye, {3: 5}), 4)[-1])
    assert [(one.x, one.y) for one in seat.dice] == [pytest.approx((one.x, one.y)) for one in FIVE]
    place = seat.dice[0].place
    assert place is not None
    assert (place.x, place.y) == pytest.approx((-200, -240), abs=0.5)


def test_an_empty_seat_that_should_be_empty_is_read_as_such() -> None:
    eye = Eye([])
    assert only(feed(eye, look(eye, {4: 0}), 4)[-1]).values == ()


def test_a_table_out_of_sight_is_said() -> None:
    eye = Eye(FIVE)
    bare = np.full_like(EMPTY, 90)
    said = feed(eye, look(eye, {3: 5}), [bare] * 8)
    assert [reading.trouble for reading in said if reading is not None][-1] is Trouble.NO_TABLE
    assert eye.seen == []


def test_darkness_is_said() -> None:
    eye = Eye(FIVE)
    said = feed(eye, look(eye, {3: 5}), [np.zeros_like(EMPTY)] * 4)
    assert said[-1] is not None
    assert said[-1].trouble is Trouble.DARK


def test_a_seat_out_of_the_picture_is_said() -> None:
    plane = straight_above() @ np.array([[1, 0, 0], [0, 1, 160], [0, 0, 1]])
    eye = Eye([])
    table = table_frame(plane, noise=0)
    last = find_table(EMPTY, LAYOUT)
    question = Look(0.0, {1: 5}, layout=LAYOUT, read=eye, still_for=STILL, table=last)
    seat = only(feed(eye, question, [table] * 4)[-1])
    assert (seat.values, seat.reason) == (None, Trouble.OUT_OF_VIEW)


def test_a_seat_that_the_layout_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 7; it has 1, 2, 3, 4, 5, 6"):
        look(Eye([]), {7: 5})
    with pytest.raises(ValueError, match="at least 1"):
        look(Eye([]), {1: 5}, agree=0)


def test_an_unlucky_scene_is_looked_at_only_now_and_then() -> None:
    eye = Eye(FIVE[:4])
    feed(eye, look(eye, {3: 5}), 30)
    assert len(eye.seen) < 14
    assert eye.seen[-1] - eye.seen[-2] >= 0.5


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_final_is_never_said_without_agreement(seed: int) -> None:
    """Whatever a reader says frame by frame, a final value stood in two of the readings shown."""
    rng = random.Random(seed)
    pool = [FIVE, FIVE[:4], [replace(FIVE[0], value=Value.SIX), *FIVE[1:]], [*FIVE[:4], die(3, None, -30)]]
    scenes = [rng.choice(pool) for _ in range(12)]
    eye = Eye(*scenes)
    question = look(eye, {3: 5})
    feed(eye, question, 14)
    if question.result is not None:
        values = only(question.result).values
        shown = scenes[: len(eye.seen)]
        agreeing = [
            s
            for s in shown
            if tuple(sorted((d.value for d in s if d.value), key=list(Value).index)) == values
        ]
        assert len(agreeing) >= 2
        assert all(one.sure for one in only(question.result).dice)
