"""Every way in which the rules can say no."""

from __future__ import annotations


class RulesError(Exception):
    """Root of all that the engine refuses. Whatever raises it has changed nothing."""


class UnreadableAnswer(RulesError):
    """A text or JSON object that is no answer at all."""


class NotAsked(RulesError):
    """An answer to something that the table does not wait for, or from somebody it was not asked of."""


class WrongAnswer(RulesError):
    """The right somebody answers the right question with what the rules do not allow."""


class GameOver(RulesError):
    """The game has ended: there is nothing left to answer."""


class NotAllowedNow(RulesError):
    """Undo, redo, dispute or a vote at a moment that does not admit it (rulings G-03 to G-05)."""


class BadSetup(RulesError):
    """A game that cannot begin so: unknown name, wrong number of seats, an option with no such value."""


class BadData(RulesError):
    """A data file of the rules is wrong; the message names file and key."""
