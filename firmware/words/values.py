"""Reads the plain JSON values of views and events as what they stand for."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answer import Seat
from engine.event import Value
from engine.game import View


def number(value: Value) -> int:
    """A seat's number or a count. Raises TypeError where there is none."""
    if not isinstance(value, int):
        raise TypeError(f"a number belongs here, not {type(value).__name__}")
    return value


def seat_or_none(value: Value) -> Seat | None:
    return None if value is None else number(value)


def seats(value: Value) -> tuple[Seat, ...]:
    if not isinstance(value, tuple | list):
        raise TypeError(f"seats belong here, not {type(value).__name__}")
    return tuple(number(seat) for seat in value)


def mapping(value: Value) -> Mapping[str, Value]:
    if not isinstance(value, Mapping):
        raise TypeError(f"values by name belong here, not {type(value).__name__}")
    return value


def counts(value: Value) -> dict[Seat, int]:
    """So many of each seat."""
    return {int(seat): number(count) for seat, count in mapping(value).items()}


def amounts(value: Value) -> dict[str, int]:
    """So many of each thing."""
    return {name: number(count) for name, count in mapping(value).items()}


def hands(value: Value) -> dict[Seat, str]:
    """The dice of each seat."""
    return {int(seat): str(dice) for seat, dice in mapping(value).items()}


def numbers(value: Value) -> tuple[int, ...]:
    """Notes, or other numbers in a row."""
    if not isinstance(value, tuple | list):
        raise TypeError(f"numbers belong here, not {type(value).__name__}")
    return tuple(number(one) for one in value)


def texts(value: Value) -> tuple[str, ...]:
    """Names in a row."""
    if not isinstance(value, tuple | list):
        raise TypeError(f"names belong here, not {type(value).__name__}")
    return tuple(str(one) for one in value)


def own_seat(view: View) -> Seat | None:
    """Whose view it is; None for what everybody sees."""
    return number(mapping(view["you"])["seat"]) if "you" in view else None
