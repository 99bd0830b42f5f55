"""The rules. Pure Python: no device, no clock, no random number, no import of the other rooms."""

from engine.answer import CLOCK, TABLE, Answer, Party, Seat
from engine.event import Event
from engine.game import Option, Result, Setup, View
from engine.games import GAMES, Kind
from engine.match import Match, told_to

__all__ = [
    "CLOCK",
    "GAMES",
    "TABLE",
    "Answer",
    "Event",
    "Kind",
    "Match",
    "Option",
    "Party",
    "Result",
    "Seat",
    "Setup",
    "View",
    "told_to",
]
