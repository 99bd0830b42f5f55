"""What is printed: the sides of pieces, with their texts, and sheets of paper with a front and a back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from firmware.kit.shapes import Colour, Drawing, moved, placed


class Anchor(Enum):
    """Where a text's place is in it."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text with its foot at (x, y), `size` mm from line to line."""

    words: str
    x: float
    y: float
    size: float
    colour: Colour
    anchor: Anchor = Anchor.LEFT
    bold: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Stamps, a drawing over them, and texts over that."""

    drawing: Drawing = ()
    texts: tuple[Text, ...] = ()
    stamps: tuple[Stamp, ...] = ()

    def at(self, x: float, y: float) -> Side:
        texts = tuple(replace(text, x=text.x + x, y=text.y + y) for text in self.texts)
        stamps = tuple(stamp.at(x, y) for stamp in self.stamps)
        return Side(placed(self.drawing, moved(x, y)), texts, stamps)


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """A side set on a larger one with its origin at (x, y): drawn once, however often it is set. Of it only
    what lies in `seen` is shown: left, top, right and low of the larger side."""

    side: Side
    x: float
    y: float
    seen: tuple[float, float, float, float]

    def at(self, x: float, y: float) -> Stamp:
        left, top, right, low = self.seen
        return Stamp(self.side, self.x + x, self.y + y, (left + x, top + y, right + x, low + y))


@dataclass(frozen=True, slots=True)
class Piece:
    """A card of the kit, by its name. The back of one that `runs_on` is drawn beyond the card, so that it
    looks the same wherever it is cut."""

    name: str
    front: Side
    back: Side
    runs_on: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in millimetres, upright."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}


@dataclass(frozen=True, slots=True)
class Sheet:
    """Both sides of a paper, each as one sees it when it lies face up; the paper is turned over its long
    edge."""

    front: Side
    back: Side
    pieces: tuple[str, ...] = ()


def together(*sides: Side) -> Side:
    """The sides on each other."""
    return Side(
        tuple(part for side in sides for part in side.drawing),
        tuple(text for side in sides for text in side.texts),
        tuple(stamp for side in sides for stamp in side.stamps),
    )
