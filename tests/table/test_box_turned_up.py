"""The drawn card and the opened token of Biz-Bluff in the whole box, read from pictures."""

from __future__ import annotations

import json

from engine import TABLE, Setup
from engine.request import SPOT, cards_at
from firmware.box import Box
from firmware.journal import Journal
from firmware.sim.rehearsal import Rehearsal, VirtualClock
from firmware.table.stage import CardSight
from tests.table.headless import Headless, play_of, settings

SEATS = (1, 2)
LONGEST = 4000.0  # seconds of the table's time


class Glancing(Headless):
    """A rehearsal in which cards are read from pictures, and dice are seen as they lie."""

    def _look(self) -> float:
        cards = isinstance(self.box.table.stage.sight(), CardSight)
        return Rehearsal._look(self) if cards else super()._look()


def test_what_is_turned_up_is_read_as_it_lies_and_nobody_keys_it_in() -> None:
    journal, clock = Journal(None), VirtualClock()
    journal.keep("last-choice", json.dumps(Setup("biz-bluff", SEATS).to_json()))
    box = Box(settings(len(SEATS), 4), clock=clock, sleep=clock.sleep, journal=journal, pace=0.4)
    rehearsal = Glancing(box, clock)
    for pod in SEATS:
        box.players.set_player(pod, True)
    read: list[str] = []
    truth = ""
    while not {"card", "opening"} <= set(read):
        play = play_of(box)
        if play is not None:
            phase = str(play.match.view(None)["phase"])
            assert box.files is not None
            truth = box.files.turned_up()
            count = len(play.match.journal)
        rehearsal.step()
        if play is None or not truth:
            continue
        for answer in play.match.journal[count:]:
            assert answer.by == TABLE, "somebody keyed it in"
            assert answer.key == "cards"
            assert cards_at(answer.said) == {SPOT: (truth,)}
            read.append(phase)
        assert clock.now < LONGEST
    assert box.host.world.turned_up is not None
