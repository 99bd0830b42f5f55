"""Each ruling on liar's dice (L) and on all games (G) as a claim of its own."""

from __future__ import annotations

from typing import Any

import pytest

from engine import TABLE, Answer, Match, Setup
from engine.errors import BadSetup, NotAllowedNow, NotAsked, RulesError, WrongAnswer
from engine.game import Game
from engine.games import GAMES, chosen
from engine.liars_dice.rules import LiarsDice
from engine.request import EnterDice, SeeDice
from tests.engine.play import snapshot

START = "table dice 1:55555 2:11111 3:11111"  # seat 1 opens
OPEN = (START, "1 roll", "2 roll", "3 roll")


def table(*texts: str, seats: tuple[int, ...] = (1, 2, 3), **options: str) -> Match:
    match = Match(Setup("liars-dice", seats, {key.replace("_", "-"): said for key, said in options.items()}))
    return told(match, *texts)


def told(match: Match, *texts: str) -> Match:
    for text in texts:
        match.answer(Answer.from_text(text))
    return match


def standing(dice: dict[int, int], opener: int, **options: str) -> Match:
    """A round in which `dice` are left, all thrown, before the first bid."""
    values = chosen(GAMES["liars-dice"], {key.replace("_", "-"): said for key, said in options.items()})

    def begin() -> Game:
        return LiarsDice(tuple(dice), values, dice, opener=opener)

    match = Match(Setup("liars-dice", tuple(dice)), begin)
    return told(match, *(f"{seat} roll" for seat, left in dice.items() if left))


def refuses(match: Match, text: str, error: type[RulesError] = NotAsked) -> bool:
    before = snapshot(match)
    with pytest.raises(error):
        match.answer(Answer.from_text(text))
    return snapshot(match) == before


def keys(match: Match, seat: int) -> set[str]:
    return {request.key for request in match.open if request.by == seat}


def last(match: Match, key: str) -> Any:
    return next(event.values for event in reversed(match.events) if event.key == key)


# ---- L: liar's dice -------------------------------------------------------------------------------------


def test_l01_two_to_six_play() -> None:
    for count in (2, 3, 4, 5, 6):
        assert Match(Setup("liars-dice", tuple(range(1, count + 1)))).open
    for count in (0, 1, 7):
        with pytest.raises(BadSetup):
            Match(Setup("liars-dice", tuple(range(1, count + 1))))


def test_l02_a_star_is_worth_nothing_in_the_first_throw() -> None:
    throw = "table dice 1:5555* 2:55551 3:*****"
    assert last(table(throw), "starts") == {"seat": 2}
    assert last(table(throw, star_points="6"), "starts") == {"seat": 3}


def test_l02_tied_leaders_throw_again_and_they_alone() -> None:
    match = table("table dice 3:55555 2:55555 1:11111")
    assert last(match, "first-throw")["tied"] == (2, 3)
    request = match.open[0]
    assert isinstance(request, SeeDice)
    assert request.wanted == {2: 5, 3: 5}
    told(match, "table dice 2:11112 3:21111", "table dice 3:11111", "table dice 2:11112")
    assert last(match, "starts") == {"seat": 2}


def test_l03_stacked_dice_are_thrown_again_before_the_first_bid() -> None:
    match = table(START, "2 stacked 2")
    assert last(match, "stacked") == {"by": 2, "shows": 2, "throws": 2}
    told(match, "2 roll", "1 roll", "3 roll", "3 stacked 1")
    assert last(match, "stacked") == {"by": 3, "shows": 1, "throws": 1}
    told(match, "1 bid 1x1")
    assert refuses(match, "3 stacked 1")


def test_l03_or_the_whole_hand_by_option() -> None:
    assert last(table(START, "2 stacked 2", stacked="all"), "stacked") == {"by": 2, "shows": 2, "throws": 5}


def test_l03_dice_shown_beside_the_cup_are_not_stacked() -> None:
    match = table(*OPEN, "2 re-roll 4", "2 re-roll 4", re_roll="yes", stacked="all")
    assert refuses(match, "2 stacked 4", WrongAnswer)
    told(match, "2 stacked 2")
    assert last(match, "stacked") == {"by": 2, "shows": 2, "throws": 3}


def test_l04_stars_lie_just_before_twice_their_number() -> None:
    match = table(*OPEN, "1 bid 7x5")
    assert refuses(match, "2 bid 3x*", WrongAnswer)
    told(match, "2 bid 4x*")
    assert refuses(match, "3 bid 7x5", WrongAnswer)
    told(match, "3 bid 8x1")


def test_l04_another_track_by_option() -> None:
    match = table(*OPEN, "1 bid 8x5", track="perudo")
    told(match, "2 bid 4x*")
    assert refuses(match, "3 bid 8x5", WrongAnswer)
    told(match, "3 bid 9x1")


def test_l05_after_twenty_five_one_must_call() -> None:
    match = table(*OPEN, "1 bid 20x5")
    assert keys(match, 2) == {"call"}
    assert [request.key for request in match.open] == ["call"]


def test_l06_a_bid_may_exceed_the_dice_in_play() -> None:
    match = standing({1: 1, 2: 1}, opener=1)
    told(match, "1 bid 3x1", "2 bid 20x5")
    assert match.view(None)["bid"] == "20x5"


def test_l07_only_who_is_next_may_call() -> None:
    match = table(*OPEN, "1 bid 1x1")
    assert refuses(match, "1 call")
    assert refuses(match, "3 call")
    told(match, "2 call")


def test_l07_next_is_the_next_who_has_dice() -> None:
    match = told(standing({1: 2, 2: 0, 3: 2}, opener=1), "1 bid 1x1")
    assert refuses(match, "2 call")
    told(match, "3 call")


def test_l08_nobody_calls_before_a_bid() -> None:
    assert refuses(table(*OPEN), "1 call")
    assert refuses(table(START), "1 call")


def test_l09_nobody_loses_more_than_he_has() -> None:
    match = told(standing({1: 2, 2: 5, 3: 5}, opener=1), "1 bid 20x1", "2 call")
    told(match, "table dice 1:22 2:22222 3:22222")
    assert last(match, "verdict")["losses"] == {"1": 2}
    assert last(match, "out") == {"seat": 1}
    assert match.view(None)["dice"] == {"1": 0, "2": 5, "3": 5}


def test_l10_left_of_the_challenger_opens_whoever_lost() -> None:
    for hands, lost in (("1:11111 2:22222 3:33333", {"2": 4}), ("1:21111 2:22222 3:33333", {"2": 3})):
        match = table(*OPEN, "1 bid 1x1", "2 call", f"table dice {hands}")
        assert last(match, "verdict")["losses"] == lost
        assert match.view(None)["opener"] == 3


def test_l10_who_is_out_is_passed_over() -> None:
    match = told(standing({1: 2, 2: 2, 3: 1}, opener=1), "1 bid 1x1", "2 call", "table dice 1:12 2:22 3:3")
    assert last(match, "out") == {"seat": 3}
    assert match.view(None)["opener"] == 1


@pytest.mark.parametrize(("opener", "opens"), [("left-of-challenger", 3), ("winner", 1), ("loser", 2)])
def test_l10_who_opens_is_a_house_option(opener: str, opens: int) -> None:
    match = table(*OPEN, "1 bid 1x1", "2 call", "table dice 1:11122 2:22222 3:33333", opener=opener)
    assert match.view(None)["opener"] == opens


def test_l11_an_exact_bid_can_throw_out_all_others_and_win() -> None:
    match = told(standing({1: 1, 2: 1, 3: 3}, opener=3), "3 bid 2x3", "1 call", "table dice 1:3 2:1 3:55*")
    assert last(match, "verdict")["losses"] == {"1": 1, "2": 1}
    assert match.result is not None
    assert match.result.winners == (3,)
    assert match.result.score == {1: 0, 2: 0, 3: 3}


def test_l12_only_stars_count_for_a_bid_on_stars() -> None:
    match = table(*OPEN, "1 bid 2x*", "2 call", "table dice 1:*1111 2:22222 3:3333*")
    assert last(match, "verdict")["actual"] == 2
    match = table(*OPEN, "1 bid 2x1", "2 call", "table dice 1:*1111 2:22222 3:3333*")
    assert last(match, "verdict")["actual"] == 6


def test_l13_re_rolls_are_a_variant() -> None:
    assert refuses(table(*OPEN), "1 re-roll 4")


def test_l13_one_die_is_shown_and_the_rest_thrown_again_at_any_time_by_anybody() -> None:
    match = table(*OPEN, "3 re-roll 4", "1 bid 1x1", "1 re-roll *", "3 re-roll 2", re_roll="yes")
    assert match.view(None)["shown"] == {"1": "*", "3": "42"}
    assert last(match, "re-rolled") == {"by": 3, "shows": "2", "throws": 3}
    assert match.view(3)["you"] == {"seat": 3, "dice": 5, "hidden": 3}
    assert match.view(None)["turn"] == 2


def test_l13_the_last_die_under_the_cup_stays() -> None:
    match = table(*OPEN, *["2 re-roll 4"] * 4, re_roll="yes")
    assert refuses(match, "2 re-roll 4")
    assert refuses(match, "1 re-roll 6", WrongAnswer)


def test_l13_no_re_roll_after_the_call() -> None:
    assert refuses(table(*OPEN, "1 bid 1x1", "2 call", re_roll="yes"), "3 re-roll 4")


def test_l13_shown_dice_count_and_go_back_under_the_cup() -> None:
    match = table(*OPEN, "3 re-roll 4", "1 bid 1x4", "2 call", re_roll="yes")
    told(match, "table dice 1:11111 2:22222 3:43333")
    assert last(match, "verdict")["actual"] == 1
    assert match.view(None)["shown"] == {}
    assert match.view(3)["you"] == {"seat": 3, "dice": 4, "hidden": 4}


def test_l13_nothing_is_beside_the_cup_of_who_is_out() -> None:
    match = standing({1: 3, 2: 1}, opener=1, re_roll="yes")
    told(match, "1 re-roll 4", "1 re-roll 4", "1 bid 20x1", "2 call", "table dice 1:444 2:2")
    assert match.result is not None
    assert match.view(1)["you"] == {"seat": 1, "dice": 0, "hidden": 0}


def test_l14_a_star_lies_on_star_spaces_and_there_only() -> None:
    match = table(*OPEN)
    for said in ("11x*", "20x*", "1x0", "*3", "3*"):
        assert refuses(match, f"1 bid {said}", WrongAnswer)


def test_l15_one_may_open_with_stars() -> None:
    assert table(*OPEN, "1 bid 10x*").view(None)["bid"] == "10x*"


def test_l16_an_exposed_die_counts_as_it_lies() -> None:
    """The engine asks for every die before a seat, wherever it lies; what was exposed is one of them."""
    match = table(*OPEN, "1 bid 1x1", "2 call")
    request = match.open[0]
    assert isinstance(request, SeeDice)
    assert request.wanted == {1: 5, 2: 5, 3: 5}


def test_l17_of_a_re_roll_and_a_call_the_first_counts() -> None:
    first = table(*OPEN, "1 bid 1x1", "3 re-roll 4", "2 call", re_roll="yes")
    assert first.view(None)["shown"] == {"3": "4"}
    assert refuses(table(*OPEN, "1 bid 1x1", "2 call", re_roll="yes"), "3 re-roll 4")


@pytest.mark.parametrize(("dice", "opens"), [("joker-6", "1x1"), ("joker-1", "1x2")])
def test_ordinary_dice_have_a_joker_too(dice: str, opens: str) -> None:
    joker = dice[-1]
    other = "2345" + "16".replace(joker, "")
    match = table(f"table dice 1:{'5' * 5} 2:{'2' * 5}", "1 roll", "2 roll", seats=(1, 2), dice=dice)
    assert refuses(match, f"1 bid 1x{joker}", WrongAnswer)
    told(match, f"1 bid {opens}", "2 bid 2x*", "1 call")
    told(match, f"table dice 1:{joker}{other[:4]} 2:{joker}{joker}{other[:3]}")
    assert last(match, "verdict")["actual"] == 3


# ---- G: all games ---------------------------------------------------------------------------------------


def test_g01_a_tie_is_shared() -> None:
    match = told(standing({1: 2, 2: 3, 3: 3}, opener=1), "1 end yes", "2 end yes", "3 end yes")
    assert match.result is not None
    assert match.result.winners == (2, 3)


def test_g02_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(BadSetup, match="2 to 6"):
        Match(Setup("liars-dice", (1, 2, 3, 4, 5, 6, 7)))


def test_g03_the_game_ends_by_a_vote_of_all_who_are_still_in() -> None:
    match = standing({1: 2, 2: 0, 3: 5}, opener=1)
    told(match, "3 end yes")
    assert match.result is None
    assert match.view(None)["votes"] == {"end": (3,)}
    assert refuses(match, "2 end yes", NotAllowedNow)
    told(match, "1 end yes")
    assert match.result is not None
    assert match.result.by_vote
    assert match.result.winners == (3,)
    assert match.open == ()


def test_g03_one_no_ends_the_vote() -> None:
    match = table(*OPEN, "1 end yes", "2 end yes", "3 end no")
    assert match.view(None)["votes"] == {}
    told(match, "3 end yes")
    assert match.result is None


def verdict(*more: str) -> Match:
    """Seat 1's bid was too high by one."""
    return table(*OPEN, "1 bid 2x1", "2 call", "table dice 1:12222 2:22222 3:33333", *more)


def test_g04_any_player_may_dispute_a_reading_until_the_next_action() -> None:
    match = verdict()
    assert match.view(None)["dice"] == {"1": 4, "2": 5, "3": 5}
    told(match, "3 dispute")
    assert match.view(None)["dice"] == {"1": 5, "2": 5, "3": 5}
    told(match, "table dice 1:11222 2:22222 3:33333")
    assert match.view(None)["dice"] == {"1": 5, "2": 4, "3": 4}
    told(match, "1 roll")
    assert refuses(match, "3 dispute", NotAllowedNow)


def test_g04_who_was_put_out_may_dispute_it() -> None:
    match = told(standing({1: 1, 2: 5, 3: 5}, opener=1), "1 bid 20x1", "2 call")
    told(match, "table dice 1:2 2:22222 3:22222", "1 dispute")
    assert match.view(None)["dice"] == {"1": 1, "2": 5, "3": 5}


def test_g04_the_last_verdict_too_may_be_disputed() -> None:
    match = told(standing({1: 1, 2: 1}, opener=1), "1 bid 1x1", "2 call", "table dice 1:1 2:2")
    assert match.result is not None
    told(match, "2 dispute")
    assert match.result is None
    told(match, "table dice 1:2 2:2")
    assert match.result is not None
    assert match.result.winners == (2,)


def test_g04_after_two_disputes_people_settle_it() -> None:
    match = verdict("1 dispute", "table dice 1:12222 2:22222 3:33333", "1 dispute")
    assert match.view(None)["disputed"] == 2
    assert all(isinstance(request, EnterDice) for request in match.open)
    assert match.view(None)["waits"] == ((1, "enter"), (2, "enter"), (3, "enter"))
    assert refuses(match, "table dice 1:11222 2:22222 3:33333")
    told(match, "2 enter 1:11222", "1 agree yes", "2 enter 2:22222", "3 agree yes", "1 enter 3:33333")
    assert match.view(None)["entered"] == {"by": 1, "dice": {"3": "33333"}}
    told(match, "2 agree yes")
    assert match.view(None)["dice"] == {"1": 5, "2": 4, "3": 4}
    told(match, "1 roll")
    assert match.view(None)["disputed"] == 0


def test_g04_what_one_enters_another_must_confirm() -> None:
    match = table("2 enter 2:55555")
    assert refuses(match, "2 agree yes")
    told(match, "1 agree no")
    assert match.view(None)["entered"] is None
    told(match, "2 enter 2:55555", "3 agree yes", "table dice 1:11111 3:11111")
    assert match.view(None)["opener"] == 2


def test_g04_a_dispute_reaches_back_to_the_last_throw_only() -> None:
    """Of two throws for the start, one after the other, the first lies no longer on the table."""
    match = table("table dice 1:55555 2:55555 3:11111", "table dice 1:11111 2:21111", "1 dispute")
    request = match.open[0]
    assert isinstance(request, SeeDice)
    assert request.wanted == {1: 5, 2: 5}
    assert refuses(match, "1 dispute", NotAllowedNow)
    told(match, "table dice 1:21112 2:21111")
    assert match.view(None)["opener"] == 1


def test_g05_ones_own_last_entry_can_be_taken_back_alone() -> None:
    match = table(*OPEN)
    before = snapshot(match)
    told(match, "1 bid 8x4")
    assert not match.needs_vote(1)
    assert match.needs_vote(2)
    told(match, "1 undo yes")
    assert {**snapshot(match), "views": []} == {**before, "views": []}
    assert match.may(1) == ("undo", "redo", "end")
    assert "redo" not in match.may(2)
    told(match, "1 bid 7x4")
    assert refuses(match, "1 redo", NotAllowedNow)


def test_g05_anothers_entry_needs_everybody() -> None:
    match = table(*OPEN, "1 bid 8x4", "2 undo yes", "3 undo yes")
    assert match.view(None)["bid"] == "8x4"
    assert match.view(None)["votes"] == {"undo": (2, 3)}
    told(match, "1 undo yes")
    assert match.view(None)["bid"] is None


def test_g05_a_vote_on_undo_lapses_when_play_goes_on() -> None:
    match = table(*OPEN, "1 bid 8x4", "3 undo yes", "2 bid 9x4")
    assert match.view(None)["votes"] == {}


def test_g05_after_a_reveal_taking_back_needs_everybody() -> None:
    match = verdict()
    assert all(match.needs_vote(seat) for seat in (1, 2, 3))
    told(match, "2 undo yes", "1 undo yes")
    assert match.view(None)["phase"] == "roll"
    told(match, "3 undo yes")
    assert match.view(None)["phase"] == "bidding"
    # Everybody has seen the dice: what was said before is not one player's to change any more.
    assert match.needs_vote(1)


def test_g05_who_was_put_out_votes_on_it() -> None:
    match = told(
        standing({1: 1, 2: 5, 3: 5}, opener=1), "1 bid 20x1", "2 call", "table dice 1:2 2:22222 3:22222"
    )
    told(match, "2 undo yes", "3 undo yes")
    assert match.view(None)["dice"] == {"1": 0, "2": 5, "3": 5}
    told(match, "1 undo yes")
    assert match.view(None)["dice"] == {"1": 1, "2": 5, "3": 5}


def test_g05_the_winner_alone_cannot_undo_the_end() -> None:
    match = told(standing({1: 1, 2: 1}, opener=1), "1 bid 1x1", "2 call", "table dice 1:1 2:2", "1 undo yes")
    assert match.result is not None
    told(match, "2 undo yes")
    assert match.result is None


def test_g05_a_dispute_does_not_give_the_call_back() -> None:
    """The cups have been lifted: the challenger knows now what he called."""
    match = verdict("2 dispute")
    assert match.needs_vote(2)
    told(match, "2 undo yes")
    assert match.view(None)["phase"] == "reveal"


def test_g05_a_die_shown_in_a_re_roll_is_a_reveal() -> None:
    match = table(*OPEN, "1 re-roll 4", re_roll="yes")
    assert match.needs_vote(1)


def test_g05_what_the_table_said_cannot_be_undone_but_disputed() -> None:
    match = table(START)
    assert "undo" not in match.may(1)
    assert "dispute" in match.may(1)
    assert match.journal[0].by == TABLE


def test_g06_play_goes_to_the_left() -> None:
    match = table(*OPEN, "1 bid 1x1", "2 bid 2x1", "3 bid 3x1")
    assert match.view(None)["turn"] == 1
