"""Whole games by the dozen, pods to pixels to camera to verdict, with everything going wrong that may: none
sticks, and none is judged wrongly."""

from __future__ import annotations

import logging
import os

import cv2
import pytest

from firmware.hands.look import LookHand
from tests.table.headless import Headless, play_of
from tests.table.soak import Soak, Toll
from tests.table.soak_biz import BizSoak
from tests.table.soak_board import BoardSoak
from tests.table.soak_cards import CattleSoak
from tests.table.soak_cup import CupSoak
from tests.table.soak_dice import DiceSoak

GAMES = int(os.environ.get("BLUFFBOX_SOAK", "40"))  # `make soak` plays 200
BOARD = int(os.environ.get("BLUFFBOX_SOAK_BOARD", "1"))  # of it by the board; `make soak` plays 50
CUP = int(os.environ.get("BLUFFBOX_SOAK_YOU", "1"))  # of Bluff You!; `make soak` plays 100
BIZ = int(os.environ.get("BLUFFBOX_SOAK_BIZ", "1"))  # of Biz-Bluff; `make soak` plays 100
CATTLE = int(os.environ.get("BLUFFBOX_SOAK_CATTLE", "3"))  # of each edition; `make soak` plays 100
CATTLE_SEEN = int(os.environ.get("BLUFFBOX_SOAK_CATTLE_SEEN", "1"))  # through pictures; `make soak` plays 20
AGREE = 2  # frames at least that a reading of cards takes


def played(soak: Soak, frames: int) -> Toll:
    """Plays it to its end and asks whether it was a soak at all: readings by which it was judged, so many
    frames looked at for each, glass compared, and something gone wrong."""
    logging.disable(logging.WARNING)  # of what goes wrong on purpose there is much to say
    cv2.setNumThreads(1)
    try:
        toll = soak.run()
    finally:
        logging.disable(logging.NOTSET)
    assert toll.verdicts
    assert toll.frames >= frames * toll.verdicts, "the camera was not asked"
    assert toll.glass, "the glass was never compared"
    assert toll.troubles + toll.talks, "nothing went wrong"
    return toll


@pytest.mark.soak
@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_full_of_faults_is_played_to_its_end_and_judged_by_the_dice(number: int) -> None:
    played(DiceSoak(number), frames=3)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(BOARD))
def test_a_game_by_the_board_full_of_faults_is_bid_by_the_red_die_and_judged_by_the_dice(number: int) -> None:
    soak = BoardSoak(number)
    played(soak, frames=1)
    assert soak.by_the_eye, "nobody bid by the red die"


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["kuhhandel", "bluff-auction"])
@pytest.mark.parametrize("number", range(CATTLE))
def test_a_cattle_trade_full_of_faults_is_played_to_its_end_and_judged_by_the_cards(
    kind: str, number: int
) -> None:
    played(CattleSoak(kind, number), frames=0)  # its cards are seen as they lie, without pictures


@pytest.mark.soak
@pytest.mark.parametrize(
    ("number", "kind"), [(n // 2, ("kuhhandel", "bluff-auction")[n % 2]) for n in range(CATTLE_SEEN)]
)
def test_a_cattle_trade_full_of_faults_is_read_from_the_camera_s_pictures_and_judged_by_the_cards(
    number: int, kind: str
) -> None:
    toll = played(CattleSoak(kind, number, pictured=True), frames=AGREE)
    assert toll.pictures >= AGREE * toll.verdicts, "the cards were seen without pictures"


@pytest.mark.soak
@pytest.mark.parametrize("number", range(CUP))
def test_a_game_of_bluff_you_full_of_faults_is_played_to_its_end_and_judged_by_the_dice(number: int) -> None:
    played(CupSoak(number), frames=1)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(BIZ))
def test_a_game_of_biz_bluff_full_of_faults_is_played_to_its_end_and_judged_by_what_lies_there(
    number: int,
) -> None:
    played(BizSoak(number), frames=1)


@pytest.mark.soak
def test_a_game_of_the_soak_goes_the_same_way_again_so_that_what_went_wrong_can_be_looked_at() -> None:
    first, second = (CattleSoak("kuhhandel", 12).run() for _ in range(2))
    assert first == second


class Blind(Headless):
    """The eye never says anything."""

    def _looked(self) -> float:
        return float("inf")


@pytest.mark.soak
def test_a_table_that_waits_for_what_is_never_read_is_not_played_on_for_hours() -> None:
    soak = DiceSoak(0)
    soak.rehearsal, began = Blind(soak.box, soak.clock), soak.clock.now
    with pytest.raises(AssertionError, match=r"it sticks: waits for .*table dice"):
        played(soak, frames=0)
    assert soak.clock.now - began < soak.longest / 4


@pytest.mark.soak
def test_cards_that_the_eye_never_reads_are_keyed_in_and_the_game_goes_on() -> None:
    """Many notes of one kind lie so far over each other that they cannot be told, however they are tidied."""
    soak = CattleSoak("bluff-auction", 4)
    soak.rehearsal = Blind(soak.box, soak.clock)
    toll = soak.run()
    assert toll.frames == 0
    assert {"enter", "agree"} <= toll.said


def test_a_bot_that_looks_at_its_hidden_money_comes_back_to_the_game() -> None:
    soak = CattleSoak("kuhhandel", 1)
    while (play := play_of(soak.box)) is None:
        soak.rehearsal.step()
    soak.box.house.hide(1, True)
    play.desks[1].menu = LookHand()
    soak.rehearsal.run(5.0)
    assert play.desks[1].menu is None
