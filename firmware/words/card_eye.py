"""The eye's reasons about cards in the table's words: what hinders it, and what a player can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.answer import Seat
from firmware.words import eye
from firmware.words.catalogue import later
from vision.cards.reading import CardReason
from vision.cards_look import CardsReading, GroundReading, Hitch
from vision.gaze import Trouble

if TYPE_CHECKING:
    from firmware.words.words import Words

UNCLEAR: Final = later("A card cannot be read: move it a little")
REASONS: Final[Mapping[StrEnum, str]] = {
    CardReason.COVERED: later("A card is covered: lay it free"),
    CardReason.ALIKE: later("A card is covered: lay it free"),
    CardReason.UNKNOWN: later("A card is not known here: take it away"),
    CardReason.GLARE: later("A card shines: shade it or turn it a little"),
    CardReason.CUT: later("A card lies out of view: move it in"),
    CardReason.SMALL: later("A card is too far away"),
    CardReason.UNCLEAR: UNCLEAR,
    Hitch.FACE_DOWN: later("Turn the cards face up"),
    Hitch.UNKNOWN: later("A card is not known here: take it away"),
    Hitch.LEFT_OVER: later("The last cards still lie here: take them away"),
    Hitch.IMPOSSIBLE: later("Such a card cannot lie here now"),
    Trouble.OUT_OF_VIEW: later("This place is out of the camera's view"),
    Trouble.WAVERING: later("A card reads now so, now so: move it a little"),
}
"""MISSING and TOO_MANY are said with their counts."""


def told(words: Words, reading: CardsReading, seat: Seat) -> str:
    """First what is wrong with the whole table, then with the middle, which is everybody's, then with this
    seat, then at which others."""
    if reading.trouble is not None:
        return words.say(eye.REASONS[reading.trouble])
    waiting = {one.ground[1]: one for one in reading.grounds if one.reason is not None}
    if None in waiting:
        return ground_told(words, waiting[None])
    if seat in waiting:
        return ground_told(words, waiting[seat])
    others = tuple(other for other in waiting if other is not None)
    return words.say("Not clear yet: {seats}", seats=words.seats(others)) if others else ""


def ground_told(words: Words, reading: GroundReading) -> str:
    """What hinders the eye at this one place."""
    seen, wanted, middle = len(reading.cards), reading.wanted or 0, reading.ground[1] is None
    match reading.reason:
        case Trouble.MISSING if middle:
            return words.say("{seen} of {wanted} cards seen in the middle", seen=seen, wanted=wanted)
        case Trouble.MISSING:
            return words.say("{seen} of {wanted} cards seen here", seen=seen, wanted=wanted)
        case Trouble.TOO_MANY if middle:
            return words.say("{seen} cards in the middle, there should be {wanted}", seen=seen, wanted=wanted)
        case Trouble.TOO_MANY:
            return words.say("{seen} cards here, there should be {wanted}", seen=seen, wanted=wanted)
        case None:
            return ""
        case reason:
            return words.say(REASONS.get(reason, UNCLEAR))
