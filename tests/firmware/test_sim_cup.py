"""One cup on the simulated table: it goes from seat to seat with its dice, and no other is to be seen."""

from __future__ import annotations

import json
import math
from itertools import combinations, pairwise

import pytest

from firmware.kit.tokens import SIDE
from firmware.sim.layout import Spot
from firmware.sim.people import Asked, Deed, Manners, People
from firmware.sim.things import Chances, CupState, DiceKind, DieLook, DiePlace, Style
from firmware.sim.tokens import APART
from firmware.sim.world import World
from vision.layout import reference_layout
from vision.reading import Place

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


def test_tokens_lie_in_the_middle_in_order_and_before_seats_in_rows_and_not_on_each_other(
    world: World,
) -> None:
    world.lay_tokens({0: tuple(range(3, 12)), 2: (12, 13, 14, 15, 16), 3: (17, 18), 1: ()})
    scene = world.scene()
    assert sorted(int(card.face.name) for card in scene.cards) == list(range(3, 19))
    for one, other in combinations(scene.cards, 2):
        assert one.at.away(other.at) > SIDE
    layout = world.layout
    for card in scene.cards:
        token = int(card.face.name)
        home = 2 if 12 <= token < 17 else 3
        reach = card.at.away(Spot(0.0, 0.0) if token < 12 else layout.seat(home))
        assert reach < layout.middle if token < 12 else reach < 150.0
        assert abs(card.at.x) < layout.width / 2 - SIDE / 2
        assert abs(card.at.y) < layout.depth / 2 - SIDE / 2


def test_tokens_are_clear_of_the_cup_and_of_the_dice_that_it_leaves(world: World) -> None:
    world.lay_tokens(dict.fromkeys(SEATS, (3, 4, 5, 6, 7)))
    for seat in SEATS:
        world.pass_cup(seat, DICE)
        world.lift(seat)
        scene = world.scene()
        for die in scene.dice:
            assert all(
                math.hypot(card.at.x - die.pose.x, card.at.y - die.pose.y) > SIDE for card in scene.cards
            )


def test_nine_tokens_before_a_seat_lie_beside_each_other_and_all_sixteen_show_their_numbers(
    world: World,
) -> None:
    world.lay_tokens({1: tuple(range(3, 12)), 2: (12,)})
    for one, other in combinations(world.scene().cards, 2):
        assert one.at.away(other.at) > SIDE
    world.lay_tokens({1: tuple(range(3, 19))})
    for one, other in pairwise(world.scene().cards):
        assert one.at.away(other.at) > SIDE / 2


def test_a_token_that_slips_lies_elsewhere_until_it_is_laid_right() -> None:
    world = World(SEATS, 7, chances=Chances(astray_tokens=1.0))
    begun = {0: tuple(range(3, 18)), 2: (18,)}
    world.lay_tokens(begun)
    assert world.slips == {}, "the table is laid with care"
    ways = set()
    for token in range(3, 17):
        world.tidy_tokens()
        before = places(world)
        world.lay_tokens({0: tuple(range(token + 1, 18)), 2: (*range(3, token + 1), 18)})
        (slip,) = world.slips.values()
        assert world.slips.keys() == {token}
        ways.add((slip.place, slip.on is not None))
        after = places(world)
        if slip.on is not None:
            assert after[token] == after[slip.on], "it hides it"
        elif slip.place == APART:
            at = Place(after[token].x, after[token].y)
            assert reference_layout().owner_of(at) is None
        else:
            assert slip.place == 0
            assert after[token] == before[token], "it was left where it lay"
    assert ways == {(0, False), (APART, False), (2, True)}
    again = World.from_data(json.loads(json.dumps(world.to_data())))
    assert again.slips == world.slips
    world.tidy_tokens()
    assert world.slips == {}


def places(world: World) -> dict[int, Spot]:
    return {int(card.face.name): card.at for card in world.scene().cards}


def test_tokens_are_kept_with_the_table_and_can_be_taken_off_it(world: World) -> None:
    world.lay_tokens({0: (3, 4)})
    again = World.from_data(json.loads(json.dumps(world.to_data())))
    assert again.tokens == {0: (3, 4)}
    again.lay_tokens({})
    assert again.scene().cards == ()
