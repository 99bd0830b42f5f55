"""What a game asks of the eye and of people's hands: each game that lies on a table has one such part."""

from __future__ import annotations

from typing import Protocol

from engine import Answer, Event, Seat
from firmware.table.stage import AnyReading, AnySight, Asked, Sighting
from firmware.words import Words


class Pieces(Protocol):
    """The dice or the cards of one match, which it reads and never answers. `reading`: what the eye has said
    so far to what it is asked now. `are_cards`: seats have secrets on their glass. `compares`: what lies
    there can be compared with the record at any time. `hides_table`: somebody may be looking into what
    nobody else is to see, where the camera sees it too."""

    are_cards: bool
    hides_table: bool

    @property
    def compares(self) -> bool: ...

    @property
    def reading(self) -> Sighting | None: ...

    def forget(self) -> None:
        """What was seen before was seen of another table."""

    def begin_audit(self) -> None:
        """The eye is to compare, before it reads anything else."""

    def end_audit(self) -> None:
        """It need not any more."""

    def sight(self) -> AnySight | None:
        """What the eye is to look for now."""

    def asked(self) -> Asked:
        """What people are to do with their hands now."""

    def seen(self, reading: AnyReading) -> Answer | Event | None:
        """The eye says something to the sight that stands; what the table answers by it, or what everybody is
        to know of it, if anything."""

    def told(self, event: Event) -> None:
        """This has happened in the game."""

    def complaint(self, seat: Seat, words: Words) -> str:
        """What lies wrong before a seat that has something to confirm; "" if all is well."""
