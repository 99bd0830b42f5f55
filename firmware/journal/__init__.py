"""The journal: every answer of a game is on the disk before it counts."""

from firmware.journal.journal import Game, Journal, Reader
from firmware.journal.memory import Memory, recall

__all__ = ["Game", "Journal", "Memory", "Reader", "recall"]
