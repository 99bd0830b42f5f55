"""The plug is pulled at 200 random instants of a game: nothing that anybody has seen is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from firmware.journal import Journal
from tests.engine.biz_bluff.other import PAPERS
from tests.firmware.test_boxes import laid_in

TIMES = 200
CUP = 60
BIZ = 60
TAUGHT = 20
CATTLE = 60  # a game of many more pieces takes longer to be left and taken up again


def killed(folder: Path, game: str, times: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.table.kills", str(folder), str(times), game],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert told["killed"] == times
    assert told["answers"] > times / 4, "the boxes hardly played: the test says nothing"
    return told


def test_a_box_that_is_killed_goes_on_at_the_same_decision_with_the_same_dice(tmp_path: Path) -> None:
    killed(tmp_path, "liars-dice", TIMES)


def test_a_box_that_is_killed_while_a_number_is_doubted_goes_on_with_the_cup_where_it_stood(
    tmp_path: Path,
) -> None:
    phases = killed(tmp_path, "bluff-you", CUP)["phases"]
    assert phases.get("answer", 0) + phases.get("reveal", 0) > 3, phases


def test_a_box_that_is_killed_over_a_secret_file_or_an_investment_goes_on_with_the_same_tokens(
    tmp_path: Path,
) -> None:
    phases = killed(tmp_path, "biz-bluff", BIZ)["phases"]
    assert (
        sum(
            phases.get(phase, 0) for phase in ("deed", "late", "look", "present", "invest", "opening", "card")
        )
        > 3
    ), phases


def test_a_box_that_is_killed_goes_on_with_the_taught_board_that_the_game_was_begun_with(
    tmp_path: Path,
) -> None:
    laid_in(tmp_path / "box", PAPERS)
    killed(tmp_path, "biz-bluff", TAUGHT)
    assert not (tmp_path / "box").exists()
    journal = Journal(tmp_path / "journal.sqlite")
    assert json.loads(journal.games()[0].setup)["papers"] == PAPERS
    journal.close()


def test_a_box_that_is_killed_in_an_auction_or_over_a_secret_pile_goes_on_from_there(tmp_path: Path) -> None:
    phases = killed(tmp_path, "kuhhandel", CATTLE)["phases"]
    assert phases["bidding"] > 3, phases
    assert sum(phases.get(phase, 0) for phase in ("offer", "reply", "counter")) > 3, phases
