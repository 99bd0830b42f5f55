"""The cattle trade in the whole box: cards read from pictures, audits, and secret piles at real pins."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter

import pytest

from engine import Setup
from firmware.bots.presses import presses
from firmware.box import Box
from firmware.hands import Said
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.rehearsal import Rehearsal, VirtualClock
from firmware.table.play import Play
from firmware.window import Window
from tests.table.headless import Headless, play_of, settings
from vision.annotate_cards import annotate_cards
from vision.cards_look import CardsReading

SEATS = (1, 2, 3)
SHORT = {"short": "yes"}
OWNER_PRESSES = {
    "0": (Button.MORE, Button.BACK, Button.OK, Button.BACK, Button.OK),
    "10": (Button.MORE, Button.OK, Button.BACK, Button.BACK, Button.OK),
}


class Trading:
    """A box at a cattle trade in which everybody has four animals."""

    def __init__(self, kind: type[Rehearsal], seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.journal = Journal(None)
        self.journal.keep("last-choice", json.dumps(Setup("kuhhandel", SEATS, SHORT).to_json()))
        self.box = Box(settings(3, seed), clock=self.clock, sleep=self.clock.sleep, journal=self.journal)
        self.rehearsal = kind(self.box, self.clock)

    @property
    def play(self) -> Play:
        play = play_of(self.box)
        assert play is not None
        return play

    def run(self, seconds: float) -> None:
        self.rehearsal.run(seconds)

    def tap(self, pod: int, button: Button = Button.OK, held: bool = False) -> None:
        self.box.finger.tap(pod, button, 0.9 if held else 0.08)
        self.run(0.8)

    def say(self, pod: int, key: str, said: str = "") -> None:
        """By real presses."""
        desk = self.play.desks[pod]
        while desk.news:
            self.tap(pod)
        hand = desk.menu or desk.answers
        assert hand is not None
        made = presses(hand, Said(key, said), self.box.house.words, self.play.match.view(pod))
        assert made is not None
        for button, held in made:
            self.tap(pod, button, bool(held))

    def begin(self) -> None:
        """Everybody joins; four animals are dealt to each, and read."""
        self.run(8.0)
        for pod in (*SEATS, 1, 1):
            self.tap(pod)
        self.say(2, "starts", "2")
        end = self.clock.now + 200
        while not any(event.key == "dealt" for event in self.play.match.events):
            self.rehearsal.step()
            assert self.clock.now < end, "the cards are not read"
        self.run(6.0)


def lying(trading: Trading) -> dict[str, Counter[str]]:
    return {str(seat): trading.box.host.world.animals(seat) for seat in SEATS}


def test_cards_are_read_from_the_picture_marked_on_it_and_audited() -> None:
    trading = Trading(Rehearsal)
    trading.begin()
    match = trading.play.match
    assert match.view(None)["animals"] == {seat: dict(lies) for seat, lies in lying(trading).items()}
    seen = trading.box.verdict()
    assert seen is not None
    _, picture, reading = seen
    assert isinstance(reading, CardsReading)
    assert (annotate_cards(picture, reading) != picture).any(), "the reading is marked on the picture"
    for pod in SEATS:
        while trading.play.desks[pod].news:
            trading.tap(pod)
    trading.tap(3, held=True)
    trading.say(3, "house.audit")
    end = trading.clock.now + 60
    while trading.play.account[-1].key != "audit":
        trading.rehearsal.step()
        assert trading.clock.now < end, "the audit comes to no end"
    assert trading.play.account[-1].values["differs"] == ()


class Piles:
    """A trade in which the owner lays one note or another, with as many presses; and all that could be known
    of it to anybody but the owner."""

    def __init__(self, log: pytest.LogCaptureFixture, note: str) -> None:
        log.clear()
        trading = Trading(Headless)
        self.told: list[object] = []
        self.own: list[bytes] = []  # what the owner's glass shows meanwhile
        self.window = Window(trading.box)
        trading.begin()
        match = trading.play.match
        owner = int(str(match.view(None)["turn"]))
        trade = next(
            option
            for request in match.open
            if request.by == owner
            for option in request.options  # type: ignore[union-attr]
            if option.startswith("trade:")
        )
        trading.say(owner, "turn", trade)
        partner = int(match.view(None)["trade"]["partner"])  # type: ignore[index, call-overload, arg-type]
        others = [pod for pod in SEATS if pod != owner]
        for button in OWNER_PRESSES[note]:
            trading.tap(owner, button)
            self._note(trading, others)
            self.own.append(trading.box.bus.pixels(owner).tobytes())
        assert trading.journal.entries(1)[-1] == f"{owner} offer {note}"
        trading.tap(owner, held=True)
        self._note(trading, others)
        trading.say(partner, "reply", "counter")
        trading.say(partner, "counter", "50")
        trading.run(3.0)
        self._note(trading, [pod for pod in others if pod != partner])
        self.logged = [re.sub(r"0x[0-9a-f]+", "", one.getMessage()) for one in log.records]

    def _note(self, trading: Trading, pods: list[int]) -> None:
        self.told.append({pod: trading.box.bus.pixels(pod).tobytes() for pod in pods})
        self.told.append(self.window.public()[1])
        self.told.append([self.window.cup(pod) for pod in SEATS])
        self.told.append(repr(trading.box.host.world))


def test_another_note_in_a_pile_makes_no_difference_to_who_is_not_to_know(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    nothing, ten = Piles(caplog, "0"), Piles(caplog, "10")
    assert nothing.own != ten.own
    assert nothing.told == ten.told
    assert nothing.logged == ten.logged
