"""Bluff You! in the whole box: the cup goes round, three dice are read, nobody learns of them sooner."""

from __future__ import annotations

import json
import logging
import re

import pytest

from engine import Setup
from firmware.box import Box
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.rehearsal import VirtualClock
from firmware.sim.things import CupState, DiceKind
from firmware.table.play import Play
from firmware.window import Window
from tests.table.bluffs import GAME, LATE, match_of
from tests.table.headless import Headless, play_of, settings
from tests.table.rig import Rig
from vision.reading import Reason
from vision.seats import Trouble

SEATS = (1, 2, 3)
BLUFFER = 1


def late() -> Rig:
    """Seat 1 has been answered: the cup is to be lifted."""
    rig = Rig(SEATS, match=match_of(LATE, SEATS))
    for seat, key, said in (
        (1, "roll", ""),
        (1, "deed", "gain"),
        (1, "person", "2"),
        (1, "number", "17"),
        (2, "answer", "ok"),
    ):
        rig.say(seat, key, said)
    return rig


def test_the_eye_is_asked_for_three_dice_before_the_bluffer_and_only_when_he_is_answered() -> None:
    rig = Rig(SEATS, match=match_of(LATE, SEATS))
    for seat, key, said in ((1, "roll", ""), (1, "deed", "gain"), (1, "person", "2"), (1, "number", "17")):
        assert rig.sight is None
        rig.say(seat, key, said)
    assert rig.sight is None
    rig.say(2, "answer", "ok")
    assert rig.sight is not None
    assert dict(rig.sight[0].wanted) == {BLUFFER: 3}


def test_no_slip_of_a_finger_answers() -> None:
    rig = Rig(SEATS, match=match_of(LATE, SEATS))
    for seat, key, said in ((1, "roll", ""), (1, "deed", "gain"), (1, "person", "2"), (1, "number", "17")):
        rig.say(seat, key, said)
    rig.press(2, "ooo")
    assert rig.play.match.view(None)["phase"] == "answer"
    rig.press(2, "mo")
    assert rig.answers[-1] == "2 answer bluff"


def test_the_page_says_whose_word_is_waited_for() -> None:
    rig = Rig(SEATS, match=match_of(LATE, SEATS))
    assert rig.play.public()["asked"] == "Seat 1: Shake, peek, then OK"
    assert rig.play.public()["waits"] == [1]
    for seat, key, said in ((1, "roll", ""), (1, "deed", "steal"), (1, "number", "12")):
        rig.say(seat, key, said)
    assert rig.play.public()["asked"] == "Seat 2: Do you believe it?"
    assert rig.play.public()["waits"] == [2], "the bluffer has nothing to do now"
    rig.say(2, "answer", "bluff")
    assert rig.play.public()["asked"] == "Seat 1 lifts the cup"
    assert rig.play.public()["waits"] == [1]


def test_where_the_eye_is_unsure_it_says_why_and_people_key_the_dice_in() -> None:
    rig = late()
    rig.wait(5.0)
    rig.see(seat_1=Reason.STACKED)
    assert "stacked" in rig.text(1)
    assert rig.play.asked().sort_out == (BLUFFER,)
    rig.see(trouble=Trouble.HAND)
    assert "hand" in rig.text(2)
    rig.key_in(3, 1, "566")
    rig.wait(5.0)
    rig.say(2, "agree", "yes")
    assert rig.play.match.view(None)["tokens"] == {"1": (8, 9, 13), "2": (5, 12, 17), "3": ()}


def test_without_a_camera_it_goes_on_by_hand() -> None:
    rig = late()
    rig.ails("camera", "it is unplugged")
    rig.wait(10.0)
    rig.press(1, "o")  # that the camera does not answer
    rig.press(2, "o")
    rig.press(3, "o")
    rig.key_in(1, 1, "566")
    rig.wait(5.0)
    rig.say(3, "agree", "yes")
    assert rig.play.match.view(None)["turn"] == 2


def test_the_dice_stay_as_they_lie_until_everybody_has_seen_the_verdict() -> None:
    rig = late()
    rig.read({1: "566"})
    assert rig.play.asked().shake == ()
    for seat in (2, 1):
        rig.press(seat, "o")
        assert rig.play.asked().shake == (), "it may still be disputed"
    rig.press(3, "o")
    assert rig.play.asked().shake == (2,)


# ---- the simulated table ------------------------------------------------------------------------------


class Evening:
    """A box of three seats in virtual time, with Bluff You! as last time's choice."""

    def __init__(self, seed: int, bots: bool) -> None:
        self.journal, self.clock = Journal(None), VirtualClock()
        self.journal.keep("last-choice", json.dumps(Setup(GAME, SEATS).to_json()))
        self.box = Box(
            settings(len(SEATS), seed),
            clock=self.clock,
            sleep=self.clock.sleep,
            journal=self.journal,
            pace=0.4,
            encore=float("inf"),
        )
        self.rehearsal = Headless(self.box, self.clock)
        for pod in SEATS if bots else ():
            self.box.players.set_player(pod, True)

    @property
    def play(self) -> Play:
        play = play_of(self.box)
        assert play is not None
        return play


def test_bots_play_it_to_its_end_with_one_cup_that_goes_round() -> None:
    evening = Evening(5, bots=True)
    world, stood = evening.box.host.world, set()
    window = Window(evening.box)
    while (play := play_of(evening.box)) is None or play.match.result is None:
        evening.rehearsal.step()
        if play is None:
            continue
        phase, turn = play.match.view(None)["phase"], play.match.view(None)["turn"]
        if phase in ("person", "number", "answer") and isinstance(turn, int):
            stood.add(turn)
            assert world.has_cup(turn, 3)
            assert world.cup(turn) is not CupState.LIFTED, "who lifts it shows what lies there"
            assert [seat for seat in SEATS if window.cup(seat) is not None] == [turn]
        assert evening.clock.now < 5000.0
    assert stood == set(SEATS)
    evening.rehearsal.run(20.0)
    tokens = evening.play.pieces.asked().tokens
    assert world.tokens == {place: own for place, own in tokens.items() if own}
    assert sum(map(len, world.tokens.values())) == 16
    assert world.kind is DiceKind.ORDINARY


class Round:
    """One round pressed by hand at real pins up to the answer. In a `changed` one other dice lie under the
    cup from the moment at which the Bluffer has looked."""

    def __init__(self, log: pytest.LogCaptureFixture, changed: bool) -> None:
        log.clear()
        self.evening = Evening(4, bots=False)
        self.told: list[object] = []  # all that could be known, at every step, to anybody but the Bluffer
        self._run(8.0)
        for pod in (1, 2, 3, 1, 1, 1):
            self._tap(pod)
        for pod in SEATS * 2:
            if self.evening.play.desks[pod].news:
                self._tap(pod)
        self._run(8.0)
        world = self.evening.box.host.world
        assert world.has_cup(BLUFFER, 3)
        world.shake(BLUFFER)
        before = sorted(world.truth()[BLUFFER])
        while changed and sorted(world.truth()[BLUFFER]) == before:
            world.shake(BLUFFER)
        self.dice = sorted(world.truth()[BLUFFER])
        for button in (Button.OK, Button.OK, Button.MORE, Button.OK):  # looked; to seat 2; one number on
            self._tap(BLUFFER, button)
        self.evening.box.host.under(BLUFFER)  # he looks once more
        self._run(1.0)
        self.logged = [
            (record.name, record.levelno, re.sub(r"0x[0-9a-f]+", "", record.getMessage()))
            for record in log.records
        ]

    def _tap(self, pod: int, button: Button = Button.OK) -> None:
        self.evening.box.finger.tap(pod, button)
        self._run(0.8)

    def _run(self, seconds: float) -> None:
        evening = self.evening
        evening.rehearsal.run(seconds)
        window = Window(evening.box)
        pods = [pod for pod in SEATS if pod != BLUFFER]
        self.told.append({pod: evening.box.bus.pixels(pod).tobytes() for pod in pods})
        self.told.append(window.public()[1])
        self.told.append({pod: window.cup(pod) for pod in pods})
        self.told.append([evening.journal.entries(game.id) for game in evening.journal.games()])
        self.told.append(repr(evening.box.host.world))


def test_other_dice_under_the_cup_make_no_difference_to_anybody_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    plain, changed = (Round(caplog, changed) for changed in (False, True))
    assert plain.dice != changed.dice
    assert plain.evening.play.match.view(None)["phase"] == "answer"
    assert plain.told == changed.told
    assert plain.logged == changed.logged
