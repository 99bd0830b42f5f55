"""The tokens of Bluff You! in the whole box: read from pictures, told when one lies elsewhere, laid right."""

from __future__ import annotations

import json
from dataclasses import replace

from engine import Setup
from engine.bluff_you.tokens import TOKENS
from engine.request import SPOT
from firmware.box import Box
from firmware.journal import Journal
from firmware.sim.rehearsal import Rehearsal, VirtualClock
from firmware.sim.tokens import really
from firmware.table.audit import AUDIT
from firmware.table.stage import CardSight
from firmware.words.values import mapping, numbers
from tests.table.headless import play_of, settings

SEATS = (1, 2)
LONGEST = 300.0  # seconds of the table's time


def test_a_token_that_is_laid_elsewhere_is_told_by_the_picture_and_laid_right() -> None:
    journal, clock = Journal(None), VirtualClock()
    journal.keep("last-choice", json.dumps(Setup("bluff-you", SEATS, {"tokens": "by-eye"}).to_json()))
    box = Box(settings(len(SEATS), 3), clock=clock, sleep=clock.sleep, journal=journal, pace=5.0)
    world, rehearsal = box.host.world, Rehearsal(box, clock)
    world.chances = replace(world.chances, astray_tokens=1.0)
    for pod in SEATS:
        box.players.set_player(pod, True)
    while not (play := play_of(box)) or not world.slips:
        rehearsal.step()
        assert clock.now < LONGEST + 1000.0, "nobody has won a token"
    world.chances = replace(world.chances, astray_tokens=0.0)
    (token,) = world.slips
    lies = really(world.tokens, world.slips)[token]
    told = len(play.account)
    while not any(event.key == AUDIT for event in play.account[told:]):
        rehearsal.step()
        assert clock.now < LONGEST + 1000.0, "it is not told"
    found = next(event for event in play.account[told:] if event.key == AUDIT).values["differs"]
    assert isinstance(found, tuple)
    (one,) = found
    differs = mapping(one)
    assert numbers(differs["tokens"]) == (token,)
    assert differs["lies"] == {0: SPOT, -1: "apart"}.get(lies, str(lies))
    while world.slips or isinstance(play.sight(), CardSight):
        rehearsal.step()
        assert clock.now < LONGEST + 1000.0, "it is not laid right"
    assert sorted(really(world.tokens, world.slips)) == list(TOKENS)
