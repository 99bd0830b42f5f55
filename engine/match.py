"""A match: one game played through its answers, with taking back, disputes and votes (G-03 to G-05).

The list of answers is the game. Everything else - requests, events, views, the position - is that list
played again, so a journal of answers is all that has to be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from engine.answer import CLOCK, TABLE, Answer, Seat
from engine.asking import Asking, asked_by
from engine.errors import GameOver, NotAllowedNow, NotAsked, WrongAnswer
from engine.event import Event, Value
from engine.game import Game, Result, Setup, View
from engine.games import new_game
from engine.request import Countdown, Request

SIGHTINGS = frozenset({"dice", "cards", "enter", "agree"})  # the answers by which the table is read
OVERTURNED = 2  # so many disputes of one sighting, and people settle it: the camera is not asked again
TABLE_TALK = frozenset({"undo", "redo", "dispute", "end"})  # answers to no request: open whenever allowed


class TakenBack(NamedTuple):
    """What an undo took, and what a redo needs besides to put all back as it was."""

    before: list[Answer]
    answers: list[Answer]
    disputed: int
    disputed_at: int | None
    exposed_at: int


class Step(NamedTuple):
    """What an undo would take back: an answer by a seat, and what everybody was told by it and by what table
    and clock have said since. What it said may be a secret, and is not here."""

    by: Seat
    key: str
    told: tuple[Event, ...]

    def to_json(self) -> dict[str, Value]:
        return {"by": self.by, "key": self.key, "told": _as_json(self.told)}


class Match:
    """The public face of the rules. `setup` says what is played; feed answers, read requests and views."""

    def __init__(self, setup: Setup, begin: Callable[[], Game] | None = None) -> None:
        """Begins the game. `begin` makes a position to begin from instead of the setup's first."""
        self.setup = setup
        self._make = begin or (lambda: new_game(setup))
        self.journal: list[Answer] = []
        self._kept: list[Answer] = []  # the journal without what was taken back
        self._taken_back: list[TakenBack] = []
        self._votes: dict[str, set[Seat]] = {}
        self._disputed = 0
        self._disputed_at: int | None = None  # how many kept answers the last dispute left
        self._exposed_at = 0  # what was revealed stays known when it is disputed or taken back
        self._begin()
        self._told = list(self._game.events)

    @classmethod
    def replayed(cls, setup: Setup, answers: Iterable[Answer]) -> Match:
        """The match after `answers`. Raises what the first bad one raises."""
        match = cls(setup)
        for answer in answers:
            match.answer(answer)
        return match

    # ---- what everybody may ask -----------------------------------------------------------------

    @property
    def open(self) -> tuple[Request, ...]:
        """What the table waits for now; empty when the game is over."""
        if self._disputed >= OVERTURNED:
            return tuple(request for request in self._open if request.by != TABLE)
        return self._open

    @property
    def result(self) -> Result | None:
        return self._result

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened in the game as it stands, in order."""
        return tuple(self._game.events)

    @property
    def told(self) -> tuple[Event, ...]:
        """All that was told from the beginning, in order: also what was taken back or disputed since, and
        that it was."""
        return tuple(self._told)

    def view(self, seat: Seat | None) -> View:
        """What `seat` (None: the public) may know, in JSON types: the game's own view, who is waited for,
        and what the table may do besides."""
        view = self._game.view(seat)
        asked = self.open
        only_asides = all(request.aside for request in asked)  # as when people settle a reading
        view["waits"] = tuple(
            (request.by, request.key)
            for request in asked
            if only_asides or not request.aside or request.by == seat
        )
        view["votes"] = {key: tuple(sorted(yes)) for key, yes in sorted(self._votes.items())}
        view["disputed"] = self._disputed
        step = self.last_step
        view["last"] = None if step is None else step.to_json()
        if seat is not None:
            view["may"] = self.may(seat)
            view["alone"] = step is not None and not self.needs_vote(seat)
        return view

    def may(self, seat: Seat) -> tuple[str, ...]:
        """Which of undo, redo, dispute and end `seat` may say now; undo and end may take a vote."""
        if self._result is not None and not self._can_dispute():
            return ()
        possible: list[str] = []
        if self._last_by_seat() is not None and seat in self._voters("undo"):
            possible.append("undo")
        if self._taken_back and seat == self._author_of_redo():
            possible.append("redo")
        if self._can_dispute():
            possible.append("dispute")
        if self._result is None and seat in self._voters("end"):
            possible.append("end")
        return tuple(possible)

    @property
    def reads_again(self) -> bool:
        """Whether what was disputed has yet to be read anew."""
        return self._disputed_at is not None and self._revealed_at <= self._disputed_at

    @property
    def last_read(self) -> tuple[Event, ...]:
        """What everybody was told by the reading that may be disputed now; nothing where none may be."""
        if not self._can_dispute():
            return ()
        at, marks = self._heard() - 1, [*self._marks, len(self._game.events)]
        return tuple([one for one in self._game.events[marks[at] : marks[at + 1]] if one.is_known_to(None)])

    @property
    def last_step(self) -> Step | None:
        """What an undo would take back now; None if nobody has said anything yet."""
        last = self._last_by_seat()
        if last is None:
            return None
        told = tuple([one for one in self._game.events[self._marks[last] :] if one.is_known_to(None)])
        return Step(int(self._kept[last].by), self._kept[last].key, told)

    def needs_vote(self, seat: Seat) -> bool:
        """Whether an undo by `seat` now takes everybody's vote: it is another's answer, or a secret has
        become public since (G-05)."""
        last = self._last_by_seat()
        return last is None or self._kept[last].by != seat or self._is_exposed(last)

    # ---- what moves it --------------------------------------------------------------------------

    def answer(self, answer: Answer) -> tuple[Event, ...]:
        """Takes one answer and gives what happened by it.

        Raises NotAsked, WrongAnswer, NotAllowedNow or GameOver and then has changed nothing.
        """
        told = self._table_talk(answer) if answer.key in TABLE_TALK else self._game_talk(answer)
        self._told += told
        return told

    # ---- the game underneath --------------------------------------------------------------------

    def _game_talk(self, answer: Answer) -> tuple[Event, ...]:
        if self._result is not None:
            raise GameOver(f"the game is over: '{answer.key}' by {_who(answer)} comes too late")
        request = asked_by(self.open, answer)
        if request is None:
            raise NotAsked(f"nobody asked {_who(answer)} for '{answer.key}' now")
        request.check(answer.said)
        told = self._send(answer)
        self.journal.append(answer)
        self._taken_back.clear()
        if answer.by != CLOCK:  # a count that runs on does not change what the vote is about
            self._votes.pop("undo", None)
            if answer.key not in SIGHTINGS:
                self._disputed, self._disputed_at = 0, None
        return told

    def _begin(self) -> None:
        self._game = self._make()
        self._result: Result | None = None
        self._marks: list[int] = []  # how many events there were before each kept answer
        self._reveals: list[int] = []  # how many kept answers there were at each reveal
        self._in = self._in_before = self._game.still_in()  # now, and before the last reveal
        self._asking: Asking[Result] = self._game.play()
        self._open: tuple[Request, ...] = ()
        try:
            self._open = next(self._asking)
        except StopIteration as end:  # a position to begin from may be the last
            self._result = end.value

    def _send(self, answer: Answer) -> tuple[Event, ...]:
        events = self._game.events
        before = len(events)
        try:
            self._open = self._asking.send(answer)
        except StopIteration as end:
            self._open, self._result = (), end.value
        self._kept.append(answer)
        self._marks.append(before)
        if len(events) == before:
            return ()
        told = tuple(events[before:])
        for event in told:
            if event.reveal:
                self._reveals.append(len(self._kept))
                self._in_before, self._in = self._in, self._game.still_in()
                break
        return told

    def _rewind(self, answers: list[Answer]) -> None:
        """Plays the game anew as far as `answers` go."""
        self._kept = []
        self._begin()
        for answer in answers:
            self._send(answer)

    # ---- undo, redo, dispute, votes -------------------------------------------------------------

    def _table_talk(self, answer: Answer) -> tuple[Event, ...]:
        if answer.by not in self.setup.seats:
            raise NotAsked(f"only a seat at this table may say '{answer.key}'")
        seat = int(answer.by)
        votes = answer.key in ("undo", "end")
        if answer.said not in (("yes", "no") if votes else ("",)):
            raise WrongAnswer(f"'{answer.key}' cannot be said with {answer.said!r}")
        withdrawn = answer.said == "no"
        if withdrawn:
            if answer.key not in self._votes or seat not in self._voters(answer.key):
                raise NotAllowedNow(f"no vote on '{answer.key}' is open to seat {seat}")
        elif answer.key not in self.may(seat):
            raise NotAllowedNow(f"seat {seat} cannot say '{answer.key}' now")
        if votes:
            told = self._vote(seat, answer.key, agrees=not withdrawn)
        elif answer.key == "redo":
            told = self._redo()
        else:
            told = self._dispute(seat)
        self.journal.append(answer)
        return told

    def _vote(self, seat: Seat, key: str, agrees: bool) -> tuple[Event, ...]:
        if not agrees:
            del self._votes[key]
            return (Event("vote-lost", {"on": key, "by": seat}),)
        alone = key == "undo" and not self.needs_vote(seat)
        yes = self._votes.get(key, set()) | {seat}
        if not alone and not yes >= set(self._voters(key)):
            self._votes[key] = yes
            return (Event("vote", {"on": key, "by": seat}),)
        if key == "end":
            self._votes.clear()
            return self._end_by_vote()
        self._votes.pop("undo", None)
        return self._undo()

    def _undo(self) -> tuple[Event, ...]:
        last, step = self._last_by_seat(), self.last_step
        assert last is not None  # may() has said so
        assert step is not None
        before, gone = self._kept[:last], self._kept[last:]
        self._taken_back.append(TakenBack(before, gone, self._disputed, self._disputed_at, self._exposed_at))
        if self._is_exposed(last):
            self._exposed_at = last
        self._rewind(before)
        self._count_anew()
        self._disputed, self._disputed_at = 0, None
        return (Event("taken-back", step.to_json()),)

    def _count_anew(self) -> None:
        """A count that runs again was cancelled by what has been taken back: it begins from the first number
        (000:L43.2), for nobody is to be caught at the last."""
        count = next((request for request in self._open if isinstance(request, Countdown)), None)
        if count is None or count.step == 1:
            return
        strikes = [place for place, answer in enumerate(self._kept) if answer.by == CLOCK][1 - count.step :]
        self._exposed_at -= sum(place < self._exposed_at for place in strikes)
        self._rewind([answer for place, answer in enumerate(self._kept) if place not in strikes])

    def _redo(self) -> tuple[Event, ...]:
        gone = self._taken_back.pop()
        if len(self._kept) < len(gone.before):
            self._rewind(gone.before)  # with what had been counted then
        before = len(self._game.events)
        for answer in gone.answers:
            self._send(answer)
        self._disputed, self._disputed_at = gone.disputed, gone.disputed_at
        self._exposed_at = gone.exposed_at
        self._votes.pop("undo", None)
        return tuple(self._game.events[before:])

    def _dispute(self, seat: Seat) -> tuple[Event, ...]:
        read = _as_json(self.last_read)
        earlier = self._reveals[-2] if len(self._reveals) > 1 else 0
        start = self._heard()
        while start > earlier and self._kept[start - 1].key in SIGHTINGS:
            start -= 1
        self._rewind(self._kept[:start])
        self._disputed += 1
        self._disputed_at = self._exposed_at = start
        self._taken_back.clear()
        self._votes.pop("undo", None)
        return (Event("disputed", {"by": seat, "times": self._disputed, "told": read}),)

    def _end_by_vote(self) -> tuple[Event, ...]:
        before = len(self._game.events)
        self._open = ()
        self._game.tell("ended-by-vote")
        self._result = self._game.close(replace(self._game.as_it_lies(), by_vote=True))
        self._taken_back.clear()
        return tuple(self._game.events[before:])

    def _last_by_seat(self) -> int | None:
        """Where the last kept answer by a player stands; what table and clock said since falls with it."""
        for index in range(len(self._kept) - 1, -1, -1):
            if self._kept[index].by not in (TABLE, CLOCK):
                return index
        return None

    def _author_of_redo(self) -> Seat:
        return int(self._taken_back[-1].answers[0].by)

    def _can_dispute(self) -> bool:
        """A reading may be disputed until the next action is entered (G-04); a count that runs is none."""
        heard = self._heard()
        sighted = heard > 0 and self._kept[heard - 1].key in SIGHTINGS and not self._taken_back
        by_vote = self._result is not None and self._result.by_vote
        again = self._disputed_at == heard  # not until there is another reading
        return sighted and not by_vote and not again and self._revealed_at == heard

    def _heard(self) -> int:
        """How many kept answers there are without the strikes of the clock at their end."""
        heard = len(self._kept)
        while heard and self._kept[heard - 1].by == CLOCK:
            heard -= 1
        return heard

    @property
    def _revealed_at(self) -> int:
        return self._reveals[-1] if self._reveals else 0

    def _is_exposed(self, kept: int) -> bool:
        """Whether a secret became public after the first `kept` answers."""
        return kept < max(self._exposed_at, self._revealed_at)

    def _voters(self, key: str) -> tuple[Seat, ...]:
        """Who votes on `key`: who is still in; on taking back a reveal, also whom it has put out."""
        last = self._last_by_seat() if key == "undo" else None
        return self._in if last is None or last >= self._revealed_at else self._in_before


def _as_json(told: Iterable[Event]) -> tuple[Value, ...]:
    return tuple([{"key": event.key, "values": event.values} for event in told])


def _who(answer: Answer) -> str:
    return f"seat {answer.by}" if isinstance(answer.by, int) else f"the {answer.by}"


def told_to(events: Iterable[Event], seat: Seat | None) -> tuple[dict[str, Value], ...]:
    """Those of `events` that `seat` (None: the public) may know, as plain data."""
    return tuple({"key": event.key, **event.values} for event in events if event.is_known_to(seat))
