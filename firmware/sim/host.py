"""The host of the simulated table: has its people do what the box asks, and remembers how things lie."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from firmware.errors import JournalError
from firmware.journal import Memory, recall
from firmware.sim.cards import MIDDLE
from firmware.sim.cup_deeds import Lain, deeds_with_cups, shaking
from firmware.sim.dealing import Move, next_move
from firmware.sim.errors import NoSuchDieError, WorldError
from firmware.sim.eye import spot_in_picture
from firmware.sim.glimpse import Glimpse
from firmware.sim.people import Asked as PeopleAsked
from firmware.sim.people import Deed, Manners, People
from firmware.sim.red_die import TrackBoard
from firmware.sim.things import CupState, DiceKind
from firmware.sim.turned_up import TurnedUp
from firmware.sim.world import World
from firmware.table.stage import Asked, CardsAsked
from vision.reading import Value

log = logging.getLogger(__name__)

MOMENT = 0.35  # seconds between two moments of the people
LAID_AGAIN = 4.0  # seconds until what was taken up is laid down anew
UNTIDY_FOR = 2.0  # seconds that dice lie unreadable before somebody sorts them out


class Host:
    """`asked` gives what the box asks now, `options` the options of the game in play (None between games).

    A world that was kept is taken up again, with what had been done of what was asked.
    """

    def __init__(
        self,
        memory: Memory,
        seats: tuple[int, ...],
        seed: int,
        asked: Callable[[], Asked],
        options: Callable[[], Mapping[str, str] | None],
        manners: Manners | None = None,
        turned_up: Callable[[], str] = lambda: "",
        *,
        anew: bool = False,
    ) -> None:
        """`turned_up`: what whoever draws a card or opens a file finds; `anew`: no world is taken up."""
        self._memory = memory
        self._asked = asked
        self._options = options
        self._turned_up = turned_up
        self._lays, self._lays_again = 0, float("-inf")
        kept = None if anew else _kept(memory, seats)
        self.world, done, lain = kept or (World(seats, seed), (), ())
        self._lain = Lain(lain)
        self.people = People(self.world, seed, manners, done)
        self._next = 0.0
        self._untidy_since: float | None = None
        # The number, below zero, of the last deed that was not asked for by number.
        self._unasked = min((0, *(number for number, _ in done)))
        self._sorting_number = 0
        self._saved: object = None
        self._is_kept = True
        # Whose hand has the red die, and for which space and face.
        self._setting_down: tuple[int, tuple[str, str]] | None = None
        self._unshaken: tuple[int, ...] = ()
        self._to_shake: frozenset[int] = frozenset()
        self._astray_since: float | None = None

    def tick(self, now: float) -> None:
        """One moment of everybody at the table."""
        self._next = now + MOMENT
        asked = self._asked()
        self._bring_dice(asked)
        if asked.cards is not None:
            self.people.attend([*self._moves(asked.cards), *self._sorting(asked, now)])
        else:
            if asked.dice or asked.one_cup:
                self.world.put_out_cards(False)
            self._set_beside(asked)
            deeds = [*self._with_cups(asked), *self._tokens(asked), *self._sorting(asked, now)]
            self.people.attend([*deeds, *self._red_die(asked, now), *self._turning_up(asked, now)])
        self._note(asked)
        self.keep()

    def next_tick(self) -> float:
        return self._next

    def under(self, seat: int) -> tuple[Value, ...]:
        """What the seat's player sees of the dice at his cup. The cup stays as it is."""
        return self.world.under(seat)

    def own(self, seat: int) -> tuple[Value, ...]:
        """The same with the dice that he has set beside it."""
        return self.under(seat) + self.world.shown(seat)

    def eyes(self, seat: int, given: Collection[int] = ()) -> Glimpse:
        """What the seat's player sees of the cards; `given`: the seats whose piles he was given to count."""
        return Glimpse(self.world, seat, given)

    def set_down(self, seat: int, space: str, face: str) -> None:
        """The seat's player sets the red die down on this space, with this face (1-6, or * for a star) up."""
        self._setting_down = (seat, (space, face))

    def red_die_by_hand(self, seat: int, across: float, down: float, value: Value | None) -> None:
        """A person sets the red die down on the page: at so much of the picture's width and height, 0-1; or
        takes it up (None). Only where there is a board, and nobody else's hand is over the table."""
        if not self.world.board:
            return
        if value is None:
            self.world.take_red_die()
        else:
            spot = spot_in_picture(across, down, self.world.stand)
            try:
                self.world.put_red_die(spot, value)
            except WorldError as fault:
                log.info("seat %d cannot set the red die down there: %s", seat, fault)
        self.keep()

    def has_shaken(self, seat: int) -> bool:
        """Whether the seat's dice of this round lie under its cup."""
        asked = self._asked()
        return seat in asked.shake and not self._is_to_shake(asked, seat)

    def is_to_shake(self, seat: int) -> bool:
        """Whether the seat's dice are still to be shaken before anybody looks: as of the last moment."""
        return seat in self._to_shake

    def may_shake(self, seat: int) -> bool:
        """Whether the seat's cup may be shaken by hand: as of the last moment, for pages ask often."""
        return seat in self._unshaken and self.world.count(seat) > 0

    def by_hand(self, seat: int, action: str) -> None:
        """What a person does with the cup on the page: `peek-start`, `peek-end`, `shake`, `sort`. A cup is
        shaken only while the box waits for that: dice that others have bid on stay as they lie. Who looks has
        shaken, so that nobody plays with dice of the last round, or sees some that are still to be thrown."""
        match action:
            case "peek-start":
                self._shaken_at_once(seat)
                self.world.peek(seat)
            case "peek-end" if self.world.cup(seat) is CupState.PEEKED:
                self.world.cover(seat)
            case "shake" if seat in self._asked().unshaken and self.world.count(seat):
                if not self._shaken_at_once(seat):
                    self.world.shake(seat)
            case "sort":
                self.world.nudge(seat)
        self._note(self._asked())
        self.keep()

    def _bring_dice(self, asked: Asked) -> None:
        """Of the kind that is played with."""
        options = self._options()
        if options is not None:
            stars = options.get("dice", "star") == "star" and not asked.one_cup
            kind = DiceKind.STAR if stars else DiceKind.ORDINARY
            if kind is not self.world.kind:
                self.world.bring(kind)

    def _shaken_at_once(self, seat: int) -> bool:
        """The seat shakes for this round if it is to, and has not. Whether it did."""
        asked = self._asked()
        if not self._is_to_shake(asked, seat):
            return False
        self._bring_dice(asked)
        self.people.do_at_once((deed for deed in self._with_cups(asked) if deed.deed is not Deed.LIFT), seat)
        return True

    def _with_cups(self, asked: Asked) -> list[PeopleAsked]:
        """What is to be done with dice and cups."""
        deeds = deeds_with_cups(asked, self.world)
        return [one for deed in deeds for one in self._lain.instead(deed, asked)]

    def _is_to_shake(self, asked: Asked, seat: int) -> bool:
        return seat in asked.shake and (shaking(asked), seat) not in self.people.done

    def _note(self, asked: Asked) -> None:
        """What pages ask often: who may shake, and who still is to before he looks. And what lies there."""
        self._lain.note(asked, self.world, self.people.done)
        self._unshaken = asked.unshaken
        self._to_shake = frozenset(seat for seat in asked.shake if self._is_to_shake(asked, seat))

    def keep(self) -> None:
        """Keeps how things lie, if that has changed: what was seen under a cup must lie there tomorrow."""
        data = {"world": self.world.to_data(), "done": sorted(self.people.done), "lain": self._lain.to_data()}
        if data != self._saved:
            self._saved = data
            try:
                self._memory.keep("sim-world", json.dumps(data))
                self._is_kept = True
            except JournalError as fault:
                if self._is_kept:  # said once, not at every move of a die
                    log.warning("the simulated table is not kept: %s", fault)
                self._is_kept = False

    def keep_bots(self, bots: Iterable[int]) -> None:
        """Keeps which seats are played by bots."""
        with suppress(JournalError):  # the full disk is announced elsewhere
            self._memory.keep("bots", json.dumps(sorted(bots)))

    def kept_bots(self) -> tuple[int, ...]:
        """The seats that bots played when the table was left."""
        kept = recall(self._memory, "bots", list[int]) or ()
        return tuple(seat for seat in kept if seat in self.world.seats)

    def _tokens(self, asked: Asked) -> list[PeopleAsked]:
        """Tokens go where they belong, and off the table in another game. Who is told that some lie otherwise
        looks, and lays them right."""
        belong = {place: own for place, own in asked.tokens.items() if own}
        if self.people.busy or not (asked.tokens or asked.dice):
            return []
        by = next(iter(asked.dice), self.world.seats[0])
        if belong != self.world.tokens:
            laying = Move(by, lambda world: world.lay_tokens(belong), MIDDLE)
        elif asked.tokens_differ and self.world.slips:
            laying = Move(by, lambda world: world.tidy_tokens(), MIDDLE)
        else:
            return []
        self._unasked -= 1
        return [PeopleAsked(self._unasked, Deed.MOVE_CARDS, (by,), move=laying)]

    def _red_die(self, asked: Asked, now: float) -> list[PeopleAsked]:
        """The board is laid out and taken away. The red die is set down for the bid that somebody makes by
        it; it is moved by anybody if the box has asked for that for a while."""
        if (asked.dice or asked.one_cup) and asked.board != self.world.board:
            self.world.lay_board(asked.board)
        asks = asked.red_die is not None and (any(asked.red_die) or self.world.has_red_die())
        self._astray_since = (self._astray_since or now) if asks else None
        if not self.world.board or self.people.busy:
            return []
        if self._setting_down is not None:
            (seat, where), self._setting_down = self._setting_down, None
            return [self._setting(seat, *where)]
        if asked.red_die is None or self._astray_since is None or now - self._astray_since < UNTIDY_FOR:
            return []
        self._astray_since = now
        return [self._setting(next(iter(asked.dice), self.world.seats[0]), *asked.red_die)]

    def _setting(self, seat: int, space: str, face: str) -> PeopleAsked:
        """A hand sets the red die down there, or takes it up where no space is named."""
        self._unasked -= 1
        if not space:
            move = Move(seat, lambda world: world.take_red_die(), MIDDLE)
        else:
            value = Value.STAR if face == "*" else Value(face)
            over = TrackBoard(self.world.board).middle_of(space)
            move = Move(seat, lambda world: world.set_red_die(space, value), over)
        return PeopleAsked(self._unasked, Deed.MOVE_CARDS, (seat,), move=move)

    def _moves(self, asked: CardsAsked) -> list[PeopleAsked]:
        """The next thing to do with the cards, once the last is done."""
        if self.people.busy:
            return []
        self.world.put_out_cards(True)
        move = next_move(self.world, asked)
        if move is None:
            return []
        self._unasked -= 1
        return [PeopleAsked(self._unasked, Deed.MOVE_CARDS, (move.by,), move=move)]

    def _sorting(self, asked: Asked, now: float) -> list[PeopleAsked]:
        """Dice and cards that stay unreadable are sorted out, and again if that did not help."""
        if not asked.sort_out:
            self._untidy_since = None
            return []
        if self._untidy_since is None or now - self._untidy_since > 2 * UNTIDY_FOR:
            self._untidy_since = now
            self._unasked -= 1
            self._sorting_number = self._unasked
        if now - self._untidy_since < UNTIDY_FOR:
            return []
        if asked.turned_up is not None:
            return self._laying_anew(now)
        if asked.cards is None:
            return [PeopleAsked(self._sorting_number, Deed.SORT_OUT, asked.sort_out)]
        if self.people.busy or next_move(self.world, asked.cards) is not None:
            return []  # something lies where it will not stay
        tidying = Move(asked.sort_out[0], lambda world: world.tidy(), MIDDLE)
        return [PeopleAsked(self._sorting_number, Deed.MOVE_CARDS, (tidying.by,), move=tidying)]

    def _turning_up(self, asked: Asked, now: float) -> list[PeopleAsked]:
        """A card is drawn or a file opened, and laid open; before the next throw it is taken away."""
        lies, wanted = self.world.turned_up, None
        if asked.turned_up is not None:
            seat, pack = asked.turned_up
            wanted = TurnedUp(seat, pack, self._turned_up(), self._lays)
            if lies is not None and replace(lies, lays=self._lays) == wanted:
                return []
        elif lies is None or not asked.dice:
            return []
        if self.people.busy or (lies is None and now < self._lays_again):
            return []
        self._unasked -= 1
        handled = wanted or lies
        assert handled is not None
        laying = Move(handled.seat, lambda world: world.turn_open(wanted))
        return [PeopleAsked(self._unasked, Deed.MOVE_CARDS, (handled.seat,), move=laying)]

    def _laying_anew(self, now: float) -> list[PeopleAsked]:
        """What lies open is taken up, and after a while laid a little beside where it lay."""
        lies = self.world.turned_up
        if lies is None:
            return []
        self._lays, self._lays_again = lies.lays + 1, now + LAID_AGAIN
        taking = Move(lies.seat, lambda world: world.turn_open(None))
        return [PeopleAsked(self._sorting_number, Deed.MOVE_CARDS, (lies.seat,), move=taking)]

    def _set_beside(self, asked: Asked) -> None:
        """Re-roll variant: dice that the box was told are shown go beside the cup, the rest is thrown."""
        for seat, faces in asked.shown.items():
            beside = self.world.shown(seat)
            for face in faces[len(beside) :]:
                try:
                    self.world.show_die(seat, Value.STAR if face == "*" else Value(face))
                    self.world.rethrow(seat)
                except NoSuchDieError as fault:
                    log.info("a die that was said to be shown is not there: %s", type(fault).__name__)
                    return


class _Kept(msgspec.Struct):
    """The table, what had been done there, and what lay under cups."""

    world: dict[str, Any]
    done: list[tuple[int, int]]
    lain: list[tuple[int, int, list[Value]]] = msgspec.field(default_factory=list)


def _kept(
    memory: Memory, seats: tuple[int, ...]
) -> tuple[World, Iterable[tuple[int, int]], Iterable[tuple[int, int, Sequence[Value]]]] | None:
    """The world of another evening, if it has these seats."""
    kept = recall(memory, "sim-world", _Kept)
    try:
        world = None if kept is None else World.from_data(kept.world)
    except WorldError as fault:
        log.warning("the simulated table begins anew (%s)", type(fault).__name__)
        return None
    return (world, kept.done, kept.lain) if kept and world and set(world.seats) == set(seats) else None
