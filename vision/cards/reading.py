"""What the camera's eye says of cards: a face, where it lies and how, and an honest confidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.picture import Points
from vision.reading import Place


class CardReason(StrEnum):
    """Why a card is not sure, in terms that somebody at the table can act on."""

    COVERED = "covered"  # something lies on it: nudge it free
    ALIKE = "too alike to tell"  # two taught faces fit what can be seen
    UNKNOWN = "unknown card"  # no taught face fits
    GLARE = "glare"  # a light is mirrored in it
    CUT = "cut by the edge"  # it lies partly out of the picture
    SMALL = "too small"  # too few pixels
    UNCLEAR = "unclear"  # a face fits, but not well enough to stand by it


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """One card as seen. `quad`: its corners (4, 2) in pixels of the picture, clockwise from the card's
    own top left, so that its turn is known (where the face is not, with any). `confidence` 0-1 that `face`
    is right, `sure` only where the reader stands by it, and `reason` where it does not. `place` is the
    card's middle on the table, where that is known."""

    face: str | None
    quad: Points
    confidence: float
    sure: bool
    reason: CardReason | None = None
    place: Place | None = None
