"""A bot's finger stays down as long as it means to: the amount that it had in mind is what is said."""

from __future__ import annotations

import pytest

from firmware.bots.presses import presses
from firmware.box import Box
from firmware.hands import Said
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from tests.engine.biz_bluff.laid import laid, threw
from tests.table.headless import Headless, play_of, settings

SELLER, HAS = 2, 7_345
LONG = 60.0  # seconds


@pytest.mark.parametrize("parts", [9, 60, 88, 487, HAS - 1, HAS])
def test_an_amount_is_pressed_as_it_was_meant_and_soon(parts: int) -> None:
    match = laid(
        *threw(1, 4),
        "1 move f6",
        "1 present present",
        f"{SELLER} deal sell",
        claims={1: "Y1"},
        stands={1: "f2"},
        purses={SELLER: (0, HAS)},
    )
    clock, journal = VirtualClock(), Journal(None)
    box = Box(settings(3, 3), clock=clock, sleep=clock.sleep, journal=journal, pace=1e9)
    box.table.stage = box.evening._play(journal.begin("biz-bluff", "{}"), match)
    rehearsal, play = Headless(box, clock), play_of(box)
    assert play is not None
    rehearsal.run(1.0)
    hand = play.desks[SELLER].hand
    assert hand is not None
    made = presses(hand, Said("sell", str(parts)), box.house.words, match.view(SELLER))
    assert made is not None
    box.players.set_player(SELLER, True)
    began = clock.now
    assert box.players.do(SELLER, made, began)
    while not any(event.key == "sold" for event in match.events):
        assert clock.now < began + LONG
        rehearsal.step()
    (sold,) = (event for event in match.events if event.key == "sold")
    assert sold.values["parts"] == parts
