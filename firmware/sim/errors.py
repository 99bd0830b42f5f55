"""What can go wrong at the simulated table."""

from __future__ import annotations


class WorldError(Exception):
    """Something was asked of the simulated table that people there cannot do. Never names a hidden value."""


class NoSuchSeatError(WorldError):
    """Nobody sits at that seat."""

    def __init__(self, seat: int, seats: tuple[int, ...]) -> None:
        super().__init__(f"nobody sits at seat {seat}: the seats taken are {', '.join(map(str, seats))}")
        self.seat = seat


class NoSuchDieError(WorldError):
    """The seat has not the dice for it."""


class NoSuchCardError(WorldError):
    """The card, or the note, is not where it would be needed."""


class NoPrintError(WorldError):
    """The deck that is played with has not got the face of a card on the table."""


class NoRoomError(WorldError):
    """There is no free place left for a die."""


class SavedWorldError(WorldError):
    """Saved data do not describe a table."""
