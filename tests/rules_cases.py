"""Runs worked cases of the rules through the engine: `python -m tests.rules_cases FILE...`.

A file holds one JSON object a line: id, game, edition, situation, action, expected (and source, note).
Prints each case that fails with what was expected and what came, then the sum; exits 1 if any failed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.engine import cases_001, cases_kuhhandel
from tests.engine.biz_bluff import cases as cases_biz_bluff
from tests.engine.bluff_you import cases as cases_bluff_you

Case = Mapping[str, Any]
Judge = Callable[[Case], Mapping[str, Any]]

# Each gives what the engine says to a case, in the words of the case's `expected`.
JUDGES: Mapping[str, Judge] = {
    "000": cases_kuhhandel.judged,
    "001": cases_001.judged,
    "002": cases_kuhhandel.judged,
    "003": cases_biz_bluff.judged,
    "004": cases_bluff_you.judged,
}
NOT_IN_THE_HOUSE: frozenset[str] = frozenset()


class Failure(NamedTuple):
    case: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"FAIL {self.case}\n     expected {_text(self.expected)}\n     got      {_text(self.got)}"


class Outcome(NamedTuple):
    """`skipped`: how many cases of each game that is not in the house."""

    passed: int
    failures: list[Failure]
    skipped: Counter[str]


def run(lines: Iterator[tuple[str, str]]) -> Outcome:
    """Judges every case of `lines`, each a place to name it by and its text."""
    passed, failures, skipped = 0, list[Failure](), Counter[str]()
    for place, line in lines:
        try:
            case = json.loads(line)
            name, game = str(case["id"]), str(case["game"])
        except (ValueError, KeyError, TypeError) as fault:
            failures.append(Failure(place, "a case as a JSON object with id and game", repr(fault)))
            continue
        if game in NOT_IN_THE_HOUSE:
            skipped[game] += 1
            continue
        failure = _failure(name, JUDGES.get(game), case)
        if failure is None:
            passed += 1
        else:
            failures.append(failure)
    return Outcome(passed, failures, skipped)


def _failure(name: str, judge: Judge | None, case: Case) -> Failure | None:
    expected = case.get("expected")
    if not isinstance(expected, Mapping) or not expected:
        return Failure(name, "a case that expects something", expected)
    if judge is None:
        return Failure(name, expected, f"there is no game {case['game']!r}")
    try:
        got = judge(case)
    except Exception as fault:  # whatever is wrong with one case, the others are judged
        return Failure(name, expected, f"cannot be played: {fault!r}")
    return None if _agrees(expected, got) else Failure(name, expected, got)


def _agrees(expected: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    """The case may ask for less than the engine tells, never for more."""
    return all(key in got and got[key] == value for key, value in expected.items())


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def lines_of(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """The lines that say something, each with its place as `file:line`."""
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                yield f"{path.name}:{number}", line


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        print("usage: python -m tests.rules_cases FILE...", file=sys.stderr)
        return 2
    try:
        outcome = run(lines_of([Path(argument) for argument in arguments]))
    except (OSError, UnicodeDecodeError) as fault:
        print(f"cannot read the cases: {fault}", file=sys.stderr)
        return 2
    for failure in outcome.failures:
        print(failure)
    for game, count in sorted(outcome.skipped.items()):
        print(f"skipped {count} of game {game}: not in the house yet")
    failed, skipped = len(outcome.failures), outcome.skipped.total()
    print(f"{outcome.passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
