"""What is drawn says what was read, on a copy, on any picture."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.vision.scenes import SIZE, straight_above, table_frame
from vision.annotate import SURE, UNSURE, WORDS, annotate
from vision.layout import reference_layout
from vision.picture import Frame
from vision.reading import DiceReading, Die, Place, Reason, Value
from vision.seats import SeatReading, TableReading, Trouble
from vision.table import Table

GREY = np.full((400, 600, 3), 128, np.uint8)
DIE = Die(Value.STAR, 300.0, 200.0, 40.0, 0.99, sure=True)


def has(frame: Frame, colour: tuple[int, int, int]) -> bool:
    return bool((frame == np.array(colour, np.uint8)).all(axis=2).sum() > 30)


def test_sure_and_unsure_are_told_apart_by_colour() -> None:
    sure = annotate(GREY, DiceReading((DIE,)))
    assert has(sure, SURE)
    assert not has(sure, UNSURE)
    unsure = annotate(GREY, DiceReading((Die(None, 300, 200, 40, 0.2, sure=False, reason=Reason.GLARE),)))
    assert has(unsure, UNSURE)
    assert not has(unsure, SURE)


def test_the_die_itself_stays_visible() -> None:
    drawn = annotate(GREY, DiceReading((DIE,)))
    assert (drawn[188:213, 288:313] == 128).all()
    assert (GREY == 128).all()


@pytest.mark.parametrize(("one", "other"), list(itertools.pairwise(Value)))
def test_values_look_different(one: Value, other: Value) -> None:
    a, b = (annotate(GREY, DiceReading((Die(v, 300, 200, 40, 1, sure=True),))) for v in (one, other))
    assert (a != b).any()


def test_every_reason_has_a_word_that_opencv_can_draw() -> None:
    assert set(WORDS) == {*Reason, *Trouble}
    assert all(word.isascii() and word for word in WORDS.values())


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 900, 3), (1232, 1640, 3)])
@pytest.mark.parametrize("at", [(0.0, 0.0), (5000.0, -300.0)])
def test_no_picture_is_too_small_and_no_die_too_far(
    shape: tuple[int, int, int], at: tuple[float, float]
) -> None:
    die = Die(None, *at, 25.0, 0.1, sure=False, reason=Reason.CUT)
    assert annotate(np.zeros(shape, np.uint8), DiceReading((die,))).shape == shape


def test_a_table_reading_shows_every_seat_and_its_trouble() -> None:
    layout = reference_layout()
    table = Table(layout, straight_above(), SIZE, (), {})
    frame = table_frame(noise=0)
    x, y = table.pixel_of(Place(-200, -240))
    die = Die(Value.SIX, x, y, 25.0, 0.99, sure=True, place=Place(-200, -240))
    read = SeatReading(3, 1, 1, (die,), (Value.SIX,), None)
    short = SeatReading(1, 5, 4, (), None, Trouble.MISSING)
    drawn = annotate(frame, TableReading(0.0, (read,), table=table))
    assert has(drawn, SURE)
    assert not has(drawn, UNSURE)
    assert has(annotate(frame, TableReading(0.0, (read, short), table=table)), UNSURE)
    assert has(annotate(frame, TableReading(0.0, trouble=Trouble.HAND)), UNSURE)
