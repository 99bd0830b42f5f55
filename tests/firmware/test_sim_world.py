"""The simulated table keeps its dice, its secrets and its laws of physics."""

from __future__ import annotations

import json
import logging
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.sim.errors import NoSuchDieError, NoSuchSeatError, SavedWorldError, WorldError
from firmware.sim.layout import Spot
from firmware.sim.pose import FACE_NORMALS, about, face_up, flat, matrix, steepness, then
from firmware.sim.state import footprint
from firmware.sim.styles import usual
from firmware.sim.things import CUP_RIM, Chances, CupState, DiceKind, DieLook, DiePlace, Lean
from firmware.sim.throw import Footprint, overlap
from firmware.sim.world import World
from vision.reading import Value

SEATS = (1, 2, 3, 4, 5, 6)
WILD = Chances(cocked=0.4, stacked=0.4, astray=0.3, touching=0.5)

Step = tuple[str, int, int]
steps = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "shake",
                "throw_open",
                "peek",
                "lift",
                "cover",
                "discard",
                "take_back",
                "show",
                "rethrow",
                "nudge",
            ]
        ),
        st.sampled_from(SEATS),
        st.integers(0, 5),
    ),
    max_size=18,
)


def do(world: World, todo: Sequence[Step]) -> None:
    """Acts as people might; what nobody could do is left out."""
    for name, seat, n in todo:
        try:
            match name:
                case "discard":
                    world.discard(seat, n)
                case "show":
                    hidden = world._state.of(seat, DiePlace.CUP)
                    if len(hidden) > 1:
                        world.show_die(seat, world._state.values(hidden)[n % len(hidden)])
                case _:
                    getattr(world, name)(seat)
        except NoSuchDieError:
            pass


@settings(max_examples=20, deadline=None)
@given(steps, st.integers(0, 1000))
def test_dice_are_conserved_and_never_run_into_one_another(todo: list[Step], seed: int) -> None:
    world = World(SEATS, seed, chances=WILD)
    for step in todo:
        do(world, [step])
        dice = world._state.dice
        assert Counter(die.owner for die in dice) == dict.fromkeys(SEATS, 5)
        assert len({(die.owner, die.number) for die in dice}) == 30
        standing = [die for die in dice if die.lean is not Lean.STACKED]
        for one, other in combinations(standing, 2):
            # A leaning die's footprint is a generous guess: take the die itself for it.
            feet = [replace(footprint(die, 16.0), side=15.9) for die in (one, other)]
            assert not overlap(*feet), f"after {step}: {one} runs into {other}"
        for die in dice:
            lowest = die.pose.z - float(np.abs(matrix(die.pose.turn)[2]).sum()) * 8.0
            assert lowest > -1e-6
            assert (die.lean is Lean.COCKED) == (die.steep > 5.0)


@settings(max_examples=20, deadline=None)
@given(steps, st.integers(0, 1000))
def test_dice_lie_where_they_belong(todo: list[Step], seed: int) -> None:
    world = World(SEATS, seed, chances=WILD)
    do(world, todo)
    layout = world.layout
    for die in world._state.dice:
        at, home = Spot(die.pose.x, die.pose.y), layout.seat(die.owner)
        match die.place:
            case DiePlace.MIDDLE:
                assert at.away(Spot(0.0, 0.0)) < layout.middle
            case DiePlace.ASTRAY:
                assert all(at.away(seat) > layout.zone for seat in layout.seats)
                assert at.away(Spot(0.0, 0.0)) > layout.middle
            case _:
                assert at.away(home) < layout.zone
        cup = world._state.cups[die.owner]
        if die.place is DiePlace.CUP and cup.state is not CupState.LIFTED:
            assert at.away(cup.at) < CUP_RIM - 8.0


@settings(max_examples=20, deadline=None)
@given(steps, steps, st.integers(0, 1000))
def test_a_saved_table_goes_on_as_if_nothing_had_happened(
    before: list[Step], after: list[Step], seed: int
) -> None:
    world = World(SEATS, seed, DiceKind.ORDINARY, chances=WILD)
    do(world, before)
    again = World.from_data(json.loads(json.dumps(world.to_data())))
    assert again.to_data() == world.to_data()
    assert again.scene() == world.scene()
    do(world, after)
    do(again, after)
    assert again.to_data() == world.to_data()


@settings(max_examples=30, deadline=None)
@given(steps, st.integers(0, 1000))
def test_a_seats_throws_do_not_depend_on_what_others_do(todo: list[Step], seed: int) -> None:
    quiet, busy = World(SEATS, seed), World(SEATS, seed)
    do(busy, [step for step in todo if step[1] != 1])
    for world in (quiet, busy):
        world.shake(1)
        world.rethrow(1)
    assert quiet.peek(1) == busy.peek(1)


def test_throws_are_fair_and_differ_from_seat_to_seat() -> None:
    world = World(SEATS, 7)
    seen: Counter[Value] = Counter()
    for _ in range(400):
        world.shake(2)
        seen.update(world.peek(2))
    # 2,000 dice: each face 333 +- 17; five standard deviations allowed.
    assert all(abs(seen[value] - 333) < 85 for value in seen)
    assert set(seen) == {Value.ONE, Value.TWO, Value.THREE, Value.FOUR, Value.FIVE, Value.STAR}
    assert len({world.truth()[seat] for seat in SEATS}) > 1


def test_ordinary_dice_have_a_six_and_no_star() -> None:
    world = World([1], 3, DiceKind.ORDINARY)
    seen: set[Value] = set()
    for _ in range(40):
        world.shake(1)
        seen.update(world.peek(1))
    assert Value.SIX in seen
    assert Value.STAR not in seen


def test_what_one_peeks_at_is_what_lies_there_when_the_cup_is_lifted() -> None:
    world = World(SEATS, 11)
    hidden = world.peek(4)
    assert world.cup(4) is CupState.PEEKED
    world.cover(4)
    assert world.cup(4) is CupState.DOWN
    world.lift(4)
    assert world.cup(4) is CupState.LIFTED
    assert world.truth()[4] == hidden
    assert len([die for die in world.scene().dice if die.seat == 4]) == 5


@pytest.mark.parametrize("state", [CupState.DOWN, CupState.PEEKED])
def test_a_scene_holds_no_die_under_a_cup(state: CupState) -> None:
    world = World(SEATS, 5)
    if state is CupState.PEEKED:
        for seat in SEATS:
            world.peek(seat)
    assert world.scene().dice == ()


def test_shown_dice_stay_through_a_rethrow_and_go_back_with_the_next_shake() -> None:
    world = World(SEATS, 9)
    value = world.peek(3)[0]
    world.show_die(3, value)
    assert world.shown(3) == (value,)
    world.rethrow(3)
    assert world.shown(3) == (value,)
    assert len(world.peek(3)) == 4
    assert world.count(3) == 5
    world.shake(3)
    assert world.shown(3) == ()
    assert len(world.peek(3)) == 5


def test_discarded_dice_lie_open_in_the_middle_and_come_back_for_a_new_game() -> None:
    world = World(SEATS, 2)
    world.discard(5, 2)
    assert world.count(5) == 3
    assert len(world.peek(5)) == 3
    assert [die.seat for die in world.scene().dice] == [0, 0]
    world.discard(5, 3)
    assert world.count(5) == 0
    with pytest.raises(NoSuchDieError):
        world.shake(5)
    world.take_back(5)
    assert world.count(5) == 5


def test_how_a_discarded_die_lies_tells_nothing_of_how_it_lay() -> None:
    """Two tables that differ in hidden dice only: what is seen after a discard is the same."""
    one, other = twins(3)
    for world in (one, other):
        world.discard(2, 3)
    assert one.scene().dice == other.scene().dice
    assert one.truth() != other.truth()


@pytest.mark.parametrize("seed", range(12))
def test_sorting_out_lays_dice_flat_and_keeps_their_faces(seed: int) -> None:
    world = World(SEATS, seed, chances=Chances(cocked=1.0, stacked=1.0))
    world.lift(1)
    before = world.truth()[1]
    crooked = world.crooked(1)
    assert crooked, "a throw that always goes wrong left every die flat"
    world.nudge(1)
    assert world.truth()[1] == before
    assert world.crooked(1) == ()


def test_only_the_crooked_dice_are_thrown_again() -> None:
    world = World(SEATS, 21, chances=Chances(cocked=1.0))
    flat_ones = [d for d in world._state.of(1) if d.lean is Lean.FLAT]
    assert world.rethrow_crooked(1) == 1
    now = {die.number: die for die in world._state.of(1)}
    assert all(now[die.number].pose == die.pose for die in flat_ones)
    assert world.crooked(1) == ()


def test_a_die_that_rolled_away_is_seen_though_the_cup_is_down() -> None:
    world = World(SEATS, 4, chances=Chances(astray=1.0))
    assert len(world.scene().dice) == len(SEATS)
    assert len(world.peek(1)) == 4
    assert world.count(1) == 5


@pytest.mark.parametrize("side", [12.0, 16.0, 20.0])
@pytest.mark.parametrize("count", [1, 5, 6])
def test_every_size_of_dice_fits_under_a_cup(side: float, count: int) -> None:
    style = replace(usual(), dice=(DieLook(side=side),))
    world = World([1], 1, dice=count, style=style, chances=WILD)
    for _ in range(6):
        world.shake(1)
        world.rethrow_crooked(1)
        world.throw_open(1)
        world.cover(1)
        world.lift(1)
        world.nudge(1)
        assert world.crooked(1) == ()
        feet = [footprint(die, side) for die in world._state.dice]
        assert not any(overlap(a, b) for a, b in combinations(feet, 2))


def test_dice_touch_sometimes() -> None:
    def touching(chance: float) -> int:
        world = World([1], 5, chances=Chances(touching=chance))
        count = 0
        for _ in range(60):
            world.shake(1)
            feet = [replace(footprint(die, 16.0), side=16.5) for die in world._state.of(1)]
            count += any(overlap(a, b) for a, b in combinations(feet, 2))
        return count

    assert touching(0.0) == 0
    assert touching(0.9) > 30


def twins(seed: int) -> tuple[World, World]:
    """Two tables that differ in nothing but the faces of hidden dice."""
    one = World(SEATS, seed)
    data = json.loads(json.dumps(one.to_data()))
    for die in data["dice"]:
        pose = die["pose"]
        pose["turn"] = then(about((1.0, 0.0, 0.0), 90.0), tuple(pose["turn"]))
    return one, World.from_data(data)


def test_nothing_printed_tells_a_hidden_die(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = twins(8)
    assert one.peek(1) != other.peek(1)
    assert repr(one) == repr(other)
    assert repr(one._state.dice) == repr(other._state.dice)
    tries: list[Callable[[World], object]] = [
        lambda w: w.discard(1, 6),
        lambda w: w.show_die(1, Value.SIX),
        lambda w: w.peek(9),
    ]
    for attempt in tries:
        said = []
        for world in (one, other):
            with pytest.raises(WorldError) as error:
                attempt(world)
            said.append(str(error.value))
        assert said[0] == said[1]
    assert not caplog.records


def test_seats_that_are_not_there_are_named() -> None:
    world = World([1, 3], 1)
    for act in (world.shake, world.peek, world.lift, world.count, world.cup, world.hand_in):
        with pytest.raises(NoSuchSeatError, match="seat 2"):
            act(2)
    with pytest.raises(WorldError):
        World([1, 1], 1)
    with pytest.raises(WorldError):
        World([0, 7], 1)
    with pytest.raises(WorldError):
        World([1], 1, dice=7)


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data.pop("dice"),
        lambda data: data["dice"][0]["pose"].update(turn=[1.0]),
        lambda data: data["cups"].pop("1"),
        lambda data: data["dice"][0].update(owner=6),
        lambda data: data.update(kind="loaded"),
    ],
)
def test_a_spoilt_save_is_refused_without_telling_what_it_held(harm: Callable[[dict], object]) -> None:
    data = json.loads(json.dumps(World([1, 2], 1).to_data()))
    harm(data)
    with pytest.raises(SavedWorldError):
        World.from_data(data)


def test_the_camera_moves_when_it_is_knocked() -> None:
    world = World([1], 1)
    before = world.stand
    world.nudge_camera(5.0, 0.5)
    after = world.stand
    assert math.hypot(after.x - before.x, after.y - before.y) == pytest.approx(5.0)
    assert after.roll == pytest.approx(0.5)


@given(st.sampled_from(sorted(FACE_NORMALS)), st.floats(-360.0, 360.0))
def test_a_flat_die_shows_the_face_it_was_laid_with(face: int, yaw: float) -> None:
    turn = flat(face, yaw)
    assert face_up(turn) == face
    assert steepness(turn) < 1e-3


@given(st.floats(-25, 25), st.floats(-25, 25), st.floats(0, 360), st.floats(0, 360))
def test_overlap_is_the_same_seen_from_either_die(x: float, y: float, yaw: float, other_yaw: float) -> None:
    a, b = Footprint(0.0, 0.0, yaw, 16.0), Footprint(x, y, other_yaw, 16.0)
    assert overlap(a, b) == overlap(b, a)
    if math.hypot(x, y) < 15.9:
        assert overlap(a, b)
    if math.hypot(x, y) > 16.0 * math.sqrt(2) + 0.1:
        assert not overlap(a, b)
