"""A pause darkens every glass: then the pages say so, and how it goes on."""

from engine import Setup
from firmware.box import Box
from firmware.hands import Said
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.rehearsal import VirtualClock
from firmware.web.texts import page_texts
from firmware.window import Window
from firmware.words import LANGUAGES, Words
from tests.table.headless import Headless, settings


def test_the_pages_know_of_a_pause_and_that_nobody_is_waited_for() -> None:
    clock = VirtualClock()
    box = Box(settings(2, 1), clock=clock, sleep=clock.sleep, journal=Journal(None))
    rehearsal, window = Headless(box, clock), Window(box)
    box.table.stage = box.evening.begin(Setup("bluff-you", (1, 2)))
    rehearsal.run(1.0)
    version, before = window.public()
    assert before["paused"] is False
    assert before["waits"] == [1, 2]
    box.house.do(Said("house.pause"))
    box.table.tick(clock.now)
    later, told = window.public()
    assert later > version
    assert (told["paused"], told["waits"]) == (True, [])
    assert told["account"] == before["account"]
    box.finger.press(2, Button.MORE)
    rehearsal.run(0.5)
    box.finger.release(2, Button.MORE)
    rehearsal.run(0.5)
    assert window.public()[1] == before
    box.stop()


def test_how_it_goes_on_is_said_in_every_language() -> None:
    said = {page_texts(Words(language).say)["paused"] for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
