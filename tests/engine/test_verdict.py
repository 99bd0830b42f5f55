"""Every outcome of a challenge against an oracle that does it by hand, die by die."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, TABLE, Answer, Match, Setup
from engine.games import chosen
from engine.liars_dice.rules import LiarsDice
from engine.liars_dice.track import Bid
from engine.request import said_hands

KIND = GAMES["liars-dice"]
JOKER = {"star": "*", "joker-6": "6", "joker-1": "1"}
OPENERS = ["left-of-challenger", "winner", "loser"]

Hands = dict[int, str]


class Outcome(NamedTuple):
    actual: int
    left: dict[int, int]
    opener: int | None


def by_hand(hands: Hands, bid: Bid, bidder: int, challenger: int, joker: str, opens: str) -> Outcome:
    """Sheet 001 done as one does it at the table: count the dice, then take them away one at a time."""
    wanted = {joker} if bid.face == "*" else {joker, bid.face}
    actual = len([die for hand in hands.values() for die in hand if die in wanted])
    left = {seat: len(hand) for seat, hand in hands.items()}
    loser = challenger if actual >= bid.count else bidder
    if actual == bid.count:
        for seat in (seat for seat, hand in hands.items() if hand and seat != bidder):
            left[seat] -= 1
    while actual != bid.count:
        actual_is_more = actual > bid.count
        if left[loser]:
            left[loser] -= 1
        bid = Bid(bid.count + (1 if actual_is_more else -1), bid.face)
    round_table = sorted(hands)
    if len([seat for seat in left if left[seat]]) == 1:
        return Outcome(actual, left, None)
    begins = {"winner": bidder if loser == challenger else challenger, "loser": loser}.get(opens)
    turn = round_table.index(challenger) + 1 if begins is None else round_table.index(begins)
    while not left[round_table[turn % len(round_table)]]:
        turn += 1
    return Outcome(actual, left, round_table[turn % len(round_table)])


def by_the_rules(hands: Hands, bid: Bid, bidder: int, challenger: int, **options: str) -> Outcome:
    values = chosen(KIND, options)
    seats, dice = tuple(sorted(hands)), {seat: len(hand) for seat, hand in hands.items()}
    match = Match(
        Setup(KIND.key, seats, options),
        begin=lambda: LiarsDice(seats, values, dice, opener=challenger, bid=bid, bidder=bidder),
    )
    match.answer(Answer(challenger, "call"))
    lifted = {seat: hand for seat, hand in hands.items() if hand}
    verdict: Any = next(
        event.values
        for event in match.answer(Answer(TABLE, "dice", said_hands(lifted)))
        if event.key == "verdict"
    )
    left: Any = match.view(None)["dice"]
    return Outcome(verdict["actual"], {int(seat): count for seat, count in left.items()}, verdict["opener"])


def some_hands(faces: str, most: int) -> list[str]:
    return [
        "".join(dice) for count in range(most + 1) for dice in combinations_with_replacement(faces, count)
    ]


def challengers(hands: Hands) -> list[tuple[int, int]]:
    """Every bidder with whom it is who follows him."""
    still_in = [seat for seat, hand in hands.items() if hand]
    return list(zip(still_in, [*still_in[1:], still_in[0]], strict=True))


@pytest.mark.parametrize("opens", OPENERS)
def test_every_small_table_of_two(opens: str) -> None:
    for one, two in product(some_hands("12*", 2)[1:], repeat=2):
        hands = {1: one, 2: two}
        for count, face, (bidder, challenger) in product(range(1, 7), "1*", challengers(hands)):
            case = (hands, Bid(count, face), bidder, challenger)
            assert by_the_rules(*case, opener=opens) == by_hand(*case, "*", opens), case


@pytest.mark.parametrize("opens", OPENERS)
def test_every_small_table_of_three(opens: str) -> None:
    for dealt in product(["", "1", "*", "1*", "22"], repeat=3):
        hands = dict(enumerate(dealt, 1))
        if len([hand for hand in dealt if hand]) < 2:
            continue
        for count, (bidder, challenger) in product((1, 2, 4), challengers(hands)):
            case = (hands, Bid(count, "1"), bidder, challenger)
            assert by_the_rules(*case, opener=opens) == by_hand(*case, "*", opens), case


@given(st.integers(0, 2**32), st.integers(2, 6), st.sampled_from(sorted(JOKER)), st.sampled_from(OPENERS))
def test_any_table(seed: int, seats: int, dice: str, opens: str) -> None:
    rng = Random(seed)
    joker = JOKER[dice]
    numbered = "23456" if joker == "1" else "12345"
    hands = {
        seat: "".join(rng.choice(numbered + joker) for _ in range(rng.choice((0, 1, 1, 3, 5))))
        for seat in range(1, seats + 1)
    }
    hands[rng.choice(sorted(hands))] = joker
    if len(challengers(hands)) < 2:
        return
    bidder, challenger = rng.choice(challengers(hands))
    in_play = sum(len(hand) for hand in hands.values())
    face = rng.choice(numbered + "*")
    bid = Bid(rng.randint(1, 10 if face == "*" else min(20, in_play + 2)), face)
    case = (hands, bid, bidder, challenger)
    assert by_the_rules(*case, dice=dice, opener=opens) == by_hand(*case, joker, opens), case
