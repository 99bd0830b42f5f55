"""The tracks against an oracle that knows nothing of them, and the ways a pod walks over them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine import GAMES, Answer, Match, Setup
from engine.errors import WrongAnswer
from engine.games import chosen
from engine.ladder import Amounts
from engine.liars_dice.rules import LiarsDice
from engine.liars_dice.track import Raises, track
from engine.request import Step

FACES = {"star": "12345", "joker-6": "12345", "joker-1": "23456"}
# All that anybody might try to bid, on a board or off it.
TRIED = [f"{count}x{face}" for count, face in product(range(-1, 24), "0123456*")]


def place(track_name: str, said: str, faces: str) -> Fraction | None:
    """Where a bid lies on the board, reckoned from the text of the ruling alone; None: not on it.

    borg (L-04): n of a face at n and tenths, k stars half a space before 2k. perudo: k stars after every
    bid of 2k, before 2k + 1.
    """
    count_text, _, face = said.partition("x")
    count = int(count_text)
    if face == "*":
        stars = 2 * count - Fraction(1, 2) if track_name == "borg" else 2 * count + Fraction(9, 10)
        return stars if 1 <= count <= 10 else None
    if face not in faces or not 1 <= count <= 20:
        return None
    return count + Fraction(faces.index(face), 10)


def on_turn(track_name: str, dice: str, last: str | None) -> Match:
    """Seat 1 is to raise `last`, or to open."""
    options = chosen(GAMES["liars-dice"], {"track": track_name, "dice": dice})
    stands = None if last is None else track(track_name, FACES[dice]).bid(last)
    match = Match(
        Setup("liars-dice", (1, 2), options),
        begin=lambda: LiarsDice((1, 2), options, opener=1, bid=stands, bidder=None if last is None else 2),
    )
    if last is None:
        for seat in (1, 2):
            match.answer(Answer(seat, "roll"))
    return match


def is_taken(match: Match, said: str) -> bool:
    try:
        match.answer(Answer(1, "bid", said))
    except WrongAnswer:
        return False
    return True


@pytest.mark.parametrize("track_name", ["borg", "perudo"])
@pytest.mark.parametrize("dice", list(FACES))
def test_every_pair_of_old_and_new_bid(track_name: str, dice: str) -> None:
    places = {said: place(track_name, said, FACES[dice]) for said in TRIED}
    on_board = [said for said, where in places.items() if where is not None]
    assert len(on_board) == 110
    for last in (None, *on_board):
        below = Fraction(-1) if last is None else places[last]
        assert below is not None
        legal = {said for said, where in places.items() if where is not None and where > below}
        match = on_turn(track_name, dice, last)
        step = next((request for request in match.open if isinstance(request, Step)), None)
        if step is None:
            assert not legal
            continue
        assert {said for said in TRIED if said in step.ladder} == legal
        assert not any(is_taken(match, said) for said in TRIED if said not in legal)
        assert step.ladder.lowest == min(legal, key=lambda said: places[said] or 0)


@pytest.mark.parametrize("track_name", ["borg", "perudo"])
def test_each_legal_bid_is_taken(track_name: str) -> None:
    for last in (None, "1x1", "6x2", "4x*", "20x1"):
        step = on_turn(track_name, "star", last).open[0]
        assert isinstance(step, Step)
        for said in TRIED:
            if said in step.ladder:
                match = on_turn(track_name, "star", last)
                assert is_taken(match, said)
                assert match.view(None)["bid"] == said


@pytest.mark.parametrize("track_name", ["borg", "perudo"])
def test_ranks_are_those_of_the_places(track_name: str) -> None:
    board = track(track_name, "12345")
    places = {said: place(track_name, said, "12345") for said in TRIED}
    in_order = sorted((said for said in TRIED if places[said]), key=lambda said: places[said] or 0)
    assert [board.rank(said) for said in in_order] == list(range(110))
    assert [said for said in TRIED if board.rank(said) is None] == [s for s in TRIED if places[s] is None]


def test_ranks_are_those_of_the_formula() -> None:
    """RULES 4.1: rank(n, f) = 5(n-1) + n//2 + (f-1); rank(k stars) = 11k - 6."""
    board = track("borg", "12345")
    assert all(
        board.rank(f"{n}x{f}") == 5 * (n - 1) + n // 2 + f - 1 for n in range(1, 21) for f in range(1, 6)
    )
    assert all(board.rank(f"{k}x*") == 11 * k - 6 for k in range(1, 11))


# ---- how a pod walks ------------------------------------------------------------------------------------


def ladders() -> list[Raises]:
    """Every seventh: opening, early, late and last ones, on stars and beside them."""
    boards = [track(name, "12345") for name in ("borg", "perudo")]
    every = [board.raises(bid) for board in boards for bid in (None, *board.bids[:-1])]
    return [ladder for ladder in (*every[::7], every[-1]) if ladder is not None]


def presses(ladder: Raises) -> dict[str, int]:
    """How many presses each rung takes from the proposal."""
    found, edge = {ladder.proposal: 0}, [ladder.proposal]
    while edge:
        edge = [
            moved
            for said in edge
            for column, by in product((0, 1), (-1, 1))
            if (moved := ladder.moved(said, column, by)) not in found
            and found.setdefault(moved, found[said] + 1)
        ]
    return found


def test_a_walk_stays_on_legal_bids_and_reaches_them_all() -> None:
    for ladder in ladders():
        assert ladder.proposal in ladder
        assert set(presses(ladder)) == {ladder[rung] for rung in range(len(ladder))}
        assert all(said in ladder for said in presses(ladder))


def test_a_likely_raise_takes_three_presses_at_most() -> None:
    """The next face, one more, two more, the next star: from wherever the bid stands."""
    board = track("borg", "12345")
    for bid in board.bids[:-12]:
        ladder = board.raises(bid)
        assert ladder is not None
        found = presses(ladder)
        likely = [ladder.lowest, f"{bid.count + 1}x{bid.face}", f"{bid.count + 2}x{bid.face}"]
        assert all(found[said] <= 3 for said in likely if said in ladder)


def test_the_face_is_kept_when_passing_a_star() -> None:
    ladder = on_turn("borg", "star", "6x2").open[0]
    assert isinstance(ladder, Step)
    said = ladder.ladder.proposal
    assert said == "7x2"
    assert [said := ladder.ladder.moved(said, 0, 1) for _ in range(3)] == ["4x*", "8x2", "9x2"]


@pytest.mark.parametrize("ladder", [Amounts(10), Amounts(20, 10, 95), Amounts(5, 5, 5)])
def test_amounts_walk_on_legal_rungs(ladder: Amounts) -> None:
    said = ladder.proposal
    for by in (1, 3, 50, -2, -100, 7, 1):
        said = ladder.moved(said, 0, by)
        assert said in ladder
        assert ladder.parts(said) == (said,)


@pytest.mark.parametrize(
    "said", ["0", "5", "-10", "1_0", "010", "10.0", "", "ten", "٣0", "9" * 5000, 10, None]
)
def test_what_is_no_rung_of_amounts(said: object) -> None:
    assert said not in Amounts(10)
