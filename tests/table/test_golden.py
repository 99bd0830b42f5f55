"""Whole games written down: every answer, what each seat and the public may know, what each pod shows.

A leak or a changed rule is a visible difference. To renew the files after a wanted change:
`BLUFFBOX_RENEW_GOLDEN=1 pytest tests/table/test_golden.py`, then read them before committing them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from engine import Match, Setup
from firmware.table.play import NEWS_FOR
from firmware.table.stroke import COMES_UP, STROKE_EVERY
from tests.table.bluffs import BLUFFS, GAME, match_of
from tests.table.businesses import BUSINESSES, business, setup_of
from tests.table.openings import SEATS, match_from
from tests.table.playthroughs import CATTLE_TRADES
from tests.table.rig import Rig
from tests.table.texts import lines_of
from vision.reading import Reason

GOLDEN = Path(__file__).parent / "golden"

TWO_SEATS = (
    "eye 1:33345 2:5555*",
    "1 ok; 2 ok",
    "1 roll",
    "2 roll",
    "2 bid 3x4",
    "2 menu undo yes",
    "wait",
    "2 bid 4x5",
    "1 bid 5x5",
    "2 call",
    "wait",
    "eye 1:2355* 2:1155*",
    "1 ok; 2 ok",
    "1 roll; 2 roll",
    "1 menu stacked 2",
    "wait",
    "1 bid 1x*",
    "2 bid 9x2",
    "1 call",
    "wait",
    "eye 1:22*34 2:1*2*",
    "1 ok; 2 ok",
    "1 roll; 2 roll",
    "2 bid 2x3",
    "1 bid 6x3",
    "2 call",
    "wait",
    "eye 1:11123 2:4",
    "1 ok; 2 ok",
)

FOUR_SEATS = (
    "eye 1:66111 2:66111 3:12344 4:11111",
    "1 ok; 2 ok; 3 ok; 4 ok",
    "eye 1:11111 2:22222",
    "1 ok; 2 ok; 3 ok; 4 ok",
    "1 roll; 2 roll; 3 roll; 4 roll",
    "2 bid 6x4",
    "1 menu re-roll 4",
    "wait",
    "3 bid 8x4",
    "4 call",
    "wait",
    "see 1:44456 2:5 3:4 4:stacked",
    "eye 1:44456 2:44123 3:61234 4:11111",
    "2 menu dispute",
    "wait",
    "eye 1:44456 2:44123 3:64234 4:11111",
    "1 ok",
    "1 menu dispute",
    "wait",
    "1 key 1 44456",
    "wait",
    "2 agree yes",
    "2 key 2 12344",
    "3 agree no",
    "2 key 2 12344",
    "wait",
    "4 agree yes",
    "3 key 3 12346",
    "wait",
    "1 agree yes",
    "4 key 4 11111",
    "wait",
    "3 agree yes",
    "1 ok; 2 ok; 3 ok; 4 ok",
    "1 roll; 2 roll; 3 roll; 4 roll",
    "1 bid 20x5",
    "2 call",
    "wait",
    "eye",
    "1 ok; 2 ok; 3 ok; 4 ok",
    "2 roll; 3 roll; 4 roll",
    "3 menu end yes",
    "wait",
    "4 end no",
    "wait",
    "3 bid 15x2",
    "4 call",
    "wait",
    "eye",
    "2 ok; 4 ok; 3 ok; 1 ok",
    "2 roll; 4 roll",
    "2 bid 10x5",
    "4 call",
    "wait",
    "eye",
    "1 ok; 2 ok; 3 ok; 4 ok",
)


class Playthrough:
    """A game on the rig, and its account. `match`: one that begins in the middle."""

    def __init__(self, setup: Setup, match: Match | None = None) -> None:
        self.rig = Rig(setup.seats, setup, match=match)
        self.lines = [f"setup {json.dumps(setup.to_json())}"]
        self._known: dict[str, str] = {}
        self._told = 0
        self._write_changes()

    def do(self, step: str) -> None:
        self.lines += ["", f"> {step}"]
        for part in step.split("; "):
            self._do(part.split(" "))
        self._write_changes()

    def _do(self, words: list[str]) -> None:
        rig = self.rig
        match words:
            case ["wait"]:
                rig.wait(NEWS_FOR)
            case ["eye"]:
                assert rig.sight is not None
                rig.read({seat: "123456"[:count] for seat, count in rig.sight[0].wanted.items()})
            case ["eye", *hands]:
                rig.read({int(hand[0]): hand[2:] for hand in hands})
            case ["see", *hands]:
                rig.see(**{f"seat_{hand[0]}": _seen(hand[2:]) for hand in hands})
            case ["lay", *lies]:
                rig.lay(
                    **{at: cards.replace(",", " ") for at, _, cards in (one.partition("=") for one in lies)}
                )
            case ["wait", seconds]:
                rig.wait(float(seconds))
            case ["counted"]:
                rig.wait(COMES_UP + 2 * STROKE_EVERY + 0.01)
            case [seat, "press", letters]:
                rig.press(int(seat), letters)
            case [seat, "ok"]:
                while rig.desk(int(seat)).unread is not None:
                    rig.press(int(seat), "o")
            case [seat, "menu", key, *said]:
                rig.choose(int(seat), key, " ".join(said))
            case [seat, "key", whose, faces]:
                rig.key_in(int(seat), int(whose), faces)
            case [seat, key, *said]:
                rig.say(int(seat), key, " ".join(said))

    def _write_changes(self) -> None:
        """What is new since the last step; what all may know is written once."""
        rig, match = self.rig, self.rig.play.match
        self.lines += [f"answer {answer}" for answer in rig.answers[self._told :]]
        self._told = len(rig.answers)
        public = match.view(None)
        self._write("public", public)
        for seat in match.setup.seats:
            own = {key: value for key, value in match.view(seat).items() if public.get(key) != value}
            self._write(f"seat {seat}", own)
        account = rig.play.public()["account"]
        assert isinstance(account, list)
        for line in account:
            self._changed(f"told {line['n']}", str(line["text"]))
        for pod in rig.pods:
            self._changed(f"pod {pod}", "\n".join(f"    {line}" for line in lines_of(rig.glass[pod])))

    def _write(self, whose: str, view: Mapping[str, object]) -> None:
        for key, value in view.items():
            self._changed(f"{whose} {key}", json.dumps(value))

    def _changed(self, name: str, text: str) -> None:
        if self._known.get(name) != text:
            self._known[name] = text
            self.lines.append(f"{name}\n{text}" if text.startswith("    ") else f"{name}: {text}")


def _seen(word: str) -> str | int | Reason:
    if word.isdigit() and len(word) == 1:
        return int(word)
    return Reason(word) if word.isalpha() else word


def played(setup: Setup, steps: Iterable[str], match: Match | None = None) -> str:
    game = Playthrough(setup, match)
    for step in steps:
        game.do(step)
    assert game.rig.play.match.result is not None, "the script ends before the game does"
    return "\n".join(game.lines) + "\n"


def approve(name: str, found: str) -> None:
    """Compares with the file that was approved, or writes that anew."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("BLUFFBOX_RENEW_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    approved = path.read_text(encoding="utf-8")
    for number, (was, now) in enumerate(
        zip(approved.splitlines(), found.splitlines(), strict=False), start=1
    ):
        assert was == now, f"{path.name}, line {number}"
    assert approved == found


@pytest.mark.parametrize(
    ("name", "setup", "steps"),
    [
        ("two-seats", Setup("liars-dice", (1, 2)), TWO_SEATS),
        (
            "four-seats",
            Setup("liars-dice", (1, 2, 3, 4), {"dice": "joker-6", "re-roll": "yes", "star-points": "6"}),
            FOUR_SEATS,
        ),
    ],
)
def test_a_whole_game_goes_as_it_was_approved(name: str, setup: Setup, steps: tuple[str, ...]) -> None:
    approve(name, played(setup, steps))


@pytest.mark.parametrize("name", CATTLE_TRADES)
def test_a_cattle_trade_goes_as_it_was_approved(name: str) -> None:
    opening, game, options, steps = CATTLE_TRADES[name]
    match = match_from(opening, game, options) if opening is not None else None
    approve(name, played(Setup(game, SEATS, options), steps, match))


@pytest.mark.parametrize("name", BLUFFS)
def test_a_game_of_bluff_you_goes_as_it_was_approved(name: str) -> None:
    opening, seats, steps = BLUFFS[name]
    approve(name, played(Setup(GAME, seats), steps, match_of(opening, seats)))


@pytest.mark.parametrize("name", BUSINESSES)
def test_a_game_of_biz_bluff_goes_as_it_was_approved(name: str) -> None:
    opening, way, steps = BUSINESSES[name]
    approve(name, played(setup_of(way), steps, business(opening, way)))
