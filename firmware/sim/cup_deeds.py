"""What people are to do with dice and cups, from what the box asks of the table."""

from __future__ import annotations

from firmware.sim.people import Asked as PeopleAsked
from firmware.sim.people import Deed
from firmware.sim.world import World
from firmware.table.stage import Asked

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
