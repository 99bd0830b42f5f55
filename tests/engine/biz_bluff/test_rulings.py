"""The rulings Z and what the sheet says, each tried at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine import Match
from engine.errors import GameOver, NotAllowedNow, NotAsked, WrongAnswer
from engine.request import EnterCards, EnterDice, SeeCards, SeeDice, Step
from tests.engine.biz_bluff.laid import COMPANIES, LIGHT, begun, drew, laid, reached, threw
from tests.engine.cattle import asked, choice, happened, last, refuses, request, shown, told

PRESENTS = (*threw(1, 4), "1 move f6", "1 present present")  # seat 1 stands two squares from the centre
NEAR = {1: "f2"}
HAS = {1: "Y1"}
HAS_1 = {"1": "Y1"}  # as it is shown


def presented(
    *texts: str,
    purses: Mapping[int, tuple[int, int]] | None = None,
    seats: tuple[int, ...] = (1, 2, 3),
    gone: tuple[str, ...] = (),
) -> Match:
    """Seat 1 has come to the centre and presents its company."""
    return laid(*PRESENTS, *texts, claims=HAS, stands=NEAR, purses=purses, seats=seats, gone=gone)


def purse(match: Match, seat: int) -> tuple[int, int]:
    own: Any = shown(match, "purses")[str(seat)]
    return own["cash"], own["parts"]


def claims(match: Match) -> dict[str, str]:
    told: Any = shown(match, "claims")
    return {seat: company for seat, company in told.items() if company}


def stands(match: Match, seat: int) -> str:
    return str(shown(match, "stands")[str(seat)]["kind"])


# ---- the start ------------------------------------------------------------------------------------------


def test_everybody_begins_in_the_centre_with_ten_and_ten() -> None:
    match = begun(4)
    for seat in (1, 2, 3, 4):
        assert purse(match, seat) == (10, 10)
        assert stands(match, seat) == "centre"
    assert shown(match, "files") == 12
    assert claims(match) == {}


def test_z24_the_highest_throw_begins_and_who_is_even_throws_again() -> None:
    match = told(begun(3), *threw(1, 4), *threw(2, 6), *threw(3, 6))
    assert last(match, "tied") == {"seats": (2, 3)}
    told(match, *threw(2, 1), *threw(3, 2))
    assert shown(match, "turn") == 3
    assert asked(match) == {"throw"}, "a 1 that is thrown for the start draws no card (Z-27)"


def test_the_die_is_read_before_who_threw_it_or_keyed_in_and_confirmed() -> None:
    match = laid("1 throw")
    see, entry = request(match, "dice"), request(match, "enter", 3)
    assert isinstance(see, SeeDice)
    assert isinstance(entry, EnterDice)
    assert dict(see.wanted) == dict(entry.wanted) == {1: 1}
    assert refuses(match, "table dice 1:7", WrongAnswer)
    told(match, "3 enter 1:4")
    assert shown(match, "entered") == {"by": 3, "dice": {"1": "4"}}
    assert refuses(match, "3 agree yes")
    assert asked(told(match, "1 agree yes")) == {"move"}


def test_g04_a_throw_may_be_disputed_until_it_is_acted_upon() -> None:
    match = told(laid(*threw(1, 4)), "2 dispute", "table dice 1:5")
    assert shown(match, "thrown") == {"by": 1, "value": 5}
    told(match, "1 move f1")
    assert refuses(match, "2 dispute", NotAllowedNow)


# ---- squares --------------------------------------------------------------------------------------------


def test_the_turn_goes_to_the_left() -> None:
    match = told(laid(seats=(3, 1, 2), turn=3), *threw(3, 4), "3 move f2")
    assert shown(match, "turn") == 1


def test_who_looks_is_told_to_nobody() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 deed look")
    (looked,) = [event for event in match.events if event.key == "looked"]
    assert looked.known_to == frozenset()
    assert "Y1" not in repr(looked)
    assert shown(match, "turn") == 2


def test_g05_who_has_looked_does_not_take_it_back_alone() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 deed look")
    assert match.needs_vote(1)
    told(match, "1 undo yes")
    assert asked(match) == {"throw"}
    told(match, "2 undo yes", "3 undo yes")
    assert choice(match, "deed") == ("look", "claim", "leave")


def test_a_claim_unseen_lets_him_throw_again() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 deed claim")
    assert claims(match) == {"1": "Y1"}
    assert last(match, "claimed") == {"by": 1, "company": "Y1", "late": False}
    assert [(one.by, one.key) for one in match.open] == [(1, "throw")]


def test_to_look_is_a_right_not_a_duty() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 deed leave")
    assert happened(match, "looked") == happened(match, "claimed") == 0
    assert shown(match, "turn") == 2


def test_z06_who_has_a_claim_may_only_look() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", claims={1: "B1"})
    assert choice(match, "deed") == ("look", "leave")


@pytest.mark.parametrize("way", ["full", "light"])
def test_z07_a_late_claim_is_asked_once_in_the_next_turn_before_he_throws(way: str) -> None:
    away = (*drew(1, "yellow"), "1 company Y1", "1 deed look")
    pause = (*threw(2, 1), "table cards spot:challenge", "2 opponent 3", *threw(2, 6), *threw(3, 1))
    hunts = ("2 hunt b2",) if way == "full" else ()
    then = (*threw(3, 1), "table cards spot:red", "3 company R1", "3 deed leave")
    match = laid(*away, *pause, *hunts, *then, chosen={"way": way})
    assert choice(match, "late") == ("claim", "leave")
    told(match, "1 late claim")
    assert claims(match) == {"1": "Y1"}
    assert last(match, "claimed")["late"] is True
    assert asked(match) == {"throw"}


def test_z07_the_look_is_forgotten_when_the_right_was_left() -> None:
    match = laid(seen={1: "Y1"}, stands={1: "Y1"}, seats=(1, 2))
    told(match, "1 late leave", *threw(1, 1), "table cards spot:bluffed-2-4", *threw(1, 2))
    told(match, *threw(2, 1), "table cards spot:bluffed-2-4", *threw(2, 2))
    assert asked(match) == {"throw"}


def test_z07_sent_away_he_cannot_claim_any_more() -> None:
    match = laid(seen={2: "Y1"}, stands={2: "Y1"}, seats=(1, 2))
    told(match, *drew(1, "challenge"), *threw(1, 6), *threw(2, 2), "1 hunt b2")
    assert [(one.by, one.key) for one in match.open] == [(2, "throw")]


def test_z07_a_look_by_svp_gives_no_late_claim() -> None:
    match = laid(*reached(1, "svp", "red"), "1 look R1", seats=(1, 2), chosen=LIGHT)
    assert happened(match, "looked") == 1
    told(match, *reached(2, "white"))
    assert asked(match) == {"throw"}


def test_z31_z32_svp_shows_unclaimed_files_of_its_street() -> None:
    match = laid(*reached(1, "svp", "red"), claims={2: "R2"}, chosen=LIGHT, gone=("R3",))
    assert choice(match, "look") == ("R1", "leave")
    match = laid(*reached(1, "svp", "red"), claims={2: "R2"}, chosen=LIGHT, gone=("R1", "R3"))
    assert last(match, "nothing-free") == {"by": 1, "street": "red"}
    assert shown(match, "turn") == 2


# ---- occupied squares -----------------------------------------------------------------------------------


def met(mine: str | None, its: str | None, *texts: str, **also: Any) -> Match:
    """Seat 1 comes to where seat 2 stands, which has been sent to the Dahu hunt."""
    found = {seat: company for seat, company in ((1, mine), (2, its)) if company}
    return laid(*threw(1, 4), "1 move f2", *texts, claims=found, stands={2: "f2"}, **also)


def test_a_claim_is_taken_over_unseen() -> None:
    match = met(None, "Y1", "1 hunt b10")
    assert claims(match) == {"1": "Y1"}
    assert stands(match, 2) == "dahu"
    assert shown(match, "turn") == 2
    assert asked(match) == {"throw"}, "Z-29: no look"


def test_with_two_claims_his_comes_off() -> None:
    match = met("B1", "Y1", "1 hunt b10")
    assert claims(match) == {"1": "B1"}
    assert last(match, "struck-off") == {"seat": 2, "company": "Y1"}


def test_z08_without_a_claim_of_his_the_square_acts() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 hunt b2", stands={2: "Y1"})
    assert choice(match, "deed") == ("look", "claim", "leave")
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 hunt b2", stands={2: "Y1"}, claims={1: "B1"})
    assert choice(match, "deed") == ("look", "leave")


def test_z25_who_sends_chooses_the_square() -> None:
    match = met(None, "Y1")
    assert [(one.by, one.key) for one in match.open] == [(1, "hunt")]
    assert len(choice(match, "hunt")) == 4
    told(match, "1 hunt j10")
    assert shown(match, "stands")["2"]["square"] == "j10"


def test_z05_pawns_are_passed_over() -> None:
    match = laid(*threw(1, 5), "1 move f1", stands={2: "f2"})
    assert stands(match, 2) == "white"


@pytest.mark.parametrize(("safe", "sent"), [("no", 1), ("yes", 0)])
def test_z09_the_dahu_is_a_square_like_others_unless_the_house_says_so(safe: str, sent: int) -> None:
    match = laid(*reached(1, "dahu"), stands={2: "dahu"}, chosen=LIGHT | {"dahu-safe": safe})
    if not sent:
        assert shown(match, "turn") == 2
        return
    assert choice(match, "met") == ("nobody", "2")
    assert happened(told(match, "1 met 2"), "sent") == sent


def test_of_several_in_the_dahu_he_says_whom_he_means() -> None:
    match = laid(*threw(1, 5), "1 move b2", stands={1: "f3", 2: "b2", 3: "b2"}, claims={3: "Y1"})
    assert choice(match, "met") == ("2", "3")
    told(match, "1 met 3", "1 hunt j10")
    assert claims(match) == {"1": "Y1"}
    assert shown(match, "stands")["2"]["square"] == "b2"


def test_several_may_stand_in_the_centre() -> None:
    match = laid(*threw(1, 4), stands={1: "f2"}, claims={2: "Y1"})
    told(match, "1 move f6")
    assert claims(match) == {"2": "Y1"}
    assert happened(match, "sent") == 0


# ---- the light way --------------------------------------------------------------------------------------


def test_light_he_says_what_he_has_reached() -> None:
    match = laid(*threw(1, 3), chosen=LIGHT)
    assert choice(match, "reached") == ("white", "dahu", "svp", "company", "centre")
    told(match, "1 reached company")
    assert choice(match, "company") == COMPANIES
    told(match, "1 company R2", "1 deed claim")
    assert claims(match) == {"1": "R2"}


def test_light_who_stands_before_a_company_is_known_and_elsewhere_is_asked() -> None:
    match = laid(*reached(1, "company", "R2"), stands={2: "R2"}, claims={2: "Y1"}, chosen=LIGHT)
    assert claims(match) == {"1": "Y1"}
    match = laid(*reached(1, "white"), stands={2: "white", 3: "dahu"}, claims={2: "Y1"}, chosen=LIGHT)
    assert choice(match, "met") == ("nobody", "2")
    assert claims(told(match, "1 met nobody")) == {"2": "Y1"}


def test_z22_light_where_a_file_is_gone_the_square_is_white() -> None:
    match = laid(*threw(1, 3), "1 reached company", chosen=LIGHT, gone=("R2",))
    assert "R2" not in choice(match, "company")
    match = laid(*reached(1, "white"), chosen=LIGHT, gone=("R2",), stands={2: "R2"})
    assert choice(match, "met") == ("nobody", "2")


# ---- cards ----------------------------------------------------------------------------------------------


def test_a_one_draws_a_card_and_the_pawn_stays() -> None:
    match = laid(*threw(1, 1), stands=NEAR)
    see, entry = request(match, "cards"), request(match, "enter", 2)
    assert isinstance(see, SeeCards)
    assert isinstance(entry, EnterCards)
    assert "challenge" in see.faces
    told(match, "table cards spot:bluffed-1-6")
    assert shown(match, "card") == "bluffed-1-6"
    assert shown(match, "stands")["1"]["square"] == "f2"


def test_z27_an_extra_throw_draws_too() -> None:
    match = laid(*drew(1, "yellow"), "1 company Y1", "1 deed claim", *threw(1, 1))
    assert "cards" in asked(match)


def test_z16_without_a_free_company_in_the_street_nothing() -> None:
    match = laid(*drew(1, "yellow"), claims={2: "Y1"}, gone=("Y2", "Y3"))
    assert last(match, "nothing-free") == {"by": 1, "street": "yellow"}
    assert stands(match, 1) == "centre"


def test_z17_z25_the_numbers() -> None:
    match = laid(*drew(1, "bluffed-2-4"), *threw(1, 4), claims=HAS)
    assert claims(match) == HAS_1
    match = laid(*drew(1, "bluffed-2-4"), *threw(1, 1), claims=HAS)
    assert asked(match) == {"hunt"}
    told(match, "1 hunt b2")
    assert claims(match) == {}
    assert stands(match, 1) == "dahu"


def test_z18_a_challenge() -> None:
    match = laid(*drew(1, "challenge"), claims={2: "R1"})
    assert choice(match, "opponent") == ("2", "3")
    told(match, "1 opponent 2", *threw(1, 3), *threw(2, 3))
    assert asked(match) == {"throw"}
    told(match, *threw(1, 4), *threw(2, 3), "1 hunt b2")
    assert claims(match) == {"1": "R1"}
    assert asked(match) == {"throw"}, "the winner stands in the centre and does not present now"


def test_z18_who_wins_against_the_challenger_sends_him_and_keeps_his_claim() -> None:
    match = laid(*drew(1, "challenge"), "1 opponent 2", *threw(1, 3), *threw(2, 5), claims={2: "R1"})
    assert [(one.by, one.key) for one in match.open] == [(2, "hunt")]
    told(match, "2 hunt b2")
    assert claims(match) == {"2": "R1"}
    assert stands(match, 1) == "dahu"


def test_with_a_claim_a_challenge_leads_to_the_centre() -> None:
    match = laid(*drew(1, "challenge"), claims=HAS, stands=NEAR)
    assert stands(match, 1) == "centre"
    assert choice(match, "present") == ("present", "decline")


def test_z19_an_empty_pile_is_shuffled() -> None:
    match = laid(seats=(1, 2))
    for turn in range(20):
        seat = turn % 2 + 1
        told(match, *drew(seat, "bluffed-1-6"), *threw(seat, 1))
        assert happened(match, "shuffle") == (turn == 19)
    assert shown(match, "pile") == 20


# ---- investing ------------------------------------------------------------------------------------------

EXAMPLE = {1: (10, 10), 2: (60, 25), 3: (0, 0)}


@pytest.mark.parametrize(
    ("token", "cash", "parts"), [("two", 160, 75), ("one", 85, 75), ("blank", 10, 75), ("bluffed", 10, 0)]
)
def test_the_example_of_the_sheet(token: str, cash: int, parts: int) -> None:
    """003:L131.6-L138.1: 60 $ and 25 parts, 50 more are bought."""
    match = presented("2 deal buy", "2 buy 50", purses=EXAMPLE)
    assert purse(match, 2) == (10, 75)
    assert shown(match, "blocked") == 50
    told(match, "1 deal nothing", f"table cards spot:{token}")
    assert purse(match, 2) == (cash, parts)
    assert shown(match, "blocked") == 0
    pays = {"two": 20, "one": 10}.get(token, 0)
    assert purse(match, 1) == (10 + pays + 50, 0 if token == "bluffed" else 10), "Z-30"
    assert claims(match) == {}
    assert shown(match, "files") == 11


def test_all_in_turn_from_the_creditors_left_and_he_last() -> None:
    match = presented()
    order = []
    while deal := [one.by for one in match.open if one.key == "deal"]:
        order += deal
        told(match, f"{deal[0]} deal nothing")
    assert order == [2, 3, 1]


def test_z11_z12_one_decision_the_creditor_may_sell() -> None:
    match = presented("2 deal nothing", "3 deal sell", "3 sell 4", "1 deal sell")
    assert purse(match, 3) == (14, 6)
    step = request(match, "sell")
    assert isinstance(step, Step)
    assert refuses(match, "1 sell 11", WrongAnswer)
    assert refuses(match, "1 sell 0", WrongAnswer)
    assert refuses(match, "3 deal buy", NotAsked)
    told(match, "1 sell 10")
    assert purse(match, 1) == (20, 0)
    assert shown(match, "blocked") == 0


def test_the_creditor_pays_the_bank() -> None:
    match = presented("2 deal nothing", "3 deal nothing", "1 deal buy", "1 buy 10")
    assert shown(match, "blocked") == 0
    assert purse(match, 1) == (0, 20)


def test_who_has_nothing_is_not_asked() -> None:
    match = presented(purses={1: (0, 0), 2: (0, 0), 3: (0, 5)})
    assert choice(match, "deal") == ("nothing", "sell")
    assert [one.by for one in match.open] == [3]
    told(match, "3 deal nothing")
    assert "cards" in asked(match)


def test_z10_z23_who_declines_has_to_come_again() -> None:
    match = laid(*threw(1, 4), "1 move f6", "1 present decline", claims=HAS, stands=NEAR, seats=(1, 2))
    assert claims(match) == HAS_1
    told(match, *threw(2, 4), "2 move f2")
    assert asked(match) == {"throw"}
    told(match, *threw(1, 6))
    assert "f6" not in choice(match, "move"), "no path comes on a square twice"


def test_z13_the_ledger_has_no_bottom() -> None:
    rich = {1: (0, 0), 2: (2_000_000, 500_000), 3: (0, 0)}
    match = presented("2 deal buy", "2 buy 2000000", purses=rich)
    told(match, "table cards spot:two")
    assert purse(match, 2) == (5_000_000, 2_500_000)
    assert purse(match, 1) == (2_000_000, 0)


def test_z01_any_token_may_be_opened_however_many_there_were() -> None:
    """The counts are ours, and the box on the table may have others."""
    match = laid(claims={1: "Y1", 2: "Y2", 3: "Y3"}, stands={1: "f2", 2: "f2", 3: "f2"})
    for seat in (1, 2, 3):
        told(match, *threw(seat, 4), f"{seat} move f6", f"{seat} present present")
        while deal := [one.by for one in match.open if one.key == "deal"]:
            told(match, f"{deal[0]} deal nothing")
        see = request(match, "cards")
        assert isinstance(see, SeeCards)
        assert set(see.faces) == {"one", "two", "blank", "bluffed"}
        told(match, "table cards spot:bluffed")
    assert purse(match, 1) == (10, 0)


def test_z21_the_tenth_settlement_is_the_end_at_once() -> None:
    match = presented(*(f"{seat} deal nothing" for seat in (2, 3, 1)), gone=COMPANIES[3:])
    told(match, "table cards spot:one")
    assert match.result is not None
    assert match.result.winners == (1, 2, 3), "Z-20: even"
    assert shown(match, "phase") == "over"
    assert refuses(match, "2 throw", GameOver)
    assert "dispute" in match.may(3)
    told(match, "3 dispute", "table cards spot:bluffed")
    assert purse(match, 2) == (10, 0)


def test_g03_all_may_end_it() -> None:
    match = laid(purses={1: (3, 4), 2: (8, 0), 3: (0, 1)})
    told(match, "1 end yes", "2 end yes", "3 end yes")
    assert match.result is not None
    assert match.result.by_vote
    assert match.result.score == {1: 7, 2: 8, 3: 1}
    assert match.result.winners == (2,)
