"""One press is one press, whatever the contact, the lost edges and the loop do."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from firmware.pods.debounce import (
    DELIVERY,
    HELD_AFTER,
    JAMMED_AFTER,
    POLL_DOWN,
    PRESS_SETTLE,
    RELEASE_SETTLE,
    RUN_EVERY,
    Debouncer,
    Hands,
)
from firmware.pods.gesture import Button, Gesture, Kind

Line = list[tuple[float, bool]]  # (time, down): each change of a line that starts up

STEPPERS = [Button.BACK, Button.MORE]


def level(line: Line, at: float) -> bool:
    return next((down for t, down in reversed(line) if t <= at), False)


def play(
    button: Button,
    line: Line,
    *,
    lost: Iterable[int] = (),
    late: float = 0.0,
    gaps: Iterable[float] = (),
    often: float = 1.0,
    until: float | None = None,
) -> list[tuple[float, Kind]]:
    """All gestures and when they came out. `lost`: indices of edges that are never reported; `late`: how
    long an edge takes to reach us; `gaps`: pauses of a busy loop, before which it ticks whenever it is
    asked to."""
    one = Debouncer(1, button)
    lost, pauses = set(lost), list(gaps)
    edges = [(t, down) for i, (t, down) in enumerate(line) if i not in lost]
    end = until if until is not None else (line[-1][0] if line else 0.0) + 1.0 + sum(pauses)
    now, out = -1.0, []
    while now < end:
        while edges and edges[0][0] + late <= now:
            one.edge(edges[0][1], edges[0][0])
            edges.pop(0)
        out += [(now, gesture.kind) for gesture in one.tick(now, level(line, now))]
        wake = max(min(one.next_tick(), now + often), now + 0.0005)
        if edges:
            wake = min(wake, max(edges[0][0] + late, now))
        if pauses:
            wake = max(wake, now + pauses.pop())
        now = wake
    return out


def kinds(button: Button, line: Line, **how: object) -> list[Kind]:
    return [kind for _, kind in play(button, line, **how)]  # type: ignore[arg-type]


def press(start: float, lasts: float, bounces: int = 0, within: float = 0.015) -> Line:
    """A press whose contact bounces `bounces` times at both ends."""
    step = within / (2 * bounces) if bounces else 0.0
    train = [(i * step, i % 2 == 0) for i in range(2 * bounces + 1)]
    return [(start + t, down) for t, down in train] + [(start + lasts + t, not down) for t, down in train]


@pytest.mark.parametrize("button", STEPPERS)
def test_twelve_bounces_in_15_ms_are_one_press(button: Button) -> None:
    assert kinds(button, press(0, 0.1, bounces=12)) == [Kind.TAP]


def test_twelve_bounces_are_one_press_of_ok() -> None:
    assert kinds(Button.OK, press(0, 0.1, bounces=12)) == [Kind.TAP]


@pytest.mark.parametrize("button", Button)
def test_a_2_ms_glitch_is_nothing(button: Button) -> None:
    assert kinds(button, press(0, 0.002)) == []


@pytest.mark.parametrize("button", Button)
def test_a_30_ms_tap_is_one(button: Button) -> None:
    assert kinds(button, press(0, 0.030)) == [Kind.TAP]
    assert kinds(button, press(0, 0.030, bounces=12)) == [Kind.TAP]


@pytest.mark.parametrize("button", Button)
def test_two_taps_120_ms_apart_are_two(button: Button) -> None:
    assert kinds(button, press(0, 0.05, 5) + press(0.12, 0.05, 5)) == [Kind.TAP, Kind.TAP]


@pytest.mark.parametrize("button", STEPPERS)
def test_a_stepping_button_answers_while_it_goes_down(button: Button) -> None:
    (at, kind), *_ = play(button, press(0, 0.3))
    assert kind is Kind.TAP
    assert at == pytest.approx(PRESS_SETTLE + DELIVERY, abs=0.002)


def test_ok_answers_when_it_comes_up() -> None:
    assert [at for at, _ in play(Button.OK, press(0, 0.3))] == [
        pytest.approx(0.3 + RELEASE_SETTLE + DELIVERY, abs=0.002)
    ]


def test_a_held_stepping_button_runs_until_it_comes_up() -> None:
    out = play(Button.MORE, press(0, 1.0))
    assert [kind for _, kind in out] == [Kind.TAP, Kind.HELD, Kind.RUN, Kind.RUN, Kind.RUN]
    assert [at for at, _ in out[1:]] == [
        pytest.approx(HELD_AFTER + i * RUN_EVERY, abs=DELIVERY + 0.002) for i in range(4)
    ]


def test_ok_held_is_one_held_and_no_tap() -> None:
    assert kinds(Button.OK, press(0, 3.0, bounces=8)) == [Kind.HELD]


def test_ok_released_just_before_the_hold_is_a_tap() -> None:
    assert kinds(Button.OK, press(0, HELD_AFTER - 0.01)) == [Kind.TAP]


@pytest.mark.parametrize("button", Button)
def test_chatter_in_the_middle_of_a_hold_changes_nothing(button: Button) -> None:
    smooth = press(0, 1.5)
    rough = [smooth[0], (0.4, False), (0.41, True), (0.9, False), (0.905, True), smooth[1]]
    assert kinds(button, rough) == kinds(button, smooth)


@pytest.mark.parametrize("button", Button)
def test_a_lost_release_is_at_most_one_hold_and_the_pod_is_usable_after(button: Button) -> None:
    line = press(0, 0.1) + press(5.0, 0.1)
    assert kinds(button, line, lost=[1]) == [Kind.TAP, Kind.TAP]


@pytest.mark.parametrize("button", Button)
def test_a_lost_release_of_a_long_press_never_runs_on(button: Button) -> None:
    out = play(button, press(0, 0.8), lost=[1], until=20)
    assert [kind for _, kind in out].count(Kind.HELD) == 1
    assert out[-1][0] < 0.8 + POLL_DOWN + DELIVERY


@pytest.mark.parametrize("button", Button)
def test_a_lost_press_edge_is_found_by_the_level(button: Button) -> None:
    assert kinds(button, press(0.013, 0.12), lost=[0]) == [Kind.TAP]


@pytest.mark.parametrize("button", Button)
def test_both_edges_lost_is_found_by_the_level(button: Button) -> None:
    assert kinds(button, press(0.013, 0.12), lost=[0, 1]) == [Kind.TAP]


def test_the_loop_away_for_a_whole_long_press_still_sees_it() -> None:
    assert kinds(Button.OK, press(0, 1.0), gaps=[3.0]) == [Kind.HELD]


def test_the_loop_away_does_not_run_on_afterwards() -> None:
    # Asleep from 0.7 s to 1.7 s while held: one step, not the eight that were missed.
    one = Debouncer(1, Button.MORE)
    one.tick(-1, False)
    one.edge(True, 0.0)
    out = [gesture.kind for now in (0.01, 0.65, 1.7, 1.71) for gesture in one.tick(now, True)]
    assert out == [Kind.TAP, Kind.HELD, Kind.RUN]


@pytest.mark.parametrize("button", Button)
def test_something_that_lies_on_a_button_at_power_on_says_nothing(button: Button) -> None:
    one = Debouncer(1, button)
    assert [g for i in range(1000) for g in one.tick(i / 10, True)] == []
    assert not one.pressed
    one.edge(False, 100.0)
    one.edge(True, 101.0)
    one.edge(False, 101.1)
    assert [g.kind for g in one.tick(101.2, False)] == [Kind.TAP]


def test_something_that_falls_on_a_button_does_not_run_for_ever() -> None:
    out = play(Button.MORE, [(0.0, True)], until=10 * JAMMED_AFTER)
    assert out[-1][0] <= JAMMED_AFTER
    assert len(out) == pytest.approx((JAMMED_AFTER - HELD_AFTER) / RUN_EVERY, abs=4)


# Lines of changes at least 1 ms apart, with many pauses near the settling times.
pauses = st.one_of(
    st.floats(0.001, 0.006), st.floats(0.009, 0.019), st.floats(0.021, 0.3), st.floats(0.65, 1.5)
)


@st.composite
def lines(draw: st.DrawFn) -> Line:
    steps = draw(st.lists(pauses, max_size=30))
    line, at = [], 0.0
    for i, step in enumerate(steps[: len(steps) // 2 * 2]):
        line.append((at, i % 2 == 0))
        at += step
    return line


def believed(line: Line) -> list[float]:
    """How long each press lasts, told from the whole line at once: a level counts once it has kept still."""
    held: list[float] = []
    down, since = False, 0.0
    for (at, raw), (following, _) in pairwise([*line, (float("inf"), False)]):
        if raw != down and following - at >= (PRESS_SETTLE if raw else RELEASE_SETTLE):
            if down:
                held.append(at - since)
            down, since = raw, at
    return held


oftens = st.sampled_from([1.0, 0.004, 0.0015])


@settings(deadline=None)
@given(line=lines(), gaps=st.lists(st.floats(0, 0.5), max_size=20), late=st.floats(0, 0.004), often=oftens)
# The line happens to read down while the edges of 6 ms and 8 ms are still on their way.
@example(
    line=[(0.0, True), (0.006, False), (0.0078, True), (0.0117, False)], gaps=[], late=0.004, often=0.0015
)
def test_gestures_do_not_depend_on_when_the_loop_looks(
    line: Line, gaps: list[float], late: float, often: float
) -> None:
    presses = believed(line)
    assume(all(abs(lasts - HELD_AFTER) > 1e-6 for lasts in presses))
    assert kinds(Button.MORE, line, gaps=gaps, late=late, often=often).count(Kind.TAP) == len(presses)
    out = kinds(Button.OK, line, gaps=gaps, late=late, often=often)
    assert out == [Kind.HELD if lasts >= HELD_AFTER else Kind.TAP for lasts in presses]


@settings(deadline=None)
@given(line=lines(), data=st.data())
def test_lost_edges_never_run_on_and_leave_the_pod_usable(line: Line, data: st.DataObject) -> None:
    lost = data.draw(st.sets(st.integers(0, max(len(line) - 1, 0))))
    button = data.draw(st.sampled_from(Button))
    end = line[-1][0] if line else 0.0
    again = end + 2.0
    out = play(button, line + press(again, 0.1), lost=lost, until=again + 30)
    before = [(at, kind) for at, kind in out if at < again]
    assert not before or before[-1][0] <= end + RELEASE_SETTLE + POLL_DOWN + 2 * DELIVERY + 0.002
    assert [kind for at, kind in out if at >= again] == [Kind.TAP]
    assert [k for _, k in before].count(Kind.HELD) <= sum(1 for _, down in line if down)


@settings(deadline=None)
@given(line=lines(), often=oftens, data=st.data())
# A RUN falls due 8 ms after the release.
@example(line=[(0.0, True), (0.832, False)], often=0.0015, data=None)
def test_a_run_is_only_said_while_the_line_is_down(
    line: Line, often: float, data: st.DataObject | None
) -> None:
    lost = data.draw(st.sets(st.integers(0, max(len(line) - 1, 0)))) if data else set()
    out = play(Button.BACK, line, lost=lost, often=often)
    assert all(level(line, at) for at, kind in out if kind is Kind.RUN)


@settings(deadline=None)
@given(line=lines(), base=st.floats(0, 1e7), button=st.sampled_from(Button))
def test_a_virtual_clock_that_goes_from_wish_to_wish_never_stands_still(
    line: Line, base: float, button: Button
) -> None:
    one, now = Debouncer(1, button), base
    line = [(base + 1 + at, down) for at, down in line]
    edges = list(line)
    for _ in range(5000):
        while edges and edges[0][0] <= now:
            at, down = edges.pop(0)
            one.edge(down, at)
        one.tick(now, level(line, now))
        now = min(one.next_tick(), edges[0][0]) if edges else one.next_tick()
        if now > base + 20:
            return
    raise AssertionError(f"stands still at {now} with {one}")


def test_hands_gives_each_button_its_own_gestures() -> None:
    down: set[tuple[int, Button]] = set()
    hands = Hands([1, 2], lambda pod, button: (pod, button) in down)
    hands.tick(0.0)
    hands.edge(2, Button.BACK, True, 1.0)
    hands.edge(5, Button.BACK, True, 1.0)  # a pod that does not play
    down.add((2, Button.BACK))
    assert hands.tick(1.05) == [Gesture(2, Button.BACK, Kind.TAP)]
    assert hands.down(2) == {Button.BACK}
    assert hands.down(1) == frozenset()
    assert hands.pods_with(Button.BACK) == {2}
    assert hands.pods_with(Button.OK) == frozenset()
    assert hands.next_tick() <= 1.05 + POLL_DOWN


def in_turn(*presses: tuple[int, Button, float, float], often: float = 0.004) -> list[tuple[int, Kind]]:
    """The gestures of several pods, each press from one time to another, as the table gets them."""
    edges = sorted(
        [(down, pod, button, True) for pod, button, down, _ in presses]
        + [(up, pod, button, False) for pod, button, _, up in presses]
    )
    down: set[tuple[int, Button]] = set()
    hands = Hands([1, 2, 3], lambda pod, button: (pod, button) in down)
    said: list[tuple[int, Kind]] = []
    now = 0.0
    while now < 3.0:
        while edges and edges[0][0] <= now:
            at, pod, button, is_down = edges.pop(0)
            (down.add if is_down else down.discard)((pod, button))
            hands.edge(pod, button, is_down, at)
        said += [(gesture.pod, gesture.kind) for gesture in hands.tick(now)]
        now += often
    return said


@pytest.mark.parametrize("often", [0.004, 0.3])
def test_of_two_who_press_ok_for_the_same_the_first_comes_first(often: float) -> None:
    assert in_turn((3, Button.OK, 1.0, 1.2), (1, Button.OK, 1.05, 1.1), often=often) == [
        (3, Kind.TAP),
        (1, Kind.TAP),
    ]


def test_who_holds_ok_for_the_menu_keeps_nobody_waiting_after_that() -> None:
    said = in_turn((3, Button.OK, 1.0, 2.0), (1, Button.OK, 1.05, 1.1), (2, Button.OK, 1.7, 1.8))
    assert said == [(3, Kind.HELD), (1, Kind.TAP), (2, Kind.TAP)]


def test_nobody_waits_with_the_other_buttons() -> None:
    said = in_turn((3, Button.OK, 1.0, 1.2), (1, Button.MORE, 1.05, 1.1))
    assert said == [(1, Kind.TAP), (3, Kind.TAP)]


def test_two_taps_of_one_finger_are_two_also_when_another_is_in_the_way() -> None:
    said = in_turn(
        (3, Button.OK, 1.0, 1.06),
        (2, Button.OK, 1.1, 1.5),
        (3, Button.OK, 1.2, 1.26),
        (3, Button.OK, 1.3, 1.36),
    )
    assert said == [(3, Kind.TAP), (2, Kind.TAP), (3, Kind.TAP), (3, Kind.TAP)]
