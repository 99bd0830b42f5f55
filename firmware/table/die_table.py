"""One die on the table, which goes from hand to hand: what the eye is to read, and what people do with it."""

from __future__ import annotations

from collections import Counter

from engine.request import Confirm
from firmware.table.cup_table import CupTable
from firmware.table.stage import Asked


class DieTable(CupTable):
    """The die of one match of Biz-Bluff, thrown out of the one cup. Board, files and cards people move and
    turn up themselves, as the glass says, and key in what they see: the eye is asked for the die alone."""

    def asked(self) -> Asked:
        told = Counter(event.key for event in self._match.events)
        throw = told["thrown"] + 1
        see = self._see()
        if see is not None:
            whose = tuple(see.wanted)
            return Asked(throw, lift=whose, sort_out=self._unread(), dice=dict(see.wanted), one_cup=True)
        for request in self._match.open:
            if isinstance(request, Confirm) and request.key == "throw":
                whose = (request.by,)
                return Asked(throw, shake=whose, unshaken=whose, dice={request.by: 1}, one_cup=True)
        return Asked(throw, one_cup=True)  # it lies as it was read
