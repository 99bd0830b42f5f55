"""What is in a wallet or a pile changes nothing that anybody else, a log, a page or an account could tell."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import Answer, Setup
from firmware.cli import main
from firmware.hands import Said
from firmware.journal import Journal
from firmware.table.play import NEWS_FOR
from firmware.table.stroke import COMES_UP, STROKE_EVERY
from tests.table.openings import LATE, SEATS, match_from
from tests.table.rig import Rig

OWNER = 2
WALLETS = {"plain": (0, 10, 10, 10, 50, 50, 200), "other": (0, 0, 0, 100, 100, 500, 500), "poor": (10,)}
PILES = {"plain": "0 10", "other": "0 0"}  # both lose against 50
OFFERS = {"plain": "10 10", "other": "0 10"}


class Told:
    """All that could be known, at every step, to anybody but the owner (and, once the piles are open to the
    partner, to anybody but the two)."""

    def __init__(self, rig: Rig, log: pytest.LogCaptureFixture, but: Sequence[int]) -> None:
        self.rig = rig
        self.but = set(but)
        self.steps: list[object] = []
        self._log = log

    def note(self) -> None:
        rig = self.rig
        others = [pod for pod in rig.pods if pod not in self.but]
        self.steps.append({pod: rig.text(pod) for pod in others})
        self.steps.append({pod: rig.play.match.view(pod) for pod in others})
        self.steps.append(json.dumps(rig.play.public()))
        self.steps.append(repr(rig.play.asked()) + repr(rig.sight))
        self.steps.append([re.sub(r"0x[0-9a-f]+", "", one.getMessage()) for one in self._log.records])

    def say(self, seat: int, key: str, said: str = "") -> None:
        """Said at once: other notes take other presses, and presses take time."""
        self.rig.play._heard(seat, Said(key, said))
        self.rig.table.tick(self.rig.now)
        self.note()
        self.rig.wait(NEWS_FOR + 0.1)
        self.note()

    def counted(self) -> None:
        self.rig.wait(COMES_UP + 2 * STROKE_EVERY + 0.1)
        self.note()


def trade(log: pytest.LogCaptureFixture, which: str, **options: str) -> Told:
    """The owner offers a pile for a cow; the counter is higher in any case."""
    log.clear()
    opening = replace(LATE, turn=OWNER, notes={**LATE.notes, OWNER: WALLETS[which], 3: (0, 0, 50, 500)})
    rig = Rig(SEATS, match=match_from(opening, "kuhhandel", options))
    told = Told(rig, log, but=(OWNER,))
    told.note()
    told.say(OWNER, "turn", "trade:cow")
    told.say(OWNER, "offer", PILES[which])
    told.rig.press(OWNER, "O")  # and looks at the menu
    told.say(3, "reply", "counter")
    told.but.add(3)
    told.say(3, "counter", "50")
    if options:
        told.say(3, "counted", "yes")
        told.say(OWNER, "counted", "yes")
    told.say(3, "turn", "auction")
    assert told.rig.answers[-1] == "3 turn auction"
    return told


@pytest.mark.parametrize("options", [{}, {"money": "table"}])
def test_other_notes_in_a_wallet_and_a_pile_make_no_difference_to_who_is_not_in_the_trade(
    caplog: pytest.LogCaptureFixture, options: dict[str, str]
) -> None:
    caplog.set_level(logging.DEBUG)
    plain, other = (trade(caplog, which, **options) for which in PILES)
    assert plain.rig.text(OWNER) != "" != other.rig.text(OWNER)
    assert plain.rig.play.match.view(OWNER) != other.rig.play.match.view(OWNER)
    assert plain.steps == other.steps


def auction(log: pytest.LogCaptureFixture, which: str) -> Told:
    """The owner bids what it has not, is outbid, and sells."""
    log.clear()
    opening = replace(LATE, turn=OWNER, notes={**LATE.notes, OWNER: WALLETS[which]})
    told = Told(Rig(SEATS, match=match_from(opening)), log, but=(OWNER,))
    told.rig.play._heard(OWNER, Said("turn", "auction"))
    told.rig.table.tick(told.rig.now)
    told.rig.lay(spot="horse")
    told.note()
    told.rig.play._heard(3, Said("bid", "50"))
    told.rig.table.tick(told.rig.now)
    told.counted()
    told.say(OWNER, "right", "sell")
    told.say(3, "payment", "50")
    told.rig.choose(OWNER, "house.peek")
    told.note()
    return told


@pytest.mark.parametrize("has", ["other", "poor"])
def test_who_sells_shows_nobody_what_he_has(caplog: pytest.LogCaptureFixture, has: str) -> None:
    """Not even whether he could have bought."""
    caplog.set_level(logging.DEBUG)
    plain, other = auction(caplog, "plain"), auction(caplog, has)
    assert plain.rig.text(OWNER) != other.rig.text(OWNER)
    assert plain.steps == other.steps


def test_a_difference_would_be_found(caplog: pytest.LogCaptureFixture) -> None:
    plain, other = auction(caplog, "plain"), auction(caplog, "other")
    for told in (plain, other):
        told.but = {3}
        told.note()
    assert plain.steps != other.steps


def running(folder: Path, which: str) -> str:
    """The account of a game that is not over, in which the owner has laid this pile."""
    setup = Setup("kuhhandel", SEATS, {"short": "yes"})
    rig = Rig(SEATS, setup, Journal(folder / "journal.db"))
    rig.say(OWNER, "starts", str(OWNER))
    rig.lay(animals_1="cow pig cat dog", animals_2="cow horse horse sheep", animals_3="goose goose pig goat")
    for key, by, said in (
        ("turn", OWNER, "trade:cow"),
        ("offer", OWNER, OFFERS[which]),
        ("reply", 1, "counter"),
        ("counter", 1, "50"),
    ):
        rig.wait(NEWS_FOR + 0.1)
        rig.play._heard(by, Said(key, said))
        rig.table.tick(rig.now)
    assert rig.answers[-1] == "1 counter 50"
    rig.journal.close()
    (folder / "none.toml").touch()
    asked = ["replay", "--var", str(folder), "--settings", str(folder / "none.toml")]
    seat = CliRunner().invoke(main, [*asked, "1", "--as-seat", str(OWNER)])
    assert seat.exit_code != 0, "a seat's own account is for after the game"
    public = CliRunner().invoke(main, [*asked, "1"])
    assert public.exit_code == 0, public.output
    return public.output


def test_the_account_of_a_running_game_names_no_note(tmp_path: Path) -> None:
    accounts = {}
    for which in OFFERS:
        (tmp_path / which).mkdir()
        accounts[which] = running(tmp_path / which, which)
    assert accounts["plain"] == accounts["other"]
    assert "offers 2 notes" in accounts["plain"]


def test_a_refused_pile_leaves_nothing_of_itself_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    rig = Rig(SEATS, match=match_from(replace(LATE, turn=OWNER)))
    rig.say(OWNER, "turn", "trade:cow")
    rig.play._answer(Answer(OWNER, "offer", "500 500 500"))
    assert "refused" in caplog.text
    assert "500" not in caplog.text
