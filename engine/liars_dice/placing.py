"""The red die on the board: which bid a space and a face make, and why they make none (001:L49-L69, L-14)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.liars_dice.dice import STAR, DiceSet
from engine.liars_dice.track import Bid, Track


class Misplaced(StrEnum):
    """Why the red die, as it stands, is no bid."""

    LOWER = "lower"  # not higher on the track than the bid that stands
    NO_STAR = "no-star"  # on a star space it shows a number (001:L65)
    STAR = "star"  # on a numbered space it shows the star (L-14)
    FACE = "face"  # it shows what these dice do not bid on
    TOP = "top"  # nothing is higher than the bid that stands (L-05)


@dataclass(frozen=True, slots=True)
class Placed:
    """What the red die says: a bid, or why it is none. `bid` is also there where it is only not higher."""

    bid: Bid | None
    fault: Misplaced | None = None


def placed(track: Track, dice: DiceSet, stands: Bid | None, space: str, face: str) -> Placed:
    """What the red die says with this `face` up (1-6, or * for a star) on a `space` of the track, after the
    bid that `stands`, None at the opening. The face that plays the joker is a star too."""
    starred = face in (STAR, dice.joker)
    if space.startswith(STAR):
        if not starred:
            return Placed(None, Misplaced.NO_STAR)
        bid = Bid(int(space.removeprefix(STAR)), STAR)
    else:
        if starred:
            return Placed(None, Misplaced.STAR)
        if face not in dice.numbered:
            return Placed(None, Misplaced.FACE)
        bid = Bid(int(space), face)
    higher = track.raises(stands)
    if higher is None:
        return Placed(bid, Misplaced.TOP)
    return Placed(bid) if str(bid) in higher else Placed(bid, Misplaced.LOWER)


def placing(bid: Bid, dice: DiceSet) -> tuple[str, str]:
    """The space and the face up by which the red die says this bid."""
    if bid.face == STAR:
        return f"{STAR}{bid.count}", dice.joker
    return str(bid.count), bid.face
