"""A game of Biz-Bluff with another box than ours: what lies in it is what is played with, and it goes with
the game wherever that is taken up again."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Match, Setup
from engine.biz_bluff.box import BOARD, TOKENS, our_box, our_papers, read_box
from engine.errors import BadData, BadSetup
from engine.request import Choose, SeeCards
from tests.engine.biz_bluff.laid import GAME
from tests.engine.biz_bluff.other import OTHER, PAPERS
from tests.engine.play import finish, play, snapshot

LONGEST = 30_000


def other_game(seats: int, way: str = "full") -> Setup:
    return Setup(GAME, tuple(range(1, seats + 1)), {"way": way}, PAPERS)


def test_a_wall_parts_two_squares_that_lie_side_by_side_and_a_tunnel_joins_two_that_do_not() -> None:
    beside = OTHER.board.beside
    assert beside["a1"] == ("b1", "a2", "g7")
    assert "a1" in beside["g7"]
    assert beside["a2"] == ("a1",)
    assert "a2" not in beside["a3"]
    assert "g7" in {square.name for square in OTHER.board.reached("b1", 2, has_claim=False)}


def test_what_a_box_does_not_say_is_as_in_ours() -> None:
    ours = read_box({})
    assert ours == our_box() == read_box(our_papers())
    mixed = read_box({TOKENS: PAPERS[TOKENS]})
    assert (mixed.board, mixed.tokens) == (ours.board, OTHER.tokens)


def test_a_setup_keeps_its_box_word_for_word_and_says_nothing_of_ours() -> None:
    setup = other_game(3)
    kept = json.loads(json.dumps(setup.to_json()))
    assert Setup.from_json(kept) == setup
    assert kept["papers"] == dict(PAPERS)
    assert "papers" not in Setup(GAME, (1, 2)).to_json()
    assert "Volta" not in repr(setup)  # a log is no place for a board


@pytest.mark.parametrize(
    ("setup", "error", "says"),
    [
        (Setup("liars-dice", (1, 2), {}, PAPERS), BadSetup, "the rules' own data"),
        (Setup(GAME, (1, 2), {}, {"box.toml": ""}), BadData, "no such file"),
        (Setup(GAME, (1, 2), {}, {BOARD: "crossed = 1"}), BadData, r"^board\.toml: line 1"),
    ],
)
def test_papers_that_are_no_good_are_refused(setup: Setup, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Match(setup)


def test_what_is_no_paper_is_refused() -> None:
    with pytest.raises(BadSetup, match="papers"):
        Setup.from_json({"game": GAME, "seats": [1, 2], "options": {}, "papers": ["board.toml"]})


@given(st.integers(2, 4), st.sampled_from(("full", "light")), st.integers(0, 2**32))
def test_a_whole_game_is_played_with_that_box_alone_and_is_the_same_when_it_is_replayed(
    seats: int, way: str, seed: int
) -> None:
    match, rng = Match(other_game(seats, way)), Random(seed)
    shown: Any = match.view(None)["companies"]
    assert {key: about["name"] for key, about in shown.items()} == OTHER.board.companies
    for _ in range(60):
        play(match, rng, 1)
        for request in match.open:
            match request:
                case Choose(key="move", options=options):
                    assert set(options) <= set(OTHER.board.squares)
                case SeeCards(faces=faces):
                    assert set(faces) in (set(OTHER.cards), set(OTHER.tokens))
    finish(match, rng, bound=LONGEST)
    again = Match.replayed(Setup.from_json(json.loads(json.dumps(match.setup.to_json()))), match.journal)
    assert snapshot(again) == snapshot(match)
