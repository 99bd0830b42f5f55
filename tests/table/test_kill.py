"""The plug is pulled at 200 random instants of a game: nothing that anybody has seen is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

TIMES = 200


def test_a_box_that_is_killed_goes_on_at_the_same_decision_with_the_same_dice(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.table.kills", str(tmp_path), str(TIMES)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["killed"] == TIMES
    assert told["answers"] > TIMES / 4, "the boxes hardly played: the test says nothing"
