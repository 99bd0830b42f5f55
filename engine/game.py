"""What every game is to the house: a setup, rules that ask, views, and a result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.answer import Seat
from engine.asking import Asking
from engine.errors import BadSetup
from engine.event import Event, Value

View = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Setup:
    """Which game, who sits where (in order of play, to the left), and the options that differ from the
    edition's own. `papers`: the texts of the data files, by name, that stand in for those beside the rules:
    what lies in the box of this table. They are part of the setup so that a game that was begun with them
    can be played anew when the files are others."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    papers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def to_json(self) -> dict[str, object]:
        papers = {"papers": dict(self.papers)} if self.papers else {}
        return {"game": self.game, "seats": list(self.seats), "options": dict(self.options), **papers}

    @classmethod
    def from_json(cls, data: object) -> Setup:
        """The setup that `to_json` gave. Raises BadSetup."""
        if not isinstance(data, Mapping):
            raise BadSetup("a setup is an object with the keys game, seats and options")
        game, seats, options = data.get("game"), data.get("seats"), data.get("options")
        papers = data.get("papers", {})
        if not isinstance(papers, Mapping):
            raise BadSetup("the papers of a setup are texts by name")
        if not isinstance(game, str) or not isinstance(seats, list) or not isinstance(options, Mapping):
            raise BadSetup("a setup is an object with the keys game, seats and options")
        if not all(type(seat) is int for seat in seats):
            raise BadSetup("the seats of a setup are whole numbers")
        return cls(game, tuple(seats), _texts(options), _texts(papers))


def _texts(data: Mapping[object, object]) -> dict[str, str]:
    return {str(key): str(value) for key, value in data.items()}


@dataclass(frozen=True, slots=True)
class Option:
    """A house option: its legal values, the one that the sheet has, and where that is said."""

    key: str
    choices: tuple[str, ...]
    default: str
    source: str


@dataclass(frozen=True, slots=True)
class Result:
    """Who won (several share it, G-01) and what everybody stands at."""

    winners: tuple[Seat, ...]
    score: Mapping[Seat, int]
    by_vote: bool = False


class Game(ABC):
    """One game in play. Its only source of chance and time is the answers that it gets."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.events: list[Event] = []

    def tell(self, key: str, reveal: bool = False, **values: Value) -> None:
        """Everybody learns that this happened. `reveal`: by it, a secret has become public."""
        self.events.append(Event(key, values, None, reveal))

    def whisper(self, seats: Iterable[Seat], key: str, reveal: bool = False, **values: Value) -> None:
        """Only `seats` learn this. `reveal`: by it, somebody's secret has become known to another."""
        self.events.append(Event(key, values, frozenset(seats), reveal))

    @abstractmethod
    def play(self) -> Asking[Result]:
        """The whole game, as a generator that yields what it waits for."""

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """What `seat` (None: the public) may know of the position. JSON types only, made anew."""

    @abstractmethod
    def still_in(self) -> tuple[Seat, ...]:
        """The seats that still have a part in the game, in order of play: those who vote. They change
        only when something is revealed."""

    @abstractmethod
    def as_it_lies(self) -> Result:
        """The result if the game ends here: by its rules, or by vote (G-03)."""

    @abstractmethod
    def close(self, result: Result) -> Result:
        """The game is over, with this result: tells how everybody stands, and who has won by it. Gives it
        back."""
