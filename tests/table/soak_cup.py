"""Games of Bluff You! on a simulated table where everything goes wrong that may, checked against the dice
that lie under the cup, and what is told of tokens against where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import Event, Match
from engine.bluff_you.tokens import POINTS, TOKENS
from engine.request import SPOT, hands
from firmware.eye import Seen
from firmware.hands import Said
from firmware.sim.rehearsal import Rehearsal
from firmware.sim.tokens import APART, MIDDLE, really
from firmware.table.audit import AUDIT
from firmware.table.play import Play
from firmware.table.stage import CardSight
from firmware.table.table import Message
from firmware.table.token_watch import UNSEEN
from firmware.words.values import mapping, numbers
from tests.table.headless import Headless, play_of
from tests.table.soak import Soak, Truth

PICTURED = 10  # in one game of so many tokens are read from pictures too: those take longest to read
PLACES = {MIDDLE: SPOT, APART: "apart"}

Held = dict[str, tuple[int, ...]]
Lies = dict[int, str]


class Glancing(Headless):
    """A rehearsal in which dice are read from pictures, and tokens are seen as they lie."""

    def _look(self) -> float:
        tokens = isinstance(self.box.table.stage.sight(), CardSight)
        return super()._look() if tokens else Rehearsal._look(self)


class CupSoak(Soak):
    """Judged by the three dice, and by the sheet's own table of who gets what."""

    kind = "bluff-you"
    seats = (2, 3, 4, 6, 3, 5)
    longest = 6000.0

    def __init__(self, number: int) -> None:
        super().__init__(number, Glancing if number % PICTURED else Rehearsal)
        self.differences = 0
        world = self.box.host.world
        world.chances = replace(world.chances, astray_tokens=0.1)

    def _sayings(self, play: Play, pod: int) -> list[Said]:
        return super()._sayings(play, pod) + [Said("house.audit")] * play.pieces.compares

    def _judging(self, message: Message) -> Callable[[], None]:
        play = play_of(self.box)
        if not isinstance(message, Seen) or play is None:
            return lambda: None
        truth, answers, events = self.box.host.world.truth(), len(play.match.journal), len(play.match.events)
        held, told, lies = _held(play.match), len(play.account), self._lies()

        def judge() -> None:
            self._judge(play, truth, held, answers, events)
            self._judge_told(play.account[told:], lies)

        return judge

    def _lies(self) -> Lies:
        """Where each token lies, as the rules call it, by the simulated table's own account; UNSEEN under
        another."""
        world = self.box.host.world
        lies = really(world.tokens, world.slips)
        hidden = {slip.on for slip in world.slips.values() if lies.get(slip.on or 0) == slip.place}
        return {token: UNSEEN if token in hidden else PLACES.get(at, str(at)) for token, at in lies.items()}

    def _judge_told(self, told: Sequence[Event], lies: Lies) -> None:
        """What is said of tokens is so: none is seen where it does not lie."""
        for event in told:
            for one in event.values["differs"] if event.key == AUDIT else ():  # type: ignore[union-attr]
                differs = mapping(one)
                self.differences += 1
                for token in numbers(differs["tokens"]):
                    if differs["lies"] != UNSEEN:
                        assert lies[token] == differs["lies"], f"the {token} lies {lies[token]}, not {one}"
                    elif not differs["unclear"]:
                        assert lies[token] != differs["belongs"], f"the {token} is to be seen"

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
        lies = {int(seat): own for seat, own in held.items() if own} | ({0: middle} if middle else {})
        assert self._tidied(play, lambda: self.box.host.world.tokens == lies), self.box.host.world.tokens


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
