"""The simulated table keeps cards and money, hides what lies face down, and lays all where it belongs."""

from __future__ import annotations

import json
import random
from collections import Counter

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.sim.card_draw import corners
from firmware.sim.cards import MIDDLE, Card, CardPlace
from firmware.sim.dealing import next_move
from firmware.sim.errors import NoPrintError, NoSuchCardError
from firmware.sim.eye import eye_of
from firmware.sim.render import Optics, cards_in_picture, render
from firmware.sim.sprite import Picture
from firmware.sim.styles import CLOTHS, drawn_stand, usual
from firmware.sim.things import Chances
from firmware.sim.world import World
from firmware.table.stage import CardsAsked, Pile
from tests.firmware.plain_deck import ANIMALS, SIZE, plain_deck
from vision.areas import Role
from vision.layout import reference_layout
from vision.reading import Place

SEATS = (1, 2, 4, 5, 6)
ALL = Counter(dict.fromkeys(ANIMALS, 4))
LAYOUT = reference_layout()


def table(seed: int = 1, chances: Chances | None = None, seats: tuple[int, ...] = SEATS) -> World:
    world = World((1, 2, 3, 4, 5, 6), seed, chances=chances, deck=plain_deck())
    world.gather(seats)
    return world


def dealt(rng: random.Random, world: World, cards: int) -> World:
    """So many cards, each before some seat."""
    for _ in range(cards):
        world.deal({rng.choice(world.players): 1})
    return world


def all_animals(world: World) -> Counter[str]:
    return Counter(card.face for card in world._state.cards.animals)


# ---- where cards lie --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_every_card_lies_on_the_ground_of_what_it_is(seed: int) -> None:
    rng = random.Random(seed)
    world = dealt(rng, table(seed), rng.randint(0, 36))
    world.turn_up(rng.randint(1, 2))
    world.give_dove(2)
    for seat in (1, 5):
        world.hold(seat, [10] * 12)
        world.lay(seat, [10] * rng.randint(1, 12), up=seat == 5)
    cards = world._state.cards
    assert cards.dove is not None
    for card in [*cards.animals, *cards.notes, cards.dove]:
        role = {CardPlace.ANIMALS: (Role.ANIMALS, card.seat), CardPlace.LAID: (Role.OFFER, card.seat)}
        assert LAYOUT.role_of(Place(card.at.x, card.at.y)) == role.get(card.place, (Role.SPOT, None)), card


@pytest.mark.parametrize("seed", range(20))
def test_enough_of_each_animal_that_is_in_no_set_can_be_seen(seed: int) -> None:
    """So that an audit can count what lies before a seat: a sixth of a card at least."""
    rng = random.Random(seed)
    world = dealt(rng, table(seed), rng.randint(10, 40))
    for seat in SEATS:
        herd = world._state.cards.at(CardPlace.ANIMALS, seat)
        counts = Counter(card.face for card in herd)
        for card in herd:
            if counts[card.face] < 4:
                above = [other for other in herd if other.level > card.level]
                assert seen_part(card, above) > 0.16, f"{card} is hidden"


def test_a_complete_set_lies_in_one_pile() -> None:
    world = table()
    for _ in range(4):
        world.fetch("cow", 2)
    cows = world._state.cards.at(CardPlace.ANIMALS, 2)
    assert sorted(cow.level for cow in cows) == [0, 1, 2, 3]
    assert max(cow.at.away(cows[0].at) for cow in cows) < 12.0


def test_one_seat_has_room_for_everything() -> None:
    world = dealt(random.Random(1), table(seats=(1, 2, 3)), 0)
    world.deal({2: 40})
    assert world.animals(2) == ALL
    for face in ANIMALS:
        world.give(face, 2, 1)  # three of each left, the hardest to lay out
    for seat in (1, 2):
        for card in world._state.cards.at(CardPlace.ANIMALS, seat):
            assert LAYOUT.role_of(Place(card.at.x, card.at.y)) == (Role.ANIMALS, seat)


def on_card(card: Card, points: np.ndarray) -> np.ndarray:
    """(N, 2): points of the table as seen from a card's own middle, along its own sides."""
    c, s = np.cos(np.radians(card.yaw)), np.sin(np.radians(card.yaw))
    seen: np.ndarray = (points - [card.at.x, card.at.y]) @ np.array([(c, -s), (s, c)])
    return seen


def seen_part(card: Card, above: list[Card]) -> float:
    half = np.array(SIZE) / 2
    own = np.random.default_rng(1).uniform(-half, half, (400, 2))
    c, s = np.cos(np.radians(card.yaw)), np.sin(np.radians(card.yaw))
    points = own @ np.array([(c, s), (-s, c)]) + [card.at.x, card.at.y]
    hidden = np.zeros(len(points), bool)
    for other in above:
        hidden |= (np.abs(on_card(other, points)) < half).all(axis=1)
    return 1.0 - float(hidden.mean())


# ---- what happens to them ---------------------------------------------------------------------------


def test_the_deck_is_shuffled_by_the_tables_own_chance() -> None:
    def order(seed: int) -> list[str]:
        world = table(seed)
        world.deal({1: 40})
        return [card.face for card in world._state.cards.at(CardPlace.ANIMALS, 1)]

    assert order(1) == order(1)
    assert order(1) != order(2)
    world, firsts = table(), Counter[str]()
    for _ in range(300):
        world.gather(SEATS)
        world.turn_up(1)
        firsts.update(world.spot)
    assert len(firsts) == 10
    assert max(firsts.values()) < 60  # 30 are to be expected, give or take 5


def test_a_card_put_back_comes_again() -> None:
    world = table()
    world.turn_up(1)
    first = world.spot
    world.put_back()
    assert (world.deck, len(world.spot)) == (40, 0)
    world.turn_up(1)
    assert world.spot == first
    world.hand_over(4)
    assert world.animals(4) == Counter(first)
    world.put_back(4, first[0])
    world.turn_up(1)
    assert world.spot == first


def test_what_is_not_there_cannot_be_moved() -> None:
    world = table()
    world.hold(1, [10])
    with pytest.raises(NoSuchCardError):
        world.give("cow", 1, 2)
    with pytest.raises(NoSuchCardError):
        world.put_back()
    with pytest.raises(NoSuchCardError) as caught:
        world.lay(1, [50], up=False)
    assert "50" not in str(caught.value)
    assert world.purse(1) == (10,)
    world.deal({1: 40})
    with pytest.raises(NoSuchCardError):
        world.turn_up(1)
    with pytest.raises(NoSuchCardError):
        world.fetch("cow", 1)


def test_notes_go_from_hand_to_table_to_hand() -> None:
    world = table()
    world.hold(1, [0, 0, 10, 50])
    world.lay(1, [0, 50], up=False)
    assert (world.purse(1), world.laid(1), world.pile(1)) == ((0, 10), (2, False), (0, 50))
    world.turn(1, up=True)
    assert world.laid(1) == (2, True)
    world.lay(1, [10], up=True)
    assert (world.purse(1), world.pile(1)) == ((0, 0, 50), (10,))
    world.take(1, 2)
    assert (world.purse(2), world.laid(1), world.meant(1)) == ((10,), (0, False), None)


def test_now_and_then_somebody_lays_a_larger_note_and_does_not_know() -> None:
    world = table(chances=Chances(mislaid=1.0))
    world.hold(1, [0, 10, 50, 100])
    world.lay(1, [10, 50], up=False, others=[0, 100])
    assert world.meant(1) == (10, 50)
    assert world.pile(1) in ((10, 100), (50, 100))
    assert sorted((*world.pile(1), *world.purse(1))) == [0, 10, 50, 100]


@pytest.mark.parametrize("mishap", ["pushed", "half_covered"])
def test_what_goes_wrong_in_the_middle_is_mended_by_tidying(mishap: str) -> None:
    world = table(chances=Chances(**{mishap: 1.0}))
    world.turn_up(1)
    card = world._state.cards.at(CardPlace.SPOT)[0]
    off = LAYOUT.role_of(Place(card.at.x, card.at.y)) is None
    assert off == (mishap == "pushed")
    assert bool(world._state.cards.scraps) == (mishap == "half_covered")
    for scrap in world._state.cards.scraps:
        slip = Card("scrap", CardPlace.SPOT, at=scrap.at, yaw=scrap.yaw)
        assert 0.2 < seen_part(card, [slip]) < 0.8
    world.tidy()
    (card,) = world._state.cards.at(CardPlace.SPOT)
    assert LAYOUT.role_of(Place(card.at.x, card.at.y)) == (Role.SPOT, None)
    assert not world._state.cards.scraps


# ---- as the game has it -----------------------------------------------------------------------------


@st.composite
def records(draw: st.DrawFn) -> CardsAsked:
    """Something that a game may hold to be so."""
    rng = random.Random(draw(st.integers(0, 10_000)))
    seats = tuple(rng.sample(range(1, 7), rng.randint(3, 5)))
    cards = list(ALL.elements())
    rng.shuffle(cards)
    herds: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
    for _ in range(rng.choice((0, 0, 5, 20, 40))):
        herds[rng.choice(seats)][cards.pop()] += 1
    spot = min(len(cards), rng.choice((0, 0, 1, 2)))
    some = dict.fromkeys(seats, 1) if rng.random() < 0.3 and len(cards) >= spot + len(seats) else {}
    purses = {seat: tuple(rng.choices((0, 10, 50, 500), k=rng.randint(0, 6))) for seat in seats}
    laid = {
        seat: Pile(tuple(rng.choices((0, 10, 50), k=rng.randint(0, 3))), rng.random() < 0.5)
        for seat in seats
        if rng.random() < 0.3
    }
    money = rng.random() < 0.5
    return CardsAsked(
        len(cards) - spot - sum(some.values()),
        spot,
        herds,
        some,
        rng.choice((None, *seats)),
        laid if money else {},
        purses if money else {},
    )


@settings(max_examples=25, deadline=None)
@given(st.lists(records(), min_size=1, max_size=4), st.integers(0, 1000))
def test_people_bring_any_table_to_what_the_game_has(todo: list[CardsAsked], seed: int) -> None:
    world = World((1, 2, 3, 4, 5, 6), seed, deck=plain_deck())
    for asked in todo:
        for _ in range(150):
            move = next_move(world, asked)
            if move is None:
                break
            assert move.by in asked.animals
            move.do(world)
            assert all_animals(world) == ALL
        else:
            raise AssertionError(f"they never finish: {asked}")
        assert len(world.spot) == asked.spot
        assert world.deck == asked.deck
        assert world.dove == asked.dove
        for seat in asked.animals:
            more = asked.dealt.get(seat, 0)
            assert world.animals(seat).total() == sum(asked.animals[seat].values()) + more
            assert world.laid(seat)[0] == (len(asked.laid[seat].notes) if seat in asked.laid else 0)
            if seat in asked.laid and asked.laid[seat].notes:
                assert world.laid(seat)[1] == asked.laid[seat].up
            elif seat in asked.purses and seat not in asked.laid:
                assert world.purse(seat) == tuple(sorted(asked.purses[seat]))


def test_the_animals_on_record_lie_before_each_seat() -> None:
    """Unlike above, from a record that the table can have come to."""
    world, rng = table(3), random.Random(3)
    herds: dict[int, Counter[str]] = {seat: Counter() for seat in SEATS}
    deck = 40
    for _ in range(60):
        if deck and rng.random() < 0.7:
            deck -= 1
            bring(world, CardsAsked(deck, 1, herds))
            herds[rng.choice(SEATS)][world.spot[0]] += 1
        else:
            giver, taker = rng.sample(SEATS, 2)
            for face in [face for face, count in herds[giver].items() if count][:1]:
                herds[giver][face] -= 1
                herds[taker][face] += 1
        bring(world, CardsAsked(deck, 0, herds))
        assert {seat: +herds[seat] for seat in SEATS} == {seat: world.animals(seat) for seat in SEATS}


def test_who_wins_a_pile_takes_it_up() -> None:
    world = table()
    herds: dict[int, dict[str, int]] = {seat: {} for seat in SEATS}
    purses = dict.fromkeys(SEATS, (10, 10, 50))
    bring(world, CardsAsked(40, 0, herds, purses=purses))
    laid = {1: Pile((10, 50)), 2: Pile((10,))}
    bring(world, CardsAsked(40, 0, herds, laid=laid, purses=purses | {1: (10,), 2: (10, 50)}))
    moves = bring(world, CardsAsked(40, 0, herds, purses=purses | {1: (10, 10), 2: (10, 10, 50, 50)}))
    assert world.purse(1) == (10, 10)
    assert world.purse(2) == (10, 10, 50, 50)
    assert moves == 2, "the notes change hands, and the bank has nothing to do"


def bring(world: World, asked: CardsAsked) -> int:
    count = 0
    while (move := next_move(world, asked)) is not None:
        move.do(world)
        count += 1
        assert count < 200
    return count


# ---- what can be seen -------------------------------------------------------------------------------


def laid_table(seed: int) -> World:
    world = dealt(random.Random(seed), table(seed), 12)
    world.turn_up(1)
    for seat in (2, 4):
        world.hold(seat, [0, 10, 50, 100])
        world.lay(seat, [0, 50, 100], up=seat == 4)
    return world


def twins(seed: int) -> tuple[World, World]:
    """Two tables that differ in nothing but in what lies face down, and in what is in hands."""
    one = laid_table(seed)
    data = json.loads(json.dumps(one.to_data()))
    cards = data["cards"]
    hidden = [card for card in cards["animals"] if not card["up"]]
    faces = [card["face"] for card in hidden]
    for card, face in zip(hidden, faces[1:] + faces[:1], strict=True):
        card["face"] = face
    for note in cards["notes"]:
        if not note["up"]:
            note["face"] = "500"
    cards["purses"]["1"] = [500]
    return one, World.from_data(data, plain_deck())


def test_the_same_is_seen_whatever_lies_face_down() -> None:
    one, other = twins(2)
    assert one.to_data() != other.to_data()
    assert render(one.scene()).tobytes() == render(other.scene()).tobytes()
    assert repr(one._state.cards.animals) == repr(other._state.cards.animals)
    assert repr(one._state.cards.notes) == repr(other._state.cards.notes)
    assert repr(one) == repr(other)


def test_a_saved_table_goes_on_as_if_nothing_had_happened() -> None:
    one = laid_table(5)
    other = World.from_data(json.loads(json.dumps(one.to_data())), plain_deck())
    assert other.to_data() == one.to_data()
    assert other.scene() == one.scene()
    for world in (one, other):
        world.hand_over(5)
        world.turn_up(1)
        world.tidy()
    assert other.to_data() == one.to_data()


def test_dice_and_cards_are_never_out_together() -> None:
    world = table()
    assert world.scene().cards
    assert not world.scene().cups
    world.put_out_cards(False)
    assert not world.scene().cards
    assert len(world.scene().cups) == 6
    assert not World((1, 2), 1).scene().cards, "nor is a deck needed where dice are played"


def flat_view(picture: Picture, quad: tuple[tuple[float, float], ...]) -> Picture:
    """(201, 132, 3): a card of the picture, laid straight."""
    own = np.array([(0, 0), (132, 0), (132, 201), (0, 201)], np.float32)
    turn = cv2.getPerspectiveTransform(np.array(quad, np.float32), own)
    return np.asarray(cv2.warpPerspective(picture, turn, (132, 201)), np.uint8)


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_shows_each_card_where_it_is_said_to_be(seed: int) -> None:
    world = dealt(random.Random(seed), table(seed), 9)
    world.turn_up(2)
    if seed:
        world.stand, world.style = drawn_stand(seed), usual(list(CLOTHS)[seed])
    picture = render(world.scene(), Optics(grain=seed))
    fronts = [card for card in cards_in_picture(world.scene()) if card.face is not None]
    assert Counter(card.face for card in fronts) == sum(
        (world.animals(seat) for seat in SEATS), Counter(world.spot)
    )
    for card in [card for card in fronts if card.at.away(MIDDLE) < 110]:  # where none lies over another
        view = flat_view(picture, card.quad)
        alike = {
            name: cv2.matchTemplate(view, cv2.resize(face.picture, (132, 201)), cv2.TM_CCOEFF_NORMED).item()
            for name, face in plain_deck().faces.items()
        }
        assert max(alike, key=lambda name: alike[name]) == card.face
        assert alike[str(card.face)] > 0.75


def test_a_card_is_where_the_table_has_it() -> None:
    world = table()
    world.turn_up(1)
    (card,) = world._state.cards.at(CardPlace.SPOT)
    top = world.scene().cards[-1] if world.scene().cards[-1].stack == 0 else world.scene().cards[0]
    middle = corners(top).mean(axis=0)
    assert middle[:2] == pytest.approx([card.at.x, card.at.y], abs=1e-6)
    quad = np.array(next(c for c in cards_in_picture(world.scene()) if c.face is not None).quad)
    assert quad.mean(axis=0) == pytest.approx(eye_of(world.stand).project(middle[None])[0], abs=0.5)
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    assert sides == pytest.approx([70.4, 107.2, 70.4, 107.2], abs=1.0)  # 44 x 67 mm at 1.6 px/mm


def test_a_hand_over_the_middle_hides_the_card_there() -> None:
    world = table()
    world.turn_up(1)
    (card,) = [card for card in cards_in_picture(world.scene()) if card.face is not None]
    before = flat_view(render(world.scene()), card.quad)
    world.hand_in(2, card.at)
    after = flat_view(render(world.scene()), card.quad)
    changed = (np.abs(before.astype(int) - after).max(axis=2) > 40).mean()
    assert changed > 0.15


def test_a_card_of_another_deck_is_named() -> None:
    world = World((1, 2, 3), 1, deck=plain_deck().only([*ANIMALS[:9], "back"]))
    world.gather((1, 2, 3))
    world.hold(1, [10])
    world.lay(1, [10], up=True)
    with pytest.raises(NoPrintError, match="'10'"):
        world.scene()
