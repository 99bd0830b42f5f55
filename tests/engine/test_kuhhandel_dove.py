"""Who may claim the dove of Bluff Auction (K-25 to K-27), when, and until when."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Match
from tests.engine.cattle import (
    BLUFF,
    GONE,
    KUHHANDEL,
    asked,
    happened,
    last,
    position,
    refuses,
    request,
    shown,
    told,
)


def dove_due(own: dict[str, int], kind: str, *texts: str, **also: Any) -> Match:
    """Seat 1 has `own` sets and three of a kind; seat 2 gives the fourth up."""
    herds = {1: own | {kind: 3}, 2: {kind: 1}}
    trade = (f"1 turn trade:{kind}", "1 offer 10", "2 counter 0")
    return position(BLUFF, *trade, *texts, animals=herds, **also)


@pytest.mark.parametrize(("one", "other"), [("rooster", "goose"), ("dog", "cat"), ("goat", "sheep")])
def test_k25_who_unites_a_pair_of_sets_may_claim_the_dove(one: str, other: str) -> None:
    match = dove_due({one: 4}, other)
    assert request(match, "dove", 1).aside
    told(match, "1 dove")
    assert shown(match, "dove") == 1
    assert last(match, "dove") == {"seat": 1}
    assert shown(match, "scores")["1"]["dove"] == 500  # K-27


def test_k25_no_other_pair_earns_it_and_nobody_else_may_claim() -> None:
    assert "dove" not in asked(dove_due({"rooster": 4}, "cat"))
    match = dove_due({"rooster": 4}, "goose")
    assert refuses(match, "2 dove")
    assert "dove" not in asked(dove_due({"rooster": 4}, "goose", dove=3))
    assert "dove" not in asked(dove_due({"rooster": 4, "goose": 4}, "cow"))  # united before


def test_k25_the_occasion_is_gone_with_the_next_answer_of_who_is_on_turn() -> None:
    match = dove_due({"rooster": 4}, "goose", "2 turn auction")
    assert refuses(match, "1 dove")


def test_k25_the_box_is_silent_unless_the_house_wants_it_to_remind() -> None:
    match = dove_due({"rooster": 4}, "goose")
    assert happened(match, "dove-due") == 0
    assert all("dove" not in str(one) for one in (match.view(None)["waits"], match.view(2)["waits"]))
    match = dove_due({"rooster": 4}, "goose", options={"dove-reminder": "yes"})
    assert last(match, "dove-due") == {"seat": 1}


def test_k25_the_last_set_can_earn_it_too() -> None:
    herds = {1: {"rooster": 4, "goose": 3}, 2: {"goose": 1}}
    match = position(BLUFF, "1 turn trade:goose", "1 offer 10", "2 counter 0", animals=herds, deck=0)
    assert match.result is None
    assert asked(match) == {"score", "dove"}
    told(match, "1 dove", "2 score")
    assert match.result is not None
    assert match.result.score == {1: 550, 2: 0, 3: 0}


def test_k26_an_unclaimed_dove_waits_for_the_next_pair_also_of_the_same_seat() -> None:
    match = dove_due({"rooster": 4, "goose": 4, "cat": 4}, "dog")
    assert "dove" in asked(match, 1)


def test_an_auction_can_earn_the_dove_and_it_is_claimed_beside_what_is_asked() -> None:
    herds = {2: {"cat": 4, "dog": 3}}
    match = position(BLUFF, "1 turn auction", "table cards spot:dog", "2 bid 10", *GONE, animals=herds)
    told(match, "2 payment 10")
    assert "dove" not in asked(match)
    told(match, "1 right sell")
    assert asked(match) == {"turn", "dove"}
    told(match, "2 dove")
    assert asked(match) == {"turn"}


def test_kuhhandel_has_no_dove() -> None:
    herds = {1: {"cat": 4, "dog": 3}, 2: {"dog": 1}}
    match = position(KUHHANDEL, "1 turn trade:dog", "1 offer 10", "2 reply accept", animals=herds)
    assert "dove" not in asked(match)
    assert "dove" not in match.view(None)
