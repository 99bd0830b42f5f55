"""The red die in players' words: why a placing is no bid, and where it should lie."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.liars_dice.placing import Misplaced
from firmware.glass.screen import Align, Row, Size
from firmware.words.catalogue import later
from firmware.words.eye import REASONS
from vision.board_reading import Amiss
from vision.gaze import Trouble
from vision.reading import Reason

if TYPE_CHECKING:
    from firmware.words.words import Words


class Note(StrEnum):
    """What is asked of the red die without any haste."""

    MOVE = "move"  # to the bid that was made by hand, or that stands again
    TAKE_UP = "take up"  # the round has not been opened, and it lies as it did in the last one


FAULTS: Final[Mapping[Misplaced, str]] = {
    Misplaced.LOWER: later("Red die: {bid} is not higher"),
    Misplaced.NO_STAR: later("Red die: a star space wants its star up"),
    Misplaced.STAR: later("Red die: its star goes on star spaces"),
    Misplaced.FACE: later("Red die: nobody bids on that face"),
    Misplaced.TOP: later("Red die: nothing is higher. Bluff?"),
}
HINTS: Final[Mapping[Amiss | Note, str]] = {
    Amiss.GONE: later("Set the red die down, or press"),
    Amiss.SEVERAL: later("Only the red die may lie on the spaces"),
    Amiss.BETWEEN: later("The red die lies between two spaces"),
    Amiss.HIDDEN: later("Something hides the board"),
    Amiss.NO_BOARD: later("The board's corners are not all in view"),
    Note.MOVE: later("Red die: move it to {bid}"),
    Note.TAKE_UP: later("Take the red die off the board"),
}
_LOUD = frozenset({Amiss.SEVERAL, Amiss.BETWEEN})  # the die was set down so


def note_of(words: Words, fault: Misplaced, bid: str) -> Row:
    """Why the placing that would be this bid ("": none at all) is none."""
    return _row(words.say(FAULTS[fault], bid=words.bid(bid) if bid else ""), loud=True)


def hint(words: Words, what: Amiss | Reason | Trouble | Note, bid: str) -> Row:
    """What the eye cannot make out, or where the die is to be moved."""
    if isinstance(what, Amiss | Note):
        return _row(words.say(HINTS[what], bid=words.bid(bid) if bid else ""), loud=what in _LOUD)
    return _row(words.say(REASONS[what]), loud=isinstance(what, Reason))


def _row(text: str, loud: bool) -> Row:
    return Row(text, Size.MEDIUM if loud else Size.SMALL, Align.CENTRE, inverted=loud)
