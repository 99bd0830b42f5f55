"""Whether a bot agrees to dice that somebody has keyed in: it compares them with what lies there."""

from __future__ import annotations

from collections.abc import Mapping

from engine import View
from firmware.words.values import hands, mapping


def of_whom(view: View) -> tuple[int, ...]:
    """The seats whose dice have been keyed in and wait to be agreed to: they lie open, for all to see."""
    entered = view["entered"]
    return () if entered is None else tuple(hands(mapping(entered)["dice"]))


def agreed(view: View, lie: Mapping[int, str]) -> str:
    """Yes if the dice that were keyed in are those that `lie` open before their seats, else no."""
    told = hands(mapping(view["entered"])["dice"])
    right = all(sorted(dice) == sorted(lie.get(seat, "")) for seat, dice in told.items())
    return "yes" if right else "no"
