"""Bots at a vote: what they have agreed to, they do not make void themselves."""

from __future__ import annotations

from engine import Answer, Setup
from firmware.box import Box
from firmware.hands import Said
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from firmware.table.play import Play
from tests.table.bluffs import GAME
from tests.table.headless import Headless, settings

TELLS, BOT, ASKS = SEATS = (1, 2, 3)
LONG = 30.0  # seconds: a bot would have answered by then


def asked_to_take_back() -> tuple[Play, Headless]:
    """The bot is told a number, and a third seat wants that taken back; he who told it has not voted yet."""
    clock = VirtualClock()
    box = Box(settings(len(SEATS), 1), clock=clock, sleep=clock.sleep, journal=Journal(None), pace=1.0)
    rehearsal = Headless(box, clock)
    rehearsal.run(1.0)
    play = box.evening.begin(Setup(GAME, SEATS))
    box.table.stage = play
    for text in (f"{TELLS} starts {TELLS}", f"{TELLS} roll", f"{TELLS} person {BOT}", f"{TELLS} number 10"):
        say(play, rehearsal, text)
    say(play, rehearsal, f"{ASKS} undo yes")
    box.players.set_player(BOT, True)
    return play, rehearsal


def say(play: Play, rehearsal: Headless, text: str) -> None:
    answer = Answer.from_text(text)
    play._heard(int(answer.by), Said(answer.key, answer.said))
    play.tick(rehearsal.clock.now)
    rehearsal.box.table.tick(rehearsal.clock.now)


def answered(play: Play) -> bool:
    return any((answer.by, answer.key) == (BOT, "answer") for answer in play.match.journal)


def test_a_bot_on_turn_that_has_said_yes_waits_until_the_others_have_voted() -> None:
    """It said yes and then answered: two seconds later nobody was asked any more."""
    play, rehearsal = asked_to_take_back()
    rehearsal.run(LONG)
    assert play.match.view(None)["votes"] == {"undo": (BOT, ASKS)}
    assert not answered(play)
    say(play, rehearsal, f"{TELLS} undo yes")
    assert [event.key for event in play.account][-1] == "taken-back"


def test_it_goes_on_when_one_has_said_no() -> None:
    play, rehearsal = asked_to_take_back()
    rehearsal.run(LONG)
    say(play, rehearsal, f"{TELLS} undo no")
    rehearsal.run(LONG)
    assert answered(play)


def test_it_does_not_wait_for_a_pod_that_is_lost() -> None:
    play, rehearsal = asked_to_take_back()
    play.house.health[f"pod.{TELLS}"] = "lost"
    rehearsal.run(LONG)
    assert answered(play)
