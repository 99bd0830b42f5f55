"""However large an amount is, a finger says it before the button that it holds counts as jammed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ladder import Amounts
from engine.request import Step
from firmware.hands.step import StepHand
from firmware.hands.stride import LONG, PURSE, TENFOLD, Stride
from firmware.pods.debounce import HELD_AFTER, JAMMED_AFTER, RUN_EVERY
from firmware.pods.gesture import Kind
from tests.firmware.presses import gesture, hold

MOST = 10**9
ALL = 12.0  # seconds for all that there is
EXACTLY = 80.0  # for any amount to its last part: several holds, each a finer one
TAPS = 10


def seconds(runs: int) -> float:
    """How long a finger stays down for so many runs."""
    return HELD_AFTER + runs * RUN_EVERY


@settings(deadline=None)
@given(most=st.integers(1, MOST), step=st.sampled_from((1, 5, 10, 100)))
def test_all_that_one_has_is_said_in_one_hold(most: int, step: int) -> None:
    most = max(step, most - most % step)
    hand = StepHand(Step(1, "buy", Amounts(step, step=step, most=most)))
    hold(hand, "m", runs=int((ALL - HELD_AFTER) / RUN_EVERY))
    assert hand.rung == str(most)
    hold(hand, "b", runs=int((ALL - HELD_AFTER) / RUN_EVERY))
    assert hand.rung == str(step)


@settings(max_examples=200, deadline=None)
@given(wanted=st.integers(1, MOST))
def test_any_amount_is_said_in_a_bounded_time(wanted: int) -> None:
    """By a finger that comes up before it goes too far, and down again as long as a hold is worth it."""
    hand = StepHand(Step(1, "buy", Amounts(1, step=1, most=MOST)))
    held, taps = 0.0, 0
    while int(hand.rung) != wanted:
        left, stride = wanted - int(hand.rung), Stride(hand.step.ladder)
        kinds, went = [Kind.TAP], stride.of(Kind.TAP)
        for kind in (Kind.HELD, *[Kind.RUN] * 100):
            went += stride.of(kind)
            if went > left:
                break
            kinds.append(kind)
        for kind in kinds:
            hand.on(gesture("m", kind))
        held, taps = (held, taps + 1) if len(kinds) == 1 else (held + seconds(len(kinds) - 2), taps)
        assert held < EXACTLY, wanted
        assert taps < TAPS, wanted


def test_no_hold_lasts_until_the_button_counts_as_jammed() -> None:
    assert ALL < JAMMED_AFTER / 2


@pytest.mark.parametrize(("step", "held", "far", "patience"), [(1, 10, 50, TENFOLD), (10, 5, 10, PURSE)])
def test_the_longer_a_finger_stays_down_the_further_it_goes(
    step: int, held: int, far: int, patience: int
) -> None:
    stride = Stride(Amounts(step, step=step))
    assert [stride.of(Kind.TAP), stride.of(Kind.HELD)] == [1, held - 1]
    runs = [stride.of(Kind.RUN) for _ in range(LONG + patience + 2 * TENFOLD)]
    assert runs == [held] * LONG + [far] * patience + [10 * far] * TENFOLD + [100 * far] * TENFOLD
    assert [stride.of(Kind.TAP), stride.of(Kind.HELD), stride.of(Kind.RUN)] == [1, held - 1, held]
