"""The people at the simulated table: they do with dice, cups and cards what the box asks, sooner or later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from firmware.sim.dealing import Move
from firmware.sim.errors import NoSuchCardError, NoSuchDieError
from firmware.sim.things import CupState
from firmware.sim.world import World


class Deed(StrEnum):
    """What the box can ask the people to do."""

    THROW_OPEN = "throw open"  # all dice in the open: the first throw
    SHAKE = "shake"  # all dice under the cup, a new round
    RETHROW = "rethrow"  # the dice not set beside the cup once more (re-roll variant)
    RETHROW_CROOKED = "rethrow crooked"  # cocked and stacked dice once more (L-03)
    LIFT = "lift"  # cup off, hands away
    COVER = "cover"  # cup back over the dice
    DISCARD = "discard"  # so many dice to the middle
    SORT_OUT = "sort out"  # dice that lie badly are laid flat and apart
    TAKE_BACK = "take back"  # all one's dice back from the middle, and shaken: a new game
    PASS_CUP = "pass cup"  # the one cup, with so many dice, to a seat
    HANDS_OFF = "hands off"  # nothing but hands away
    LAY_AGAIN = "lay again"  # dice under the cup as they lay before
    MOVE_CARDS = "move cards"  # one thing that is to be done with cards or money


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that the box asks of some seats. Each new asking has a new `number`: people do a numbered
    thing once, however often they are reminded of it. `dice`: for DISCARD, how many each seat gives up, for
    PASS_CUP how many it gets.
    `move`: for MOVE_CARDS and LAY_AGAIN, what is done."""

    number: int
    deed: Deed
    seats: tuple[int, ...] = ()
    dice: Mapping[int, int] = field(default_factory=dict)
    move: Move | None = None

    def at(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return tuple(self.dice) if self.deed in {Deed.DISCARD, Deed.PASS_CUP} else self.seats


@dataclass(frozen=True, slots=True)
class Manners:
    """How people are, each 0-1: they forget to discard, to sort out their dice or to move a card, lift late,
    leave a hand over the table. `late`, `linger`: for how many moments then. `patience`: reminders until a
    forgotten thing is done."""

    forgets: float = 0.0
    lifts_late: float = 0.0
    hand_stays: float = 0.0
    late: int = 4
    linger: int = 5
    patience: int = 6
    shows_hands: bool = True  # a hand comes over the table for each deed


class _Step(StrEnum):
    WAITS = "waits"
    REACHES = "reaches"
    LEAVES = "leaves"


@dataclass
class _Task:
    number: int
    deed: Deed
    dice: int
    move: Move | None = None
    step: _Step = _Step.WAITS
    calls: int = 0  # until the next step


class People:
    """Everybody at `world`'s table. Holds no clock: each `attend` is one moment in their time. Their
    forgetting comes from `seed`; what the dice show never changes what they do."""

    def __init__(
        self,
        world: World,
        seed: int,
        manners: Manners | None = None,
        done: Iterable[tuple[int, int]] = (),
    ) -> None:
        """`done`: what had been done when the table was left (see the property). Nobody reaches over the
        table yet: a hand that was in the middle of something when it was left is gone."""
        self._world = world
        for seat in world.seats:
            world.hand_out(seat)
        self._rng = Random(f"people/{seed}")
        self.manners = manners or Manners()
        self._tasks: dict[int, list[_Task]] = {seat: [] for seat in world.seats}
        self._done: set[tuple[int, int]] = set(done)
        self._taken_on: set[tuple[int, int]] = set(self._done)

    @property
    def done(self) -> frozenset[tuple[int, int]]:
        """The askings, by number and seat, that have been done and are still asked: with the world, all that
        has to be kept to go on another day."""
        return frozenset(self._done)

    @property
    def busy(self) -> bool:
        """Whether anybody still has something to do, if only to take his hand away."""
        return any(self._tasks.values())

    def attend(self, asked: Iterable[Asked]) -> None:
        """One moment: everybody takes note of what is asked now, and does the next step of his own."""
        asked = tuple(asked)
        current = {ask.number for ask in asked}
        self._taken_on = {key for key in self._taken_on if key[0] in current}
        self._done &= self._taken_on
        for ask in asked:
            for seat in ask.at():
                if seat in self._tasks and (ask.number, seat) not in self._taken_on:
                    self._taken_on.add((ask.number, seat))
                    self._take_on(seat, ask)
        for seat, tasks in self._tasks.items():
            if tasks and self._step(seat, tasks[0]):
                tasks.pop(0)

    def do_at_once(self, asked: Iterable[Asked], seat: int) -> None:
        """What is asked of a seat and has not been done yet it does now, in this order."""
        for ask in asked:
            key = (ask.number, seat)
            if seat not in ask.at() or key in self._done:
                continue
            if key not in self._taken_on:
                self._taken_on.add(key)
                self._take_on(seat, ask)
            task = next(task for task in self._tasks[seat] if task.number == ask.number)
            self._do(seat, task)
            self._done.add(key)
            task.step, task.calls = _Step.LEAVES, 0

    def finish(self, asked: Iterable[Asked]) -> None:
        """As many moments as it takes until nobody has anything to do."""
        asked = tuple(asked)
        self.attend(asked)
        while self.busy:
            self.attend(asked)

    def _take_on(self, seat: int, ask: Asked) -> None:
        manners = self.manners
        wait = 0
        if (
            ask.deed in {Deed.DISCARD, Deed.SORT_OUT, Deed.MOVE_CARDS}
            and self._rng.random() < manners.forgets
        ):
            wait = manners.patience
        elif ask.deed is Deed.LIFT and self._rng.random() < manners.lifts_late:
            wait = manners.late
        self._tasks[seat].append(_Task(ask.number, ask.deed, ask.dice.get(seat, 0), ask.move, calls=wait))

    def _step(self, seat: int, task: _Task) -> bool:
        """Does the next step of a task. Whether the task is over."""
        over = None if task.move is None else task.move.over
        if task.calls > 0:
            task.calls -= 1
            if task.step is _Step.LEAVES:
                self._world.hand_in(seat, over)  # it fidgets
            return False
        if task.step is _Step.WAITS and self.manners.shows_hands and task.deed is not Deed.HANDS_OFF:
            self._world.hand_in(seat, over)
            task.step = _Step.REACHES
            return False
        if task.step is not _Step.LEAVES:
            self._do(seat, task)
            self._done.add((task.number, seat))
            if self._world.has_hand(seat) and self._rng.random() < self.manners.hand_stays:
                task.calls = self.manners.linger
            task.step = _Step.LEAVES
            if self._world.has_hand(seat):
                return False
        self._world.hand_out(seat)
        return True

    def _do(self, seat: int, task: _Task) -> None:
        world = self._world
        try:
            match task.deed:
                case Deed.THROW_OPEN:
                    world.throw_open(seat)
                case Deed.SHAKE:
                    world.shake(seat)
                case Deed.RETHROW:
                    world.rethrow(seat)
                case Deed.RETHROW_CROOKED:
                    world.rethrow_crooked(seat)
                case Deed.LIFT:
                    world.lift(seat)
                case Deed.COVER:
                    world.cover(seat)
                case Deed.DISCARD:
                    world.discard(seat, min(task.dice, world.count(seat)))
                case Deed.PASS_CUP:
                    world.pass_cup(seat, task.dice)
                case Deed.SORT_OUT:
                    world.nudge(seat)
                case Deed.TAKE_BACK:
                    world.take_back(seat)
                case Deed.MOVE_CARDS | Deed.LAY_AGAIN:
                    if task.move is not None:
                        task.move.do(world)
                case Deed.HANDS_OFF:
                    if world.cup(seat) is CupState.PEEKED:
                        world.cover(seat)
        except (NoSuchDieError, NoSuchCardError):
            pass  # somebody without dice has nothing to do; a card may have been moved since it was asked for
