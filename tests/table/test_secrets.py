"""What lies under one cup changes nothing that anybody else, a log, a page or the journal could tell."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest

from engine import Answer, Setup
from firmware.box import Box
from firmware.errors import JournalFull
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.rehearsal import VirtualClock
from firmware.window import Window
from tests.table.headless import Headless, play_of, settings
from tests.table.rig import Rig

SEATS = (1, 2, 3)
OWNER = 2


class Round:
    """One round at real pins and glass, pressed by hand up to the call. In a `changed` one other dice lie
    under the owner's cup from the moment at which he has looked."""

    def __init__(self, log: pytest.LogCaptureFixture, changed: bool, full_disk: bool) -> None:
        log.clear()
        self.told: list[object] = []  # all that could be known, at every step, to anybody but the owner
        self.journal = Journal(None)
        self.journal.keep("last-choice", json.dumps(Setup("liars-dice", SEATS).to_json()))
        if full_disk:
            self.journal.keep = self.journal.append = _refused  # type: ignore[method-assign, assignment]
        self.clock = VirtualClock()
        self.box = Box(settings(3, 4), clock=self.clock, sleep=self.clock.sleep, journal=self.journal)
        self.rehearsal = Headless(self.box, self.clock)
        self.window = Window(self.box) if not full_disk else None
        self._play(changed)
        self.logged = [
            (record.name, record.levelno, re.sub(r"0x[0-9a-f]+", "", record.getMessage()))
            for record in log.records
        ]

    def _play(self, changed: bool) -> None:
        self._run(8.0)
        for pod in (1, 2, 3, 1, 1):
            self._tap(pod)
        self._run(12.0)
        for pod in SEATS * 3:
            if play_of(self.box).desks[pod].news:  # type: ignore[union-attr]
                self._tap(pod)
        self._run(6.0)
        world = self.box.host.world
        scene = world.scene()
        world.shake(OWNER)
        before = sorted(world.truth()[OWNER])
        while changed and sorted(world.truth()[OWNER]) == before:
            world.shake(OWNER)
        self.dice = world.truth()
        # The cup may stand a little elsewhere: everything else that the camera sees is the same.
        assert [die for die in world.scene().dice if die.seat != OWNER] == list(scene.dice)
        for pod in SEATS:
            self._tap(pod)
        for _ in range(4):
            turn = play_of(self.box).match.view(None)["turn"]  # type: ignore[union-attr]
            assert isinstance(turn, int)
            for button in (Button.MORE, Button.OK, Button.MORE, Button.OK):
                self._tap(turn, button)
        self.box.host.under(OWNER)  # he looks once more
        self.box.finger.tap(OWNER, Button.OK, 0.9)  # and at the menu of the table
        self._run(1.0)
        self.journal_then = self._kept()

    def _tap(self, pod: int, button: Button = Button.OK) -> None:
        self.box.finger.tap(pod, button)
        self._run(0.8)

    def _run(self, seconds: float) -> None:
        self.rehearsal.run(seconds)
        # What is under nobody's cup: other pods' glass, the pages' public part, the public account.
        self.told.append({pod: self.box.bus.pixels(pod).tobytes() for pod in SEATS if pod != OWNER})
        if self.window is not None:
            self.told.append(self.window.public()[1])
            self.told.append({pod: self.window.cup(pod) for pod in SEATS if pod != OWNER})
        self.told.append(repr(self.box.host.world))

    def _kept(self) -> dict[str, Any]:
        """All of the journal but the simulated table, which is the dice themselves."""
        return {
            "games": [(game.game, game.setup) for game in self.journal.games()],
            "entries": [self.journal.entries(game.id) for game in self.journal.games()],
            **{key: self.journal.kept(key) for key in ("house", "names", "last-choice")},
        }


def _refused(*_: object) -> int:
    raise JournalFull("journal.db", "SQLITE_FULL", 1, 1)


@pytest.mark.parametrize("full_disk", [False, True])
def test_other_dice_under_a_cup_make_no_difference_to_anybody_else(
    caplog: pytest.LogCaptureFixture, full_disk: bool
) -> None:
    caplog.set_level(logging.DEBUG)
    plain, changed = (Round(caplog, changed, full_disk) for changed in (False, True))
    assert sorted(plain.dice[OWNER]) != sorted(changed.dice[OWNER])
    assert plain.dice[1] == changed.dice[1]
    assert len([text for text in plain.box.journal.entries(1) if "bid" in text]) == (0 if full_disk else 4)
    assert plain.told == changed.told
    assert plain.logged == changed.logged
    assert plain.journal_then == changed.journal_then


def test_the_log_says_something_at_all(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert Round(caplog, changed=False, full_disk=True).logged


def test_dice_that_are_being_keyed_in_are_on_nobody_elses_glass(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    rig = Rig(SEATS, Setup("liars-dice", SEATS))
    rig.read({1: "11111", 2: "22222", 3: "33333"})
    rig.roll()
    rig.say(3, "bid", "6x3")
    rig.say(1, "call")
    rig.wait(10.0)
    before = {pod: rig.text(pod) for pod in (1, 3)}, rig.play.public()
    rig.press(OWNER, "Oo" + "o" + "mo" + "mmo" + "o")
    assert "⚀" in rig.text(OWNER) or "⚁" in rig.text(OWNER)
    assert ({pod: rig.text(pod) for pod in (1, 3)}, rig.play.public()) == before
    assert caplog.records == []


def test_a_refused_answer_leaves_nothing_of_itself_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    rig = Rig(SEATS, Setup("liars-dice", SEATS))
    rig.play._answer(Answer(2, "enter", "9:31313"))
    assert "31313" not in caplog.text
    assert "refused" in caplog.text
