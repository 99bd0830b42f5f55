"""Bots play Biz-Bluff to its end, sensibly, and from what their seat has seen alone."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from engine import TABLE, Answer, Match
from engine.biz_bluff.box import our_box
from engine.request import Request, SeeCards, SeeDice, said_hands
from firmware.bots.investing import answer, keyed_in
from firmware.hands import Said
from firmware.sim.files import Files
from tests.engine.biz_bluff.laid import COMPANIES, begun, laid, threw

BOARD = our_box().board
ENOUGH = 3_000  # answers of a game of bots
MATCH = laid(*threw(1, 4), "1 move f6", "1 present present", claims={1: "Y1"}, stands={1: "f2"})


def own(match: Match, seat: int) -> tuple[Request, ...]:
    return tuple(one for one in match.open if one.by == seat and not one.aside)


def evening(number: int, way: str = "full") -> Match:
    """A whole game of bots, each of which knows what it has looked at."""
    match, rng = begun(number % 3 + 2, {"way": way}), Random(number)
    for _ in range(ENOUGH):
        if match.result is not None:
            return match
        match.answer(next(_said(match, Files(str(number), match), rng)))
    raise AssertionError(f"no end: {match.open}")


def _said(match: Match, files: Files, rng: Random) -> Iterator[Answer]:
    for request in match.open:
        match request:
            case SeeDice(wanted=wanted):
                yield Answer(
                    TABLE, request.key, said_hands({seat: str(rng.randint(1, 6)) for seat in wanted})
                )
            case SeeCards():
                view = match.view(None)
                presented = view["presented"]
                company = presented["company"] if isinstance(presented, Mapping) else None
                lies = files.on_top() if company is None else files.in_file(str(company))
                yield Answer(TABLE, request.key, f"spot:{lies}")
    for seat in match.setup.seats:
        said = answer(own(match, seat), match.view(seat), BOARD, files.seen_by(seat), "", rng)
        if said is not None:
            yield Answer(seat, said.key, said.said)


@pytest.mark.parametrize("way", ["full", "light"])
@pytest.mark.parametrize("number", range(3))
def test_every_game_ends_and_everything_that_a_seat_can_do_is_done(number: int, way: str) -> None:
    match = evening(number, way)
    told = {event.key for event in match.events}
    assert {"looked", "claimed", "presents", "bought", "opened", "won"} <= told
    assert match.result is not None
    assert not match.result.by_vote


def test_bots_that_have_seen_a_good_file_buy_and_those_that_have_seen_bluffed_sell() -> None:
    asked, view = own(MATCH, 2), MATCH.view(2)
    for token, deal in (("one", "buy"), ("two", "buy"), ("bluffed", "sell"), ("blank", "nothing")):
        for seed in range(20):
            assert answer(asked, view, BOARD, {"Y1": token}, "", Random(seed)) == Said("deal", deal)


def test_of_what_they_have_not_seen_they_buy_now_and_then() -> None:
    said = {
        answer(own(MATCH, 2), MATCH.view(2), BOARD, {"Y2": "bluffed"}, "", Random(seed)) for seed in range(40)
    }
    assert said == {Said("deal", "buy"), Said("deal", "nothing")}


def test_where_they_are_sure_they_stake_all_and_else_a_part_that_is_worth_while() -> None:
    match = laid(
        *threw(1, 4),
        "1 move f6",
        "1 present present",
        "2 deal buy",
        claims={1: "Y1"},
        stands={1: "f2"},
        purses={2: (200, 0)},
    )
    asked, view = own(match, 2), match.view(2)
    assert answer(asked, view, BOARD, {"Y1": "two"}, "", Random(1)) == Said("buy", "200")
    stakes = [answer(asked, view, BOARD, {}, "", Random(seed)) for seed in range(40)]
    assert all(said is not None and 50 <= int(said.said) <= 120 for said in stakes)


def test_what_others_have_seen_changes_nothing() -> None:
    """The same view and the same own looks: the same answer, whatever lies in the files."""
    for seed in range(20):
        first, second = (Files(str(number), MATCH) for number in (seed, seed + 1000))
        assert first.seen_by(2) == second.seen_by(2) == {}
        said = [
            answer(own(MATCH, 2), MATCH.view(2), BOARD, files.seen_by(2), "", Random(seed))
            for files in (first, second)
        ]
        assert said[0] == said[1]


def test_who_is_on_turn_keys_in_what_was_turned_up_and_another_confirms_only_that() -> None:
    match = laid(*threw(1, 1))
    asides = {seat: tuple(one for one in match.open if one.aside and one.by == seat) for seat in (1, 2)}
    assert keyed_in(asides[1], "challenge", keys=True) == Said("enter", "spot:challenge")
    assert keyed_in(asides[2], "challenge", keys=False) is None
    match.answer(Answer(1, "enter", "spot:yellow"))
    agree = own(match, 2)
    assert answer(agree, match.view(2), BOARD, {}, "challenge", Random(1)) == Said("agree", "no")
    assert answer(agree, match.view(2), BOARD, {}, "yellow", Random(1)) == Said("agree", "yes")


def test_a_die_that_the_eye_is_not_asked_for_any_more_is_keyed_in_by_who_threw_it() -> None:
    match = laid(*threw(1, 4), "2 dispute", "table dice 1:5", "2 dispute")
    asides = {seat: tuple(one for one in match.open if one.aside and one.by == seat) for seat in (1, 2)}
    assert keyed_in(asides[1], "3", keys=True) == Said("enter", "1:3")
    assert keyed_in(asides[2], "3", keys=True) is None


# ---- the files ------------------------------------------------------------------------------------------


def test_twelve_of_the_sixteen_tokens_lie_in_files_and_the_pile_holds_every_card_once() -> None:
    match, rng = laid(), Random(1)
    tokens = [Files("2", match).in_file(company) for company in COMPANIES]
    for name, token in our_box().tokens.items():
        assert tokens.count(name) <= token.count
    whole = [name for name, card in our_box().cards.items() for _ in range(card.count)]
    while len(drawn := drawn_in(match)) < len(whole):
        (said, *_) = _said(match, Files("2", match), rng)
        thrown = said.key == "dice" and rng.random() < 0.8
        match.answer(said._replace(said=said.said[:-1] + "1") if thrown else said)
    assert sorted(drawn) == sorted(whole)


def drawn_in(match: Match) -> list[str]:
    return [str(event.values["card"]) for event in match.events if event.key == "drew"]


def test_other_games_have_other_files_whatever_is_thrown_and_the_same_game_the_same_to_its_end() -> None:
    match = begun(2)
    before, other = (lies_in(Files(mixed, match)) for mixed in ("7/0", "7/1"))
    for text in (*threw(1, 6), *threw(2, 3)):
        match.answer(Answer.from_text(text))
    assert lies_in(Files("7/0", match)) == before != other
    assert repr(Files("7/0", match)) == "<Files>"


def lies_in(files: Files) -> list[str]:
    return [files.in_file(company) for company in COMPANIES]


def test_a_seat_knows_what_it_looked_at_alone() -> None:
    match = laid(*threw(1, 1), "table cards spot:yellow", "1 company Y1", "1 deed look")
    files = Files("7", match)
    assert files.seen_by(1) == {"Y1": files.in_file("Y1")}
    assert files.seen_by(2) == {}


def test_a_file_is_put_back_with_the_next_that_is_heard_of_who_looks_into_it() -> None:
    match = laid(*threw(1, 1), "table cards spot:yellow", "1 company Y1", "1 deed look", stands={2: "f2"})
    files = Files("7", match)
    assert [files.in_hand(seat) for seat in (1, 2, 3)] == ["Y1", None, None]
    for text in (*threw(2, 2), "2 move f4"):
        match.answer(Answer.from_text(text))
    assert files.in_hand(1) == "Y1", "what others do puts nothing back"
    for text in (*threw(3, 2), "3 move f8", "1 late claim"):
        match.answer(Answer.from_text(text))
    assert files.in_hand(1) is None


def test_a_file_is_in_the_hand_of_the_last_who_took_it_up() -> None:
    yellow = "table cards spot:yellow"
    match = laid(*threw(1, 1), yellow, "1 company Y1", "1 deed look", *threw(2, 1), yellow, "2 company Y1")
    match.answer(Answer.from_text("2 hunt b2"))  # seat 1 stood there
    files = Files("7", match)
    assert [files.in_hand(seat) for seat in (1, 2, 3)] == ["Y1", None, None]
    match.answer(Answer.from_text("2 deed look"))
    assert [files.in_hand(seat) for seat in (1, 2, 3)] == [None, "Y1", None]
    for text in (*threw(3, 1), yellow, "3 company Y2", "3 deed look"):
        match.answer(Answer.from_text(text))
    assert [files.in_hand(seat) for seat in (1, 2, 3)] == [None, "Y1", "Y2"], "another file is another hand's"


def test_a_file_on_which_a_marker_comes_to_lie_is_looked_into_no_more() -> None:
    match = laid(*threw(1, 4), "1 move d4", "1 look G1", *threw(2, 1), "table cards spot:green")
    files = Files("7", match)
    assert files.in_hand(1) == "G1"
    match.answer(Answer.from_text("2 company G1"))
    assert files.in_hand(1) == "G1"
    match.answer(Answer.from_text("2 deed claim"))
    assert files.in_hand(1) is None
