"""Games of Biz-Bluff on a simulated table where everything goes wrong that may, checked against the die as it
lies, the tokens in the files and the order of the pile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine import Event, Match
from engine.biz_bluff.box import our_box
from engine.request import hands
from firmware.eye import Seen
from firmware.sim.files import Files
from firmware.sim.rehearsal import Rehearsal
from firmware.table.play import Play
from firmware.table.table import Message
from tests.table.headless import Headless, play_of
from tests.table.soak import Soak, Truth
from tests.table.soak_cup import Glancing

PICTURED = 10  # of so many games one is read from pictures, and of another the die: they take longest
FILES_LEFT = 2

Purses = dict[int, tuple[int, int]]


class BizSoak(Soak):
    """Judged by the die, and by the sheet's own table of what each token does."""

    kind = "biz-bluff"
    seats = (3, 2, 4)
    longest = 40_000.0

    def __init__(self, number: int) -> None:
        kinds: dict[int, type[Rehearsal]] = {0: Glancing, PICTURED - 1: Rehearsal}
        super().__init__(number, kinds.get(number % PICTURED, Headless))

    def _judging(self, message: Message) -> Callable[[], None]:
        play = play_of(self.box)
        if play is None:
            return lambda: None
        truth = self.box.host.world.truth() if isinstance(message, Seen) else None
        answers, events, before = len(play.match.journal), len(play.match.events), purses_of(play.match)
        files = self._files()
        on_top = files.on_top()
        return lambda: self._judge(play, truth, on_top, before, answers, events)

    def _judge(
        self, play: Play, truth: Truth | None, on_top: str, before: Purses, answers: int, events: int
    ) -> None:
        """Each reading is the truth, and each opened file is paid for as the sheet has it."""
        match = play.match
        for answer in match.journal[answers:]:
            if answer.key == "dice":
                self.toll.verdicts += 1
                assert truth is not None
                for seat, face in hands(answer.said).items():
                    lies = [value.value for value in truth[seat]]
                    assert [face] == lies, f"before seat {seat} lies {lies}, the eye read {face}"
        told = match.events[events:]
        drew = next((event for event in told if event.key == "drew"), None)
        assert drew is None or drew.values["card"] == on_top
        opened = next((event for event in told if event.key == "opened"), None)
        if opened is not None:
            self._settled(match, opened, told, before)
        for cash, parts in purses_of(match).values():
            assert min(cash, parts) >= 0

    def _settled(self, match: Match, opened: Event, told: Sequence[Event], before: Purses) -> None:
        token = our_box().tokens[str(opened.values["token"])]
        files = self._files()
        assert token.name == files.in_file(str(opened.values["company"]))
        creditor = opened.values["by"]
        settled = [event.values for event in told if event.key == "settled"]
        blocked = sum(int(str(values["blocked"])) for values in settled)
        for seat, (cash, parts) in purses_of(match).items():
            had, held = before[seat]
            own = blocked if seat == creditor else 0
            assert cash == had + held * token.pays + own
            assert parts == (held if token.keeps else 0)

    def _files(self) -> Files:
        files = self.box.files
        assert files is not None
        return files

    def _check_end(self, play: Play) -> None:
        result, match = play.match.result, play.match
        assert result is not None
        worth = {seat: cash + parts for seat, (cash, parts) in purses_of(match).items()}
        assert dict(result.score) == worth
        assert result.winners == tuple(seat for seat in worth if worth[seat] == max(worth.values()))
        assert result.by_vote or match.view(None)["files"] == FILES_LEFT


def purses_of(match: Match) -> Purses:
    told: Any = match.view(None)["purses"]
    return {int(seat): (purse["cash"], purse["parts"]) for seat, purse in told.items()}
