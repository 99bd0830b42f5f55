"""The people at the simulated table do what the box asks: once, in their own time, whatever the dice show."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.sim.people import Asked, Deed, Manners, People
from firmware.sim.pose import about, then
from firmware.sim.things import Chances, CupState
from firmware.sim.world import World

SEATS = (1, 2, 3)
BRISK = Manners(shows_hands=False)


def table(manners: Manners = BRISK, chances: Chances | None = None) -> tuple[World, People]:
    world = World(SEATS, 5, chances=chances)
    return world, People(world, 1, manners)


def test_they_shake_once_for_each_asking_however_long_it_is_asked() -> None:
    world, people = table()
    ask = Asked(1, Deed.SHAKE, SEATS)
    before = world.truth()
    people.finish([ask])
    shaken = world.truth()
    assert shaken != before
    for _ in range(5):
        people.attend([ask])
    assert world.truth() == shaken
    people.finish([Asked(2, Deed.SHAKE, SEATS)])
    assert world.truth() != shaken


def test_a_round_from_shake_to_discard() -> None:
    world, people = table()
    people.finish([Asked(1, Deed.SHAKE, SEATS)])
    assert {world.cup(seat) for seat in SEATS} == {CupState.DOWN}
    people.finish([Asked(2, Deed.LIFT, SEATS)])
    assert {world.cup(seat) for seat in SEATS} == {CupState.LIFTED}
    people.finish([Asked(3, Deed.DISCARD, dice={1: 2, 3: 1})])
    assert [world.count(seat) for seat in SEATS] == [3, 5, 4]
    people.finish([Asked(4, Deed.TAKE_BACK, SEATS)])
    assert [world.count(seat) for seat in SEATS] == [5, 5, 5]


def test_each_deed_does_its_own() -> None:
    world, people = table(chances=Chances(cocked=1.0))
    people.finish([Asked(1, Deed.THROW_OPEN, (1,))])
    assert world.cup(1) is CupState.LIFTED
    assert world.cup(2) is CupState.DOWN
    value = world.peek(2)[0]
    world.show_die(2, value)
    people.finish([Asked(2, Deed.RETHROW, (2,))])
    assert world.shown(2) == (value,)
    assert world.crooked(3)
    people.finish([Asked(3, Deed.RETHROW_CROOKED, (3,))])
    assert not world.crooked(3)
    assert world.crooked(1)
    people.finish([Asked(4, Deed.SORT_OUT, (1,))])
    assert not world.crooked(1)
    people.finish([Asked(5, Deed.COVER, (1,))])
    assert world.cup(1) is CupState.DOWN
    world.peek(1)
    people.finish([Asked(6, Deed.HANDS_OFF, (1,))])
    assert world.cup(1) is CupState.DOWN


def test_a_hand_comes_and_goes_with_each_deed() -> None:
    world, people = table(Manners())
    ask = Asked(1, Deed.LIFT, (2,))
    people.attend([ask])
    assert world.has_hand(2)
    assert world.cup(2) is CupState.DOWN
    people.attend([ask])
    assert world.cup(2) is CupState.LIFTED
    assert world.has_hand(2)
    people.attend([ask])
    assert not world.has_hand(2)
    assert not people.busy
    assert not world.has_hand(1)


def test_who_is_asked_for_hands_away_takes_a_forgotten_hand_away() -> None:
    world, people = table()
    world.hand_in(3)
    people.finish([Asked(1, Deed.HANDS_OFF, SEATS)])
    assert not world.has_hand(3)


def moments(people: People, ask: Asked) -> int:
    people.attend([ask])
    count = 1
    while people.busy:
        people.attend([ask])
        count += 1
    return count


@pytest.mark.parametrize(
    ("deed", "manners"),
    [
        (Deed.LIFT, Manners(lifts_late=1.0, late=7, shows_hands=False)),
        (Deed.DISCARD, Manners(forgets=1.0, patience=7, shows_hands=False)),
        (Deed.SORT_OUT, Manners(forgets=1.0, patience=7, shows_hands=False)),
        (Deed.SHAKE, Manners(hand_stays=1.0, linger=7)),
    ],
)
def test_bad_manners_take_longer_and_end_the_same(deed: Deed, manners: Manners) -> None:
    ask = Asked(1, deed, (1,), {1: 2})
    polite_world, polite = table(Manners(shows_hands=manners.shows_hands))
    rude_world, rude = table(manners)
    assert moments(rude, ask) == moments(polite, ask) + 7
    assert rude_world.truth() == polite_world.truth()
    assert rude_world.cup(1) is polite_world.cup(1)
    assert not rude_world.has_hand(1)


def test_manners_are_a_matter_of_chance() -> None:
    world, people = table(Manners(lifts_late=0.5, shows_hands=False))
    late = 0
    for number in range(60):
        ask = Asked(number, Deed.LIFT, (1,))
        late += moments(people, ask) > 1
        world.shake(1)
    assert 15 < late < 45


def test_somebody_without_dice_does_nothing() -> None:
    world, people = table()
    world.discard(2, 5)
    people.finish([Asked(1, Deed.SHAKE, SEATS), Asked(2, Deed.DISCARD, dice={2: 1})])
    assert world.count(2) == 0


def test_seats_where_nobody_sits_are_not_heard() -> None:
    _, people = table()
    people.finish([Asked(1, Deed.LIFT, (6,))])
    assert not people.busy


asks = st.lists(
    st.builds(
        Asked,
        number=st.integers(0, 50),
        deed=st.sampled_from(Deed),
        seats=st.just(SEATS),
        dice=st.dictionaries(st.sampled_from(SEATS), st.integers(0, 2), min_size=1),
    ),
    max_size=6,
)


@settings(max_examples=25, deadline=None)
@given(asks)
def test_what_people_do_does_not_depend_on_hidden_dice(todo: list[Asked]) -> None:
    one = World(SEATS, 3)
    data = json.loads(json.dumps(one.to_data()))
    for die in data["dice"]:
        die["pose"]["turn"] = then(about((1.0, 0.0, 0.0), 90.0), tuple(die["pose"]["turn"]))
    other = World.from_data(data)
    manners = Manners(0.5, 0.5, 0.5)
    worlds = [(world, People(world, 9, manners)) for world in (one, other)]
    for ask in todo:
        for _ in range(3):
            for _, people in worlds:
                people.attend([ask])
            states = [
                [(world.cup(s), world.count(s), world.has_hand(s), people.busy) for s in SEATS]
                for world, people in worlds
            ]
            assert states[0] == states[1]
