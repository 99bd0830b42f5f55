"""How bots bid by the board: they set the red die down, wait for the box to read it, and press where it does
not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.liars_dice.dice import DICE_SETS
from engine.liars_dice.placing import placing
from engine.liars_dice.track import track
from firmware.hands import Said
from firmware.table.board_table import BoardTable
from firmware.table.play import Play

PATIENCE = 7.0  # seconds until a placing that was not taken is set down once more
TRIES = 2  # then the bid is pressed


@dataclass
class _Bid:
    """What a bot bids after so many answers of the match, when it last set the die down, and how often."""

    answers: int
    said: str
    at: float
    tries: int


class BoardBids:
    """`set_down`: the seat's player sets the red die down on a space, with a face up."""

    def __init__(self, set_down: Callable[[int, str, str], object]) -> None:
        self._set_down = set_down
        self._bids: dict[int, _Bid] = {}

    def waits(self, pod: int, play: Play, now: float) -> bool:
        """Whether the bot has set the die down, and the box may still read it."""
        bid = self._bids.get(pod)
        if bid is None or bid.answers != len(play.match.journal):
            self._bids.pop(pod, None)
            return False
        return now - bid.at < PATIENCE

    def takes(self, pod: int, play: Play, said: Said, now: float) -> bool:
        """Whether the bot says this by the red die; else it is to press it. A bot that has begun to bid goes
        on."""
        if not isinstance(play.pieces, BoardTable) or said.key not in ("bid", "call"):
            return False
        answers = len(play.match.journal)
        bid = self._bids.get(pod)
        if bid is None:
            if said.key != "bid":
                return False
            bid = self._bids[pod] = _Bid(answers, said.said, now, 0)
        if bid.tries >= TRIES:
            del self._bids[pod]
            return False
        bid.at, bid.tries = now, bid.tries + 1
        options = play.match.view(None)["options"]
        assert isinstance(options, dict)
        dice = DICE_SETS[str(options["dice"])]
        made = track(str(options["track"]), dice.numbered).bid(bid.said)
        self._set_down(pod, *placing(made, dice))
        return True
