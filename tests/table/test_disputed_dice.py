"""A dispute reads again the dice that lay there: until it cannot be said any more, nobody picks them up."""

from __future__ import annotations

import pytest

from engine import Answer, Event, Setup
from firmware.bots.presses import presses
from firmware.box import Box
from firmware.hands import Said
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from firmware.table.play import NEWS_FOR
from tests.table.bluffs import GAME as BLUFF_YOU
from tests.table.headless import Headless, settings

SEATS = (1, 2)
READING = {BLUFF_YOU: "verdict", "biz-bluff": "thrown", "liars-dice": "first-throw"}
BEFORE = {
    BLUFF_YOU: ("1 starts 1", "1 roll", "1 number 10", "2 answer bluff"),
    "biz-bluff": ("1 throw",),
    "liars-dice": (),
}
"""What is said until dice are read; after that each game asks for another throw."""


class Evening:
    """A box in virtual time, at a game that has come to its first reading."""

    def __init__(self, game: str, seed: int) -> None:
        clock = VirtualClock()
        self.box = Box(settings(2, seed), clock=clock, sleep=clock.sleep, journal=Journal(None), pace=0.4)
        self.rehearsal = Headless(self.box, clock)
        self.rehearsal.run(1.0)
        self.play = self.box.evening.begin(Setup(game, SEATS))
        self.box.table.stage = self.play
        self.game = game
        for text in BEFORE[game]:
            self.run(6.0)
            self.say(text)
        while not self.read:
            self.run(0.2)

    def run(self, seconds: float) -> None:
        self.box.table.tick(self.rehearsal.clock.now)
        self.rehearsal.run(seconds)

    def say(self, text: str) -> None:
        answer = Answer.from_text(text)
        self.play._heard(int(answer.by), Said(answer.key, answer.said))
        self.play.tick(self.rehearsal.clock.now)

    @property
    def read(self) -> list[Event]:
        return [event for event in self.play.match.events if event.key == READING[self.game]]

    @property
    def disputes(self) -> int:
        return sum(event.key == "disputed" for event in self.play.account)

    def all_have_read(self) -> None:
        for desk in self.play.desks.values():
            desk.news.clear()


@pytest.mark.parametrize("game", READING)
@pytest.mark.parametrize("after", [0.2, 2.0, NEWS_FOR, 10.0])
@pytest.mark.parametrize("seen", [False, True])
def test_whenever_a_dispute_comes_it_reads_the_same_dice_or_comes_too_late(
    game: str, after: float, seen: bool
) -> None:
    evening = Evening(game, 1)  # in which the first throw of liar's dice is no tie
    before = [dict(event.values) for event in evening.read]
    if seen:
        evening.all_have_read()
    evening.run(after)
    play = evening.play
    offered = presses(play.menu(1), Said("dispute"), play.house.words, play.match.view(1)) is not None
    evening.say("1 dispute")
    assert (evening.disputes == 1) == offered, "what the menu offers is heard, and nothing else"
    evening.run(15.0)
    assert [dict(event.values) for event in evening.read] == before
