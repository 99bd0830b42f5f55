"""What a table remembers when it is left and set again, and what it makes of nonsense that it finds."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import Setup
from firmware.box import Box
from firmware.cli import main
from firmware.glass import icons
from firmware.hands.join import JoinHand
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from firmware.words import Words
from tests.table.headless import Headless, play_of, settings
from tests.table.rig import Rig
from tests.table.texts import text_of


def a_box(folder: Path) -> tuple[Box, VirtualClock]:
    clock = VirtualClock()
    return Box(settings(3, 5, folder / "journal.db"), clock=clock, sleep=clock.sleep, encore=0), clock


def test_bots_play_on_after_the_box_was_off(tmp_path: Path) -> None:
    box, _ = a_box(tmp_path)
    box.hand_to(2, True)
    box.hand_to(3, True)
    box.hand_to(2, False)
    box.stop()
    box, _ = a_box(tmp_path)
    assert box.players.bots == {3}
    box.stop()


@pytest.mark.parametrize("mended", [False, True])
def test_who_stands_in_for_a_lost_pod_does_so_after_the_box_was_off(tmp_path: Path, mended: bool) -> None:
    box, clock = a_box(tmp_path)
    for pod in box.settings.pods:
        box.hand_to(pod, True)
    rehearsal = Headless(box, clock)
    while play_of(box) is None:
        rehearsal.step()
    for pod in box.settings.pods:
        box.hand_to(pod, False)
    box.bus.unplug(3)
    rehearsal.run(10.0)
    box.house.stand_in(1, 3)
    box.stop()
    box, clock = a_box(tmp_path)
    assert play_of(box) is not None, "so short a break is none"
    assert box.house.stand_ins == {1: 3}
    if not mended:
        box.bus.unplug(3)
    rehearsal = Headless(box, clock)
    rehearsal.run(10.0)
    assert box.house.stand_ins == ({} if mended else {1: 3})
    assert ("pod.3" in box.house.health) is not mended
    assert (icons.HAND in text_of(box.table.screen(1))) is not mended
    box.stop()


def test_who_stood_in_in_a_game_does_so_when_it_is_resumed_and_in_no_other(tmp_path: Path) -> None:
    rig = Rig((1, 2, 3), Setup("liars-dice", (1, 2, 3)), Journal(tmp_path / "journal.db"))
    rig.ails("pod.3", "Errno 121")
    rig.wait(10.0)
    rig.choose(1, "house.stand-in", "3")
    for away, again in (("resume", {1: 3}), ("new-game yes", {})):
        later = Rig((1, 2, 3), journal=rig.journal, away=1e6)
        later.ails("pod.3", "Errno 121")
        later.wait(10.0)
        assert later.house.stand_ins == {}, "in the lobby everybody speaks for himself"
        later.say_in_lobby(1, *away.split())
        if "new-game" in away:
            later.say_in_lobby(2, "new-game", "yes")
        assert later.house.stand_ins == again


def test_a_replay_calls_people_by_their_names(tmp_path: Path) -> None:
    box, clock = a_box(tmp_path)
    box.house.name(2, "Zoé")
    for pod in box.settings.pods:
        box.hand_to(pod, True)
    rehearsal = Headless(box, clock)
    while (play := play_of(box)) is None or not any(event.key == "starts" for event in play.match.events):
        rehearsal.step()
    box.stop()
    (tmp_path / "none.toml").touch()
    told = CliRunner().invoke(
        main, ["replay", "--var", str(tmp_path), "--settings", str(tmp_path / "none.toml"), "1"]
    )
    assert told.exit_code == 0, told.output
    assert "Zoé" in told.output
    assert "Seat 2" not in told.output


def test_a_list_says_at_once_that_it_goes_on() -> None:
    hand = JoinHand(1)
    hand.joined, hand.host = (1, 2), 1
    bar = hand.screen(Words(), {}).bar
    assert bar is not None
    assert bar[1], "nothing on the glass says that MORE leads further down"


def test_a_layout_that_is_no_good_is_named_and_the_reference_table_used(tmp_path: Path) -> None:
    broken = tmp_path / "table.toml"
    broken.write_text("width = 'wide'")
    clock = VirtualClock()
    made = replace(settings(3, 5, tmp_path / "journal.db"), layout=broken)
    box = Box(made, clock=clock, sleep=clock.sleep)
    assert any("table.toml" in complaint for complaint in box.house.complaints())
    box.stop()


@pytest.mark.parametrize("setup", ["not json", "null", "[]", '{"game": "liars-dice", "names": [1, 2]}', "5"])
def test_a_game_whose_setup_is_nonsense_is_refused_in_a_line(tmp_path: Path, setup: str) -> None:
    journal = Journal(tmp_path / "journal.db")
    journal.end(journal.begin("liars-dice", setup))
    journal.close()
    (tmp_path / "none.toml").touch()
    told = CliRunner().invoke(
        main, ["replay", "--var", str(tmp_path), "--settings", str(tmp_path / "none.toml"), "1"]
    )
    assert told.exit_code == 1
    assert "Traceback" not in told.output
    assert isinstance(told.exception, SystemExit)


def test_a_journal_whose_folder_is_deleted_is_named_at_every_pod_and_comes_back_whole(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    rig = Rig((1, 2, 3), Setup("liars-dice", (1, 2, 3)), Journal(folder / "journal.db"))
    rig.read({1: "11111", 2: "22222", 3: "33333"})
    rig.roll()
    shutil.rmtree(folder)
    rig.say(3, "bid", "6x3")
    assert all("is gone" in rig.text(pod) for pod in rig.pods)
    rig.wait(10)
    assert icons.WARNING in rig.text(1)
    folder.mkdir()
    rig.say(1, "bid", "7x3")
    assert rig.house.health == {}
    rig.journal.close()
    assert Journal(folder / "journal.db").entries(1) == rig.answers
