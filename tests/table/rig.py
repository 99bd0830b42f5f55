"""A table without devices: gestures, readings and time go in by hand, screens and wishes come out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum

import numpy as np

from engine import Answer, Match, Setup
from engine.request import EnterDice
from firmware.bots.presses import presses
from firmware.eye import Seen
from firmware.glass.screen import Screen
from firmware.hands.hand import Said
from firmware.journal import Journal
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.table.desk import Desk
from firmware.table.evening import Evening
from firmware.table.house import House
from firmware.table.lobby import Lobby
from firmware.table.play import NEWS_FOR, Play
from firmware.table.stage import AnySight, CardSight, Sight, Stage
from firmware.table.table import Ailment, Table
from tests.table.texts import text_of
from vision.cards.reading import CardReading
from vision.cards_look import CardsReading, Ground, GroundReading
from vision.reading import Reason, Value
from vision.seats import SeatReading, TableReading, Trouble

BUTTONS = {"b": Button.BACK, "m": Button.MORE, "o": Button.OK}
BETWEEN = 0.7  # seconds between two presses: a player reads what he presses on


class Rig:
    """The table of these `pods`, from power-on or, with `setup`, in a game that has just begun.

    Presses are written short: b, m, o are taps of BACK, MORE, OK; B, M and O stay down until held.
    """

    def __init__(
        self,
        pods: tuple[int, ...] = (1, 2, 3),
        setup: Setup | None = None,
        journal: Journal | None = None,
        away: float | None = None,
        match: Match | None = None,
    ) -> None:
        """`match`: one that stands somewhere in the middle of a game, instead of `setup`."""
        self.now = 100.0
        self.pods = pods
        self.journal = journal or Journal(None)
        self.house = House.remembered(self.journal, "en", 160)
        if setup is not None:
            self.house.hints = False
        self.evening = Evening(self.journal, self.house, pods)
        self.glass: dict[int, Screen] = {}
        self.sight: tuple[AnySight, float] | None = None  # what the eye looks for, and since when
        self.level = -1
        self.is_off = False
        stage: Stage
        if match is not None:
            game = self.journal.begin(match.setup.game, json.dumps(match.setup.to_json()))
            self.house.hints = False
            stage = Play(match, self.house, lambda answer: self._write(game, answer), self.evening.lobby)
        else:
            stage = self.evening.begin(setup) if setup is not None else self.evening.first_stage(away)
        self.table = Table(stage, self.house, pods, self, self.now)

    # ---- what the table directs ------------------------------------------------------------------

    def look(self, sight: AnySight, since: float) -> None:
        self.sight = (sight, since)

    def rest(self) -> None:
        self.sight = None

    def show(self, pod: int, screen: Screen) -> None:
        self.glass[pod] = screen

    def light(self, level: int) -> None:
        self.level = level

    def off(self) -> None:
        self.is_off = True

    def _write(self, game: int, answer: Answer) -> None:
        self.journal.append(game, str(answer))

    # ---- what happens ----------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (due := self.table.next_tick()) is not None and due <= end:
            self.now = max(self.now, due)
            self.table.tick(self.now)
        self.now = end

    def press(self, pod: int, letters: str) -> None:
        for letter in letters:
            self.wait(BETWEEN)
            self.touch(pod, letter)

    def touch(self, pod: int, letter: str) -> None:
        """One press at this very moment."""
        button = BUTTONS[letter.lower()]
        kinds = [Kind.TAP] if letter.islower() else [Kind.HELD] if letter == "O" else [Kind.TAP, Kind.HELD]
        for kind in kinds:
            self.table.take(Gesture(pod, button, kind), self.now)

    def say(self, seat: int, key: str, said: str = "") -> None:
        """The presses by which the hand before a seat comes to say this; news is read first."""
        desk = self.desk(seat)
        while desk.unread is not None and desk.menu is None:
            self.press(seat, "o")
        hand = desk.menu or desk.answers
        assert hand is not None, f"nothing is asked of seat {seat}: {self.text(seat)}"
        made = presses(hand, Said(key, said), self.house.words, self.play.match.view(seat))
        assert made is not None, f"seat {seat} cannot say {key} {said}: {self.text(seat)}"
        self.press(seat, "".join(_letter(button, held) for button, held in made))

    def say_in_lobby(self, pod: int, key: str, said: str = "") -> None:
        """The presses by which the hand at a pod in the lobby comes to say this."""
        made = presses(self.lobby.hands[pod], Said(key, said), self.house.words, self.lobby.view)
        assert made is not None, f"pod {pod} cannot say {key} {said}: {self.text(pod)}"
        self.press(pod, "".join(_letter(button, held) for button, held in made))

    def choose(self, seat: int, key: str, said: str = "") -> None:
        """The same by the menu of the table."""
        self.press(seat, "O")
        self.say(seat, key, said)

    def key_in(self, by: int, seat: int, faces: str) -> None:
        """Seat `by` keys in the dice of `seat`, from low to high."""
        asked = next(one for one in self.play.match.open if isinstance(one, EnterDice) and one.by == by)
        self.press(by, "O")
        while "[Key in dice]" not in self.text(by):
            self.press(by, "m")
        self.press(by, "o")
        seats = list(asked.wanted)
        if len(seats) > 1:
            steps = seats.index(seat) - (seats.index(by) if by in seats else 0)
            self.press(by, ("m" if steps > 0 else "b") * abs(steps) + "o")
        at = 0
        for face in sorted(faces, key=asked.faces.index):
            self.press(by, "m" * (asked.faces.index(face) - at) + "o")
            at = asked.faces.index(face)

    def read(self, hands: Mapping[int, str]) -> None:
        """The eye is sure, when the small news has gone: these dice lie before the seats."""
        self.wait(NEWS_FOR)
        self.see(final=True, **{f"seat_{seat}": faces for seat, faces in hands.items()})

    def see(self, final: bool = False, trouble: Trouble | None = None, **hands: str | Reason | int) -> None:
        """The eye says something: faces of a seat, a reason why they are not clear, or how many it sees."""
        self.wait(0.5)
        assert self.sight is not None, "the eye is not asked anything"
        sight = self.sight[0]
        assert isinstance(sight, Sight), "no dice are looked for"
        seats = tuple(_seat(int(name.removeprefix("seat_")), sight, found) for name, found in hands.items())
        reading = TableReading(self.now, seats, final=final, trouble=trouble)
        self.table.take(Seen(sight, reading), self.now)

    def lay(self, *, final: bool = True, trouble: Trouble | None = None, **places: str | StrEnum) -> None:
        """The eye says what cards lie where it was asked: `spot`, `animals_2`, `offer_3`, each as "cow pig",
        with "back" for each that lies face down, or why it is not clear. What is not named lies empty."""
        self.wait(0.5)
        assert self.sight is not None, "the eye is not asked anything"
        sight = self.sight[0]
        assert isinstance(sight, CardSight), "no cards are looked for"
        left = dict(places)
        grounds = tuple(_ground(at, wanted, left) for at, wanted in sight.wanted.items())
        assert not left, f"nobody looks at {sorted(left)}"
        reading = CardsReading(self.now, grounds, final=final, trouble=trouble)
        self.table.take(Seen(sight, reading), self.now)

    def hold(self, *pods: int) -> None:
        """On these pods a finger stays on OK until the next call."""
        self.table.hold(frozenset(pods), self.now)

    def ails(self, device: str, why: str | None) -> None:
        self.table.take(Ailment(device, why), self.now)

    def roll(self) -> None:
        """Everybody has seen the news, shaken, looked, and says so."""
        for seat in self.play.match.setup.seats:
            while self.desk(seat).news:
                self.press(seat, "o")
        for request in self.play.match.open:
            if request.key == "roll":
                self.press(int(request.by), "o")

    # ---- what can be seen ------------------------------------------------------------------------

    @property
    def lobby(self) -> Lobby:
        assert isinstance(self.table.stage, Lobby)
        return self.table.stage

    @property
    def play(self) -> Play:
        assert isinstance(self.table.stage, Play)
        return self.table.stage

    def desk(self, seat: int) -> Desk:
        return self.play.desks[seat]

    def text(self, pod: int) -> str:
        return text_of(self.glass[pod])

    @property
    def answers(self) -> list[str]:
        """The game as the rules have it."""
        return [str(answer) for answer in self.play.match.journal]


def _letter(button: Button, held: bool) -> str:
    letter = next(letter for letter, other in BUTTONS.items() if other is button)
    return letter.upper() if held else letter


def _ground(at: Ground, wanted: int | None, places: dict[str, str | StrEnum]) -> GroundReading:
    role, seat = at
    lies = places.pop(str(role) if seat is None else f"{role}_{seat}", "")
    if isinstance(lies, StrEnum):
        return GroundReading(at, wanted, (), 0, None, lies)
    faces = lies.split()
    up = tuple(sorted(face for face in faces if face != "back"))
    cards = tuple(CardReading(face, np.zeros((4, 2)), 1.0, True) for face in up)
    return GroundReading(at, wanted, cards, len(faces) - len(up), up, None)


def _seat(seat: int, sight: Sight, found: str | Reason | int) -> SeatReading:
    wanted = sight.wanted[seat]
    if isinstance(found, int):
        trouble = None if found == wanted else Trouble.MISSING if found < wanted else Trouble.TOO_MANY
        return SeatReading(seat, wanted, found, (), None, trouble)
    if isinstance(found, Reason):
        return SeatReading(seat, wanted, wanted, (), None, found)
    values = tuple(Value.STAR if face == "*" else Value(face) for face in found)
    return SeatReading(seat, wanted, wanted, (), values, None)
