"""A verdict that is taken back leaves the dice as they lay, on the simulated table too: what was announced or
bid was said of these, and of no others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import Answer, Setup
from firmware.box import Box
from firmware.hands import Said
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from tests.table.headless import Headless, settings
from vision.reading import Value

SEATS = (1, 2)
GAMES = {
    "bluff-you": ("1 starts 1", "1 roll", "1 number 10", "2 answer bluff"),
    "liars-dice": ("1 roll", "2 roll", "opens bid 8x5", "calls call"),
}
"""What is said until there is a verdict."""


class Evening:
    """A box in virtual time, at the first verdict of a game."""

    def __init__(self, game: str, seed: int, journal: Journal | None = None) -> None:
        self.clock = VirtualClock()
        self.journal = journal or Journal(None)
        self.box = Box(
            settings(2, seed), clock=self.clock, sleep=self.clock.sleep, journal=self.journal, pace=0.4
        )
        self.rehearsal = Headless(self.box, self.clock)
        self.rehearsal.run(1.0)
        self.play = self.box.evening.begin(Setup(game, SEATS))
        self.box.table.stage = self.play
        if game == "liars-dice":
            self.until(lambda: self.phase == "roll")
            self.all_have_read()
        for text in GAMES[game]:
            self.run(8.0)
            opener = self.play.match.view(None).get("opener")
            self.say(text.replace("opens", str(opener)).replace("calls", str(3 - int(str(opener or 1)))))
        self.until(lambda: any(event.key == "verdict" for event in self.play.match.events))

    @property
    def phase(self) -> object:
        return self.play.match.view(None)["phase"]

    @property
    def verdicts(self) -> list[object]:
        return [event.values["dice"] for event in self.play.match.told if event.key == "verdict"]

    def lie(self) -> dict[int, list[Value]]:
        return {seat: sorted(values) for seat, values in self.box.host.world.truth().items() if values}

    def run(self, seconds: float) -> None:
        self.box.table.tick(self.clock.now)
        self.rehearsal.run(seconds)

    def until(self, so: Callable[[], bool]) -> None:
        for _ in range(400):
            if so():
                return
            self.run(0.2)
        raise AssertionError(f"it does not come to it: {self.phase}")

    def say(self, text: str) -> None:
        answer = Answer.from_text(text)
        self.play._heard(int(answer.by), Said(answer.key, answer.said))
        self.play.tick(self.clock.now)

    def all_have_read(self) -> None:
        for desk in self.play.desks.values():
            desk.news.clear()

    def taken_back(self) -> None:
        for seat in SEATS:
            if "undo" in self.play.match.may(seat):
                self.say(f"{seat} undo yes")
        self.all_have_read()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("later", [0.0, 12.0], ids=["at once", "when the next have shaken"])
def test_the_dice_lie_again_as_they_lay_and_are_read_again_so(game: str, seed: int, later: float) -> None:
    evening = Evening(game, seed)
    last = evening.play.match.last_step
    (before,) = evening.verdicts
    if later:
        evening.all_have_read()
        evening.run(later)
    evening.taken_back()
    assert evening.phase in ("answer", "bidding")
    evening.run(12.0)
    assert last is not None
    again = Answer.from_text(f"{last.by} answer ok" if game == "bluff-you" else f"{last.by} call")
    evening.say(str(again))
    evening.until(lambda: len(evening.verdicts) == 2)
    assert evening.verdicts == [before, before]


@pytest.mark.parametrize("game", GAMES)
def test_what_lay_there_is_known_after_the_plug_was_pulled_too(game: str) -> None:
    evening = Evening(game, 1)
    evening.all_have_read()
    evening.run(12.0)
    kept = evening.box.host._lain.to_data()
    assert kept
    evening.box.host.keep()
    clock = VirtualClock()
    box = Box(settings(2, 1), clock=clock, sleep=clock.sleep, journal=evening.journal, pace=0.4)
    assert box.host._lain.to_data() == kept


@pytest.mark.parametrize("game", GAMES)
def test_the_next_round_is_thrown_and_not_laid(game: str) -> None:
    evening = Evening(game, 1)
    was = evening.lie()
    thrown = set()
    for seed in range(1, 5):
        other = Evening(game, seed)
        other.all_have_read()
        other.run(12.0)
        thrown.add(str(other.lie()))
    assert len(thrown) > 1
    assert str(was) not in thrown
