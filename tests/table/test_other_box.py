"""A table that plays Biz-Bluff with a box that was taught: settings to screens, bots to journal, and on after
the box was off, whatever has become of the files."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import Match, Setup
from engine.biz_bluff.box import BOARD, our_box
from firmware.box import Box
from firmware.cli import main
from firmware.journal import Journal
from firmware.sim.rehearsal import VirtualClock
from firmware.table.play import Play
from firmware.window import Window
from tests.engine.biz_bluff.other import OTHER, PAPERS
from tests.firmware.test_boxes import laid_in
from tests.table.headless import Headless, play_of, settings
from tests.table.texts import text_of

OURS = set(our_box().board.companies.values())
THEIRS = set(OTHER.board.companies.values())
LONGEST = 40_000.0


class Evening:
    """Bots at a table with the taught box in `folder`, and what their glasses have shown."""

    def __init__(self, folder: Path) -> None:
        self.clock = VirtualClock()
        held = replace(settings(3, 5, folder / "journal.db"), box=folder / "box")
        self.box = Box(held, clock=self.clock, sleep=self.clock.sleep, encore=float("inf"), pace=0.3)
        if self.box.house.last_choice() is None:
            self.box.house.keep_choice(Setup("biz-bluff", (1, 2, 3)).to_json())
        for pod in self.box.settings.pods:
            self.box.players.set_player(pod, True)
        self.rehearsal = Headless(self.box, self.clock)
        self.shown: set[str] = set()

    def play(self) -> Play:
        play = play_of(self.box)
        assert play is not None
        return play

    def until(self, answers: int | None) -> Play:
        """Plays until there are so many answers, or to the end."""
        began = self.clock.now
        while (play := play_of(self.box)) is None or (
            play.match.result is None and (answers is None or len(play.match.journal) < answers)
        ):
            self.rehearsal.run(1.0)
            self.shown |= {text_of(self.box.table.screen(pod)) for pod in self.box.settings.pods}
            assert self.clock.now - began < LONGEST
        return play


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    laid_in(tmp_path / "box", PAPERS)
    return tmp_path


def test_bots_play_a_whole_game_with_a_taught_box(folder: Path) -> None:
    evening = Evening(folder)
    match = evening.until(None).match
    assert match.setup.papers == PAPERS
    assert match.result is not None
    assert not match.result.by_vote
    told = " ".join(evening.shown)
    assert any(name in told for name in THEIRS)
    assert not [name for name in OURS if name in told]
    _, public = Window(evening.box).public()
    account = json.dumps(public["account"], ensure_ascii=False)
    assert any(json.dumps(name, ensure_ascii=False)[1:-1] in account for name in THEIRS)
    assert not [name for name in OURS if name in account]
    drawn = {str(event.values["card"]) for event in match.events if event.key == "drew"}
    assert drawn <= set(OTHER.cards)
    evening.box.stop()
    told = CliRunner().invoke(main, ["replay", "1", "--var", str(folder)]).output
    assert any(name in told for name in THEIRS)
    assert not [name for name in OURS if name in told]


@pytest.mark.parametrize("gone", ["changed", "broken", "taken away"])
def test_a_game_goes_on_with_the_box_that_it_was_begun_with(folder: Path, gone: str) -> None:
    evening = Evening(folder)
    before = evening.until(60).match
    evening.box.stop()
    match gone:
        case "changed":
            other = PAPERS[BOARD].replace("Volta", "Franklin").replace("Watt", "Kelvin")
            laid_in(folder / "box", {BOARD: other})
        case "broken":
            laid_in(folder / "box", {BOARD: "crossed ="})
        case _:
            shutil.rmtree(folder / "box")
    evening = Evening(folder)
    after = evening.play().match
    assert after.journal == before.journal
    assert after.open == before.open
    assert after.setup.papers == PAPERS
    assert bool(evening.box.house.complaints()) == (gone != "changed")
    evening.until(len(before.journal) + 30)
    assert "Volta" in json.dumps(after.view(None))
    assert not [name for name in OURS if any(name in text for text in evening.shown)]
    fresh = evening.box.evening.begin(Setup("biz-bluff", (1, 2))).match.view(None)
    assert ("Franklin" in json.dumps(fresh)) == (gone == "changed")  # the next game is with what is there
    assert "Volta" not in json.dumps(fresh)
    evening.box.stop()


def test_a_box_that_is_no_good_is_said_so_and_ours_is_played_with(folder: Path) -> None:
    laid_in(folder / "box", {BOARD: PAPERS[BOARD].replace("crossed", "crosed")})
    evening = Evening(folder)
    assert [
        "board.toml: line 2: crosed: there is no such key" in one for one in evening.box.house.complaints()
    ]
    assert evening.until(3).match.setup.papers == {}
    evening.box.stop()


def test_the_choice_of_the_last_evening_does_not_bring_its_box_back(folder: Path) -> None:
    evening = Evening(folder)
    evening.until(3)
    evening.box.stop()
    kept = Journal(folder / "journal.db")
    assert "papers" not in str(kept.kept("last-choice"))
    assert json.loads(kept.games()[0].setup)["papers"] == PAPERS
    assert Match(Setup.from_json(json.loads(kept.games()[0].setup))).setup.papers == PAPERS
    kept.close()
