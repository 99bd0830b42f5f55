"""Liar's dice by the board: where the red die is set down is the bid of whoever is on turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from engine import Answer, Match, Seat
from engine.liars_dice.dice import DICE_SETS
from engine.liars_dice.placing import Misplaced, Placed, placed, placing
from engine.liars_dice.track import track
from firmware.glass.screen import Row
from firmware.table.dice_table import DiceTable, faces_of
from firmware.table.pieces import Pieces
from firmware.table.stage import AnyReading, Asked, BoardSight, Sight, Sighting
from firmware.words import Words
from firmware.words.red_die import Note, hint, note_of
from vision.board_look import BoardReading
from vision.board_reading import Amiss
from vision.gaze import Trouble
from vision.reading import Reason
from vision.seats import TableReading

Placing: TypeAlias = tuple[str, str]
"""A space and the face that the red die shows on it."""
_PASSING = (Trouble.MOVING, Trouble.HAND)  # what nobody need be told of: it is how a die is set down


class BoardTable(DiceTable):
    """The dice of one match, and the red die on its board.

    The red die bids by being set down: how it has stood already is no bid, whatever has been said, taken
    back or begun since. So it has to be taken up before the same placing is another bid. Bids are pressed as
    ever besides."""

    def __init__(self, match: Match, unseen: Callable[[Seat], bool]) -> None:
        super().__init__(match, unseen)
        options = match.setup.options
        self._dice_set = DICE_SETS[options.get("dice", "star")]
        self._track = track(options.get("track", "borg"), self._dice_set.numbered)
        self._stands: Placing | None = None  # None: on no space
        self._unknown = True  # nobody has looked yet: how it stands may be of another evening
        self._amiss: Amiss | Reason | Trouble | None = None
        self._fault: tuple[Misplaced, str] | None = None  # of the last placing, with the bid that it would be

    def sight(self) -> Sight | BoardSight | None:
        if self._match.view(None)["phase"] == "bidding":
            return BoardSight(self._track.name, len(self._match.journal))
        return super().sight()

    def seen(self, reading: AnyReading) -> Answer | None:
        if not isinstance(reading, BoardReading):
            return super().seen(_without_the_red_die(reading))
        standing = reading.standing
        if standing is None:
            if reading.trouble not in _PASSING:
                self._amiss = reading.trouble
            return None
        self._amiss = standing.reason
        if standing.reason is Amiss.GONE:
            self._stands, self._unknown, self._fault = None, False, None
        if standing.reason is not None or standing.place is None or standing.value is None:
            return None
        return self._set_down((self._track.spaces[standing.place], faces_of((standing.value,))))

    def forget(self) -> None:
        super().forget()
        self._fault = None  # something else has been said since

    def asked(self) -> Asked:
        to = self._to_move()
        where = None if to is None else placing(self._track.bid(to), self._dice_set) if to else ("", "")
        return replace(super().asked(), board=self._track.name, red_die=where)

    def note(self, words: Words) -> Row | None:
        """What everybody is to read of the red die while bids are made; nothing if all is well."""
        if self._match.view(None)["phase"] != "bidding":
            return None
        if self._amiss not in (None, Amiss.GONE):
            return hint(words, self._amiss, "")
        if self._fault is not None:
            return note_of(words, *self._fault)
        if self._amiss is Amiss.GONE and self._bid() is None:
            return hint(words, self._amiss, "")
        if (to := self._to_move()) is not None:
            return hint(words, Note.MOVE if to else Note.TAKE_UP, to)
        return None

    def _set_down(self, here: Placing) -> Answer | None:
        """The bid that this placing is, if it is one."""
        if here == self._stands or self._unknown:
            self._stands, self._unknown = here, False
            return None
        self._stands, self._fault = here, None
        said = self._says(here)
        if said.bid is not None and str(said.bid) == self._bid():
            return None  # it is moved to what was bid by hand
        if said.fault is not None or said.bid is None:
            self._fault = (said.fault or Misplaced.FACE, "" if said.bid is None else str(said.bid))
            return None
        turn = self._match.view(None)["turn"]
        assert isinstance(turn, int)
        return Answer(turn, "bid", str(said.bid))

    def _says(self, placing: Placing) -> Placed:
        bid = self._bid()
        return placed(self._track, self._dice_set, None if bid is None else self._track.bid(bid), *placing)

    def _bid(self) -> str | None:
        """The bid that stands."""
        bid = self._match.view(None)["bid"]
        return None if bid is None else str(bid)

    def _to_move(self) -> str | None:
        """Where the red die is to be moved without any bid: to the one that stands, or off the board ("")
        where the round has none yet; None where it may lie as it does, and where nobody knows how it
        lies."""
        phase, bid = self._match.view(None)["phase"], self._bid()
        if phase != "bidding":
            return "" if phase in ("start", "roll") else None
        if self._fault is not None or self._unknown or (self._amiss not in (None, Amiss.GONE)):
            return None
        if bid is None:
            return None if self._stands is None else ""
        lies = None if self._stands is None else self._says(self._stands).bid
        return None if lies is not None and str(lies) == bid else bid


def _without_the_red_die(reading: Sighting) -> Sighting:
    """It lies apart from the seats, where it belongs."""
    if isinstance(reading, TableReading) and len(reading.strays) == 1:
        return replace(reading, strays=())
    return reading


def dice_or_board(match: Match, unseen: Callable[[Seat], bool]) -> Pieces:
    """What lies on the table in a match of liar's dice, by its house option."""
    options: Mapping[str, str] = match.setup.options
    return (BoardTable if options.get("bids") == "board" else DiceTable)(match, unseen)
