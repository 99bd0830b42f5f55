"""The board's picture at a whole table: it moves with the game, and is there for nothing else."""

from __future__ import annotations

import json

from engine import Setup
from firmware.box import Box
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.rehearsal import VirtualClock
from firmware.window import Window
from tests.engine.biz_bluff.laid import LIGHT
from tests.table.headless import Headless, play_of, settings

SEATS = (1, 2, 3)
BEGUN = ("1 throw", "table dice 1:6", "2 throw", "table dice 2:2", "3 throw", "table dice 3:3")
THROWN = ("1 throw", "table dice 1:4")


class Evening:
    """A table that has taken up a game of Biz-Bluff, and what its pages see."""

    def __init__(self, *answers: str, **options: str) -> None:
        journal, clock = Journal(None), VirtualClock()
        game = journal.begin("biz-bluff", json.dumps(Setup("biz-bluff", SEATS, options).to_json()))
        for text in answers:
            journal.append(game, text)
        self.box = Box(settings(3, 4), clock=clock, sleep=clock.sleep, journal=journal)
        self.rehearsal = Headless(self.box, clock)
        self.window = Window(self.box)
        self.rehearsal.run(8.0)

    def tap(self, pod: int, button: Button = Button.OK) -> None:
        self.box.finger.tap(pod, button)
        self.rehearsal.run(0.8)


def test_it_comes_with_the_game_and_is_drawn_anew_when_a_pawn_moves() -> None:
    evening = Evening(*BEGUN, *THROWN)
    assert evening.window.board() is None, "the game is only offered"
    evening.tap(1)  # on with the game
    play = play_of(evening.box)
    assert play is not None
    begun = evening.window.board()
    assert begun is not None
    for pod in SEATS:
        evening.tap(pod, Button.MORE)  # through a list, or nothing
    assert evening.window.board() == begun, "nothing has moved"
    before = len(play.match.journal)
    evening.tap(1)
    assert [answer.key for answer in play.match.journal[before:]] == ["move"]
    moved = evening.window.board()
    assert moved is not None
    assert moved[0] > begun[0]
    assert moved[1] != begun[1]


def test_there_is_none_where_players_keep_the_board_themselves() -> None:
    evening = Evening(*BEGUN, **LIGHT)
    evening.tap(1)
    assert play_of(evening.box) is not None
    assert evening.window.board() is None
