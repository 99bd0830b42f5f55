"""An audit: what lies before every seat, compared with the record, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine import View
from engine.event import Value
from firmware.words.values import mapping, number
from vision.areas import Role
from vision.cards_look import CardsReading, GroundReading

AUDIT = "audit"  # the event that tells what an audit has found
DOVE = "dove"


def differences(reading: CardsReading, view: View) -> tuple[Value, ...]:
    """Every ground that is not as the game has it, as JSON types:

    seat     whose it is, None for the middle
    missing  cards of the record that do not lie there, how many of each
    extra    cards that lie there and belong elsewhere
    backs    cards that lie face down, and `laid` how many should (only where notes are laid)
    unsure   why the eye could not make the ground out; then the others say nothing
    """
    compared = (_compared(one, view) for one in reading.grounds)
    return tuple(one for one in compared if one is not None)


def _compared(ground: GroundReading, view: View) -> Value:
    role, seat = ground.ground
    told: dict[str, Value] = {"seat": seat}
    if role is Role.OFFER:
        laid = _laid(seat, view)
        if laid is None or ground.backs == laid:
            return None
        return told | {"backs": ground.backs, "laid": laid}
    if ground.values is None:
        return told | {"unsure": str(ground.reason)}
    is_there, should_be = Counter(ground.values), _record(seat, view)
    missing, extra = dict(should_be - is_there), dict(is_there - should_be)
    return told | {"missing": missing, "extra": extra} if missing or extra else None


def _record(seat: int | None, view: View) -> Counter[str]:
    """The cards that lie there by what the game knows."""
    if seat is None:
        auction = view["auction"]
        animals = auction["animals"] if isinstance(auction, Mapping) else ()
        assert isinstance(animals, tuple | list)
        return Counter(str(animal) for animal in animals)
    own = mapping(mapping(view["animals"])[str(seat)])
    record = Counter({animal: number(count) for animal, count in own.items()})
    if view.get("dove") == seat:
        record[DOVE] = 1
    return record


def _laid(seat: int | None, view: View) -> int | None:
    """How many notes this seat has laid face down; None while they lie turned up, or are being taken up."""
    trade = view["trade"]
    if view["phase"] == "reading":
        return None
    if isinstance(trade, Mapping):
        for which, owner in (("offer", trade["by"]), ("counter", trade["partner"])):
            if owner == seat:
                return int(str(trade[which] or 0))
    return 0
