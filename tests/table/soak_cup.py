"""Games of Bluff You! on a simulated table where everything goes wrong that may, checked against the dice
that lie under the cup."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import Event, Match
from engine.bluff_you.tokens import POINTS, TOKENS
from engine.request import hands
from firmware.eye import Seen
from firmware.table.play import Play
from firmware.table.table import Message
from tests.table.headless import play_of
from tests.table.soak import Soak, Truth

SETTLED = 20.0  # seconds after the end until all tokens lie where they belong

Held = dict[str, tuple[int, ...]]


class CupSoak(Soak):
    """Judged by the three dice, and by the sheet's own table of who gets what."""

    kind = "bluff-you"
    seats = (2, 3, 4, 6, 3, 5)
    longest = 6000.0

    def _judging(self, message: Message) -> Callable[[], None]:
        play = play_of(self.box)
        if not isinstance(message, Seen) or play is None:
            return lambda: None
        truth, answers, events = self.box.host.world.truth(), len(play.match.journal), len(play.match.events)
        held = _held(play.match)
        return lambda: self._judge(play, truth, held, answers, events)

    def _judge(self, play: Play, truth: Truth, before: Held, answers: int, events: int) -> None:
        """Each reading is the truth, each token goes where it belongs by it."""
        for answer in play.match.journal[answers:]:
            if answer.key != "dice":
                continue
            for seat, faces in hands(answer.said).items():
                lies = sorted(value.value for value in truth[seat])
                assert sorted(faces) == lies, f"before seat {seat} lie {lies}, the eye read {faces}"
        for event in play.match.events[events:]:
            if event.key == "verdict":
                self.toll.verdicts += 1
                self._settled(event, truth, before, _held(play.match))
            elif event.key == "shown":
                self.toll.verdicts += 1
                lies = [value.value for value in truth[int(str(event.values["by"]))]]
                assert event.values["pair"] == (len(set(lies)) < len(lies))
        _conserved(play.match)

    def _settled(self, event: Event, truth: Truth, before: Held, after: Held) -> None:
        values = event.values
        bluffer, diviner, number = str(values["by"]), str(values["to"]), int(str(values["number"]))
        is_true = sum(int(value.value) for value in truth[int(bluffer)]) == number
        fooled = is_true == (values["said"] == "bluff")
        winner = bluffer if fooled else diviner
        if values["deed"] == "gain" or fooled:
            assert number in after[winner], f"{dict(values)}: {after}"
        else:  # he gives one of his; where he has several, he is still asked which
            assert number in after[diviner]
            assert len(before[bluffer]) - len(after[bluffer]) == (len(before[bluffer]) == 1)

    def _check_end(self, play: Play) -> None:
        result = play.match.result
        assert result is not None
        held, middle = _held(play.match), _middle(play.match)
        rank = {int(seat): (sum(POINTS[one] for one in own), -len(own)) for seat, own in held.items()}
        best = max(rank.values())
        assert result.winners == tuple(seat for seat, place in rank.items() if place == best)
        exchanged = play.match.events and any(event.key == "exchanged" for event in play.match.events)
        assert result.by_vote or not middle or exchanged
        self.rehearsal.run(SETTLED)
        lies = {int(seat): own for seat, own in held.items() if own} | ({0: middle} if middle else {})
        assert self.box.host.world.tokens == lies


def _held(match: Match) -> Held:
    tokens: Any = match.view(None)["tokens"]
    assert isinstance(tokens, Mapping)
    return dict(tokens)


def _middle(match: Match) -> tuple[int, ...]:
    middle: Any = match.view(None)["middle"]
    return tuple(middle)


def _conserved(match: Match) -> None:
    """No token comes or goes."""
    everywhere = [*_middle(match), *(token for own in _held(match).values() for token in own)]
    assert sorted(everywhere) == list(TOKENS), f"{everywhere}"
