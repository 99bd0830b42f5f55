"""The simulated table itself: what lies where, what people do with it, and the only chance in the house."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from firmware.sim.board_table import RedDieTable
from firmware.sim.card_table import CardTable
from firmware.sim.cup_table import CupTable
from firmware.sim.dice_table import MOST_DICE
from firmware.sim.errors import WorldError
from firmware.sim.layout import Layout, reference
from firmware.sim.pose import Pose
from firmware.sim.state import State
from firmware.sim.things import Chances, Cup, CupState, DiceKind, Die, Stand, Style
from vision.cards.deck import Deck


class World(CupTable, CardTable, RedDieTable):
    """A table with `dice` dice, a cup and a person at each of `seats` (numbers of the layout, from 1), and a
    `deck` of cards in its box: the one that comes with the box of the game if it is None.

    Safe to use from several threads. Its printed form holds no value; `to_data` holds them all.
    """

    def __init__(
        self,
        seats: Sequence[int],
        seed: int,
        dice_kind: DiceKind = DiceKind.STAR,
        layout: Layout | None = None,
        *,
        dice: int = 5,
        style: Style | None = None,
        chances: Chances | None = None,
        deck: Deck | None = None,
    ) -> None:
        """Raises `WorldError` for seats that the layout has not, or more dice than a cup holds."""
        layout = layout or reference()
        if len(set(seats)) != len(seats) or not all(1 <= seat <= len(layout.seats) for seat in seats):
            raise WorldError(
                f"seats must be different numbers from 1 to {len(layout.seats)}, not {list(seats)}"
            )
        if not 1 <= dice <= MOST_DICE:
            raise WorldError(f"a seat has 1 to {MOST_DICE} dice, not {dice}")
        self._lock, self._deck = threading.RLock(), deck
        self._state = State(
            seed=seed,
            seats=tuple(sorted(seats)),
            kind=dice_kind,
            layout=layout,
            style=style or Style(),
            stand=Stand(),
            chances=chances or Chances(),
            dice=[
                Die(seat, number, Pose(0.0, 0.0, 0.0, (1.0, 0.0, 0.0, 0.0)))
                for seat in sorted(seats)
                for number in range(dice)
            ],
            cups={seat: Cup(CupState.DOWN, layout.seat(seat)) for seat in seats},
        )
        for seat in self.seats:
            self.shake(seat)

    def __repr__(self) -> str:
        cups = ", ".join(f"{seat} {self.cup(seat)} over {self.count(seat)}" for seat in self.seats)
        return f"World({cups})"

    @property
    def seed(self) -> int:
        """Where all chance at this table comes from, for as long as the table is kept."""
        return self._state.seed

    def mixed(self, game: int) -> str:
        """What the files and the pile of a game come from, by its number in the journal: another for each
        game at this table, and always the same for the same one."""
        with self._lock:
            if self._state.first_game is None:
                self._state.first_game = game
            return f"{self.seed}/{game - self._state.first_game}"

    @classmethod
    def from_data(cls, data: Mapping[str, Any], deck: Deck | None = None) -> World:
        """The table that `to_data` gave, with the deck that it had. Raises `SavedWorldError`."""
        world = cls.__new__(cls)
        world._lock, world._deck = threading.RLock(), deck
        world._state = State.from_data(data)
        return world
