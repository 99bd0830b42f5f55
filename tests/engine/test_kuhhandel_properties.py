"""What must hold in every game of the cattle trade: notes and animals are conserved and move only as told,
every game ends with the arithmetic of the sheet, and nobody learns what the sheet keeps secret."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, Answer, Event, Match, Seat, Setup, told_to
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.position import Opening
from engine.kuhhandel.rules import CattleTrade
from engine.request import Compose, Countdown, Request
from tests.engine.play import any_answer, legal, pile
from tests.engine.setups import setups

EDITION_KEYS = ("bluff-auction", "kuhhandel")
SETUPS = {key: setups(GAMES[key]) for key in EDITION_KEYS}
SEEDS = st.integers(0, 2**32)
in_each_edition = pytest.mark.parametrize("edition", EDITION_KEYS)

VALUES = dict(rooster=10, goose=40, cat=90, dog=160, sheep=250)  # noqa: C408
VALUES |= dict(goat=350, donkey=500, pig=650, cow=800, horse=1000)  # noqa: C408
START = {"bluff-auction": [0, 0, 10, 10, 10, 10, 10], "kuhhandel": [0, 0, 10, 10, 10, 10, 50]}
SUPPLY = {
    "bluff-auction": {0: 10, 10: 25, 50: 5, 100: 5, 200: 5, 500: 5},
    "kuhhandel": {0: 10, 10: 20, 50: 10, 100: 5, 200: 5, 500: 5},
}
pytestmark = pytest.mark.timeout(4 * 3600)  # a thousand whole games, also beside other work

BOUND = 20_000  # answers of a game
MOVES = {
    "donkey",
    "paid",
    "returned",
    "handed",
    "turned-up",
    "dealt",
    "traded",
    "sold",
    "won",
}  # notes or animals


def next_answer(match: Match, rng: Random) -> Answer:
    """Something legal; a count that runs mostly runs on, and asides are now and then taken up."""
    counts = [request for request in match.open if isinstance(request, Countdown)]
    if counts and rng.random() < 0.6:
        return Answer(counts[0].by, counts[0].key)
    return any_answer(match, rng, asides=rng.random() < 0.2)


def whole_game(setup: Setup, rng: Random) -> Iterable[tuple[Match, tuple[Event, ...]]]:
    """The match after every answer, with what was told by it, to its end."""
    match = Match(setup)
    for _ in range(BOUND):
        if match.result is not None:
            return
        yield match, match.answer(next_answer(match, rng))
    raise AssertionError(f"no end after {BOUND} answers")


def you(match: Match, seat: int) -> Mapping[str, Any]:
    shown: Any = match.view(seat)["you"]
    return dict(shown)


# ---- money and animals ----------------------------------------------------------------------------------


class Ledger:
    """Who must have which notes, from what was told alone."""

    def __init__(self, setup: Setup) -> None:
        self.notes = {seat: Counter(START[setup.game]) for seat in setup.seats}

    def read(self, event: Event) -> None:
        told: Any = event.values
        match event.key:
            case "donkey":
                for held in self.notes.values():
                    held[told["each"]] += 1
            case "paid" | "returned":
                self._move(told["by"], told["to"], told["notes"])
            case "handed":
                self._move(told["by"], told["partner"], told["to_partner"])
                self._move(told["partner"], told["by"], told["to_by"])

    def _move(self, giver: int, taker: int, notes: Iterable[int]) -> None:
        self.notes[giver].subtract(notes)
        self.notes[taker].update(notes)


def notes_are_conserved(match: Match, ledger: Ledger) -> None:
    """Note by note: nothing is changed, made or lost, and each is where it was told to go."""
    held = {seat: you(match, seat) for seat in match.setup.seats}
    bank: Any = match.view(None)["bank"]
    everywhere = Counter({int(value): count for value, count in bank.items()})
    assert min(everywhere.values()) >= 0
    for seat, own in held.items():
        assert list(own["notes"]) == sorted((+ledger.notes[seat]).elements())
        assert own["total"] == sum(own["notes"])
        everywhere.update(own["notes"])
    assert everywhere == SUPPLY[match.setup.game]


def animals_are_conserved(view: Any, complete: set[tuple[str, str]]) -> None:
    """Forty, at most four of a kind; what is in `complete` stays so, and what is new is put there (K-20)."""
    lying = Counter[str](view["auction"]["animals"] if view["auction"] else ())
    for herd in view["animals"].values():
        lying.update(herd)
    assert lying.total() + view["deck"] == 40
    assert max(lying.values(), default=0) <= 4
    assert view["donkeys"] == lying["donkey"]
    sets = {(seat, kind) for seat, kinds in view["sets"].items() for kind in kinds}
    assert sets == {(s, kind) for s, herd in view["animals"].items() for kind in herd if herd[kind] == 4}
    assert sets >= complete
    complete |= sets


def the_score_is_the_sheets(match: Match, told: tuple[Event, ...]) -> None:
    view: Any = match.view(None)
    assert match.result is not None
    points = {}
    for seat in match.setup.seats:
        sets = view["sets"][str(seat)]
        points[seat] = sum(VALUES[kind] for kind in sets)
        if match.setup.game == "kuhhandel":
            points[seat] *= len(sets)
        elif view["dove"] == seat:
            points[seat] += 500
    assert match.result.score == points
    assert set(match.result.winners) == {seat for seat in points if points[seat] == max(points.values())}
    assert sum(len(kinds) for kinds in view["sets"].values()) == 10
    shown = {event.values["seat"]: event.values["steps"] for event in told if event.key == "score"}
    assert shown == {seat: view["scores"][str(seat)] for seat in match.setup.seats}
    assert all(steps["points"] == steps["sum"] * steps["times"] for steps in view["scores"].values())


@in_each_edition
@given(st.data(), SEEDS)
def test_every_game_ends_with_all_notes_and_animals_and_the_sheets_score(
    edition: str, data: st.DataObject, seed: int
) -> None:
    setup = data.draw(SETUPS[edition])
    ledger, complete = Ledger(setup), set[tuple[str, str]]()
    for match, told in whole_game(setup, Random(seed)):
        for event in told:
            ledger.read(event)
        if MOVES & {event.key for event in told}:
            notes_are_conserved(match, ledger)
            animals_are_conserved(match.view(None), complete)
        if match.result is not None:
            the_score_is_the_sheets(match, told)
    assert len(complete) == 10


# ---- who may know what ----------------------------------------------------------------------------------

# By these everybody may learn of others' notes: what was shown or paid, and who won a trade; in a normal
# trade of 000 the piles too (K-35).
TELLS_ALL = {"insolvent", "again", "paid", "returned", "traded", "tied", "differs", "sold"}
ANNOUNCED = {"piles", "handed"}


def known(match: Match, seats: Sequence[Seat | None]) -> tuple[object, ...]:
    """All that these get, as the text that would go over a wire, and all that is asked of them."""
    asked = [one for one in match.open if not isinstance(one.by, int) or one.by in seats]
    return (*(json.dumps([match.view(seat), told_to(match.events, seat)]) for seat in seats), *asked)


class Twins:
    """Two tables at which one seat has other notes; everything else is alike. Both hear the same answers,
    but for the piles of who knows the difference."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        odd = rng.choice(setup.seats)
        self.insiders = {odd}
        announced = setup.game == "bluff-auction" and setup.options.get("trade", "normal") == "normal"
        self.tells_all = TELLS_ALL | ANNOUNCED if announced else TELLS_ALL
        notes = [0, 0, 10, 10, 10, 10, 50]
        other = sorted(rng.choice((0, 0, 10, 10, 20, 50, 100, 500, 7919)) for _ in range(rng.randint(4, 10)))
        herds = {seat: {rng.choice(list(VALUES)): 1, "cow": 1} for seat in setup.seats[:4]}
        self.tables = [self._begun(setup, odd, mine, herds) for mine in (notes, other)]
        self.differ = notes != other

    def _begun(
        self, setup: Setup, odd: int, notes: list[int], herds: Mapping[int, Mapping[str, int]]
    ) -> Match:
        options = {option.key: option.default for option in GAMES[setup.game].options} | dict(setup.options)
        used = Counter(kind for herd in herds.values() for kind in herd)
        opening = Opening(1, deck=40 - used.total(), animals=herds, notes={odd: notes})
        edition = EDITIONS[setup.game]
        return Match(setup, begin=lambda: CattleTrade(edition, setup.seats, options, opening))

    @property
    def outsiders(self) -> list[int | None]:
        return [None, *(seat for seat in self.tables[0].setup.seats if seat not in self.insiders)]

    def step(self) -> bool:
        """One answer at each table. False: nothing more can be said alike at both."""
        one, other = self.tables
        counts = [request for request in one.open if isinstance(request, Countdown)]
        request = counts[0] if counts and self.rng.random() < 0.6 else self.rng.choice(one.open)
        at_other = next((r for r in other.open if (r.by, r.key) == (request.by, request.key)), None)
        assert at_other is not None
        said = self._alike(request, at_other)
        if said is None:
            return False
        before = [len(match.events) for match in self.tables]
        for match, what in zip(self.tables, said, strict=True):
            match.answer(Answer(request.by, request.key, what))
        fresh = [match.events[count:] for match, count in zip(self.tables, before, strict=True)]
        for told in fresh:
            for event in told:  # who is told of piles knows the difference from now on
                if event.key == "piles" and event.known_to and event.known_to & self.insiders:
                    self.insiders |= event.known_to
        for seat in self.outsiders:
            pairs = zip_longest(*(told_to(told, seat) for told in fresh))
            unlike = next((pair for pair in pairs if pair[0] != pair[1]), None)
            if unlike is not None:
                assert {event["key"] for event in unlike if event is not None} <= self.tells_all
                return False
        face_up = one.view(None)["entered"] is not None  # what was keyed anew lies open on the table
        return not (face_up and said[0] != said[1])

    def _alike(self, request: Request, at_other: Request) -> tuple[str, str] | None:
        """The same answer at both; of an insider's piles just the same number of notes."""
        if isinstance(request, Compose) and isinstance(at_other, Compose) and request.by in self.insiders:
            for _ in range(50):
                mine, yours = pile(request, self.rng), pile(at_other, self.rng)
                if len(mine.split()) == len(yours.split()):
                    return mine, yours
            return None
        said = legal(request, self.rng)
        try:
            at_other.check(said)
        except Exception:  # an insider may be offered less than at the other table
            assert request.by in self.insiders
            return None
        return said, said


@in_each_edition
@given(st.data(), SEEDS)
def test_nobody_sees_a_difference_in_anothers_money(edition: str, data: st.DataObject, seed: int) -> None:
    """Until notes are shown, paid or counted, and but for who wins a trade, two tables at which a seat holds
    and lays other notes are the same to everybody else, to the byte (K-34, K-35)."""
    twins = Twins(data.draw(SETUPS[edition]), Random(seed))
    odd = min(twins.insiders)
    one, other = twins.tables
    assert (known(one, [odd]) == known(other, [odd])) == (not twins.differ)  # the test is not blind
    for _ in range(300):
        assert known(one, twins.outsiders) == known(other, twins.outsiders)
        if one.result is not None or not twins.step():
            return
