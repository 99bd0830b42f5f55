"""The worked cases pass, and the program that runs them can say no."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests import rules_cases
from tests.rules_cases import JUDGES, NOT_IN_THE_HOUSE, main

OWN = tuple(
    Path(__file__).parent / name
    for name in ("cases_001.jsonl", "cases_kuhhandel.jsonl", "bluff_you/cases.jsonl", "biz_bluff/cases.jsonl")
)
OWN_CASES = [line for path in OWN for line in path.read_text(encoding="utf-8").splitlines()]
ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("BLUFFBOX_DATA", ROOT.parent / "shared" / "data"))
SHARED = DATA.parent / "rules" / "cases.jsonl"


def test_our_own_cases_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path) for path in OWN]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == f"{len(OWN_CASES)} passed, 0 failed, 0 skipped\n"


@pytest.mark.skipif(not SHARED.exists(), reason=f"no worked cases at {SHARED}")
def test_the_shared_cases_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(SHARED)]) == 0, capsys.readouterr().out


def test_a_game_is_judged_or_named_as_absent_but_not_both() -> None:
    assert not set(JUDGES) & NOT_IN_THE_HOUSE


@pytest.mark.parametrize("number", range(len(OWN_CASES)))
def test_every_case_fails_when_it_expects_something_else(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each thing that a case expects is looked at: none passes whatever the engine says."""
    case = json.loads(OWN_CASES[number])
    for key in case["expected"]:
        wrong = case | {"expected": case["expected"] | {key: "something else"}}
        (tmp_path / "cases.jsonl").write_text(json.dumps(wrong), encoding="utf-8")
        assert main([str(tmp_path / "cases.jsonl")]) == 1
        assert f"FAIL {case['id']}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        '{"id": "x"}',
        '{"id": "x", "game": "009", "expected": {"a": 1}}',
        '{"id": "x", "game": "001", "expected": {}}',
        '{"id": "x", "game": "001", "action": {"op": "dance"}, "expected": {"legal": true}}',
        '{"id": "x", "game": "001", "situation": {}, "action": {"op": "call"}, "expected": {"legal": false}}',
    ],
)
def test_what_cannot_be_judged_fails(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cases.jsonl").write_text(line + "\n\n", encoding="utf-8")
    assert main([str(tmp_path / "cases.jsonl")]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed, 0 skipped\n")


def test_absent_games_are_skipped_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules_cases, "NOT_IN_THE_HOUSE", frozenset({"008", "009"}))
    lines = [json.dumps({"id": f"{game}-1", "game": game}) for game in ("009", "008", "008")]
    (tmp_path / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert main([str(tmp_path / "cases.jsonl")]) == 0
    out = capsys.readouterr().out
    assert "skipped 1 of game 009" in out
    assert "skipped 2 of game 008" in out
    assert out.endswith("0 passed, 0 failed, 3 skipped\n")


def test_no_file_and_a_missing_file_are_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main([str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err
