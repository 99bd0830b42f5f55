"""The eye's reasons in the table's words: what hinders it, and what a player can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.answer import Seat
from firmware.words.catalogue import later
from vision.reading import Reason
from vision.seats import SeatReading, TableReading, Trouble

if TYPE_CHECKING:
    from firmware.words.words import Words

REASONS: Final[Mapping[Reason | Trouble, str]] = {
    Reason.COCKED: later("A die leans: tip it onto its nearest side"),
    Reason.STACKED: later("Dice are stacked: lay them side by side"),
    Reason.COVERED: later("A die is covered: uncover it"),
    Reason.CUT: later("A die lies out of view: move it in"),
    Reason.GLARE: later("A die shines: shade it or turn it a little"),
    Reason.BLURRED: later("The picture is not sharp"),
    Reason.SMALL: later("A die is too far away"),
    Reason.UNCLEAR: later("A die cannot be read: move it a little"),
    Reason.IMPOSSIBLE: later("This game has no such face: move or change the die"),
    Trouble.MOVING: later("Something moves"),
    Trouble.HAND: later("A hand is in the way"),
    Trouble.DARK: later("Too dark: light the lamp, uncover the camera"),
    Trouble.NO_TABLE: later("The table's corner marks are not all in view"),
    Trouble.OUT_OF_VIEW: later("This seat is out of the camera's view"),
    Trouble.WAVERING: later("A die reads now so, now so: move it a little"),
    Trouble.AS_BEFORE: later("Still the last throw: throw now"),
}
"""MISSING and TOO_MANY are said with their counts."""


def told(words: Words, reading: TableReading, seat: Seat) -> str:
    """First what is wrong with the whole table, then with this seat, then at which others."""
    if reading.trouble is not None:
        return words.say(REASONS[reading.trouble])
    waiting = [one for one in reading.seats if one.reason is not None]
    own = next((one for one in waiting if one.seat == seat), None)
    if own is not None:
        return seat_told(words, own)
    if waiting:
        others = words.seats(tuple(one.seat for one in waiting))
        return words.say("Not clear yet: {seats}", seats=others)
    return words.say("Some dice lie apart from the seats") if reading.strays and not reading.final else ""


def seat_told(words: Words, reading: SeatReading) -> str:
    """What hinders the eye at this one seat, said to who sits there; "" for nothing."""
    match reading.reason:
        case None:
            return ""
        case Trouble.MISSING:
            return words.say("{seen} of {wanted} dice seen here", seen=reading.seen, wanted=reading.wanted)
        case Trouble.TOO_MANY:
            return words.say(
                "{seen} dice here, there should be {wanted}", seen=reading.seen, wanted=reading.wanted
            )
        case reason:
            return words.say(REASONS[reason])
