"""What the eye is not asked any more is for people to settle: bots key nothing in while one of them plays."""

from __future__ import annotations

import pytest

from engine.request import EnterDice, said_hands
from tests.table.test_disputed_dice import READING, Evening

PERSON, BOT = 1, 2
LONG = 30.0  # seconds: a bot would have pressed by then


def disputed_twice(game: str) -> Evening:
    evening = Evening(game, 1)  # in which the first throw of liar's dice is no tie
    for _ in range(2):
        while not evening.read:
            evening.run(0.2)
        evening.run(0.2)
        evening.say(f"{PERSON} dispute")
    assert evening.disputes == 2
    assert entries(evening), "it is keyed in by hand now"
    return evening


def entries(evening: Evening) -> list[EnterDice]:
    return [one for one in evening.play.match.open if isinstance(one, EnterDice)]


def said(evening: Evening) -> list[tuple[object, str]]:
    keys = {"enter", "agree", "dispute"}
    return [(answer.by, answer.key) for answer in evening.play.match.journal if answer.key in keys]


@pytest.mark.parametrize("game", READING)
def test_bots_leave_what_is_disputed_to_people_and_only_say_whether_it_is_right(game: str) -> None:
    evening = disputed_twice(game)
    before = said(evening)
    evening.box.players.set_player(BOT, True)
    evening.run(LONG)
    assert said(evening) == before, "a bot has keyed in what people were to look at"
    (own,) = (one for one in entries(evening) if one.by == PERSON)
    lie = {seat: "".join(value.value for value in evening.box.host.own(seat)) for seat in own.wanted}
    faces = {seat: dice.replace("star", "*") for seat, dice in lie.items()}
    for seat, dice in faces.items():
        evening.say(f"{PERSON} enter {said_hands({seat: dice})}")
        evening.run(LONG)
    assert (BOT, "agree") in said(evening)
    assert evening.read, "the game goes on with it"


@pytest.mark.parametrize("game", READING)
def test_where_bots_play_alone_they_settle_it_themselves(game: str) -> None:
    evening = disputed_twice(game)
    for seat in (PERSON, BOT):
        evening.box.players.set_player(seat, True)
    evening.run(LONG)
    assert {"enter", "agree"} <= {key for _, key in said(evening)}
    assert evening.read
