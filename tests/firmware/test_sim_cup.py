"""One cup on the simulated table: it goes from seat to seat with its dice, and no other is to be seen."""

from __future__ import annotations

import json

import pytest

from firmware.sim.people import Asked, Deed, Manners, People
from firmware.sim.things import CupState, DiceKind, DieLook, DiePlace, Style
from firmware.sim.world import World

SEATS = (1, 2, 3)
DICE = 3
MOTLEY = Style(dice=(DieLook(), DieLook(body=(30, 30, 200))))  # seats have dice of two colours, and cups


@pytest.fixture
def world() -> World:
    return World(SEATS, 7, DiceKind.ORDINARY)


def test_it_stands_before_one_seat_with_its_dice_and_all_others_are_gone(world: World) -> None:
    for seat in (2, 3, 2):
        world.pass_cup(seat, DICE)
        assert world.has_cup(seat, DICE)
        assert not any(world.has_cup(other, DICE) for other in SEATS if other != seat)
        assert [world.count(one) for one in SEATS] == [DICE if one == seat else 0 for one in SEATS]
        assert [cup.cup.state for cup in world.scene().cups] == [CupState.DOWN]
        assert world.scene().dice == ()
        world.lift(seat)
        assert {die.seat for die in world.scene().dice} == {seat}
        assert len(world.scene().dice) == DICE


def test_nobody_else_has_anything_to_look_at(world: World) -> None:
    world.pass_cup(2, DICE)
    assert len(world.under(2)) == DICE
    assert world.under(1) == world.peek(3) == ()
    assert world.cup(1) is CupState.BOXED


def test_passing_it_throws_the_dice(world: World) -> None:
    thrown = set()
    for _ in range(20):
        world.pass_cup(1, DICE)
        thrown.add(world.under(1))
    assert len(thrown) > 10


def test_it_looks_the_same_wherever_it_stands() -> None:
    world = World(SEATS, 7, DiceKind.ORDINARY, style=MOTLEY)
    looks = set()
    for seat in SEATS:
        world.pass_cup(seat, DICE)
        world.lift(seat)
        scene = world.scene()
        looks.add((scene.cups[0].colour, *(die.look for die in scene.dice)))
    assert len(looks) == 1


def test_dice_lost_in_another_game_are_taken_off_the_table(world: World) -> None:
    world.discard(3, 2)
    assert len([die for die in world.scene().dice if die.seat == 0]) == 2
    world.pass_cup(1, DICE)
    world.lift(1)
    assert len(world.scene().dice) == DICE


def test_another_game_gives_everybody_his_own_again(world: World) -> None:
    world.pass_cup(2, DICE)
    people = People(world, 1, Manners(shows_hands=False))
    people.finish([Asked(1, Deed.TAKE_BACK, SEATS)])
    assert [world.count(seat) for seat in SEATS] == [5, 5, 5]
    assert len(world.scene().cups) == len(SEATS)
    assert not world.has_cup(2, DICE)


def test_a_table_that_is_left_lies_so_when_it_is_taken_up(world: World) -> None:
    world.pass_cup(3, DICE)
    again = World.from_data(json.loads(json.dumps(world.to_data())))
    assert again.has_cup(3, DICE)
    assert again.under(3) == world.under(3)
    assert sum(die.place is DiePlace.BOX for die in again._state.dice) == 5 * len(SEATS) - DICE
