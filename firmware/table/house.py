"""The ways of the house: language, light, hints, who sits where; kept from one evening to the next."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

from engine import Seat
from engine.biz_bluff.box import Box
from firmware.errors import JournalError, JournalGone
from firmware.hands import Said
from firmware.journal import Memory, recall
from firmware.words import LANGUAGES, Words

log = logging.getLogger(__name__)

MOST_NAMES = 40  # kept from other evenings; the oldest are forgotten


_SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=6)]


class _Ways(msgspec.Struct):
    """What is kept of the menu's ways."""

    language: str
    brightness: Annotated[int, msgspec.Meta(ge=0, le=255)]
    hints: bool


class _Names(msgspec.Struct):
    """Who sits where, and who did on other evenings."""

    seats: dict[_SeatNumber, str]
    known: list[str]


class _StandIns(msgspec.Struct):
    """In which game of the journal which pods stand in for which seats."""

    game: int | None
    at: dict[_SeatNumber, _SeatNumber]


@dataclass
class House:
    """What the menu of the table can change, and what every screen is drawn with."""

    memory: Memory
    language: str = "en"
    brightness: int = 160
    hints: bool = True
    sound: bool = True
    hides: set[Seat] = field(default_factory=set)  # seats that show secrets only while OK is held
    paused: bool = False
    off: bool = False
    names: dict[Seat, str] = field(default_factory=dict)
    known: list[str] = field(default_factory=list)  # names from other evenings, the latest first
    box: Box | None = None  # of the Biz-Bluff in play, if it is not ours
    health: dict[str, str] = field(default_factory=dict)  # what ails the box now, by device
    stand_ins: dict[int, Seat] = field(default_factory=dict)  # pods at which a seat whose own is lost plays
    _game: int | None = None

    @classmethod
    def remembered(cls, memory: Memory, language: str, brightness: int) -> House:
        """The house as it was left; `language` and `brightness` are the settings' where nothing was kept."""
        house = cls(memory, language, brightness)
        ways = recall(memory, "house", _Ways)
        if ways is not None:
            house.language = ways.language if ways.language in LANGUAGES else language
            house.brightness, house.hints = ways.brightness, ways.hints
        sound = recall(memory, "sound", bool)
        house.sound = True if sound is None else sound
        house.hides = set(recall(memory, "hides", list[_SeatNumber]) or ())
        names = recall(memory, "names", _Names)
        if names is not None:
            house.names, house.known = names.seats, names.known
        return house

    @property
    def words(self) -> Words:
        return Words(self.language, self.names, self.hints, box=self.box)

    def words_for(self, seat: Seat, lifted: bool) -> Words:
        """The words for one seat's own glass; `lifted`: a finger uncovers there what it hides."""
        return Words(self.language, self.names, self.hints, seat in self.hides, lifted, self.box)

    def lost_seats(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of `seats` that have no pod to play at now: their own is lost, and so is the one, if any,
        that stood in for it."""
        helped = {seat for pod, seat in self.stand_ins.items() if f"pod.{pod}" not in self.health}
        return tuple(seat for seat in seats if f"pod.{seat}" in self.health and seat not in helped)

    def stand_in(self, pod: int, seat: Seat) -> None:
        """From now on `seat`, whose own pod is lost, plays at `pod` and nowhere else."""
        self.stand_ins = {**self._not_for(seat), pod: seat}
        self._keep_stand_ins()

    def back_to_own_seat(self, seat: Seat) -> None:
        """Nobody stands in for `seat` any longer."""
        self.stand_ins = self._not_for(seat)
        self._keep_stand_ins()

    def _not_for(self, seat: Seat) -> dict[int, Seat]:
        return {pod: other for pod, other in self.stand_ins.items() if other != seat}

    @property
    def game(self) -> int | None:
        """The number in the journal of the game in play; None for none."""
        return self._game

    def sit_down(self, game: int | None, seats: Iterable[Seat] = (), box: Box | None = None) -> None:
        """Another game, by its number in the journal, or none (None): who stood in for whom when this one
        was left does so again. `seats`: those that play it, `box`: with what."""
        self._game, self.box = game, box
        kept = recall(self.memory, "stand-ins", _StandIns)
        at = kept.at if kept is not None and kept.game == game is not None else {}
        fits = {*at, *at.values()} <= {*seats} and len({*at.values()}) == len(at)
        self.stand_ins = at if fits else {}

    def doubt_pods(self) -> None:
        """At power-on: a pod that was lost, and has somebody to stand in for it, is so until it answers."""
        for seat in self.stand_ins.values():
            self.health.setdefault(f"pod.{seat}", "it did not answer when the box was on before")

    def complaints(self) -> list[str]:
        """What ails the box now, for people to read."""
        words = self.words
        return [words.ailment(device, why) for device, why in self.health.items()]

    def keeps(self, fault: JournalError | None = None) -> None:
        """A step of the game has reached the disk, or why it has not."""
        ails = "" if fault is None else "folder" if isinstance(fault, JournalGone) else "disk"
        for device in ("disk", "folder"):
            if device == ails:
                self.health[device] = str(fault)
            else:
                self.health.pop(device, None)

    def hide(self, seat: Seat, hides: bool) -> None:
        """From now on this seat hides its secrets, or shows them."""
        (self.hides.add if hides else self.hides.discard)(seat)
        self._keep("hides", sorted(self.hides))

    def do(self, said: Said) -> None:
        """What somebody has set in the menu."""
        match said.key:
            case "house.pause":
                self.paused = True
            case "house.off":
                self.off = True
            case "house.language":
                self.language = said.said
            case "house.brightness":
                self.brightness = int(said.said)
            case "house.hints":
                self.hints = said.said == "on"
            case "house.sound":
                self.sound = said.said == "on"
                self._keep("sound", self.sound)
        self._keep("house", {"language": self.language, "brightness": self.brightness, "hints": self.hints})

    def name(self, seat: Seat, name: str) -> None:
        """From now on `name` sits there; "" for nobody in particular."""
        if name:
            self.names[seat] = name
            self.known = [name, *(known for known in self.known if known != name)][:MOST_NAMES]
        else:
            self.names.pop(seat, None)
        self._keep("names", {"seats": {str(s): n for s, n in self.names.items()}, "known": self.known})

    def last_choice(self) -> Mapping[str, object] | None:
        """What was played last: a setup's JSON form."""
        return recall(self.memory, "last-choice", dict[str, Any])

    def keep_choice(self, setup: Mapping[str, object]) -> None:
        self._keep("last-choice", dict(setup))

    def _keep_stand_ins(self) -> None:
        at = {str(pod): seat for pod, seat in self.stand_ins.items()}
        self._keep("stand-ins", {"game": self._game, "at": at})

    def _keep(self, key: str, value: object) -> None:
        try:
            self.memory.keep(key, json.dumps(value))
        except JournalError as fault:
            log.warning("not kept: %s", fault)
