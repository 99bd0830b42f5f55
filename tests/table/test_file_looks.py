"""Looking into a file on the simulated table: who looks sees what lies there, on his own page and while he
holds it open; to everybody and everything else it makes no difference."""

from __future__ import annotations

import itertools
import json
import logging
import re

import pytest

from engine import Setup
from engine.biz_bluff.box import our_box
from firmware.box import Box
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.files import Files
from firmware.sim.rehearsal import VirtualClock
from firmware.table.play import Play
from firmware.web.holds import Holds
from firmware.web.messages import File
from firmware.web.notice import Notice
from firmware.web.page import Kind, Page
from firmware.window import Window
from tests.table.headless import Headless, play_of, settings

SEATS, OWNER, COMPANY = (1, 2, 3), 1, "Y1"
BEGUN = ("1 throw", "table dice 1:6", "2 throw", "table dice 2:2", "3 throw", "table dice 3:3")
BY_CARD = ("1 throw", "table dice 1:1", "table cards spot:yellow", f"1 company {COMPANY}")
SAID = {"one": "1 bundle", "two": "2 bundles", "blank": "Blank", "bluffed": "Bluffed!"}


class Look:
    """A table at which seat 1 stands before a free company and looks into its file, pressed by hand; `holds`:
    it reads on its page what lies there."""

    def __init__(self, log: pytest.LogCaptureFixture, holds: bool = True) -> None:
        log.clear()
        journal = Journal(None)
        game = journal.begin("biz-bluff", json.dumps(Setup("biz-bluff", SEATS).to_json()))
        for text in (*BEGUN, *BY_CARD):
            journal.append(game, text)
        clock = VirtualClock()
        self.box = Box(settings(3, 4), clock=clock, sleep=clock.sleep, journal=journal)
        self.rehearsal = Headless(self.box, clock)
        self.window = Window(self.box)
        times = itertools.count()
        notice = Notice(self.window, clock=lambda: float(next(times)))
        pages: list[tuple[Kind, tuple[int, ...]]] = [("public", ()), *(("seat", (pod,)) for pod in SEATS)]
        self.pages = {
            pods: Page(self.window, notice, Holds(self.window.press), kind, pods) for kind, pods in pages
        }
        self.own = self.pages[(OWNER,)]
        self.told: list[object] = []  # to anybody but the owner
        self.seen: list[str] = []  # by the owner, on its page
        self.run(8.0)
        self.tap(OWNER)  # on with the game
        for pod in SEATS * 3:
            if self.play.desks[pod].news:
                self.tap(pod)
        before = len(self.play.match.journal)
        self.tap(OWNER)  # look secretly
        assert [str(answer) for answer in self.play.match.journal[before:]] == ["1 deed look"]
        if holds:
            self.own.take(File(OWNER, "look-start"))
            self.run(1.0)
            self.own.take(File(OWNER, "look-end"))
        self.run(1.0)
        self.logged = [
            (record.name, record.levelno, re.sub(r"0x[0-9a-f]+", "", record.getMessage()))
            for record in log.records
        ]
        self.kept = [journal.entries(one.id) for one in journal.games()]

    @property
    def play(self) -> Play:
        play = play_of(self.box)
        assert play is not None
        return play

    def tap(self, pod: int, button: Button = Button.OK) -> None:
        self.box.finger.tap(pod, button)
        self.run(0.8)

    def run(self, seconds: float) -> None:
        self.rehearsal.run(seconds)
        self.told.append({pods: page.news() for pods, page in self.pages.items() if pods != (OWNER,)})
        self.told.append(repr(self.box.host.world))
        self.seen.append(self.own.news() or "")


@pytest.fixture
def lies(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What lies in the one file; to be changed between two tables."""
    there = {COMPANY: "two"}
    monkeypatch.setattr(Files, "in_file", lambda _, company: there.get(company, "blank"))
    return there


def test_who_looks_sees_what_lies_there_while_he_holds_it_open(
    caplog: pytest.LogCaptureFixture, lies: dict[str, str]
) -> None:
    for token, said in SAID.items():
        lies[COMPANY] = token
        look = Look(caplog)
        opened = json.loads(look.seen[-2])[f"file/{OWNER}"]
        assert opened == {"company": our_box().board.companies[COMPANY], "says": said}
        assert json.loads(look.seen[-1])[f"file/{OWNER}"]["says"] is None
        assert said not in "".join(look.seen[:-2])


def test_what_lies_there_makes_no_difference_to_anybody_else(
    caplog: pytest.LogCaptureFixture, lies: dict[str, str]
) -> None:
    """Pages to the byte, glass, journal and log: but that he looked."""
    caplog.set_level(logging.DEBUG)
    plain = Look(caplog)
    lies[COMPANY] = "bluffed"
    other = Look(caplog)
    assert plain.seen != other.seen
    assert plain.told == other.told
    assert plain.logged == other.logged
    assert plain.kept == other.kept
    assert ("firmware.window", logging.INFO, f"seat {OWNER} looks into a file") in plain.logged
    unread = Look(caplog, holds=False)
    assert unread.told[:-3] == plain.told[: len(unread.told) - 3]
    assert not [line for line in unread.logged if "looks into a file" in line[2]]


def test_no_other_page_knows_that_there_is_a_file_to_look_into(
    caplog: pytest.LogCaptureFixture, lies: dict[str, str]
) -> None:
    del lies
    look = Look(caplog)
    assert look.window.file(OWNER) is not None
    for pod in SEATS[1:]:
        assert look.window.file(pod) is None
        news = Page(look.window, Notice(look.window), Holds(look.window.press), "seat", (pod,)).news()
        assert json.loads(news or "")[f"file/{pod}"] is None
        assert f"file/{OWNER}" not in (news or "")
