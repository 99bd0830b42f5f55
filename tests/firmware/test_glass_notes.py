"""Money on the glass: no number of it is ever cut, and who hides it shows it only while OK is held."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine import Match, Setup
from engine.event import Event, Value
from engine.game import View
from engine.games import GAMES, chosen
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.position import Opening
from engine.kuhhandel.rules import CattleTrade
from engine.request import Compose, Request
from firmware.glass import draw as drawing
from firmware.glass.bitmap import Bitmap
from firmware.glass.draw import draw
from firmware.glass.face import Face
from firmware.glass.icons import COIN
from firmware.glass.screen import Screen
from firmware.hands import Hand, Said, hand_for
from firmware.hands.asked import hand_of
from firmware.hands.choose import ChooseHand
from firmware.hands.hand import MENU
from firmware.hands.look import LookHand
from firmware.table.desk import Desk, News
from firmware.words import LANGUAGES, Words
from firmware.words.values import mapping, numbers
from tests.engine.play import any_answer
from tests.firmware.presses import gesture, press
from tests.firmware.trading import LATE, Trade, trade

SEATS = (1, 2, 3, 4)
NAMES = {1: "Wilhelmin", 2: "Geneviève", 3: "Hermann-W", 4: "Gwendolyn"}
"""As long as the lobby takes them."""

PLAYED = (
    ("kuhhandel", {"money": "table"}),
    ("kuhhandel", {"fast": "yes"}),
    ("bluff-auction", {"trade": "normal", "money": "table"}),
    ("bluff-auction", {"trade": "super"}),
)


def wallets(rng: Random) -> dict[int, tuple[int, ...]]:
    """All the notes of a box in the hands of four players, most of them mostly with one. Each has a zero at
    least: where a pile must hold a note, nobody is ever without one (K-14)."""
    rich = rng.choice(SEATS)
    held: dict[int, list[int]] = {seat: [0] for seat in SEATS}
    for kind, count in EDITIONS["kuhhandel"].notes.items():
        for _ in range(count if kind else count - len(SEATS)):
            held[rich if rng.random() < 0.7 else rng.choice(SEATS)].append(kind)
    return {seat: tuple(sorted(notes)) for seat, notes in held.items()}


def begun(game: str, options: dict[str, str], rng: Random) -> Match:
    """Everybody has an animal that all others have too, and some are in the deck, or none."""
    kinds = ("goose", "cat", "horse")
    animals: dict[int, dict[str, int]] = {seat: dict.fromkeys(kinds, 1) for seat in SEATS}
    animals[1] |= dict.fromkeys(("rooster", "dog", "sheep", "goat", "donkey"), 4)
    opening = Opening(rng.choice(SEATS), rng.choice((0, 8)), animals, wallets(rng), 4)
    values = chosen(GAMES[game], options)
    return Match(Setup(game, SEATS, options), lambda: CattleTrade(EDITIONS[game], SEATS, values, opening))


@dataclass(frozen=True)
class Asks:
    """All that is open: a seat's own hand is for some of it."""

    requests: tuple[Request, ...]


@dataclass(frozen=True)
class Glass:
    """What lies before a seat, as the words would show it, and whether OK held uncovers it."""

    seat: int
    what: Request | Asks | Event | str
    view: View

    @property
    def is_secret(self) -> bool:
        """By the hand itself, as the table asks it."""
        if isinstance(self.what, Event):
            return Desk(news=[News(self.what, self.view, None)]).is_secret
        return Desk(menu=self._hand()).is_secret

    def screens(self, words: Words) -> Iterator[Screen]:
        view = self.view
        if self.what == "status":
            yield words.status(view, self.seat)
        elif self.what == "look":
            yield from words.pages(view)
        elif isinstance(self.what, Event):
            screen = words.news(self.what, view, self.seat)
            if screen is not None:
                yield screen
        else:
            for presses in ("", "m", "b"):
                hand = self._hand()
                assert hand is not None
                for letter in presses:
                    hand.on(gesture(letter))
                yield hand.screen(words, view)

    def _hand(self) -> Hand | None:
        match self.what:
            case Asks(requests):
                return hand_for(self.seat, requests)
            case Event():
                return None
            case str():
                return LookHand() if self.what == "look" else None
            case request:
                return hand_of(request)


def played(match: Match, rng: Random, steps: int) -> Iterator[Glass]:
    """All that lies before the seats in a game that goes anyhow, after each step."""
    for _ in range(steps):
        if match.result is not None:
            return
        told = match.answer(any_answer(match, rng))
        for seat in SEATS:
            view = match.view(seat)
            asides = (one for one in match.open if one.by == seat and one.aside)
            asked = () if hand_for(seat, match.open) is None else (Asks(match.open),)
            news = (one for one in told if one.is_known_to(seat))
            for what in (*asked, *asides, *news, "status", "look"):
                yield Glass(seat, what, view)


def said(screen: Screen) -> Counter[str]:
    """Every number that a screen means to show."""
    parts = [part.text for row in screen.rows for part in row.parts]
    texts = [f"{row.text} {row.right}" for row in screen.rows if not row.parts]
    return Counter(re.findall(r"\d+", " ".join([screen.title, *screen.marks, *texts, *parts])))


def put(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Every number that comes onto the glass, but for the buttons."""
    texts: list[str] = []
    original = drawing._put

    def spy(glass: Bitmap, kind: Face, text: str, x: int, base: int) -> int:
        texts.append(text)
        return original(glass, kind, text, x, base)

    with monkeypatch.context() as patched:
        patched.setattr(drawing, "_put", spy)
        draw.__wrapped__(screen)
    for label in screen.bar or ():
        if label in texts:
            texts.remove(label)
    return Counter(re.findall(r"\d+", " ".join(texts)))


in_each_way = pytest.mark.parametrize(("game", "options"), PLAYED)
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=3, deadline=None, phases=(Phase.explicit, Phase.generate))  # each is a long play


@in_each_way
@FEW
@given(seed=SEEDS)
def test_no_number_of_a_cattle_trade_is_ever_cut(game: str, options: dict[str, str], seed: int) -> None:
    rng = Random(seed)
    seen: set[Screen] = set()
    with pytest.MonkeyPatch.context() as monkeypatch:
        for glass in played(begun(game, options, rng), rng, 25):
            words = Words(rng.choice(tuple(LANGUAGES)), NAMES, hints=True)
            for screen in glass.screens(words):
                if screen not in seen:
                    seen.add(screen)
                    assert not said(screen) - put(screen, monkeypatch), (glass, screen)


def otherwise(glass: Glass, rng: Random) -> Glass:
    """The same before a seat that has other notes of the same kinds, and knows other piles."""
    you = mapping(glass.view["you"])

    def other(pile: Value) -> Value:
        return None if pile is None else tuple(sorted(rng.choices((0, 10, 50, 100, 200, 500), k=9)))

    def another(asked: Request) -> Request:
        if not isinstance(asked, Compose):
            return asked
        stock = tuple(kind for kind in sorted(set(asked.stock)) for _ in range(rng.randint(1, 9)))
        return replace(asked, stock=stock, proposal=stock[: bool(asked.proposal)])

    own = {
        **you,
        "notes": other(you["notes"]),
        "offer": other(you["offer"]),
        "counter": other(you["counter"]),
    }
    what = glass.what
    if isinstance(what, Asks):
        what = Asks(tuple(map(another, what.requests)))
    elif not isinstance(what, Event | str):
        what = another(what)
    return Glass(glass.seat, what, {**glass.view, "you": {**own, "total": sum(numbers(own["notes"]))}})


def without_purse(screen: Screen) -> Screen:
    rows = tuple(row for row in screen.rows if COIN not in row.text)
    return replace(screen, marks=tuple(mark for mark in screen.marks if COIN not in mark), rows=rows)


@in_each_way
@FEW
@given(seed=SEEDS)
def test_who_hides_his_money_shows_none_of_it_before_ok_is_held(
    game: str, options: dict[str, str], seed: int
) -> None:
    """No veiled screen would be another if the seat had other notes; and OK held lifts the veil wherever more
    than a sum in a corner lies behind it."""
    rng = Random(seed)
    for glass in played(begun(game, options, rng), rng, 25):
        language = rng.choice(tuple(LANGUAGES))
        veiled = Words(language, NAMES, hides=True)
        hidden = [*glass.screens(veiled)]
        if not isinstance(glass.what, Event):  # what is told now is not told of other piles
            assert hidden == [*otherwise(glass, rng).screens(veiled)], glass
        lifted = [*glass.screens(Words(language, NAMES, hides=True, lifted=True))]
        if hidden != [without_purse(screen) for screen in lifted]:
            assert glass.is_secret, glass


def test_a_question_about_a_pile_that_was_handed_over_is_veiled_until_ok_is_held() -> None:
    table = Trade(Words("en"), trade("kuhhandel", {"money": "table"}, LATE))
    table.say("1 turn trade:pig", "1 offer 0 0 100", "2 reply counter", "2 counter 50")
    hand, view = table.hands[2], table.match.view(2)
    assert isinstance(hand, ChooseHand)
    assert Desk(menu=hand).is_secret
    shown = {hides: hand.screen(Words("en", hides=hides), view) for hides in (True, False)}
    assert "100" in str(shown[False])
    assert "100" not in str(shown[True])
    hiding = Words("en", hides=True)
    hand.screen(hiding, view)
    assert press(hand, "o") == MENU, "OK held is taken: the menu is an option"
    assert "2×0 100" in str(hand.screen(Words("en", hides=True, lifted=True), view))
    for presses, told in (("bo", Said("counted", "yes")), ("mo", Said("counted", "no")), ("mmo", MENU)):
        again = ChooseHand(hand.asked)
        again.screen(hiding, view)
        assert press(again, presses) == told
