"""The journal: every answer of a game is on the disk before it counts."""

from firmware.journal.journal import Game, Journal, Reader

__all__ = ["Game", "Journal", "Reader"]
