"""Whole games on a simulated table where everything goes wrong that may, checked against the truth."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np

from engine import Setup, View
from engine.games import GAMES
from firmware.bots.presses import Press, presses
from firmware.box import Box
from firmware.camera.frame import Frame
from firmware.glass.draw import draw
from firmware.hands import Hand, Said, choose
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.fingers import FingerFaults
from firmware.sim.people import Manners
from firmware.sim.rehearsal import Rehearsal, VirtualClock
from firmware.sim.things import Chances
from firmware.table.play import Play
from firmware.table.table import Message
from firmware.words import LANGUAGES
from tests.table.headless import play_of, settings
from tests.table.troubles import QUIET, Troubles
from vision.cards_look import CardsReading
from vision.reading import Value
from vision.seats import TableReading

SETTLED = 120.0  # seconds after the end until all lies where it belongs
STALLS = 300.0  # seconds in which nothing is said at all: nobody would sit there any longer
TALK_EVERY = (4.0, 40.0)  # seconds between two things said by the menu
QUITS = 10  # in one game of so many all agree where somebody's slip asks to end it; else it is played on

Truth = Mapping[int, tuple[Value, ...]]  # what lies before each seat


@dataclass
class Toll:
    """What a game went through."""

    seconds: float = 0.0
    frames: int = 0
    pictures: int = 0  # frames that were drawn, and not seen as they lie
    verdicts: int = 0  # readings that were played on, or settlements by them
    troubles: int = 0
    talks: int = 0
    glass: int = 0  # how often all glass was compared
    said: frozenset[str] = frozenset()  # under which keys anything was answered


class Soak(ABC):
    """Game `number` of its kind: seats, options, faults and chance all follow from it."""

    kind: str
    seats: tuple[int, ...]  # how many play in the first game, the second ...
    longest: float  # seconds of the table's time that a game may take

    def __init__(self, number: int, rehearsal: type[Rehearsal] = Rehearsal) -> None:
        self.number = number
        self.rng = random.Random(f"soak/{number}")
        rng = self.rng
        seats = self.seats[number % len(self.seats)]
        self.clock = VirtualClock()
        self.box = Box(
            settings(seats, number),
            clock=self.clock,
            sleep=self.clock.sleep,
            journal=Journal(None),
            manners=Manners(
                forgets=0.15, lifts_late=0.2, hand_stays=0.2, shows_hands=number % 4 == 0
            ),  # hands are what takes longest to draw
            fingers=FingerFaults(
                bounces=rng.randrange(13),
                lost_press=rng.choice((0.0, 0.05)),
                lost_release=rng.choice((0.0, 0.05)),
                glitch=rng.choice((0.0, 0.1)),
            ),
            pace=0.4,
            read_every=0.5,  # a third of the pictures that a real box takes: they are what a game costs
            encore=float("inf"),
            gone_off=self._switch_on,
        )
        box = self.box
        box.house.keep_choice(Setup(self.kind, tuple(range(1, seats + 1)), self._options()).to_json())
        box.host.world.chances = Chances(cocked=0.05, stacked=0.03, astray=0.04, touching=0.15)
        box.bus.noisy(rng.choice((0.0, 0.002, 0.01)))
        self.rehearsal = rehearsal(box, self.clock)
        self.toll = Toll()
        self._next_talk = self.clock.now + rng.uniform(*TALK_EVERY)
        self._quiet_from = 0.0
        self._said: tuple[Play, int] | None = None
        self._said_at = self.clock.now
        self._troubles = Troubles(box, self.clock, rng)
        take = box.table.take

        def taken(message: Message, now: float) -> None:
            """The truth is taken down just before the table hears of it."""
            judges = self._judging(message)
            take(message, now)
            judges()

        box.table.take = taken  # type: ignore[method-assign]
        take_frame = box.take_frame

        def pictured(frame: Frame) -> None:
            self.toll.pictures += 1
            take_frame(frame)

        box.take_frame = pictured  # type: ignore[method-assign]
        if number % QUITS != QUITS - 1:
            self._play_on()
        for pod in box.settings.pods:
            box.players.set_player(pod, True)

    def _play_on(self) -> None:
        """Nobody agrees to end the game: by a press that was lost one in ten ended after a minute."""
        players = self.box.players
        say = players._say

        def voted(hand: Hand, said: Said, view: View) -> list[Press] | None:
            return say(hand, Said("end", "no") if said == Said("end", "yes") else said, view)

        players._say = voted  # type: ignore[method-assign]

    def run(self) -> Toll:
        """Plays to the end. An AssertionError says what was wrong."""
        with patch.object(choose, "draw_lot", random.Random(f"lots/{self.number}").choice):
            return self._run()

    def _run(self) -> Toll:
        began = self.clock.now
        play = None
        while play is None or play.match.result is None:  # what was just being said may take the end back
            play = self._to_the_end(began)
            self._troubles.end()
            self.rehearsal.run(QUIET)  # a pod that was away for a moment is not known to have been
            until = self.clock.now + 2 * QUIET
            while self.box.glass.lost() or not self.box.glass.settled(0):
                self.rehearsal.step()
                assert self.clock.now < until, "the glass does not recover"
        self._compare_glass(now=True)
        self.toll.seconds = self.clock.now - began
        self.toll.frames = self.rehearsal.reads
        self.toll.said = frozenset(answer.key for answer in play.match.journal)
        self._check_end(play)  # before that is over another game may have been begun
        self.box.stop()
        return self.toll

    def _to_the_end(self, began: float) -> Play:
        while (play := play_of(self.box)) is None or play.match.result is None:
            self.rehearsal.step()
            self._go_wrong()
            self._talk()
            self._compare_glass()
            assert self.clock.now - began < self.longest, f"it has no end: {self._stuck()}"
            assert self._goes_on(play), f"it sticks: {self._stuck()}"
        return play

    def _goes_on(self, play: Play | None) -> bool:
        """Whether anybody, the table or the clock has said something of late."""
        said = None if play is None else (play, len(play.match.journal))
        if said != self._said:
            self._said, self._said_at = said, self.clock.now
        return self.clock.now - self._said_at < STALLS

    def _options(self) -> dict[str, str]:
        return {option.key: self.rng.choice(option.choices) for option in GAMES[self.kind].options}

    @abstractmethod
    def _judging(self, message: Message) -> Callable[[], None]:
        """Takes down how everything lies before the table hears this; what is called afterwards holds the
        table to it."""

    @abstractmethod
    def _check_end(self, play: Play) -> None:
        """The result is what lies on the table."""

    def _tidied(self, play: Play, lies_right: Callable[[], bool]) -> bool:
        """Whether all comes to lie right after this game. If somebody begins another one before that, nothing
        can be said of it any more."""
        until = self.clock.now + SETTLED
        while not lies_right() and self.clock.now < until and play_of(self.box) is play:
            self.rehearsal.step()
        return lies_right() or play_of(self.box) is not play

    # ---- the glass -------------------------------------------------------------------------------

    def _compare_glass(self, now: bool = False) -> None:
        """When nothing is on its way, what shines is what is to be seen."""
        quiet_from = max(self._quiet_from, self._troubles.quiet_from)
        if not now and (self.clock.now < quiet_from or not self.box.glass.settled(0)):
            return
        self._quiet_from = self.clock.now + QUIET
        self.toll.glass += 1
        assert self.box.glass.settled(0)
        for pod in self.box.settings.pods:
            if pod not in self.box.glass.lost():
                picture = np.asarray(draw(self.box.table.screen(pod)))
                assert (self.box.bus.pixels(pod) == picture).all(), f"pod {pod} shows something else"

    def _switch_on(self) -> None:
        """Lost presses may lead as far as to switching the box off: it comes on again."""

        def on(now: float) -> None:
            self.box.house.off = False
            self.box.table.tick(now)

        self.box.loop.post(on)

    def _go_wrong(self) -> None:
        self._troubles.step()
        self.toll.troubles = self._troubles.seen

    # ---- what people say besides -----------------------------------------------------------------

    def _talk(self) -> None:
        """Now and then somebody takes back, disputes, pauses or sets another language, by the menu."""
        play = play_of(self.box)
        if self.clock.now < self._next_talk or play is None or play.match.result is not None:
            return
        self._next_talk = self.clock.now + self.rng.uniform(*TALK_EVERY)
        pod = self.rng.choice(play.match.setup.seats)
        if self.box.house.paused:
            self.box.players.do(pod, [(Button.OK, False)], self.clock.now)
            return
        said = self.rng.choice(self._sayings(play, pod))
        made = presses(play.menu(pod), said, self.box.house.words, play.match.view(pod))
        if self.box.players.do(pod, [(Button.OK, True), *(made or ())], self.clock.now):
            self.toll.talks += 1

    def _sayings(self, play: Play, pod: int) -> list[Said]:
        house = [
            Said("house.pause"),
            Said("house.peek"),
            Said("house.language", self.rng.choice(list(LANGUAGES))),
        ]
        may = play.match.may(pod)
        table = [Said(key, "yes" if key == "undo" else "") for key in ("undo", "redo") if key in may]
        if "dispute" in may and not play.match.view(None)["disputed"]:  # twice, and somebody has to key it in
            table.append(Said("dispute"))
        return house + 3 * table

    def _stuck(self) -> str:
        play = play_of(self.box)
        if play is None:
            return "in the lobby"
        waits = [f"{request.by} {request.key}" for request in play.match.open if not request.aside]
        return f"waits for {waits}; the eye says {self._seen(play)}; ails {self.box.house.health}"

    def _seen(self, play: Play) -> list[str]:
        match play.pieces.reading:
            case TableReading(trouble=None, seats=seats):
                return [f"{one.seat}: {one.seen}/{one.wanted} {one.reason}" for one in seats]
            case CardsReading(trouble=None, grounds=grounds):
                return [f"{one.ground}: {len(one.cards)}/{one.wanted} {one.reason}" for one in grounds]
            case None:
                return []
            case reading:
                return [str(reading.trouble)]
