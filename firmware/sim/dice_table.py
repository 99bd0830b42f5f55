"""Dice and cups on the simulated table: how they are thrown, hidden, shown and given up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from firmware.sim.errors import NoRoomError, NoSuchDieError
from firmware.sim.ground import Ground
from firmware.sim.layout import Spot
from firmware.sim.pose import flat
from firmware.sim.red_die import LOST
from firmware.sim.state import degrees
from firmware.sim.things import (
    CUP_HEIGHT,
    CUP_RIM,
    CUP_WALL,
    Chances,
    Cup,
    CupState,
    DiceKind,
    Die,
    DiePlace,
    Lean,
    face_of,
)
from firmware.sim.throw import Footprint, free_place, overlap, rest, scatter, throw
from vision.reading import Value

MOST_DICE = 6  # a cup holds no more of them side by side
_UNDER = CUP_RIM - CUP_WALL - 1.0  # dice under a cup lie within this radius
_OPEN = 62.0  # dice thrown openly lie within this radius of their seat's centre
_ASIDE = 112.0  # from the seat's centre to the middle of a cup that lies aside
_BESIDE = 64.0  # from the seat's centre to the dice set beside the cup
_ROLLED = (138.0, 175.0)  # from the seat's centre to a die that rolled away


class DiceTable(Ground):
    """Each seat has its dice and a cup. The same seed and the same actions at a seat give the same throws
    there, whatever the others do meanwhile."""

    # What anybody can see

    @property
    def kind(self) -> DiceKind:
        """What kind of dice are played with."""
        return self._state.kind

    def bring(self, kind: DiceKind) -> None:
        """Other dice are brought: from now on every sixth face is a star, or six pips."""
        with self._lock:
            self._state.kind = kind

    @property
    def chances(self) -> Chances:
        """How often throws go wrong; may be set at any time."""
        return self._state.chances

    @chances.setter
    def chances(self, chances: Chances) -> None:
        self._state.chances = chances

    def cup(self, seat: int) -> CupState:
        """How a seat's cup stands."""
        self._check(seat)
        return self._state.cups[seat].state

    def count(self, seat: int) -> int:
        """How many dice a seat still has, hidden and shown."""
        self._check(seat)
        return len(self._state.of(seat))

    def shown(self, seat: int) -> tuple[Value, ...]:
        """The dice that lie face up beside a seat's cup."""
        self._check(seat)
        return self._state.values(self._state.of(seat, DiePlace.SHOWN))

    # What only one person can see

    def under(self, seat: int) -> tuple[Value, ...]:
        """The values of this seat's dice that lie under its cup or, when the cup is off, in the open, in the
        order in which he owns them. For his eyes only. Nothing on the table changes."""
        with self._at(seat):
            return self._state.values(self._state.of(seat, DiePlace.CUP))

    def peek(self, seat: int) -> tuple[Value, ...]:
        """Tilts the cup so that this seat's player can look: what is `under` it. For his eyes only."""
        with self._at(seat):
            cup = self._state.cups[seat]
            if cup.state is CupState.DOWN:
                self._state.cups[seat] = replace(cup, state=CupState.PEEKED)
            return self.under(seat)

    def crooked(self, seat: int) -> tuple[Value, ...]:
        """Which of the dice that are `under` the cup lie cocked or on another die. For his eyes only."""
        with self._at(seat):
            return self._state.values(
                die for die in self._state.of(seat, DiePlace.CUP) if die.lean is not Lean.FLAT
            )

    def truth(self) -> Mapping[int, tuple[Value, ...]]:
        """Every seat's dice that are in play, whether hidden or not: for tests that check a verdict."""
        with self._lock:
            return {seat: self._state.values(self._state.of(seat)) for seat in self.seats}

    # What people do

    def shake(self, seat: int) -> None:
        """All the seat's dice, shown and stray ones too, go under the cup, are thrown and stay hidden."""
        with self._at(seat):
            rng = self._state.chance(seat)
            at = self.layout.seat(seat)
            at = Spot(at.x + rng.uniform(-4.0, 4.0), at.y + rng.uniform(-4.0, 4.0))
            self._state.cups[seat] = Cup(CupState.DOWN, at)
            self._throw(rng, seat, self._state.of(seat), at, _UNDER)

    def throw_open(self, seat: int) -> None:
        """All the seat's dice are thrown in the open, with the cup lying aside (first throw)."""
        with self._at(seat):
            rng = self._state.chance(seat)
            self._lay_aside(rng, seat)
            self._throw(rng, seat, self._state.of(seat), self.layout.seat(seat), _OPEN)

    def rethrow(self, seat: int) -> None:
        """The dice that are not set beside the cup are thrown again under it (re-roll variant).
        Raises `NoSuchDieError` if none is left to throw."""
        with self._at(seat):
            dice = [die for die in self._state.of(seat) if die.place is not DiePlace.SHOWN]
            if not dice:
                raise NoSuchDieError(f"seat {seat} has no dice left under its cup to throw again")
            rng = self._state.chance(seat)
            at = self._cup_home(seat)
            self._state.cups[seat] = Cup(CupState.DOWN, at)
            self._throw(rng, seat, dice, at, _UNDER)

    def rethrow_crooked(self, seat: int) -> int:
        """The seat's cocked and stacked dice are thrown again, the others stay as they lie (L-03).
        How many were thrown."""
        with self._at(seat):
            dice = [die for die in self._state.of(seat) if die.lean is not Lean.FLAT]
            rng = self._state.chance(seat)
            self._drop(rng, dice, [rng.randint(1, 6) for _ in dice])
            return len(dice)

    def lift(self, seat: int) -> None:
        """The cup is lifted off and laid aside: the dice stay as they lie, for all to see."""
        with self._at(seat):
            if self._state.cups[seat].state is not CupState.LIFTED:
                self._lay_aside(self._state.chance(seat), seat)

    def cover(self, seat: int) -> None:
        """The cup is put back over the seat's dice; dice too far apart are pushed together, face kept."""
        with self._at(seat):
            at = self._cup_home(seat)
            self._state.cups[seat] = Cup(CupState.DOWN, at)
            dice = self._state.of(seat, DiePlace.CUP)
            if any(_off(die, at) > _UNDER - 0.75 * self._state.side(die) for die in dice):
                self._gather(self._state.chance(seat), seat)

    def discard(self, seat: int, n: int) -> None:
        """`n` of the seat's dice go to the middle, thrown there so that they tell nothing of how they lay.
        Raises `NoSuchDieError` if the seat has fewer, and changes nothing."""
        with self._at(seat):
            dice = self._state.of(seat)
            if n < 0 or n > len(dice):
                raise NoSuchDieError(f"seat {seat} cannot give up {n} dice: it has {len(dice)}")
            rng = self._state.chance(seat)
            for die in dice[len(dice) - n :]:
                centre, radius = self._lost_ground(rng)
                foot = self._place(
                    rng,
                    centre,
                    radius,
                    self._state.side(die),
                    self._state.others([die]),
                )
                self._state.put(die, rest(foot, rng.randint(1, 6), rng.randrange(4)), DiePlace.MIDDLE)

    def take_back(self, seat: int) -> None:
        """All the dice that belong to the seat come back from the middle and are shaken: a new game."""
        with self._at(seat):
            self._state.dice = [
                replace(die, place=DiePlace.CUP) if die.owner == seat else die for die in self._state.dice
            ]
            self.shake(seat)

    def show_die(self, seat: int, value: Value) -> None:
        """One die of that value is taken from under the cup and set beside it, face kept (re-roll variant).
        Raises `NoSuchDieError` if no die under the cup shows it."""
        with self._at(seat):
            try:
                face = face_of(value, self.kind)
            except LookupError as error:
                raise NoSuchDieError(str(error)) from error
            die = next((die for die in self._state.of(seat, DiePlace.CUP) if die.face == face), None)
            if die is None:
                raise NoSuchDieError(f"seat {seat} has no such die under its cup")
            rng = self._state.chance(seat)
            row = len(self._state.of(seat, DiePlace.SHOWN))
            left, out = self.layout.right_hand(seat), self.layout.outward(seat)
            spot = self.layout.seat(seat).toward(left, -_BESIDE).toward(out, 22.0 * row - 33.0)
            foot = Footprint(spot.x, spot.y, rng.uniform(-20.0, 20.0), self._state.side(die))
            if any(overlap(foot, other) for other in self._state.others([die])):
                foot = self._place(rng, spot, 40.0, self._state.side(die), self._state.others([die]))
            self._state.put(die, rest(foot, face, rng.randrange(4)), DiePlace.SHOWN)

    def nudge(self, seat: int) -> None:
        """The seat's cocked, stacked and stray dice are laid flat on free cloth, each with the face
        that people would agree on. Where all lie well and still are not seen well, each gets another
        place."""
        with self._at(seat):
            dice = [d for d in self._state.of(seat) if d.lean is not Lean.FLAT or d.place is DiePlace.ASTRAY]
            if not dice and self.cup(seat) is CupState.LIFTED:
                dice = self._state.of(seat, DiePlace.CUP)
            self._drop(self._state.chance(seat), dice, [die.face for die in dice])

    # Workings

    def _lost_ground(self, rng: Random) -> tuple[Spot, float]:
        """A circle in which a lost die may be laid."""
        if self._state.board is None:
            return Spot(0.0, 0.0), self.layout.middle - 8.0
        reach, radius = LOST
        return self._state.board.to_table(rng.uniform(-reach, reach), 0.0), radius

    def _place(
        self, rng: Random, centre: Spot, radius: float, side: float, taken: Sequence[Footprint]
    ) -> Footprint:
        foot = free_place(rng, centre, radius, side, taken, tries=2000)
        if foot is None:
            raise NoRoomError(f"no room for a die within {radius:.0f} mm of ({centre.x:.0f}, {centre.y:.0f})")
        return foot

    def _throw(self, rng: Random, seat: int, dice: list[Die], centre: Spot, radius: float) -> None:
        if not dice:
            raise NoSuchDieError(f"seat {seat} has no dice left to throw")
        side = self._state.side(dice[0])
        around = self._state.others(dice)
        stray = partial(self._stray, rng, seat, side)
        landed = throw(rng, len(dice), centre, radius, side, around, self.chances, stray)
        for die, (pose, lean, astray) in zip(dice, landed, strict=True):
            self._state.put(die, pose, DiePlace.ASTRAY if astray else DiePlace.CUP, lean)

    def _stray(self, rng: Random, seat: int, side: float, taken: Sequence[Footprint]) -> Footprint | None:
        """A place on open cloth, on nobody's ground, not far from a seat; None if none was found."""
        layout, home = self.layout, self.layout.seat(seat)
        for _ in range(200):
            angle, reach = rng.uniform(0.0, 2 * math.pi), rng.uniform(*_ROLLED)
            spot = home.toward(Spot(math.cos(angle), math.sin(angle)), reach)
            foot = Footprint(spot.x, spot.y, rng.uniform(0.0, 360.0), side)
            on_cloth = abs(spot.x) < layout.width / 2 - 30 and abs(spot.y) < layout.depth / 2 - 30
            far = [spot.away(other) > layout.zone + side for other in layout.seats]
            clear = all(spot.away(marker) > 60.0 for _, marker in layout.markers)
            cups = all(spot.away(cup.at) > CUP_HEIGHT for cup in self._state.cups.values())
            board = self._state.board
            clear = clear and (board is None or not board.holds(spot, side))
            if (
                on_cloth
                and all(far)
                and clear
                and cups
                and spot.away(Spot(0.0, 0.0)) > layout.middle + side
                and not any(overlap(foot, other, 1.0) for other in taken)
            ):
                return foot
        return None

    def _drop(self, rng: Random, dice: list[Die], faces: list[int]) -> None:
        """Lays a seat's dice flat on free cloth near where its other dice lie. Where these leave no room,
        they are pushed about, face kept."""
        for die, face in zip(dice, faces, strict=True):
            centre, radius = self._ground(die.owner)
            foot = free_place(rng, centre, radius, self._state.side(die), self._state.others([die]))
            if foot is None:
                self._state.put(die, replace(die.pose, turn=flat(face, 0.0)), DiePlace.CUP)
                self._gather(rng, die.owner)
            else:
                self._state.put(die, rest(foot, face, rng.randrange(4)), DiePlace.CUP)

    def _gather(self, rng: Random, seat: int) -> None:
        """Lays all of a seat's dice that are not set aside flat on its ground, face kept."""
        dice = self._state.of(seat, DiePlace.CUP)
        sides = [self._state.side(die) for die in dice]
        feet = scatter(rng, sides, *self._ground(seat), self._state.others(dice))
        for die, foot in zip(dice, feet, strict=True):
            self._state.put(die, rest(foot, die.face, rng.randrange(4)), DiePlace.CUP)

    def _ground(self, seat: int) -> tuple[Spot, float]:
        """The circle in which a seat's dice lie now: under its cup, or about where the cup stood."""
        cup = self._state.cups[seat]
        if cup.state is CupState.LIFTED:
            return self.layout.seat(seat), _OPEN
        return cup.at, _UNDER

    def _cup_home(self, seat: int) -> Spot:
        cup = self._state.cups[seat]
        return self.layout.seat(seat) if cup.state is CupState.LIFTED else cup.at

    def _lay_aside(self, rng: Random, seat: int) -> None:
        right = self.layout.right_hand(seat)
        at = self.layout.seat(seat).toward(right, _ASIDE)
        at = Spot(at.x + rng.uniform(-5.0, 5.0), at.y + rng.uniform(-5.0, 5.0))
        heading = degrees(self.layout.outward(seat)) + rng.uniform(-35.0, 35.0)
        self._state.cups[seat] = Cup(CupState.LIFTED, at, heading)


def _off(die: Die, spot: Spot) -> float:
    return math.hypot(die.pose.x - spot.x, die.pose.y - spot.y)
