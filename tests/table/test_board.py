"""Liar's dice by the board: setting the red die down is the bid, and nothing else that happens to it."""

from __future__ import annotations

import pytest

from engine import Match, Setup
from engine.liars_dice.track import track
from engine.request import SeeDice
from firmware.eye import Seen
from firmware.table.board_table import BoardTable
from firmware.table.dice_table import DiceTable
from firmware.table.stage import BoardSight, Sight
from tests.table.rig import Rig
from vision.board_look import BoardReading
from vision.board_reading import Amiss, Standing
from vision.gaze import Trouble
from vision.reading import Reason, Value

SEATS = (1, 2, 3)
SPACES = track("borg", "12345").spaces


class Board(Rig):
    """Three seats, the first opens; all have thrown, and the board is empty."""

    def __init__(self, **options: str) -> None:
        match = Match(Setup("liars-dice", SEATS, {"bids": "board", **options}))
        super().__init__(SEATS, match=match)
        self.read({1: "55555", 2: "11111", 3: "11111"})
        self.wait(6.0)
        self.roll()
        self.wait(6.0)
        self.gone()

    def says(self, standing: Standing | None = None, trouble: Trouble | None = None) -> None:
        assert self.sight is not None, "the eye is not asked anything"
        sight = self.sight[0]
        assert isinstance(sight, BoardSight), "the board is not looked at"
        self.wait(1.0)
        self.table.take(Seen(sight, BoardReading(self.now, standing, trouble)), self.now)

    def lies(self, space: str, face: str) -> None:
        """The eye is sure: so the red die stands."""
        value = Value.STAR if face == "*" else Value(face)
        self.says(Standing(SPACES.index(space), value, 0.99, None))

    def gone(self) -> None:
        self.says(Standing(None, None, 0.0, Amiss.GONE))

    def amiss(self, reason: Amiss | Reason) -> None:
        self.says(Standing(None, None, 0.0, reason))

    @property
    def bids(self) -> list[str]:
        return [answer for answer in self.answers if " bid " in answer]


def test_setting_the_red_die_down_is_the_bid_of_whoever_is_on_turn() -> None:
    rig = Board()
    rig.lies("3", "2")
    rig.lies("4", "2")
    rig.lies("*3", "*")
    assert rig.bids == ["1 bid 3x2", "2 bid 4x2", "3 bid 3x*"]
    assert "Your bid" in rig.text(1)


def test_the_board_is_looked_at_only_while_bids_are_made_and_anew_after_each_answer() -> None:
    rig = Board()
    sights = []
    for space in ("3", "4"):
        assert rig.sight is not None
        sights.append(rig.sight)
        rig.lies(space, "2")
    assert rig.sight is not None
    sights.append(rig.sight)
    assert len({sight for sight, _ in sights}) == 3
    rig.say(3, "call")
    assert rig.sight is not None
    assert isinstance(rig.sight[0], Sight)
    assert rig.play.match.open[0] == next(one for one in rig.play.match.open if isinstance(one, SeeDice))


@pytest.mark.parametrize(
    ("space", "face", "says"),
    [
        ("3", "1", "not higher"),
        ("2", "5", "not higher"),
        ("*1", "*", "not higher"),
        ("*4", "3", "wants its star up"),
        ("8", "*", "goes on star spaces"),
        ("8", "6", "nobody bids on that face"),
    ],
)
def test_an_illegal_placing_is_said_at_every_pod_until_it_is_put_right(
    space: str, face: str, says: str
) -> None:
    rig = Board()
    rig.lies("3", "2")
    rig.lies(space, face)
    assert rig.bids == ["1 bid 3x2"]
    for seat in SEATS:
        assert says in rig.text(seat), rig.text(seat)
    rig.says(trouble=Trouble.MOVING)
    assert says in rig.text(2), "until it stands again"
    rig.lies("5", "4")
    assert rig.bids[-1] == "2 bid 5x4"
    assert not any(says in rig.text(seat) for seat in SEATS)


@pytest.mark.parametrize(
    ("reason", "says"),
    [
        (Amiss.SEVERAL, "Only the red die"),
        (Amiss.BETWEEN, "between two spaces"),
        (Amiss.HIDDEN, "hides the board"),
        (Amiss.NO_BOARD, "corners"),
        (Reason.COCKED, "leans"),
        (Reason.UNCLEAR, "cannot be read"),
    ],
)
def test_what_is_not_sure_is_said_and_is_no_bid(reason: Amiss | Reason, says: str) -> None:
    rig = Board()
    rig.lies("3", "2")
    rig.lies("3", "1")
    rig.amiss(reason)
    assert rig.bids == ["1 bid 3x2"]
    assert all(says in rig.text(seat) for seat in SEATS)
    rig.lies("4", "2")
    assert rig.bids[-1] == "2 bid 4x2"
    assert not any(says in rig.text(seat) for seat in SEATS)


def test_in_the_dark_it_is_said_and_a_moving_hand_is_not() -> None:
    rig = Board()
    rig.says(trouble=Trouble.HAND)
    assert "hand" not in rig.text(2)
    rig.says(trouble=Trouble.DARK)
    assert "dark" in rig.text(2)


def test_how_it_stands_already_is_no_bid_whatever_is_taken_back() -> None:
    rig = Board()
    rig.lies("3", "2")
    rig.choose(1, "undo", "yes")
    rig.wait(6.0)
    rig.lies("3", "2")
    assert rig.play.match.view(None)["bid"] is None
    assert "Take the red die off" in rig.text(1)
    rig.gone()
    rig.lies("3", "2")
    assert rig.play.match.view(None)["bid"] == "3x2", "taken up and set down, it is one"


def test_what_lies_there_from_the_round_before_opens_none() -> None:
    rig = Board()
    rig.lies("5", "2")
    rig.say(2, "call")
    rig.read({1: "22345", 2: "13345", 3: "13345"})
    for seat in SEATS:
        rig.press(seat, "o")
    rig.wait(6.0)
    assert rig.play.asked().red_die == ("", ""), "people are to take it up"
    rig.roll()
    rig.wait(6.0)
    rig.lies("5", "2")
    assert rig.play.match.view(None)["bid"] is None
    rig.lies("2", "2")
    assert rig.play.match.view(None)["bid"] == "2x2"


def test_how_it_lies_when_the_box_comes_on_is_no_bid() -> None:
    rig = Board()
    rig.lies("5", "2")
    again = Rig(SEATS, match=Match.replayed(rig.play.match.setup, rig.play.match.journal))
    pieces = again.play.pieces
    assert isinstance(pieces, BoardTable)
    assert pieces.seen(BoardReading(0.0, Standing(SPACES.index("6"), Value.TWO, 0.99, None))) is None
    told = pieces.seen(BoardReading(1.0, Standing(SPACES.index("7"), Value.TWO, 0.99, None)))
    assert str(told) == "2 bid 7x2"


def test_a_bid_that_is_pressed_asks_quietly_for_the_die_to_follow_and_it_is_no_bid_when_it_does() -> None:
    rig = Board()
    rig.lies("3", "2")
    rig.say(2, "bid", "5x4")
    rig.lies("3", "2")
    assert rig.bids == ["1 bid 3x2", "2 bid 5x4"]
    assert all("move it to" in rig.text(seat) for seat in SEATS)
    assert rig.play.asked().red_die == ("5", "4")
    rig.lies("5", "4")
    assert rig.bids == ["1 bid 3x2", "2 bid 5x4"]
    assert not any("move it to" in rig.text(seat) for seat in SEATS)
    assert rig.play.asked().red_die is None
    rig.lies("6", "4")
    assert rig.bids[-1] == "3 bid 6x4"


def test_without_a_camera_bids_are_pressed_as_ever() -> None:
    rig = Board()
    rig.ails("camera", "it is unplugged")
    for seat in SEATS:
        rig.press(seat, "o")
    rig.say(1, "bid", "3x2")
    rig.say(2, "bid", "4x2")
    rig.say(3, "call")
    assert rig.answers[-1] == "3 call"


def test_ordinary_dice_bid_with_the_face_that_plays_the_star() -> None:
    rig = Board(dice="joker-6")
    rig.lies("*2", "6")
    assert rig.bids == ["1 bid 2x*"]
    rig.say(2, "bid", "5x4")
    rig.lies("*2", "6")
    assert rig.play.asked().red_die == ("5", "4")


def test_the_other_track_is_read_by_its_own_order() -> None:
    rig = Board(track="perudo")
    assert rig.sight is not None
    assert isinstance(rig.sight[0], BoardSight)
    assert rig.sight[0].track == "perudo"
    rig.says(Standing(1, Value.TWO, 0.99, None))
    assert rig.bids == ["1 bid 2x2"]


def test_without_the_option_no_board_is_looked_at() -> None:
    rig = Board.__new__(Board)
    Rig.__init__(rig, SEATS, match=Match(Setup("liars-dice", SEATS)))
    rig.read({1: "55555", 2: "11111", 3: "11111"})
    rig.wait(6.0)
    rig.roll()
    assert type(rig.play.pieces) is DiceTable
    assert rig.sight is None
    assert rig.play.asked().board == ""
