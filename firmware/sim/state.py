"""All that a simulated table holds, as one piece of data that can be kept and taken up again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from firmware.sim.cards import Cards
from firmware.sim.errors import SavedWorldError
from firmware.sim.layout import Layout, Spot
from firmware.sim.pose import Pose
from firmware.sim.prints import Prints
from firmware.sim.red_die import RedDie, TrackBoard
from firmware.sim.things import (
    Chances,
    Colour,
    Cup,
    CupState,
    DiceKind,
    Die,
    DieLook,
    DiePlace,
    Hand,
    Lean,
    Scene,
    SeenCup,
    SeenDie,
    SeenHand,
    Stand,
    Style,
    value_of,
)
from firmware.sim.throw import LEANING_ROOM, Footprint
from firmware.sim.tokens import Slip, lying
from firmware.sim.turned_up import TurnedUp, open_before
from vision.reading import Value

GONE = frozenset({DiePlace.MIDDLE, DiePlace.BOX})  # where dice are not in play


@dataclass(repr=False)
class State:
    """Everything on a table. Holds every secret, so it has no printed form."""

    seed: int
    seats: tuple[int, ...]
    kind: DiceKind
    layout: Layout
    style: Style
    stand: Stand
    chances: Chances
    dice: list[Die]
    cups: dict[int, Cup]
    hands: dict[int, Hand] = field(default_factory=dict)
    draws: dict[int, int] = field(default_factory=dict)  # how often each seat's chance was asked
    cards: Cards = field(default_factory=Cards)
    tokens: dict[int, tuple[int, ...]] = field(default_factory=dict)  # by seat; 0: in the middle
    board: TrackBoard | None = None  # of liar's dice, if it is played by one
    red_die: RedDie | None = None  # where it lies; None: in somebody's hand, or in the box
    slips: dict[int, Slip] = field(default_factory=dict)  # tokens that do not lie so
    turned_up: TurnedUp | None = None
    first_game: int | None = None  # by its number in the journal: the first whose files were mixed here

    def chance(self, seat: int) -> Random:
        """Fresh chance for one deed of a seat, whatever the others have done; seat 0 is the table itself."""
        count = self.draws.get(seat, 0)
        self.draws[seat] = count + 1
        return Random(f"{self.seed}/{seat}/{count}")

    def look(self, owner: int) -> DieLook:
        """How a seat's dice look."""
        return self.style.dice[0 if self.has_one_cup else (owner - 1) % len(self.style.dice)]

    def side(self, die: Die) -> float:
        """A die's side in millimetres."""
        return self.look(die.owner).side

    def colour(self, seat: int) -> Colour:
        """The colour of a seat's cup."""
        return self.style.cups[0 if self.has_one_cup else (seat - 1) % len(self.style.cups)]

    @property
    def has_one_cup(self) -> bool:
        """Whether a single cup goes round, with its dice."""
        return any(cup.state is CupState.BOXED for cup in self.cups.values())

    def of(self, seat: int, place: DiePlace | None = None) -> list[Die]:
        """A seat's dice that are in play, or those of them in one place."""
        return [
            die
            for die in self.dice
            if die.owner == seat and (die.place is place if place is not None else die.place not in GONE)
        ]

    def values(self, dice: Iterable[Die]) -> tuple[Value, ...]:
        """What dice show."""
        return tuple(value_of(die.face, self.kind) for die in dice)

    def hidden(self, die: Die) -> bool:
        """Whether a cup keeps the die from the camera, or it is not on the table."""
        under = die.place is DiePlace.CUP and self.cups[die.owner].state is not CupState.LIFTED
        return under or die.place is DiePlace.BOX

    def put(self, die: Die, pose: Pose, place: DiePlace, lean: Lean = Lean.FLAT) -> None:
        """Lays a die elsewhere."""
        index = next(i for i, d in enumerate(self.dice) if (d.owner, d.number) == (die.owner, die.number))
        self.dice[index] = Die(die.owner, die.number, pose, place, lean)

    def others(self, moving: Iterable[Die]) -> list[Footprint]:
        """The cloth that all dice take up but those that are moved."""
        gone = {(die.owner, die.number) for die in moving}
        return [
            footprint(die, self.side(die))
            for die in self.dice
            if (die.owner, die.number) not in gone and die.place is not DiePlace.BOX
        ]

    def scene(self, prints: Prints | None) -> Scene:
        """All that the camera can see: what is played with, and hands. `prints`: how cards look, if they are
        out."""
        hands = self._seen_hands()
        if prints is not None and self.cards.out:
            return Scene(self.layout, self.style, self.stand, (), (), hands, self.cards.seen(prints))
        dice = tuple(
            SeenDie(
                die.pose,
                self.look(die.owner),
                self.kind,
                die.lean,
                0 if die.place is DiePlace.MIDDLE else die.owner,
            )
            for die in self.dice
            if not self.hidden(die)
        )
        cups = tuple(
            SeenCup(cup, self.colour(seat), degrees(self.layout.outward(seat)))
            for seat, cup in sorted(self.cups.items())
            if cup.state is not CupState.BOXED
        )
        flat = lying(self.tokens, self.layout, self.slips)
        if self.board is not None:
            flat = (self.board.seen(), *flat)
        if self.red_die is not None:
            dice = (*dice, self.red_die.seen(self.kind))
        if self.turned_up is not None:
            flat = (*flat, open_before(self.turned_up, self.layout))
        return Scene(self.layout, self.style, self.stand, dice, cups, hands, flat)

    def _seen_hands(self) -> tuple[SeenHand, ...]:
        skins = self.style.skins
        return tuple(SeenHand(hand, skins[seat % len(skins)]) for seat, hand in sorted(self.hands.items()))

    def to_data(self) -> dict[str, Any]:
        """The whole table as plain data fit for JSON."""
        data: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> State:
        """The table that `to_data` gave. Raises `SavedWorldError`, whose message tells nothing it held."""
        try:
            state = msgspec.convert(data, cls, strict=False, str_keys=True)
        except msgspec.ValidationError as error:
            where = str(error).partition(" - at ")[2] or "the top"
            raise SavedWorldError(f"the saved table cannot be read at {where}: start a new one") from None
        if set(state.cups) != set(state.seats) or {die.owner for die in state.dice} - set(state.seats):
            raise SavedWorldError("the saved table's dice and cups do not fit its seats: start a new one")
        return state


def footprint(die: Die, side: float) -> Footprint:
    """The cloth that a die takes up: a leaning die takes more."""
    # The yaw of a flat die is that of any of its level edges.
    w, x, y, z = die.pose.turn
    edges = [(1 - 2 * (y * y + z * z), 2 * (x * y + w * z)), (2 * (x * y - w * z), 1 - 2 * (x * x + z * z))]
    level = max(edges, key=lambda edge: math.hypot(*edge))
    yaw = math.degrees(math.atan2(level[1], level[0]))
    return Footprint(die.pose.x, die.pose.y, yaw, side * (LEANING_ROOM if die.lean is Lean.COCKED else 1.0))


def degrees(direction: Spot) -> float:
    """The heading of a unit vector."""
    return math.degrees(math.atan2(direction.y, direction.x))
