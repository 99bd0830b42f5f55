"""Who begins is agreed by the people at the table, and whoever says it first has said it: they must see the
question, and have the time to say it."""

from __future__ import annotations

import pytest

from engine import Setup
from firmware.hands import Said
from firmware.table.play import Play
from tests.table.headless import play_of
from tests.table.rig import Rig
from tests.table.test_box import Evening

GAMES = ["kuhhandel", "bluff-auction", "bluff-you"]  # of which the sheet lets the players agree on it


def begun(kind: str, people: tuple[int, ...]) -> tuple[Evening, Play]:
    """A game that begins among bots and these people, who press nothing."""
    evening = Evening(3)
    house = evening.box.house
    house.keep_choice(Setup(kind, (1, 2, 3), {}).to_json())
    evening.bots()
    evening.until(lambda: play_of(evening.box) is not None)
    for pod in people:
        evening.box.players.set_player(pod, False)
    play = play_of(evening.box)
    assert play is not None
    return evening, play


def is_asked(play: Play) -> bool:
    return any(request.key == "starts" for request in play.match.open)


@pytest.mark.parametrize("kind", GAMES)
def test_bots_leave_it_to_people_who_begins(kind: str) -> None:
    evening, play = begun(kind, people=(2,))
    assert is_asked(play)
    evening.rehearsal.run(30.0)
    assert is_asked(play)
    assert "# Who " in evening.text(2)
    play._heard(2, Said("starts", "1"))
    evening.rehearsal.run(1.0)
    assert not is_asked(play)


@pytest.mark.parametrize("kind", GAMES)
def test_bots_among_themselves_say_who_begins(kind: str) -> None:
    evening, play = begun(kind, people=())
    evening.until(lambda: not is_asked(play), within=20.0)


@pytest.mark.parametrize("kind", GAMES)
def test_what_ails_the_box_does_not_cover_the_question_and_is_said_after_it(kind: str) -> None:
    rig = Rig(setup=Setup(kind, (1, 2, 3), {}))
    before = rig.text(1)
    assert "# Who " in before
    rig.ails("sound", "no speaker")
    rig.wait(0.1)
    assert rig.text(1) == before
    rig.wait(60.0)
    rig.press(1, "o")
    assert not is_asked(rig.play)
    assert any("No sound" in rig.text(pod) for pod in rig.pods)
