"""Each ruling on Bluff You! (Y, G) as a claim of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine import Match, Setup
from engine.bluff_you.options import OPTIONS
from engine.bluff_you.rules import BluffYou, from_the_likeliest
from engine.bluff_you.tokens import POINTS, TOKENS
from engine.errors import GameOver, NotAllowedNow, NotAsked, WrongAnswer
from engine.request import Choose, EnterDice, SeeDice
from tests.engine.bluff_you.laid import GAME, laid
from tests.engine.cattle import asked, choice, last, refuses, request, shown, told

SAYS_12 = ("1 roll", "1 person 2", "1 number 12")  # where there is nothing to steal


def tokens(match: Match) -> Mapping[str, tuple[int, ...]]:
    found: Any = shown(match, "tokens")
    return dict(found)


# ---- the round ------------------------------------------------------------------------------------------


def test_y01_y13_everybody_may_say_who_is_youngest_and_he_begins() -> None:
    values = {option.key: option.default for option in OPTIONS}
    for count in (2, 6):
        seats = tuple(range(1, count + 1))
        match = Match(Setup(GAME, seats, values), lambda seats=seats: BluffYou(seats, values))  # type: ignore[misc]
        assert asked(match) == {"starts"}
        starts = request(match, "starts", count)
        assert isinstance(starts, Choose)
        assert starts.lot
        told(match, f"{count} starts 2")
        assert [one.by for one in match.open] == [2]
        assert shown(match, "middle") == TOKENS


def test_g06_the_cup_goes_to_the_left() -> None:
    match = laid("4 roll", "4 person 1", "4 number 12", seats=(2, 4, 1), bluffer=4)
    told(match, "1 answer ok", "table dice 4:345")
    assert shown(match, "turn") == 1
    assert shown(match, "round") == 2


def test_y12_without_tokens_there_is_but_one_thing_to_do() -> None:
    """Nobody is asked what he cannot choose."""
    assert asked(laid("1 roll")) == {"person"}
    assert asked(laid("1 roll", seats=(1, 2))) == {"number"}
    assert asked(laid("1 roll", tokens={1: [9], 2: [12]})) == {"deed"}


def test_y03_y10_a_number_for_gain_lies_in_the_middle_whatever_the_dice() -> None:
    match = laid("1 roll", "1 deed gain", "1 person 3", tokens={1: [9], 2: [12]})
    assert sorted(map(int, choice(match, "number"))) == [one for one in TOKENS if one not in (9, 12)]
    for gone in (2, 9, 12, 19):
        assert refuses(match, f"1 number {gone}", WrongAnswer)


def test_y03_a_number_for_steal_is_the_targets() -> None:
    match = laid("1 roll", "1 deed steal", "1 person 2", tokens={1: [9], 2: [12, 5], 3: [7]})
    assert choice(match, "number") == ("5", "12")


def test_y11_anybody_else_may_be_addressed() -> None:
    match = laid("1 roll", seats=(3, 1, 2), bluffer=1)
    assert choice(match, "person") == ("2", "3")
    told(match, "1 person 3", "1 number 12", "3 answer ok", "table dice 1:345")
    told(match, "2 roll", "2 person 3", "2 number 11", "3 answer ok", "table dice 2:344")
    assert tokens(match)["3"] == (11, 12), "again and again"


def test_who_has_nothing_is_not_robbed() -> None:
    match = laid("1 roll", "1 deed steal", tokens={1: [9], 3: [12]}, middle=[4])
    assert asked(match) == {"answer"}  # there is but one person, and but one token
    assert last(match, "announced") == {"by": 1, "to": 3, "deed": "steal", "number": 12}


def test_numbers_go_round_from_the_likeliest_on() -> None:
    assert from_the_likeliest((3, 9, 10, 18)) == (10, 18, 3, 9)
    assert from_the_likeliest((3, 4)) == (3, 4)


# ---- the verdict ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "said", "winner"), [("345", "ok", 2), ("344", "ok", 1), ("345", "bluff", 1), ("344", "bluff", 2)]
)
def test_y09_gain_goes_to_who_was_right_about_the_other(dice: str, said: str, winner: int) -> None:
    match = laid(*SAYS_12, f"2 answer {said}", f"table dice 1:{dice}")
    assert tokens(match)[str(winner)] == (12,)
    assert 12 not in shown(match, "middle")
    assert last(match, "verdict")["winner"] == winner
    assert last(match, "verdict")["right"] == (winner == 2)


@pytest.mark.parametrize(
    ("dice", "said", "fooled"),
    [("345", "ok", False), ("344", "ok", True), ("345", "bluff", True), ("344", "bluff", False)],
)
def test_y09_a_theft_costs_who_fails_a_token(dice: str, said: str, fooled: bool) -> None:
    match = laid(
        "1 roll", "1 deed steal", f"2 answer {said}", f"table dice 1:{dice}", tokens={1: [9], 2: [12]}
    )
    assert tokens(match) == {"1": (9, 12) if fooled else (), "2": () if fooled else (9, 12), "3": ()}


def test_y08_he_chooses_which_token_he_gives() -> None:
    stolen = ("1 roll", "1 deed steal", "1 person 2", "2 answer bluff", "table dice 1:344")
    match = laid(*stolen, tokens={1: [9, 17], 2: [12], 3: [4]})
    assert choice(match, "give") == ("9", "17")
    assert refuses(match, "1 give 12", WrongAnswer)
    told(match, "1 give 17")
    assert tokens(match) == {"1": (9,), "2": (12, 17), "3": (4,)}
    assert last(match, "given") == {"by": 1, "to": 2, "token": 17}


def test_y17_the_first_press_counts() -> None:
    match = laid(*SAYS_12, "2 answer ok")
    assert refuses(match, "2 answer bluff")
    assert match.needs_vote(2)
    told(match, "2 undo yes")
    assert asked(match) == {"dice", "enter"}, "one alone takes no answer back"
    told(match, "1 undo yes", "3 undo yes")
    assert asked(match) == {"answer"}


def test_g05_what_was_announced_may_be_taken_back_until_it_is_answered() -> None:
    match = laid(*SAYS_12)
    assert not match.needs_vote(1)
    told(match, "1 undo yes")
    assert asked(match) == {"number"}


def test_the_answer_has_no_first_choice_that_a_slip_could_make() -> None:
    answer = request(laid(*SAYS_12), "answer", 2)
    assert isinstance(answer, Choose)
    assert answer.deliberate


# ---- the dice -------------------------------------------------------------------------------------------


def test_y18_g04_three_dice_are_read_before_the_bluffer_or_keyed_in_and_confirmed() -> None:
    match = laid(*SAYS_12, "2 answer ok")
    see, entry = request(match, "dice"), request(match, "enter", 3)
    assert isinstance(see, SeeDice)
    assert isinstance(entry, EnterDice)
    assert dict(see.wanted) == dict(entry.wanted) == {1: 3}
    assert refuses(match, "table dice 1:3456", WrongAnswer)
    assert refuses(match, "table dice 1:34*", WrongAnswer)
    told(match, "3 enter 1:345")
    assert refuses(match, "3 agree yes")
    assert shown(match, "entered") == {"by": 3, "dice": {"1": "345"}}
    told(match, "1 agree yes")
    assert tokens(match)["2"] == (12,)


def test_g04_a_reading_may_be_disputed_until_the_next_action() -> None:
    match = laid(*SAYS_12, "2 answer ok", "table dice 1:344", "3 dispute")
    assert tokens(match) == {"1": (), "2": (), "3": ()}
    told(match, "table dice 1:345")
    assert tokens(match)["2"] == (12,)
    told(match, "2 roll")
    assert refuses(match, "1 dispute", NotAllowedNow)


def test_g04_a_failed_theft_may_be_disputed_before_a_token_is_given() -> None:
    stolen = ("1 roll", "1 deed steal", "2 answer bluff", "table dice 1:344")
    match = laid(*stolen, tokens={1: [9, 17], 2: [12]})
    assert asked(match) == {"give"}
    told(match, "1 dispute", "table dice 1:345")
    assert tokens(match)["1"] == (9, 12, 17)


# ---- doubles --------------------------------------------------------------------------------------------

HAS_4 = {1: [8, 13, 9]}  # 8 and 13 are worth a 4


def test_y07_a_double_is_offered_by_what_the_box_knows() -> None:
    assert "double" in choice(laid("1 roll", tokens=HAS_4), "deed")
    assert asked(laid("1 roll", tokens={1: [8]})) == {"person"}
    assert asked(laid("1 roll", tokens={1: [9, 10]}, middle=[3])) == {"person"}, "nothing fits"


def test_y07_without_a_pair_the_round_is_lost() -> None:
    match = laid("1 roll", "1 deed double", "table dice 1:345", tokens=HAS_4)
    assert last(match, "shown")["pair"] is False
    assert tokens(match)["1"] == (8, 9, 13)
    assert shown(match, "turn") == 2


@pytest.mark.parametrize("dice", ["225", "522", "252", "555"])
def test_y02_twice_the_same_and_three_alike_are_a_double(dice: str) -> None:
    match = laid("1 roll", "1 deed double", f"table dice 1:{dice}", tokens=HAS_4)
    assert asked(match) == {"take"}
    told(match, "1 take 4")
    assert tokens(match)["1"] == (4, 9)  # but one set fits
    assert last(match, "exchanged") == {"by": 1, "token": 4, "given": (8, 13)}


def test_y04_several_go_for_one() -> None:
    match = laid("1 roll", "1 deed double", "table dice 1:225", tokens={1: [7, 8, 9, 10, 13]})
    assert "7" not in choice(match, "take")
    assert "14" in choice(match, "take"), "two of one point"
    told(match, "1 take 4")
    assert choice(match, "put") == ("7+8", "7+13", "8+13", "7+9+10", "8+9+10", "9+10+13")
    assert refuses(match, "1 put 7", WrongAnswer)


def test_y15_what_was_put_back_can_be_had_in_the_next_round() -> None:
    match = laid("1 roll", "1 deed double", "table dice 1:225", "1 take 4", tokens=HAS_4)
    assert {8, 13} <= set(shown(match, "middle"))
    assert {"8", "13"} <= set(choice(told(match, "2 roll", "2 person 3"), "number"))


def test_y16_all_tokens_may_be_traded_away() -> None:
    match = laid("1 roll", "1 deed double", "table dice 1:225", tokens={1: [8, 13]}, middle=[4, 10])
    assert tokens(match)["1"] == (4,)


# ---- the end --------------------------------------------------------------------------------------------


def test_the_last_token_of_the_middle_ends_it() -> None:
    match = laid("1 roll", "1 person 2", "2 answer ok", "table dice 1:345", middle=[12])
    assert match.result is not None
    assert match.result.winners == (2,)
    assert refuses(match, "2 roll", GameOver)
    assert "dispute" in match.may(3)


@pytest.mark.parametrize(("plays_on", "ends"), [("no", True), ("yes", False)])
def test_y05_a_double_that_takes_the_last_one_ends_it_unless_the_house_plays_on(
    plays_on: str, ends: bool
) -> None:
    match = laid(
        "1 roll",
        "1 deed double",
        "table dice 1:661",
        tokens={1: [8, 9, 10, 11]},
        middle=[3],
        options={"play-on": plays_on},
    )
    assert (match.result is not None) == ends
    assert shown(match, "middle") == (8, 9, 10, 11)
    assert tokens(match)["1"] == (3,)


@pytest.mark.parametrize(
    ("own", "winners"),
    [
        ({1: [3], 2: [4], 3: [7]}, (1,)),
        ({1: [9, 10, 11, 12], 2: [4], 3: [7, 8]}, (2,)),  # fewest tokens (004:L82.1)
        ({1: [3, 4, 5], 2: [18, 17, 6], 3: [9]}, (1, 2)),  # Y-06
        ({}, (1, 2, 3)),
    ],
)
def test_g03_y14_all_may_end_it_and_it_counts_as_it_lies(
    own: Mapping[int, list[int]], winners: tuple[int, ...]
) -> None:
    match = laid(tokens=own)
    told(match, "1 end yes", "2 end yes", "3 end yes")
    assert match.result is not None
    assert match.result.by_vote
    assert match.result.winners == winners
    assert match.result.score == {
        seat: sum(POINTS[token] for token in own.get(seat, [])) for seat in (1, 2, 3)
    }


def test_nobody_else_may_answer() -> None:
    match = laid(*SAYS_12)
    assert refuses(match, "3 answer ok", NotAsked)
    assert refuses(match, "1 answer ok", NotAsked)
