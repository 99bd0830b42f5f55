"""What a game asks of the eye and of people's hands: each game that lies on a table has one such part."""

from __future__ import annotations

from typing import Protocol

from engine import Answer, Event, Seat
from firmware.table.stage import Asked, Sight
from firmware.words import Words
from vision.seats import TableReading


class Pieces(Protocol):
    """The dice or the cards of one match, which it reads and never answers. `reading`: what the eye has said
    so far to what it is asked now."""

    reading: TableReading | None

    def sight(self) -> Sight | None:
        """What the eye is to look for now."""

    def asked(self) -> Asked:
        """What people are to do with their hands now."""

    def seen(self, reading: TableReading) -> Answer | None:
        """The eye says something to the sight that stands; what the table answers by it, if anything."""

    def told(self, event: Event) -> None:
        """This has happened in the game."""

    def complaint(self, seat: Seat, words: Words) -> str:
        """What lies wrong before a seat that has something to confirm; "" if all is well."""
