"""Liar's dice by the board in the whole box: bots set the red die down, the eye reads it from pictures,
people do so on their pages, and what fails is done by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine import Setup
from firmware.box import Box
from firmware.camera.faults import NO_FAULTS, Faults
from firmware.journal import Journal
from firmware.sim.eye import HEIGHT, WIDTH, eye_of
from firmware.sim.red_die import TrackBoard
from firmware.sim.rehearsal import Rehearsal, VirtualClock
from firmware.sim.things import Chances
from firmware.table.board_table import BoardTable
from firmware.table.play import Play
from firmware.window import Window
from tests.table.headless import Headless, play_of, settings
from vision.reading import Value

LATE = 4000.0


class Evening:
    """A box of so many seats in virtual time, with liar's dice by the board as last time's choice."""

    def __init__(self, seats: int, bots: bool, kind: type[Rehearsal] = Headless, **options: str) -> None:
        self.journal, self.clock = Journal(None), VirtualClock()
        choice = Setup("liars-dice", tuple(range(1, seats + 1)), {"bids": "board", **options})
        self.journal.keep("last-choice", json.dumps(choice.to_json()))
        self.box = Box(
            settings(seats, 5),
            clock=self.clock,
            sleep=self.clock.sleep,
            journal=self.journal,
            pace=0.4,
            encore=float("inf"),
        )
        if bots:
            for pod in self.box.settings.pods:
                self.box.players.set_player(pod, True)
        self.rehearsal = kind(self.box, self.clock)

    @property
    def play(self) -> Play:
        play = play_of(self.box)
        assert play is not None
        return play

    def until_bids(self, count: int) -> None:
        """Goes on until so many bids have been made, or the game is over."""
        while play_of(self.box) is None or (len(self.bids) < count and self.play.match.result is None):
            self.rehearsal.step()
            assert self.clock.now < LATE, "it sticks"

    @property
    def bids(self) -> list[str]:
        return [str(answer) for answer in self.play.match.journal if answer.key == "bid"]

    def until_bidding(self) -> None:
        while play_of(self.box) is None or self.play.match.view(None)["phase"] != "bidding":
            self.rehearsal.step()
            assert self.clock.now < LATE, "it sticks"


@pytest.mark.parametrize("options", [{}, {"dice": "joker-1", "track": "perudo", "re-roll": "yes"}])
def test_bots_play_a_whole_game_by_the_red_die_alone(options: dict[str, str]) -> None:
    evening = Evening(3, True, Headless, **options)
    pressed: list[str] = []
    answer = evening.box.players._say

    def saying(hand, said, view):  # type: ignore[no-untyped-def]
        if said.key == "bid":
            pressed.append(said.said)
        return answer(hand, said, view)

    evening.box.players._say = saying  # type: ignore[method-assign]
    evening.until_bids(10**6)
    assert evening.play.match.result is not None
    assert not pressed
    assert len(evening.bids) > 10


def test_lost_dice_lie_within_the_ring() -> None:
    evening = Evening(3, True)
    evening.until_bids(10**6)
    world = evening.box.host.world
    lost = [die for die in world.scene().dice if die.seat == 0 and die.look.body != (38, 30, 190)]
    assert len(lost) > 4
    assert all(abs(die.pose.y) < 82 for die in lost)


def test_a_die_that_is_set_down_badly_is_said_and_set_down_again() -> None:
    evening = Evening(2, True)
    evening.box.host.world.chances = Chances(misplaced=1.0)
    evening.until_bidding()
    said = ""
    while "between" not in said:
        evening.rehearsal.step()
        pieces = evening.play.pieces
        assert isinstance(pieces, BoardTable)
        note = pieces.note(evening.box.house.words)
        said = "" if note is None else note.text
        assert not evening.bids, "no bid is made of it"
        assert evening.clock.now < LATE
    evening.box.host.world.chances = Chances()
    evening.until_bids(1)
    assert evening.bids


def test_a_bot_presses_what_the_eye_never_takes() -> None:
    evening = Evening(2, True)
    evening.box.host.world.chances = Chances(misplaced=1.0)
    evening.until_bids(2)
    assert len(evening.bids) == 2


def test_a_person_sets_it_down_on_the_page() -> None:
    evening = Evening(2, True)
    evening.until_bidding()
    for pod in evening.box.settings.pods:
        evening.box.players.set_player(pod, False)
    evening.rehearsal.run(3.0)
    world, turn = evening.box.host.world, evening.play.match.view(None)["turn"]
    assert isinstance(turn, int)
    spot = TrackBoard("borg").middle_of("3")
    x, y = eye_of(world.stand).project(np.array([[spot.x, spot.y, 0.0]]))[0]
    window, before = Window(evening.box), len(evening.bids)
    window.red_die(turn, 0.001, 0.001, "2")
    evening.rehearsal.run(1.0)
    assert not world.has_red_die() or world.red_die is None, "off the table it does not go"
    window.red_die(turn, float(x) / WIDTH, float(y) / HEIGHT, "2")
    evening.rehearsal.run(5.0)
    assert world.red_die == ("3", Value.TWO)
    assert evening.bids[before:] == [f"{turn} bid 3x2"]
    window.red_die(turn, 0.0, 0.0, None)
    evening.rehearsal.run(1.0)
    assert not world.has_red_die()


def test_people_move_the_die_to_a_bid_that_was_pressed_and_take_it_up_for_a_new_round() -> None:
    evening = Evening(2, True)
    evening.until_bids(1)
    for pod in evening.box.settings.pods:
        evening.box.players.set_player(pod, False)
    evening.rehearsal.run(3.0)
    said, world = evening.bids[-1].split()[-1], evening.box.host.world
    world.take_red_die()
    evening.rehearsal.run(12.0)
    count, face = said.split("x")
    space = f"*{count}" if face == "*" else count
    assert world.red_die is not None
    assert world.red_die[0] == space
    assert len(evening.bids) == 1, "that is no bid"


def test_another_game_takes_the_board_away() -> None:
    evening = Evening(2, True)
    evening.until_bidding()
    evening.rehearsal.run(2.0)
    assert evening.box.host.world.board == "borg"
    evening.play.house.keep_choice(Setup("liars-dice", (1, 2)).to_json())
    asked = evening.box.host._asked
    evening.box.host._asked = lambda: replace(asked(), board="", red_die=None)
    evening.rehearsal.run(2.0)
    assert evening.box.host.world.board == ""
    assert not evening.box.host.world.has_red_die()


def test_how_the_red_die_lies_is_kept_when_the_plug_is_pulled() -> None:
    evening = Evening(2, True)
    evening.until_bids(2)
    lies = evening.box.host.world.red_die
    assert lies is not None
    kept = type(evening.box.host.world).from_data(json.loads(json.dumps(evening.box.host.world.to_data())))
    assert (kept.board, kept.red_die) == ("borg", lies)


@pytest.mark.parametrize("fault", [NO_FAULTS, Faults(lost=True)])
def test_by_real_pictures_bids_are_read_and_without_a_camera_they_are_pressed(fault: Faults) -> None:
    evening = Evening(2, True, Rehearsal)
    evening.until_bidding()
    evening.box.trouble_camera(fault)
    count = len(evening.bids) + 4
    began = evening.clock.now
    truth: list[tuple[str, object]] = []
    while len(evening.bids) < count and evening.play.match.view(None)["phase"] == "bidding":
        before = len(evening.bids)
        evening.rehearsal.step()
        assert evening.clock.now < began + 200.0, "it sticks"
        if len(evening.bids) > before:
            truth.append((evening.bids[-1].split()[-1], evening.box.host.world.red_die))
    assert truth
    # Who finds that the eye is not sure of the red die takes it away again, and presses.
    read = [(said, lies) for said, lies in truth if lies is not None] if fault is NO_FAULTS else []
    assert fault is not NO_FAULTS or 2 * len(read) >= len(truth)
    for said, lies in read:
        number, face = said.split("x")
        value = Value.STAR if face == "*" else Value(face)
        assert lies == (f"*{number}" if face == "*" else number, value)
    assert all(one != other for one, other in pairwise(evening.bids))
