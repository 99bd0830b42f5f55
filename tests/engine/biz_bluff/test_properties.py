"""What must hold in every game of Biz-Bluff: wealth changes only where the sheet says, markers and files are
conserved, games end, and nobody is told what lies in a file or who has looked into one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import Answer, Match, told_to
from engine.biz_bluff.board import COMPANY
from engine.biz_bluff.box import our_box
from engine.request import Choose, SeeCards
from tests.engine.biz_bluff.laid import COMPANIES, begun
from tests.engine.biz_bluff.other import OTHER
from tests.engine.play import any_answer, finish, legal, play

SEEDS = st.integers(0, 2**32)
STEPS = 500
LONGEST = 30_000  # answers of a random game: nobody need ever claim
MATCHES = st.builds(
    lambda seats, way, safe, box: begun(seats, {"way": way, "dahu-safe": safe}, box),
    st.integers(2, 4),
    st.sampled_from(("full", "light")),
    st.sampled_from(("no", "yes")),
    st.sampled_from((our_box(), OTHER)),
)


def twin(match: Match) -> Match:
    """Another that is about to begin alike."""
    return Match(match.setup, match._make)


def purses(match: Match) -> dict[int, tuple[int, int]]:
    told: Any = match.view(None)["purses"]
    return {int(seat): (purse["cash"], purse["parts"]) for seat, purse in told.items()}


def shown(match: Match, key: str) -> Any:
    return match.view(None)[key]


def changes(event: Any, creditor: object) -> dict[int, tuple[int, int]]:
    """What an event does to the purses, in money and parts, as the sheet has it."""
    told = event.values
    match event.key:
        case "bought":
            return {told["by"]: (-told["parts"], told["parts"])}
        case "sold":
            return {told["by"]: (told["parts"], -told["parts"])}
        case "settled":
            pays = {"one": 1, "two": 2, "blank": 0, "bluffed": 0}[told["token"]]
            held = told["parts"] + told["lost"]
            assert told["paid"] == pays * held
            assert told["lost"] == (held if told["token"] == "bluffed" else 0)
            assert told["seat"] == creditor or told["blocked"] == 0
            return {told["seat"]: (told["paid"] + told["blocked"], -told["lost"])}
    return {}


@given(MATCHES, SEEDS)
def test_wealth_changes_by_the_listed_steps_alone(match: Match, seed: int) -> None:
    """Told step by step, the purses follow; nothing else moves money or parts. Buying and selling make nobody
    richer; what is paid by others than the creditor lies in the blocked account until he takes it."""
    rng, book, blocked = Random(seed), purses(match), 0
    creditor: object = None
    for _ in range(STEPS):
        if match.result is not None:
            break
        for event in match.answer(any_answer(match, rng)):
            if event.key == "presents":
                creditor = event.values["by"]
            for seat, (cash, parts) in changes(event, creditor).items():
                book[seat] = (book[seat][0] + cash, book[seat][1] + parts)
                if event.key == "bought" and seat != creditor:
                    blocked += parts
                if event.key == "settled":
                    blocked -= int(str(event.values["blocked"]))
        assert purses(match) == book
        assert shown(match, "blocked") == blocked
        assert min(min(purse) for purse in book.values()) >= 0


@given(MATCHES, SEEDS)
def test_markers_files_and_pawns(match: Match, seed: int) -> None:
    """A company is claimed by one seat at most, and only while its file is there; files leave one by one,
    each by a presentation; nobody but in the centre and in the Dahu hunt shares a square that the box
    knows."""
    rng, before = Random(seed), 12
    for _ in range(STEPS):
        if match.result is not None:
            break
        told = [event.key for event in match.answer(any_answer(match, rng))]
        claimed = [company for company in shown(match, "claims").values() if company]
        there = [company for company, about in shown(match, "companies").items() if about["there"]]
        assert len(set(claimed)) == len(claimed)
        assert set(claimed) <= set(there)
        assert before - len(there) == told.count("opened")
        before = len(there)
        asking = {request.key for request in match.open} & {"hunt", "met"}  # about to be sent away
        names = [
            place["square"]
            for place in shown(match, "stands").values()
            if place["square"] and place["kind"] not in ("centre", "dahu")
        ]
        assert asking or len(set(names)) == len(names)


@given(MATCHES, SEEDS, st.integers(0, 300))
def test_no_game_gets_stuck_and_the_richest_wins(match: Match, seed: int, steps: int) -> None:
    rng = Random(seed)
    play(match, rng, steps)
    finish(match, rng, bound=LONGEST)
    assert match.result is not None
    worth = {seat: cash + parts for seat, (cash, parts) in purses(match).items()}
    assert match.result.score == worth
    assert set(match.result.winners) == {seat for seat in worth if worth[seat] == max(worth.values())}
    if not match.result.by_vote:
        assert shown(match, "files") == 2


# ---- secrets --------------------------------------------------------------------------------------------


def known(match: Match) -> list[str]:
    """All that anybody gets, as the text that would go over a wire. Who has just been asked for a look alone
    knows whether he took one, and so whether his taking it back asks all."""
    views = {seat: match.view(seat) for seat in (None, *match.setup.seats)}
    step = match.last_step
    if step is not None and step.key == "look":
        views[step.by].pop("alone")
    return [json.dumps([view, told_to(match.events, seat)]) for seat, view in views.items()] + [
        str(match.open)
    ]


def is_look(match: Match) -> bool:
    return any(isinstance(request, Choose) and request.key == "look" for request in match.open)


@given(MATCHES, SEEDS)
def test_where_somebody_has_looked_by_svp_leaves_no_trace(match: Match, seed: int) -> None:
    """Two tables alike, but at S.V.P. squares other files are looked at, or none: to everybody, who looked
    included, they are the same to the byte, but for whether he may take it back by himself. The engine keeps
    it, and shows it nobody."""
    other = twin(match)
    rng, unlike = Random(seed), 0
    for _ in range(STEPS):
        if match.result is not None:
            break
        answer = any_answer(match, rng)
        theirs = answer
        if is_look(match):
            theirs = any_answer(match, rng)
            unlike += theirs != answer
        told, other_told = match.answer(answer), other.answer(theirs)
        assert [e for e in told if e.key != "looked"] == [e for e in other_told if e.key != "looked"]
        if unlike and rng.random() < 0.01:
            assert known(match) == known(other)
    assert known(match) == known(other)
    kept = [[event for event in one.events if event.key == "looked"] for one in (match, other)]
    assert (kept[0] != kept[1]) == bool(unlike)  # the test is not blind


@given(MATCHES, SEEDS, SEEDS)
def test_what_lies_in_the_files_is_nowhere_before_it_is_opened(match: Match, seed: int, hidden: int) -> None:
    """Two tables with other tokens in the files: until one is opened that differs, everything is equal to the
    byte, whoever has looked into it; then the difference is seen."""
    other = twin(match)
    tables = []
    for chance in (Random(seed + 1), Random(hidden)):
        tokens = [name for name, token in our_box().tokens.items() for _ in range(token.count)]
        chance.shuffle(tokens)
        tables.append(dict(zip(shown(match, "companies"), tokens, strict=False)))
    rng = Random(seed)
    for _ in range(STEPS):
        if match.result is not None:
            break
        if shown(match, "phase") == "opening" and any(isinstance(one, SeeCards) for one in match.open):
            company = shown(match, "presented")["company"]
            mine, its = (files[company] for files in tables)
            match.answer(Answer("table", "cards", f"spot:{mine}"))
            other.answer(Answer("table", "cards", f"spot:{its}"))
            if mine != its:
                assert known(match) != known(other)
                return
            continue
        answer = any_answer(match, rng)
        match.answer(answer)
        other.answer(answer)
        if rng.random() < 0.01:
            assert known(match) == known(other)
    assert known(match) == known(other)


@given(MATCHES, SEEDS)
def test_every_view_holds_the_same_but_for_whose_it_is(match: Match, seed: int) -> None:
    """There is nothing that one seat is shown and another is not: what it has seen it remembers itself."""
    play(match, Random(seed), 300)
    public = match.view(None)
    for seat in match.setup.seats:
        view = match.view(seat)
        extra = view.pop("you")
        assert extra == {"seat": seat, "claim": shown(match, "claims")[str(seat)]}
        for key in ("may", "alone", "waits"):
            view.pop(key, None)
        assert view == {key: value for key, value in public.items() if key != "waits"}


@given(SEEDS)
def test_every_move_that_is_offered_leads_to_a_square(seed: int) -> None:
    match, rng = begun(3), Random(seed)
    for _ in range(400):
        if match.result is not None:
            break
        for request in match.open:
            if isinstance(request, Choose) and request.key == "move":
                assert len(set(request.options)) == len(request.options) > 1
                assert set(request.options) <= set(our_box().board.squares)
        request = rng.choice(match.open)
        match.answer(Answer(request.by, request.key, legal(request, rng)))
    companies = [place for place in shown(match, "stands").values() if place["kind"] == COMPANY]
    assert all(place["of"] in COMPANIES for place in companies)
