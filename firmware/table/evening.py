"""The evening: which stage comes first, which follows, and what the journal has to do with it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from engine import Answer, Event, Match, Seat, Setup
from engine.biz_bluff.box import read_box
from engine.errors import RulesError
from firmware.errors import JournalError, NotKept
from firmware.hands.over import ResultHand
from firmware.journal import Game, Journal
from firmware.table.house import House
from firmware.table.lobby import Lobby
from firmware.table.offer import Interrupted
from firmware.table.play import Play
from firmware.table.stage import Stage

log = logging.getLogger(__name__)

SOON = 15 * 60  # seconds: after so short a break nobody has gone home, and the game simply goes on


class Evening:
    """Makes the stages. `pods`: those of this table, by number. `cry` is told of each event of a game when it
    happens, and may say it aloud. `papers`: by game, what its box holds other than ours."""

    def __init__(
        self,
        journal: Journal,
        house: House,
        pods: tuple[int, ...],
        cry: Callable[[Event, str], object] = lambda _event, _game: None,
        papers: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._papers = papers or {}
        self.journal = journal
        self.house = house
        self.pods = pods
        self._cry = cry

    def first_stage(self, away: float | None = None) -> Stage:
        """At power-on. An interrupted game is offered first; or it goes on at once if the box was `away` for
        only so few seconds (None: nobody knows) that its players must still be there."""
        for game in self.journal.unfinished():
            match = self._replayed(game)
            if match is None:
                continue
            if away is not None and 0 <= away < SOON:
                play = self._play(game.id, match)
                self.house.doubt_pods()
                return play
            return Lobby(self.pods, self.house, self.begin, self._offer(game.id, match))
        return self.lobby()

    def lobby(self, results: Mapping[Seat, ResultHand] | None = None) -> Lobby:
        """`results`: of the last game, before the seats that have not seen it yet."""
        self.house.sit_down(None)
        return Lobby(self.pods, self.house, self.begin, results=results)

    def begin(self, setup: Setup) -> Play:
        """A new game, with what lies in the box of this house. Raises BadSetup."""
        setup = replace(setup, papers=self._papers.get(setup.game, setup.papers))
        match = Match(setup)
        self.house.keep_choice(
            replace(setup, papers={}).to_json()
        )  # the next one is played with what is there
        try:
            names = {str(seat): name for seat, name in self.house.names.items() if seat in setup.seats}
            game = self.journal.begin(setup.game, json.dumps({**setup.to_json(), "names": names}))
        except NotKept as fault:
            self.house.keeps(fault)
            game = fault.game
        return self._play(game, match)

    def _play(self, game: int, match: Match) -> Play:
        papers = match.setup.papers
        self.house.sit_down(game, match.setup.seats, read_box(papers) if papers else None)
        return Play(
            match, self.house, self._writer(game), lambda results: self._over(game, results), self._cry
        )

    def _writer(self, game: int) -> Callable[[Answer], None]:
        return lambda answer: self._write(game, answer)

    def _write(self, game: int, answer: Answer) -> None:
        self.journal.append(game, str(answer))

    def _over(self, game: int, results: Mapping[Seat, ResultHand] | None = None) -> Stage:
        with suppress(JournalError):  # it would be offered once more, and can be ended again
            self.journal.end(game)
        return self.lobby(results)

    def _offer(self, game: int, match: Match) -> Interrupted:
        return Interrupted(match.setup, lambda: self._play(game, match), lambda: self._over(game))

    def _replayed(self, game: Game) -> Match | None:
        """The game as it was left; None if it cannot be played on (it is then left as it is, to be replayed
        by an older box)."""
        try:
            setup = Setup.from_json(json.loads(game.setup))
            answers = [Answer.from_text(text) for text in self.journal.entries(game.id)]
            match = Match.replayed(setup, answers)
        except (RulesError, ValueError, JournalError) as fault:
            log.warning("game %d cannot be taken up again (%s)", game.id, type(fault).__name__)
            return None
        return match if set(setup.seats) <= set(self.pods) else None
