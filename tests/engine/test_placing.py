"""The red die on the board: each bid has its placing, and each placing is that bid or says why it is none."""

from __future__ import annotations

import pytest

from engine.liars_dice.dice import DICE_SETS, STAR
from engine.liars_dice.options import OPTIONS
from engine.liars_dice.placing import Misplaced, Placed, placed, placing
from engine.liars_dice.track import Bid, track

TRACKS = next(option.choices for option in OPTIONS if option.key == "track")
STARS = DICE_SETS["star"]
BORG = track("borg", STARS.numbered)


@pytest.mark.parametrize("name", TRACKS)
@pytest.mark.parametrize("dice", DICE_SETS)
def test_every_bid_is_said_by_its_placing_and_by_no_other(name: str, dice: str) -> None:
    played = DICE_SETS[dice]
    bids = track(name, played.numbered)
    said = {
        (space, face): placed(bids, played, None, space, face) for space in bids.spaces for face in "123456"
    }
    made = [one.bid for one in said.values() if one.fault is None]
    shown = played.faces.replace(STAR, "")  # a die has a star, or the face that plays it
    assert sorted(map(str, made)) == sorted(
        name for name in bids.names if STAR in shown or played.joker in shown or not name.endswith(STAR)
    )
    for bid in bids.bids:
        assert placed(bids, played, None, *placing(bid, played)) == Placed(bid)


def test_the_sheets_own_example() -> None:
    """001:L67: from six "2" to four stars."""
    six_twos = Bid(6, "2")
    assert placed(BORG, STARS, six_twos, "6", "5") == Placed(Bid(6, "5"))
    assert placed(BORG, STARS, six_twos, "7", "2") == Placed(Bid(7, "2"))
    assert placed(BORG, STARS, six_twos, "*4", STAR) == Placed(Bid(4, STAR))
    assert placed(BORG, STARS, six_twos, "*3", STAR) == Placed(Bid(3, STAR), Misplaced.LOWER)
    assert placed(BORG, STARS, six_twos, "6", "1") == Placed(Bid(6, "1"), Misplaced.LOWER)


@pytest.mark.parametrize("stands", [None, *BORG.bids])
def test_a_placing_is_legal_where_the_rules_take_the_bid(stands: Bid | None) -> None:
    higher = BORG.raises(stands)
    for bid in BORG.bids:
        said = placed(BORG, STARS, stands, *placing(bid, STARS))
        legal = higher is not None and str(bid) in higher
        assert (said.fault is None) == legal
        assert said.bid == bid


@pytest.mark.parametrize(
    ("dice", "space", "face", "fault"),
    [
        ("star", "*4", "3", Misplaced.NO_STAR),
        ("star", "4", STAR, Misplaced.STAR),
        ("joker-6", "*4", "5", Misplaced.NO_STAR),
        ("joker-6", "4", "6", Misplaced.STAR),
        ("joker-1", "4", "1", Misplaced.STAR),
        ("joker-1", "*4", "6", Misplaced.NO_STAR),
        ("star", "4", "6", Misplaced.FACE),
    ],
)
def test_a_face_that_does_not_go_there_is_no_bid(dice: str, space: str, face: str, fault: Misplaced) -> None:
    played = DICE_SETS[dice]
    said = placed(track("borg", played.numbered), played, None, space, face)
    assert (said.bid, said.fault) == (None, fault)


def test_a_star_sticker_will_do_on_ordinary_dice() -> None:
    assert placed(BORG, DICE_SETS["joker-6"], None, "*4", STAR) == Placed(Bid(4, STAR))


def test_nothing_is_higher_than_the_top() -> None:
    assert placed(BORG, STARS, Bid(20, "5"), "20", "4").fault is Misplaced.TOP
