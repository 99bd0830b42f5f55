"""Kills boxes at random instants of a game and checks what is left: `python -m tests.table.kills VAR N GAME`.

Where VAR holds a folder `box`, Biz-Bluff is played with what it holds; half-way it is taken away.

A program of its own, for it forks: each box is a child of a parent that has everything loaded. A box says
over a pipe what people have seen of it - an answer once its effect is on the glass, the table once it is
kept - and is then killed. Nothing that it has said may be lost, and the next box must go on from there.

After each answer the box waits to be let go on. So where in a game it is killed does not hang on how fast the
machine is: half of them die where they wait, the others some instants after they were let run.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import select
import shutil
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine import Answer, Match, Setup
from firmware.box import Box
from firmware.journal import Journal
from firmware.sim.files import Files
from firmware.sim.rehearsal import VirtualClock
from firmware.sim.world import World
from tests.table.headless import Headless, play_of, settings

SEATS = 3
OPTIONS = {"kuhhandel": {"short": "yes"}}  # everybody has animals from the start: there is trading at once
MOST = 16  # things that a box says before it is killed, at most
# Where a turn has many throws, or many bids, little else would be seen of the game.
LONGER = {"biz-bluff": 60, "kuhhandel": 60, "bluff-you": 30}
THEN = 0.02  # seconds that those run on that are let run, at most
SHOWN = b'["shown"'  # how a line begins after which the box waits
LET_RUN = 0.5  # how many of the boxes are
# Rare: killed there whenever seen.
RARE = {
    "bluff-you": ("answer", "reveal"),
    "kuhhandel": ("offer", "reply", "counter"),
    "biz-bluff": ("deed", "late", "look", "present", "invest", "opening", "card"),
}
YOUNG = 0.1  # how many of the boxes die sooner, some before they have begun
YOUNGEST = 0.15  # seconds that these live, at most
PATIENCE = 60.0  # seconds for a box to say the next thing, on a machine that is busy


# ---- the box that will be killed ------------------------------------------------------------------


class Telling:
    """A box at play that says what it has done."""

    def __init__(self, journal: Path, pipe: int, leash: int, seed: int, game: str) -> None:
        self._pipe, self._leash = pipe, leash
        clock = VirtualClock()
        box = journal.parent / "box"
        held = replace(settings(SEATS, seed, journal), box=box if box.exists() else None)
        self.box = Box(held, clock=clock, sleep=clock.sleep, encore=0.0, pace=0.3)
        if self.box.house.last_choice() is None:
            setup = Setup(game, tuple(range(1, SEATS + 1)), OPTIONS.get(game, {}))
            self.box.house.keep_choice(setup.to_json())
        keep = self.box.journal.keep

        def kept(key: str, value: str) -> None:
            if key == "sim-world":
                self._say("will-keep", digest(value))
            keep(key, value)
            if key == "sim-world":
                self._say("kept", [digest(value), lies(self.box.host.world)])

        self.box.journal.keep = kept  # type: ignore[method-assign]
        self.rehearsal = Headless(self.box, clock)
        for pod in self.box.settings.pods:
            self.box.players.set_player(pod, True)

    def run(self) -> None:
        """Plays until it is killed."""
        play = play_of(self.box)
        told = 0 if play is None else len(play.match.journal)
        world, number = self.box.host.world, self._number()
        self._say("begins", asked(play.match, world.mixed(number)) if play is not None else None)
        while True:
            self.rehearsal.step()
            if play_of(self.box) is not play:
                play, told, number = play_of(self.box), 0, self._number()
            if play is not None and len(play.match.journal) > told:
                new = [str(answer) for answer in play.match.journal[told:]]
                told = len(play.match.journal)
                shown = {
                    "game": number,
                    "to": told,
                    "new": new,
                    "open": asked(play.match, world.mixed(number)),
                }
                phase = play.match.view(None)["phase"]
                self._say("shown", shown | {"lies": lies(world), "phase": phase})
                if not os.read(self._leash, 1):
                    os._exit(1)  # nobody is there any more that could kill it

    def _number(self) -> int:
        return max((game.id for game in self.box.journal.games()), default=0)

    def _say(self, what: str, value: object) -> None:
        os.write(self._pipe, json.dumps([what, value]).encode() + b"\n")


def asked(match: Match, mixed: str) -> list[str]:
    """What the table waits for, to the last detail, and what lies in files and pile as they were `mixed`."""
    told = [f"{type(request).__name__} {vars_of(request)}" for request in match.open]
    return [*told, digest(in_files(match, mixed))] if match.setup.game == "biz-bluff" else told


def in_files(match: Match, mixed: str) -> str:
    """What a Biz-Bluff holds that only a look or a draw brings out; what each seat has seen of it."""
    files = Files(mixed, match)
    shown: Any = match.view(None)["companies"]
    seen = [sorted(files.seen_by(seat).items()) for seat in match.setup.seats]
    return str((shown, [files.in_file(company) for company in shown], files.on_top(), seen))


def vars_of(request: Any) -> str:
    names = sorted(name for name in request.__slots__ if name != "ladder")
    ladder = [request.ladder.lowest, request.ladder.proposal] if hasattr(request, "ladder") else []
    return str([(name, getattr(request, name)) for name in names]) + str(ladder)


def lies(world: World) -> str:
    """All that a game is played on: dice under cups, cards, notes laid and held."""
    animals = {seat: sorted(world.animals(seat).items()) for seat in world.seats}
    money = {seat: (world.pile(seat), world.purse(seat)) for seat in world.seats}
    return digest(str((world.truth(), world.deck, world.spot, animals, money)))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---- the parent that kills it ---------------------------------------------------------------------


@dataclass
class Known:
    """All that boxes have said so far: what people have seen and count on."""

    answers: dict[int, list[str]] = field(default_factory=dict)
    open_after: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    worlds: list[str] = field(
        default_factory=list
    )  # what may be kept: the last that was, and any begun since
    lies: str = ""  # how all lay when the table was last kept
    phase: str = ""  # what the game was at when people last saw it
    begins: list[str] | None = None  # what the next box must wait for

    def hear(self, line: bytes) -> None:
        what, value = json.loads(line)
        match what:
            case "begins":
                assert value == self.begins, f"the box goes on elsewhere: {value}, not {self.begins}"
            case "shown":
                answers = self.answers.setdefault(value["game"], [])
                del answers[value["to"] - len(value["new"]) :]
                answers += value["new"]
                assert len(answers) == value["to"]
                assert value["lies"] == self.lies, "people answered on a table that was not kept"
                self.phase = value["phase"]
                self.open_after[value["game"], value["to"]] = value["open"]
            case "will-keep":
                self.worlds.append(value)
            case "kept":
                kept, self.lies = value
                self.worlds = [kept]

    def check(self, path: Path) -> None:
        """What lies on the disk holds all of it."""
        journal = Journal(path)
        try:
            assert journal.durable
            assert not [notice for notice in journal.notices if "step" not in notice], journal.notices
            assert set(self.answers) <= {game.id for game in journal.games()}
            for game in [game.id for game in journal.games()]:
                answers, there = self.answers.get(game, []), journal.entries(game)
                assert there[: len(answers)] == answers, f"game {game} lost {answers[len(there) :]}"
                assert len(there) <= len(answers) + 1, "more than one answer that nobody has seen"
                self.answers[game] = there
            kept = journal.kept("sim-world")
            world = None
            if kept is not None:
                assert digest(kept) in self.worlds, "the table lies otherwise"
                self.worlds = [digest(kept)]
                world = World.from_data(json.loads(kept)["world"])
                self.lies = lies(world)
            else:
                assert len(self.worlds) <= 1, "the table is lost"
            self.begins = None
            for game in journal.unfinished()[:1]:
                assert world is not None, "a game without a table"
                there = journal.entries(game.id)
                match = Match.replayed(
                    Setup.from_json(json.loads(game.setup)), [Answer.from_text(text) for text in there]
                )
                self.begins = asked(match, world.mixed(game.id))
                seen = self.open_after.get((game.id, len(there)))
                assert seen is None or seen == self.begins, "another decision than people saw"
        finally:
            journal.close()


def kill_one(path: Path, known: Known, rng: random.Random, number: int, game: str) -> None:
    """One box, from fork to check."""
    reads, writes = os.pipe()
    leash, lets = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        os.close(lets)
        Telling(path, writes, leash, number, game).run()
    os.close(writes)
    os.close(leash)
    heard = b""
    if rng.random() < YOUNG:
        time.sleep(rng.uniform(0.0, YOUNGEST))
    else:
        enough = rng.randint(1, LONGER.get(game, MOST))
        rare = [f'"phase": "{phase}"'.encode() for phase in RARE.get(game, ())]
        let = 0
        while True:
            assert select.select([reads], [], [], PATIENCE)[0], "the box says nothing more"
            more = os.read(reads, 65536)
            assert more, "the box has failed: see above"
            heard += more
            lines = heard.split(b"\n")[:-1]
            if len(lines) >= enough or any(word in line for line in lines for word in rare):
                break
            shown = sum(line.startswith(SHOWN) for line in lines)
            os.write(lets, b"." * (shown - let))
            let = shown
        if rng.random() < LET_RUN:
            os.write(lets, b"." * enough)
            time.sleep(rng.uniform(0.0, THEN))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"the box ended by itself: {status}"
    while more := os.read(reads, 65536):
        heard += more
    os.close(reads)
    os.close(lets)
    for line in heard.split(b"\n")[:-1]:  # what follows the last line was not said to its end
        known.hear(line)
    known.check(path)


def main(folder: str, times: str, game: str) -> None:
    path = Path(folder) / "journal.sqlite"
    rng = random.Random(20)
    known = Known()
    phases: Counter[str] = Counter()
    for number in range(int(times)):
        if number == int(times) // 2:
            shutil.rmtree(path.parent / "box", ignore_errors=True)
        kill_one(path, known, rng, number, game)
        phases[known.phase] += 1
    played = sum(len(answers) for answers in known.answers.values())
    told = {"killed": int(times), "games": len(known.answers), "answers": played, "phases": phases}
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
