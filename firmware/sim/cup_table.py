"""One cup on the simulated table: it goes from seat to seat, with the dice under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware.sim.dice_table import DiceTable
from firmware.sim.pose import flat
from firmware.sim.things import Cup, CupState, DiePlace, face_of
from firmware.sim.tokens import Slip, slip_of
from firmware.sim.turned_up import TurnedUp
from vision.reading import Value


class CupTable(DiceTable):
    """Where each seat has a cup and dice of its own, the others' go into the box while one cup is played
    with; it looks the same wherever it stands."""

    @property
    def tokens(self) -> Mapping[int, tuple[int, ...]]:
        """What lies before each seat and, as 0, in the middle."""
        with self._lock:
            return dict(self._state.tokens)

    @property
    def slips(self) -> Mapping[int, Slip]:
        """The tokens that lie otherwise than `tokens` says, and how."""
        with self._lock:
            return dict(self._state.slips)

    def lay_tokens(self, tokens: Mapping[int, tuple[int, ...]]) -> None:
        """The tokens come to lie so, none elsewhere; now and then one that is moved slips."""
        with self._lock:
            state = self._state
            was = {token: place for place, own in state.tokens.items() for token in own}
            state.tokens = {place: own for place, own in tokens.items() if own}
            lies = {token: place for place, own in state.tokens.items() for token in own}
            moved = {token: place for token, place in lies.items() if was.get(token) != place}
            state.slips = {
                token: slip for token, slip in state.slips.items() if token in lies and token not in moved
            }
            if state.chances.astray_tokens and was:
                rng = state.chance(0)
                for token, place in moved.items():
                    if rng.random() < state.chances.astray_tokens:
                        state.slips[token] = slip_of(rng, token, place, state.tokens)

    @property
    def turned_up(self) -> TurnedUp | None:
        """What lies open before a seat."""
        with self._lock:
            return self._state.turned_up

    def turn_open(self, what: TurnedUp | None) -> None:
        """This is laid open before its seat, where anything else lay that is taken away; None: nothing is."""
        with self._lock:
            self._state.turned_up = what

    def tidy_tokens(self) -> None:
        """Every token is laid where it belongs."""
        with self._lock:
            self._state.slips = {}

    def has_cup(self, seat: int, dice: int) -> bool:
        """Whether the one cup is this seat's, with so many dice."""
        self._check(seat)
        cups, count = self._state.cups, len(self._state.of(seat))
        alone = all((cup.state is CupState.BOXED) == (other != seat) for other, cup in cups.items())
        return alone and count == dice == sum(die.place is not DiePlace.BOX for die in self._state.dice)

    def pass_cup(self, seat: int, dice: int) -> None:
        """The cup goes to this seat with so many `dice`, which are thrown under it; all others are gone."""
        with self._at(seat):
            self._state.dice = [
                replace(die, place=self._place_of(die.owner == seat and die.number < dice))
                for die in self._state.dice
            ]
            self._state.cups = {
                other: cup if other == seat else replace(cup, state=CupState.BOXED)
                for other, cup in self._state.cups.items()
            }
            self.shake(seat)

    def lay_again(self, seat: int, values: Sequence[Value]) -> None:
        """The seat's dice come to lie under its cup with the faces that they showed before."""
        with self._at(seat):
            self._state.cups[seat] = Cup(CupState.DOWN, self._cup_home(seat))
            for die, value in zip(self._state.of(seat), values, strict=False):
                pose = replace(die.pose, turn=flat(face_of(value, self.kind), 0.0))
                self._state.put(die, pose, DiePlace.CUP)
            self._gather(self._state.chance(seat), seat)

    @staticmethod
    def _place_of(plays: bool) -> DiePlace:
        return DiePlace.CUP if plays else DiePlace.BOX
