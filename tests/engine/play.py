"""Plays any game at random through its requests alone, as whoever sits at a table could."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine import Answer, Match
from engine.request import (
    Choose,
    Compose,
    Confirm,
    Countdown,
    EnterCards,
    EnterDice,
    Request,
    SeeCards,
    SeeDice,
    Step,
    said_cards,
    said_hands,
)

Thrown = Callable[[int, int, str], str]  # seat, how many, their faces: the dice before it
UNANIMOUS = ("undo", "end")


def snapshot(match: Match) -> dict[str, Any]:
    """All that a match says of itself, but for the journal: equal snapshots, equal matches."""
    seats = match.setup.seats
    return {
        "views": [json.dumps(match.view(seat)) for seat in (None, *seats)],
        "events": match.events,
        "open": match.open,
        "result": match.result,
        "needs_vote": [match.needs_vote(seat) for seat in seats],
    }


def play(match: Match, rng: Random, steps: int, restless: float = 0.3) -> None:
    """So many answers or until the game is over: mostly to what is waited for, else asides and table talk."""
    for _ in range(steps):
        if match.result is not None:
            return
        restless_now = rng.random() < restless
        talk = table_talk(match, rng) if restless_now and rng.random() < 0.4 else []
        match.answer(rng.choice(talk) if talk else any_answer(match, rng, asides=restless_now))


def finish(match: Match, rng: Random, thrown: Thrown | None = None, bound: int = 2_000) -> None:
    """Plays on without asides until the game is over, which must come within `bound` answers. A count
    that runs mostly runs on: people bid for ever only if they will."""
    for _ in range(bound):
        if match.result is not None:
            return
        counts = [request for request in match.open if isinstance(request, Countdown)]
        if counts and rng.random() < 0.7:
            match.answer(Answer(counts[0].by, counts[0].key))
        else:
            match.answer(any_answer(match, rng, thrown=thrown))
    raise AssertionError(f"no end after {bound} answers: {match.open}")


def any_answer(match: Match, rng: Random, asides: bool = False, thrown: Thrown | None = None) -> Answer:
    """A legal answer to something open; to an aside only if wanted, or if nothing else is open."""
    waited_for = [request for request in match.open if not request.aside]
    request = rng.choice(match.open if asides or not waited_for else waited_for)
    return Answer(request.by, request.key, legal(request, rng, thrown))


def table_talk(match: Match, rng: Random) -> list[Answer]:
    """What somebody may say besides: to undo, redo, dispute, end, and against a vote."""
    said: list[Answer] = []
    for seat in match.setup.seats:
        for key in match.may(seat):
            # A redo is soon forgone by playing on: it is said more often, to be said at all.
            said += [Answer(seat, key, "yes" if key in UNANIMOUS else "")] * (8 if key == "redo" else 1)
    votes = match.view(None)["votes"]
    assert isinstance(votes, Mapping)
    for key in votes:
        said += [Answer(seat, key, "no") for seat in match.setup.seats if key in match.may(seat)]
    # To end the game is a vote that random players would win too often to play on.
    return [answer for answer in said if answer.key != "end" or rng.random() < 0.1]


def legal(request: Request, rng: Random, thrown: Thrown | None = None) -> str:
    """Something that may be said to `request`."""
    match request:
        case Confirm() | Countdown():
            return ""
        case Choose():
            return rng.choice(request.options)
        case Step():
            return rung(request, rng)
        case Compose():
            return pile(request, rng)
        case SeeDice():
            seats = sorted(request.wanted)
            some = seats if rng.random() < 0.6 else rng.sample(seats, rng.randint(1, len(seats)))
            return hand_of(some, request, rng, thrown)
        case EnterDice():
            return hand_of([rng.choice(sorted(request.wanted))], request, rng, thrown)
        case SeeCards():
            places = sorted(request.wanted)
            few = places if rng.random() < 0.6 else rng.sample(places, rng.randint(1, len(places)))
            return cards_of(few, request, rng)
        case EnterCards():
            return cards_of([rng.choice(sorted(request.wanted))], request, rng)


def rung(request: Step, rng: Random) -> str:
    """A rung reached as a pod reaches it: from the proposal, a few presses in each column."""
    said = request.ladder.proposal
    for column in range(request.ladder.columns):
        said = request.ladder.moved(said, column, rng.choice((-5, -1, 0, 0, 1, 1, 5)))
    return said


def pile(request: Compose, rng: Random) -> str:
    """Random pieces, and as many more as it takes."""
    stock = list(request.stock)
    rng.shuffle(stock)
    least = next(
        count for count in range(request.fewest, len(stock) + 1) if sum(stock[:count]) >= request.least
    )
    most = len(stock) if request.most is None else min(request.most, len(stock))
    return " ".join(str(piece) for piece in stock[: rng.randint(least, max(least, most))])


def hand_of(seats: Sequence[int], request: SeeDice | EnterDice, rng: Random, thrown: Thrown | None) -> str:
    def random_hand(_seat: int, count: int, faces: str) -> str:
        return "".join(rng.choice(faces) for _ in range(count))

    throw = thrown or random_hand
    return said_hands({seat: throw(seat, request.wanted[seat], request.faces) for seat in seats})


def undo(match: Match) -> Answer:
    """Takes the last answer back, by whatever votes it needs; gives what puts it there again."""
    for seat in match.setup.seats:
        if "undo" in match.may(seat):
            told = match.answer(Answer(seat, "undo", "yes"))
            if told[0].key == "taken-back":
                return next(Answer(seat, "redo") for seat in match.setup.seats if "redo" in match.may(seat))
    raise AssertionError("all who may have voted, and nothing was taken back")


def cards_of(places: Sequence[str], request: SeeCards | EnterCards, rng: Random) -> str:
    """Cards drawn from those that there can be."""
    deck = [name for name, count in request.faces.items() for _ in range(count)]
    rng.shuffle(deck)
    return said_cards({place: [deck.pop() for _ in range(request.wanted[place])] for place in places})
