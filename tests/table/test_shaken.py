"""On the simulated table nobody plays with dice that he has not shaken in this round, nor sees others."""

from __future__ import annotations

import pytest

from engine import Answer, Setup
from firmware.box import Box
from firmware.journal import Journal
from firmware.sim.host import MOMENT
from firmware.sim.rehearsal import VirtualClock
from firmware.table.play import Play
from firmware.window import Window
from tests.table.headless import Headless, play_of, settings

SEATS = (1, 2, 3)
DELAYS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)  # seconds: people do it within two
A_WHILE = 6.0


class AtTable:
    """A person at seat 1, and a round that begins in which he is to throw."""

    def __init__(self, game: str, seed: int) -> None:
        clock = VirtualClock()
        self.box = Box(settings(3, seed), clock=clock, sleep=clock.sleep, journal=Journal(None), pace=0.4)
        self.window, self.rehearsal = Window(self.box), Headless(self.box, clock)
        self.box.table.stage = self.box.evening.begin(Setup(game, SEATS))
        if game == "bluff-you":
            self.say("starts", "1")
        while self.phase != "roll":
            self.rehearsal.step()
        for desk in self.play.desks.values():
            desk.news.clear()  # they have read who begins: no dice lie there any more for that

    @property
    def play(self) -> Play:
        play = play_of(self.box)
        assert play is not None
        return play

    @property
    def phase(self) -> str:
        return str(self.play.match.view(None)["phase"])

    def say(self, key: str, said: str = "") -> None:
        self.play._answer(Answer(1, key, said))

    def run(self, seconds: float) -> None:
        if seconds:
            self.rehearsal.run(seconds)

    def by_hand(self, action: str) -> None:
        self.box.host.by_hand(1, action)

    def seen(self) -> object:
        """What the page shows under the cup while it is held."""
        told = self.window.cup(1)
        return None if told is None else told["dice"]

    def lies(self) -> list[object]:
        return [value.value for value in self.box.host.under(1)]


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("game", ["bluff-you", "liars-dice"])
def test_what_somebody_has_seen_under_his_cup_is_what_he_plays_with(game: str, delay: float) -> None:
    table = AtTable(game, 5)
    before = table.box.host.world.to_data()["draws"].get("1", 0)
    table.run(delay)
    table.by_hand("peek-start")
    assert table.box.host.has_shaken(1)
    assert table.box.host.world.to_data()["draws"]["1"] > before, "they were thrown in this round"
    seen = table.seen()
    assert seen
    table.by_hand("peek-end")
    table.say("roll")
    table.run(A_WHILE)
    assert table.seen() == seen


@pytest.mark.parametrize("delay", DELAYS)
def test_before_it_was_shaken_nothing_is_told_of_what_lies_under_a_cup(delay: float) -> None:
    table = AtTable("bluff-you", 5)
    table.run(MOMENT)  # pages are told of what was so at the last moment
    told = []
    for _ in range(5):
        table.run(delay / 5)
        told.append((table.seen() or None, table.box.host.has_shaken(1)))
    assert all(seen is None or shaken for seen, shaken in told)


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("game", ["bluff-you", "liars-dice"])
def test_who_presses_ok_before_he_has_shaken_shakes_then_and_once(game: str, delay: float) -> None:
    table = AtTable(game, 5)
    table.run(delay)
    table.say("roll")
    table.by_hand("peek-start")
    assert table.box.host.has_shaken(1)
    seen = table.lies()
    table.by_hand("peek-end")
    table.run(A_WHILE)
    assert table.lies() == seen


@pytest.mark.parametrize("delay", DELAYS)
def test_who_shakes_by_hand_is_not_shaken_for_once_more(delay: float) -> None:
    table = AtTable("bluff-you", 6)
    for _ in range(100):  # the cup comes from somebody else
        table.run(MOMENT)
        if table.box.host.may_shake(1):
            break
    table.run(delay)
    table.by_hand("shake")
    table.run(MOMENT)
    assert table.box.host.has_shaken(1)
    lies = table.lies()
    assert lies
    table.run(A_WHILE)
    assert table.lies() == lies
