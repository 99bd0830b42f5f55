"""The files and the pile of a simulated Biz-Bluff: others in each game, unless a seed is asked for."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Setup
from engine.biz_bluff.box import our_box
from firmware.box import Box
from firmware.sim.files import Files
from tests.table.headless import settings

SEATS = 2  # as few throws for the start as can be: they tell no game from another


def at_table(journal: Path, seed: int | None, *, anew: bool = False) -> Box:
    return Box(replace(settings(SEATS, 0, journal), seed=seed), anew=anew)


def begin(box: Box) -> None:
    box.table.stage = box.evening.begin(Setup("biz-bluff", (1, 2)))


def end(box: Box) -> None:
    game = box.house.game
    assert game is not None
    box.journal.end(game)
    box.table.stage = box.evening.lobby()


def what_lies(files: Files | None) -> tuple[str, ...]:
    assert files is not None
    return (*map(files.in_file, our_box().board.companies), files.on_top())


def games(journal: Path, seed: int | None, *, anew: bool = False) -> list[tuple[str, ...]]:
    """What lies in the files of three games, one after the other at one table."""
    box, lay = at_table(journal, seed, anew=anew), []
    for _ in range(3):
        begin(box)
        lay.append(what_lies(box.files))
        end(box)
    box.stop()
    return lay


def test_without_a_seed_every_game_and_every_table_has_other_files(tmp_path: Path) -> None:
    lay = games(tmp_path / "one.db", None) + games(tmp_path / "two.db", None)
    assert len(set(lay)) == len(lay)


def test_with_a_seed_the_same_games_come_again_and_differ_from_each_other(tmp_path: Path) -> None:
    lay = games(tmp_path / "one.db", 7)
    assert len(set(lay)) == len(lay)
    assert games(tmp_path / "two.db", 7) == lay
    assert games(tmp_path / "one.db", 7, anew=True) == lay, "a table that was kept does not stand in the way"
    assert games(tmp_path / "two.db", 8, anew=True) != lay


@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("anew", [False, True])
def test_a_game_that_is_taken_up_again_has_the_files_that_it_had(
    tmp_path: Path, seed: int | None, anew: bool
) -> None:
    journal = tmp_path / "journal.db"
    games(journal, seed)
    box = at_table(journal, seed)
    begin(box)
    lay, world = what_lies(box.files), box.host.world.to_data()
    box.stop()
    box = at_table(journal, 8 if anew else seed, anew=anew)
    assert box.host.world.to_data() == world
    box.table.stage = box.evening.first_stage(away=0)
    assert what_lies(box.files) == lay
    box.stop()


def test_between_games_nothing_lies_in_files(tmp_path: Path) -> None:
    box = at_table(tmp_path / "journal.db", 7)
    assert box.files is None
    box.table.stage = box.evening.begin(Setup("liars-dice", (1, 2)))
    assert box.files is None
    box.stop()
