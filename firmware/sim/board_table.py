"""The red die on the simulated table: where it is set down on its board, and by whose hand."""

from __future__ import annotations

from firmware.sim.errors import WorldError
from firmware.sim.ground import Ground
from firmware.sim.layout import Spot
from firmware.sim.red_die import RED, RedDie, TrackBoard
from firmware.sim.things import face_of, value_of
from vision.reading import Value

# Millimetres along a space from its middle to a die that is set down on its edge.
_AMISS = (16.0, 18.5)


class RedDieTable(Ground):
    """The board lies in the middle while liar's dice is played by it; the red die lies on it or is in
    somebody's hand."""

    @property
    def board(self) -> str:
        """The track of the board that is on the table, "" for none."""
        with self._lock:
            return "" if self._state.board is None else self._state.board.track

    def lay_board(self, track: str) -> None:
        """The board of this track is laid out, or ("") all of it taken away. Raises `LookupError`."""
        with self._lock:
            self._state.board = TrackBoard(track) if track else None
            self._state.red_die = None

    @property
    def red_die(self) -> tuple[str, Value] | None:
        """The space over which the middle of the red die is, and what it shows; None if it is over none."""
        with self._lock:
            board, die = self._state.board, self._state.red_die
            if board is None or die is None:
                return None
            space = board.space_at(die.at)
            return None if space is None else (space, value_of(die.face, self._state.kind))

    def red_die_margin(self) -> float:
        """How many millimetres the middle of the red die is within the edge of its space; 0 where it is on
        none."""
        with self._lock:
            board, die = self._state.board, self._state.red_die
            return 0.0 if board is None or die is None else board.margin_at(die.at)

    def has_red_die(self) -> bool:
        """Whether it lies on the table at all."""
        with self._lock:
            return self._state.red_die is not None

    def set_red_die(self, space: str, value: Value) -> None:
        """The red die is set down on a space with this value up; now and then between two. Raises
        `WorldError`."""
        with self._lock:
            state = self._state
            if state.board is None:
                raise WorldError("there is no board on the table: lay it out first")
            rng = state.chance(0)
            try:
                area, face = state.board.area_of(space), face_of(value, state.kind)
            except LookupError as error:
                raise WorldError(str(error)) from error
            # People set it down on its mark, more or less; a hasty one leaves it on the line.
            x, y = area.centre.x + rng.uniform(-5.0, 5.0), area.centre.y + rng.uniform(-4.0, 4.0)
            if rng.random() < state.chances.misplaced:
                x, y = area.centre.x + rng.choice((-1, 1)) * rng.uniform(*_AMISS), area.centre.y
            state.red_die = RedDie(face, state.board.to_table(x, y), rng.uniform(0.0, 360.0))

    def put_red_die(self, at: Spot, value: Value) -> None:
        """The red die is set down anywhere on the table. Raises `WorldError` off it, or for no such face."""
        with self._lock:
            layout = self._state.layout
            room = RED.side
            if abs(at.x) > layout.width / 2 - room or abs(at.y) > layout.depth / 2 - room:
                raise WorldError("the red die stays on the table")
            try:
                face = face_of(value, self._state.kind)
            except LookupError as error:
                raise WorldError(str(error)) from error
            self._state.red_die = RedDie(face, at, 12.0)

    def take_red_die(self) -> None:
        """Somebody takes it into his hand."""
        with self._lock:
            self._state.red_die = None
