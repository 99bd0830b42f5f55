"""Whole games of the cattle trade between bots and simulated people: no glass, no picture and no clock."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine import CLOCK, TABLE, Answer, Match, Setup
from engine.event import Value
from engine.games import GAMES
from engine.request import SPOT, Countdown, SeeCards, Step, said_cards
from firmware.bots.cattle import answer, aside
from firmware.hands import Said
from firmware.sim.dealing import next_move
from firmware.sim.glimpse import Glimpse
from firmware.sim.things import Chances
from firmware.sim.world import World
from firmware.table.card_table import CardTable
from firmware.words.values import mapping, number
from tests.firmware.plain_deck import plain_deck

EDITIONS = ("bluff-auction", "kuhhandel")
LONGEST = 4000  # answers of a game
MOVES = 80  # things that people can be behind with


def any_setup(rng: Random, game: str) -> Setup:
    """Some seats and some options of a game."""
    seats = sorted(rng.sample(range(1, 7), rng.randint(3, 5)))
    return Setup(
        game, tuple(seats), {option.key: rng.choice(option.choices) for option in GAMES[game].options}
    )


class Evening:
    """Game `number` of a setup. People are slow: they do the next thing with the cards now and then, but all
    that is to be done before the eye is asked. `mislaid`: how often they lay another note than they mean."""

    def __init__(self, setup: Setup, number: int, mislaid: float = 0.0) -> None:
        self.match = Match(setup)
        self.rng = Random(f"evening/{setup.game}/{number}")
        self.world = World(setup.seats, number, deck=plain_deck(), chances=Chances(mislaid=mislaid))
        self.table = CardTable(self.match, lambda _: False)
        self.bids: list[tuple[int, int]] = []  # each with what its bidder has

    def run(self) -> Match:
        """To the end, which must come."""
        while self.match.result is None:
            assert len(self.match.journal) < LONGEST, f"no end: {self.match.view(None)}"
            self.step()
        self.people()
        return self.match

    def step(self) -> None:
        """The next answer: of the table, of a bot, or of the clock when nobody bids."""
        see = next((request for request in self.match.open if isinstance(request, SeeCards)), None)
        if see is not None:
            self.people()
            self.hears(Answer(TABLE, see.key, said_cards(self._lies(see))))
            return
        self.people(self.rng.choice((0, 0, 1, 2, 3)))
        for seat in self.rng.sample(self.match.setup.seats, len(self.match.setup.seats)):
            said = self.thinks(seat)
            if said is not None:
                self.hears(Answer(seat, said.key, said.said))
                return
        assert any(isinstance(one, Countdown) for one in self.match.open), f"nobody says {self.match.open}"
        self.hears(Answer(CLOCK, "count"))

    def hears(self, answered: Answer) -> None:
        asked = next(one for one in self.match.open if (one.by, one.key) == (answered.by, answered.key))
        if isinstance(asked, Step):
            you = mapping(self.match.view(asked.by)["you"])
            self.bids.append((int(answered.said), number(you["total"])))
        for event in self.match.answer(answered):
            self.table.told(event)

    def thinks(self, seat: int) -> Said | None:
        """What the bot at a seat would say now."""
        own = tuple(request for request in self.match.open if request.by == seat)
        if not own:
            return None
        given: tuple[int, ...] = ()
        if any(request.key == "counted" for request in own):
            self.people()  # it is given to be counted only when it has been laid
            given = self.match.setup.seats
        sees = Glimpse(self.world, seat, given)
        settles = all(request.aside for request in self.match.open)
        view = self.match.view(seat)
        said = aside(tuple(one for one in own if one.aside), settles, view, sees)
        asked = tuple(one for one in own if not one.aside)
        return said or (answer(asked, view, sees, self.rng) if asked else None)

    def people(self, moves: int = MOVES) -> None:
        """So many of the things that are to be done with the cards; all of them by default."""
        for _ in range(moves):
            cards = self.table.asked().cards
            assert cards is not None
            move = next_move(self.world, cards)
            if move is None:
                return
            move.do(self.world)
        assert moves < MOVES, "people never finish"

    def animals(self) -> dict[int, Counter[str]]:
        """Those on record."""
        herds = mapping(self.match.view(None)["animals"])
        return {int(seat): +Counter(_amounts(herd)) for seat, herd in herds.items()}

    def _lies(self, request: SeeCards) -> dict[str, tuple[str, ...]]:
        money = all(face.isdigit() for face in request.faces)
        lies: dict[str, tuple[str, ...]] = {}
        for place in request.wanted:
            if place == SPOT:
                lies[place] = self.world.spot
            elif money:
                lies[place] = tuple(str(note) for note in self.world.pile(int(place)))
            else:
                lies[place] = tuple(self.world.animals(int(place)).elements())
        return lies


def _amounts(herd: Value) -> dict[str, int]:
    return {kind: number(count) for kind, count in mapping(herd).items()}
