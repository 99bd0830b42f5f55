"""A count runs only while all who may bid can: news and votes hold it, each for a bounded time, and what
somebody has asked for himself holds nobody."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from firmware.hands import Said
from firmware.hands.bid import BidHand
from firmware.table.audit import AUDIT
from firmware.table.desk import DEAF_FOR
from firmware.table.play import NEWS_FOR
from firmware.table.stroke import COMES_UP, MOST_HELD, RAISED, STROKE_EVERY
from tests.table.openings import LATE, match_from
from tests.table.rig import Rig

SEATS = (1, 2, 3, 4)
OPENING = replace(LATE, animals={**LATE.animals, 4: {}}, notes={**LATE.notes, 4: (10, 10, 500)})
GAMES = ("kuhhandel", "bluff-auction")
AWAY = 120.0  # seconds that somebody does not press at all


def up(game: str = "kuhhandel") -> Rig:
    """Seat 1 sells the horse; 2, 3 and 4 may bid."""
    rig = Rig(SEATS, match=match_from(OPENING, game, seats=SEATS))
    rig.say(1, "turn", "auction")
    rig.lay(spot="horse")
    rig.wait(DEAF_FOR + 0.1)
    return rig


def says(rig: Rig, seat: int, key: str, said: str = "") -> None:
    """Said at once, as by a quick hand in the menu."""
    rig.table.tick(rig.now)
    rig.play._heard(seat, Said(key, said))
    rig.play._refresh(seat)
    rig.table.tick(rig.now)


def counted(rig: Rig) -> int:
    auction = rig.play.match.view(None)["auction"]
    return 3 if auction is None else int(auction["counted"])  # type: ignore[index, call-overload, arg-type]


def twice(game: str = "kuhhandel") -> Rig:
    """Seat 3 leads with 10, and it has just been called twice."""
    rig = up(game)
    rig.touch(3, "o")
    rig.wait(RAISED + STROKE_EVERY + 0.01)
    assert counted(rig) == 2
    return rig


def bids(rig: Rig, seat: int) -> str:
    """What OK at this seat comes to."""
    before = len(rig.answers)
    rig.touch(seat, "o")
    return " ".join(rig.answers[before:])


# ---- what one has asked for oneself -------------------------------------------------------------------


@pytest.mark.parametrize("asker", SEATS)
def test_an_audit_that_nobody_reads_holds_no_auction(asker: int) -> None:
    rig = Rig(SEATS, match=match_from(OPENING, seats=SEATS))
    rig.choose(asker, "house.audit")
    herds = {f"animals_{seat}": _lain(herd) for seat, herd in OPENING.animals.items()}
    rig.lay(**herds)  # type: ignore[arg-type]
    assert [news.event.key for news in rig.desk(asker).news] == [AUDIT]
    says(rig, 1, "turn", "auction")
    rig.lay(spot="horse")
    rig.wait(COMES_UP + 2 * STROKE_EVERY + 0.1)
    assert [event.key for event in rig.play.match.events][-1] in ("sold", "traded", "set")
    assert [news.event.key for news in rig.desk(asker).news][:1] == [AUDIT], "it stays until it has been read"


def _lain(herd: object) -> str:
    assert isinstance(herd, dict)
    return " ".join(kind for kind, count in herd.items() for _ in range(count))


# ---- votes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["end", "undo"])
@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_called_while_a_vote_covers_a_bidder_s_glass(game: str, key: str) -> None:
    rig = twice(game)
    says(rig, 4, key, "yes")
    rig.wait(MOST_HELD - 0.5)
    assert counted(rig) == 2
    assert not isinstance(rig.desk(2).front, BidHand)
    says(rig, 2, key, "no")
    assert "against it" in rig.text(3)
    rig.wait(DEAF_FOR + 0.1)
    assert bids(rig, 2) == "2 bid 20"
    rig.wait(RAISED - 0.1)
    assert counted(rig) == 0


@pytest.mark.parametrize("game", GAMES)
def test_who_never_votes_stops_no_game_and_no_auction_is_held_twice_by_one_vote(game: str) -> None:
    rig = twice(game)
    says(rig, 3, "end", "yes")
    rig.wait(MOST_HELD + DEAF_FOR + 0.1)
    assert counted(rig) == 2
    assert "bid 20" in rig.text(2)
    assert bids(rig, 2) == "2 bid 20", "the count goes on, and all can bid"
    rig.wait(RAISED + 2 * STROKE_EVERY + 0.1)
    assert "gone" in " ".join(rig.house.words.line(one, game) for one in rig.play.match.events)
    assert "End the game now?" in rig.text(4), "it is asked again when nothing is counted"
    for seat, made, said in _sale(game):
        says(rig, seat, made, said)
    says(rig, 2, "turn", "auction")
    rig.lay(spot="cow")
    rig.wait(COMES_UP + NEWS_FOR + 0.1)
    assert counted(rig) >= 1
    assert isinstance(rig.desk(3).answers, BidHand)
    says(rig, 4, "end", "no")
    says(rig, 4, "end", "yes")
    rig.wait(NEWS_FOR + 2)
    assert "End the game now?" in rig.text(3), "another vote is another question"


def _sale(game: str) -> list[tuple[int, str, str]]:
    """The horse goes to seat 2."""
    made = [(1, "right", "sell"), (2, "payment", "10 10")]
    return made if game == "kuhhandel" else made[::-1]


def test_a_vote_at_a_pod_that_is_lost_holds_nothing() -> None:
    rig = twice()
    says(rig, 3, "end", "yes")
    rig.ails("pod.2", "Errno 121")
    says(rig, 4, "end", "yes")
    rig.wait(NEWS_FOR + 0.1)
    assert counted(rig) == 2, "the seller has not voted"
    says(rig, 1, "end", "yes")
    rig.wait(NEWS_FOR + RAISED + 0.1)
    assert counted(rig) == 3


# ---- news ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_news_in_a_count_stand_beside_the_bid_and_hold_the_next_number(game: str) -> None:
    rig = twice(game)
    rig.wait(STROKE_EVERY - 0.1)
    says(rig, 3, "insolvent")  # he can pay, and says so to win time
    assert "560" in rig.text(2)
    assert "bid 20" in rig.text(2)
    rig.wait(NEWS_FOR - 0.1)
    assert counted(rig) == 2
    assert bids(rig, 2) == "2 bid 20"
    assert "You lead with 20" in rig.text(2)


def test_news_that_nobody_reads_hold_a_count_no_longer_than_they_stay() -> None:
    rig = twice()
    says(rig, 3, "insolvent")
    rig.wait(NEWS_FOR + RAISED - 0.1)
    assert counted(rig) == 2, "then the next number has more than its time"
    rig.wait(0.2)
    assert counted(rig) == 3


def test_a_bid_that_is_taken_back_begins_the_count_anew_and_gives_nobody_a_dead_press() -> None:
    rig = twice()
    assert bids(rig, 2) == "2 bid 20"
    says(rig, 2, "undo", "yes")
    assert counted(rig) == 0
    assert "Taken back" in rig.text(4)
    assert "bid 20" in rig.text(4)
    assert "Too late" not in rig.text(4)
    rig.wait(DEAF_FOR + 0.1)
    assert bids(rig, 4) == "4 bid 20"


# ---- whatever happens ---------------------------------------------------------------------------------

ANYTHING = st.tuples(
    st.sampled_from(
        ["bid", "more", "insolvent", "undo yes", "undo no", "end yes", "end no", "redo", "ok", ""]
    ),
    st.sampled_from(SEATS),
    st.sampled_from([0.05, 0.5, 1.3, 4.5]),
)


@settings(max_examples=30, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(st.lists(ANYTHING, min_size=3, max_size=25), st.sampled_from(GAMES), st.integers(0, 2**32))
def test_no_number_is_called_while_a_bidder_cannot_bid_and_ok_bids_what_the_glass_says(
    moves: list[tuple[str, int, float]], game: str, seed: int
) -> None:
    rig, rng = up(game), Random(seed)
    for what, seat, wait in moves:
        key, _, said = what.partition(" ")
        if key == "ok":
            _presses(rig, seat)
        elif key == "more":
            rig.touch(seat, "m")
        elif key == "bid":
            _presses(rig, rng.choice(SEATS[1:]))
        elif key:
            says(rig, seat, key, said)
        end = rig.now + wait
        while rig.now < end:
            could, before = _can_bid(rig), counted(rig)
            rig.wait(0.05)
            assert counted(rig) <= before or all(could.values()), could
        if rig.play.match.result is not None or counted(rig) == 3:
            return
    rig.wait(AWAY)
    assert counted(rig) == 3, "nobody presses any more, and it goes on to the end"


def _can_bid(rig: Rig) -> dict[int, bool]:
    bidders = {int(one.by) for one in rig.play.match.open if one.key == "bid"}
    return {seat: isinstance(rig.desk(seat).front, BidHand) for seat in bidders}


def _presses(rig: Rig, seat: int) -> None:
    bar = rig.text(seat).rpartition(" / ")[2]
    deaf = rig.desk(seat).is_deaf(rig.now)
    told = bids(rig, seat)
    if bar.startswith("bid ") and not deaf:
        assert told == f"{seat} {bar}"
    else:
        assert "bid" not in told
