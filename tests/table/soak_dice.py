"""Games of liar's dice where everything goes wrong that may, judged by the dice that lie under the cups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine import Event
from engine.liars_dice.dice import DICE_SETS
from engine.request import hands
from firmware.eye import Seen
from firmware.table.play import Play
from firmware.table.table import Message
from tests.table.headless import play_of
from tests.table.soak import Soak, Truth
from vision.reading import Value


class DiceSoak(Soak):
    """Liar's dice, judged by the dice that lie under the cups."""

    kind = "liars-dice"
    seats: tuple[int, ...] = (2, 3, 4, 2, 5, 3, 6, 2, 4, 3)
    longest = 2400.0

    def _options(self) -> dict[str, str]:
        return {**super()._options(), "bids": "pods"}  # a soak by the board is one of its own

    def _judging(self, message: Message) -> Callable[[], None]:
        if not isinstance(message, Seen):
            return lambda: None
        truth, before = self.box.host.world.truth(), self._told()
        return lambda: self._judge(truth, *before)

    def _told(self) -> tuple[int, int, dict[int, int]]:
        """How many answers and events there are, and how many dice each seat has."""
        play = play_of(self.box)
        assert play is not None, "nothing is to be seen"
        return len(play.match.journal), len(play.match.events), _dice_left(play)

    def _judge(self, truth: Truth, answers: int, events: int, left: dict[int, int]) -> None:
        """Each reading is the truth, each settlement the sum of it."""
        play = play_of(self.box)
        assert play is not None
        for answer in play.match.journal[answers:]:
            if answer.key == "dice":
                for seat, faces in hands(answer.said).items():
                    lies = "".join(
                        sorted("*" if value is Value.STAR else value.value for value in truth[seat])
                    )
                    assert "".join(sorted(faces)) == lies, f"seat {seat} has {lies}, the eye read {faces}"
        for event in play.match.events[events:]:
            if event.key == "verdict":
                self._settled(play, event, truth, left)

    def _settled(self, play: Play, event: Event, truth: Truth, left: dict[int, int]) -> None:
        self.toll.verdicts += 1
        dice_set = DICE_SETS[str(play.match.view(None)["options"]["dice"])]  # type: ignore[index, call-overload]
        lie = Counter(
            "*" if value is Value.STAR else value.value
            for seat, values in truth.items()
            if left[seat]
            for value in values
        )
        count, face = str(event.values["bid"]).split("x")
        actual = lie[dice_set.joker] + (lie[face] if face != "*" else 0)
        off = actual - int(count)
        bidder, challenger = int(str(event.values["bidder"])), int(str(event.values["challenger"]))
        loses = (
            {bidder: -off}
            if off < 0
            else {challenger: off}
            if off > 0
            else {seat: 1 for seat, dice in left.items() if dice and seat != bidder}
        )
        after = {seat: max(0, dice - loses.get(seat, 0)) for seat, dice in left.items()}
        said = play.match.view(None)["dice"]
        assert {str(seat): dice for seat, dice in after.items()} == said, (
            f"{event.values} after {left}: {said}"
        )
        assert event.values["actual"] == actual

    def _check_end(self, play: Play) -> None:
        result = play.match.result
        assert result is not None
        left = _dice_left(play)  # of this game: the next may have begun by now
        most = max(left.values())
        assert result.winners == tuple(seat for seat, dice in left.items() if dice == most)
        assert result.by_vote or sum(dice > 0 for dice in left.values()) == 1


def _dice_left(play: Play) -> dict[int, int]:
    """How many dice each seat has by the game's own account."""
    dice = play.match.view(None)["dice"]
    assert isinstance(dice, dict)
    return {int(seat): int(count) for seat, count in dice.items()}
