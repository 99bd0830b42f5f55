"""What people are to do with dice and cups, from what the box asks of the table; and what lay under them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from firmware.sim.dealing import Move
from firmware.sim.people import Asked as PeopleAsked
from firmware.sim.people import Deed
from firmware.sim.world import World
from firmware.table.stage import Asked
from vision.reading import Value

_SHAKE, _PASS = 3, 5
_DEEDS = 10  # numbers of deeds that follow from one number of the box's


def shaking(asked: Asked) -> int:
    """The number under which people are asked to shake."""
    return asked.number * _DEEDS + _SHAKE


def deeds_with_cups(asked: Asked, world: World) -> list[PeopleAsked]:
    """All of it, in the order in which it is done."""
    number = asked.number * _DEEDS
    if asked.one_cup:
        return _with_one_cup(asked, world, number)
    count = world.count
    short = tuple(seat for seat in asked.throw_open + asked.shake if count(seat) < asked.dice[seat])
    lost = {
        seat: count(seat) - own for seat, own in asked.dice.items() if asked.shake and count(seat) > own
    }  # who is out has none left
    deeds = [
        PeopleAsked(number, Deed.TAKE_BACK, short),
        PeopleAsked(number + 1, Deed.THROW_OPEN, asked.throw_open),
        PeopleAsked(number + 2, Deed.DISCARD, dice=lost),
        PeopleAsked(shaking(asked), Deed.SHAKE, asked.shake),
        PeopleAsked(number + 4, Deed.LIFT, asked.lift),
    ]
    return [deed for deed in deeds if deed.at()]


def _with_one_cup(asked: Asked, world: World, number: int) -> list[PeopleAsked]:
    """Whoever is to shake is given the cup first, if he has not got it."""
    away = {seat: n for seat, n in asked.dice.items() if not world.has_cup(seat, n)}
    deeds = [
        PeopleAsked(number + _PASS, Deed.PASS_CUP, dice=away),
        PeopleAsked(shaking(asked), Deed.SHAKE, asked.shake),
        PeopleAsked(number + 4, Deed.LIFT, asked.lift),
    ]
    return [deed for deed in deeds if deed.at()]


class Lain:
    """What lay under each cup, by the number under which it was shaken: where a verdict is taken back, people
    lay the dice as they lay, for what was said of them has been said."""

    def __init__(self, kept: Iterable[tuple[int, int, Sequence[Value]]] = ()) -> None:
        self._lay = {(number, seat): tuple(values) for number, seat, values in kept}

    def to_data(self) -> list[tuple[int, int, tuple[Value, ...]]]:
        """What has to be kept to go on another day."""
        return [(number, seat, values) for (number, seat), values in sorted(self._lay.items())]

    def note(self, asked: Asked, world: World, done: Collection[tuple[int, int]]) -> None:
        """How the dice lie that have been shaken for what is asked now."""
        number = shaking(asked)
        if asked.unshaken:  # whatever came after that is still to come
            self._lay = {key: lay for key, lay in self._lay.items() if key[0] <= number}
        for seat in asked.shake:
            if (number, seat) in done:
                self._lay[(number, seat)] = world.under(seat) + world.shown(seat)

    def instead(self, deed: PeopleAsked, asked: Asked) -> list[PeopleAsked]:
        """The deed; where dice that were shaken and looked at for it would be thrown anew, they are laid as
        they lay. Not where some were set beside the cup: the others were thrown again since."""
        if deed.deed is not Deed.SHAKE or asked.shown:
            return [deed]
        lain = {
            seat: self._lay[(deed.number, seat)]
            for seat in deed.seats
            if seat not in asked.unshaken and (deed.number, seat) in self._lay
        }
        rest = replace(deed, seats=tuple(seat for seat in deed.seats if seat not in lain))
        laid = [
            PeopleAsked(deed.number, Deed.LAY_AGAIN, (seat,), move=_laying(seat, values))
            for seat, values in lain.items()
        ]
        return [*laid, *([rest] if rest.seats else [])]


def _laying(seat: int, values: Sequence[Value]) -> Move:
    return Move(seat, lambda world: world.lay_again(seat, values))
