"""The screens of the cattle trade that people see most, each by a short name, in any words."""

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from engine import Answer, Event, Match, Setup
from engine.games import GAMES, chosen
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.position import Opening
from engine.kuhhandel.rules import CattleTrade
from engine.request import Compose, EnterCards
from firmware.glass.screen import Screen
from firmware.hands import hand_for
from firmware.hands.asked import AskedHand, hand_of
from firmware.hands.bid import BidHand
from firmware.hands.look import LookHand
from firmware.hands.menu import table_menu
from firmware.hands.over import OverHand
from firmware.hands.wait import WaitHand
from firmware.words import Words
from tests.engine.play import finish, play
from tests.firmware.presses import gesture, press
from tests.firmware.screens import NAMES, House

__all__ = ["NAMES", "SEATS", "Trade", "screens", "trade", "whole_trades"]
SEATS = (1, 2, 3, 4)
LATE = Opening(
    turn=1,
    deck=1,
    animals={
        1: {"cow": 2, "dog": 4, "pig": 1, "horse": 3},
        2: {"cow": 2, "rooster": 4, "pig": 3, "goose": 1, "cat": 2, "sheep": 4, "goat": 4},
        3: {"goose": 3, "cat": 2, "horse": 1},
        4: {"donkey": 3},
    },
    notes={
        1: (0, 0, 10, 10, 10, 50, 100),
        2: (0, 10, 50, 50, 200, 500),
        3: (10, 10, 10, 10, 50),
        4: (0, 0, 10, 10, 10, 10),
    },
    donkeys=3,
)
PAIR = Opening(
    turn=1,
    deck=0,
    animals={1: {"dog": 4, "cat": 3, "cow": 1}, 2: {"cat": 1, "cow": 3}},
    notes={1: (10, 50), 2: (10, 10)},
)
END = Opening(
    turn=1,
    deck=0,
    animals={
        1: {"pig": 4, "dog": 4, "rooster": 3},
        2: {"horse": 4, "goose": 4, "rooster": 1},
        3: {"cow": 4, "cat": 4, "sheep": 4},
        4: {"goat": 4, "donkey": 4},
    },
)


def trade(
    game: str = "kuhhandel", options: Mapping[str, str] | None = None, opening: Opening | None = None
) -> Match:
    """A match of four at the game's beginning, or at another position."""
    setup = Setup(game, SEATS, options or {})
    values = chosen(GAMES[game], setup.options)
    return Match(setup, begin=lambda: CattleTrade(EDITIONS[game], SEATS, values, opening))


class Trade:
    """A match, seen by one seat after another. Hands stay as at the table."""

    def __init__(self, words: Words, match: Match) -> None:
        self.words = words
        self.match = match
        self.hands: dict[int, AskedHand | None] = dict.fromkeys(SEATS)
        self.told: list[Event] = []
        self.follow()

    def say(self, *answers: str) -> list[Event]:
        """These answers; gives what was told by the last one."""
        told: list[Event] = []
        for answer in answers:
            told = list(self.match.answer(Answer.from_text(answer)))
            self.told += told
            self.follow()
        return told

    def press(self, seat: int, presses: str) -> None:
        """What the seat's own hand says by these presses is answered."""
        hand = self.hands[seat]
        assert hand is not None
        said = press(hand, presses)
        assert said is not None
        self.say(f"{seat} {said.key} {said.said}")

    def hand(self, seat: int, presses: str = "") -> Screen:
        hand = self.hands[seat]
        assert hand is not None, f"nothing is asked of seat {seat}"
        assert press(hand, presses) is None
        return hand.screen(self.words, self.match.view(seat))

    def glass(self, seat: int) -> str:
        """All that the seat's glass says."""
        hand = self.hands[seat]
        view = self.match.view(seat)
        screen = self.words.status(view, seat) if hand is None else hand.screen(self.words, view)
        rows = (f"{row.text} {row.right} {' '.join(part.text for part in row.parts)}" for row in screen.rows)
        return " | ".join((screen.title, *screen.marks, *rows, *(screen.bar or ())))

    def status(self, seat: int) -> Screen:
        return self.words.status(self.match.view(seat), seat)

    def menu(self, seat: int, presses: str = "") -> Screen:
        asides = [request for request in self.match.open if request.aside and request.by == seat]
        menu = table_menu(self.match.may(seat), asides, House(self.words.language))
        press(menu, presses)
        return menu.screen(self.words, self.match.view(seat))

    def page(self, seat: int, presses: str = "") -> Screen:
        look = LookHand()
        press(look, presses)
        return look.screen(self.words, self.match.view(seat))

    def news(self, answer: str, seat: int) -> Iterator[Screen]:
        """What the seat is shown when this has been answered."""
        for event in self.say(answer):
            view = self.match.view(seat)
            screen = self.words.news(event, view, seat) if event.is_known_to(seat) else None
            if screen is not None:
                yield screen

    def follow(self) -> None:
        for seat in SEATS:
            self.hands[seat] = hand_for(seat, self.match.open, self.hands[seat])


def screens(words: Words) -> dict[str, Screen]:
    """All of them, in the order in which an evening shows them."""
    parts = (_auction, _sale, _insolvent, _trade, _announced, _table, _end)
    return {key: screen for part in parts for key, screen in part(words).items()}


def _auction(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade()), {}
    found["begins"] = table.hand(1)
    table.say("1 starts 1")
    found["turn-first"] = table.hand(1)
    found["on-turn"] = table.status(2)
    table.say("1 turn auction")
    found["turn-up"] = table.hand(2)
    waiting = table.hands[2]
    assert isinstance(waiting, WaitHand)
    entering = hand_of(_entry(table, 2))
    found["enter-card"] = entering.screen(words, table.match.view(2))
    table.say("2 enter spot:cow")
    found["agree-card"] = table.hand(3)
    table.say("3 agree yes")
    found["who-bids"] = table.hand(2)
    found["seller"] = table.hand(1)
    table.say("clock count")
    found["no-bid-once"] = table.hand(2)
    table.press(2, "o")
    found["you-lead"] = table.hand(2)
    found["next-ten"] = table.hand(3)
    found["set-higher"] = table.hand(3, "mm")
    table.press(3, "o")
    found["overtaken"] = table.hand(2)
    late = table.hands[2]
    assert isinstance(late, BidHand)
    late.missed(gesture("o"))
    found["too-late"] = table.hand(2)
    table.say("clock count", "clock count")
    found["twice"] = table.hand(4)
    found["twice-seller"] = table.hand(1)
    table.say("clock count")
    return found | {"right": table.hand(1), "right-others": table.status(2)}


def _sale(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade(opening=LATE)), {}
    found["turn"] = table.hand(1)
    found["turn-last"] = table.hand(1, "b")
    table.say("1 turn auction", "table cards spot:donkey")
    found["donkey"] = table.hand(2)
    table.say("4 bid 40", "clock count", "clock count", "clock count", "1 right sell")
    found["pays"] = table.hand(4)
    found["payment-others"] = table.status(2)
    (found["receives"], found["sold-seller"], found["set"]) = (
        *table.news("4 payment 10 10 10 10", 1),
        *_kept(table, 1, "set"),
    )[:3]
    return found


def _insolvent(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade(opening=LATE)), {}
    table.say("1 turn auction", "table cards spot:donkey", "3 bid 800")
    found["menu-insolvent"] = table.menu(3)
    found["insolvent"] = table.menu(3, "o")
    found["insolvent-holding"] = table.menu(3, "om")
    (found["shown"], found["again"]) = table.news("3 insolvent", 2)
    found["out-of-it"] = table.hand(3)
    return found


def _trade(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade(opening=LATE)), {}
    table.say("1 turn trade:pig")
    found["offering"] = table.hand(1)
    found["adding-notes"] = table.hand(1, "mooomo")
    found["offer-others"] = table.status(3)
    found["money"] = table.page(1)
    found["own-animals"] = table.page(1, "m")
    found["others-animals"] = table.page(1, "mm")
    veiled = Words(words.language, words.names, hides=True)
    hand = table.hands[1]
    assert hand is not None
    found["veiled"] = hand.screen(veiled, table.match.view(1))
    found["money-veiled"] = LookHand().screen(veiled, table.match.view(1))
    table.say("1 offer 0 10 10")
    found["reply"] = table.hand(2)
    found["reply-others"] = table.status(3)
    table.say("2 reply counter")
    found["countering"] = table.hand(2)
    found["piles"], found["won-trade"] = table.news("2 counter 0 10", 1)
    even = Trade(words, trade(opening=LATE))
    even.say("1 turn trade:pig", "1 offer 0 10", "2 reply counter")
    found["known-piles"], found["tied"] = table.page(1, "m"), list(even.news("2 counter 10", 3))[-1]
    return found


def _announced(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade("bluff-auction", opening=LATE)), {}
    table.say("1 turn trade:cow", "1 offer 10 10")
    hand = table.hands[2]
    assert hand is not None
    press(hand, "bo")
    found["one-note-at-least"] = hand.screen(words, table.match.view(2))
    (found["announced"], found["traded"], *rest) = table.news("2 counter 50 200", 3)
    found["trade-set"] = rest[0]
    return found


def _table(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade("kuhhandel", {"money": "table"}, LATE)), {}
    table.say("1 turn auction", "table cards spot:donkey", "3 bid 40")
    table.say("clock count", "clock count", "clock count", "1 right sell", "3 payment 10 10 10 10")
    found["turn-up-notes"] = table.hand(1)
    found["enter-note"] = hand_of(_entry(table, 2)).screen(words, table.match.view(2))
    anew = hand_of(next(one for one in table.match.open if isinstance(one, Compose)))
    found["anew"] = anew.screen(words, table.match.view(3))
    return found


def _end(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, trade("kuhhandel", opening=END)), {}
    table.say("1 turn trade:rooster", "1 offer 10", "2 reply accept")
    result = table.match.result
    assert result is not None
    over, summed = OverHand(result, 1), OverHand(result, 1)
    press(summed, "mm")
    found["trade-over"] = over.screen(words, table.match.view(1))
    found["sum"] = summed.screen(words, table.match.view(1))
    return found


def _kept(table: Trade, seat: int, key: str) -> Iterator[Screen]:
    for event in table.told:
        screen = table.words.news(event, table.match.view(seat), seat)
        if event.key == key and screen is not None:
            yield screen


def _entry(table: Trade, seat: int) -> EnterCards:
    return next(one for one in table.match.open if isinstance(one, EnterCards) and one.by == seat)


@cache
def whole_trades() -> tuple[tuple[str, Event], ...]:
    """What is told in a few whole games of both editions, each with the game's key."""
    told: list[tuple[str, Event]] = []
    for seed, (game, options) in enumerate(
        (
            ("kuhhandel", {"short": "yes", "money": "table"}),
            ("kuhhandel", {"fast": "yes"}),
            ("bluff-auction", {"dove-reminder": "yes", "money": "table"}),
        )
    ):
        match, rng = trade(game, options), Random(seed)
        play(match, rng, 300, restless=0.2)
        finish(match, rng, bound=5_000)
        told += [(game, event) for event in match.events]
    claimed = trade("bluff-auction", {"dove-reminder": "yes"}, PAIR)
    for answer in ("1 turn trade:cat", "1 offer 50", "2 counter 10", "1 dove"):
        told += [("bluff-auction", event) for event in claimed.answer(Answer.from_text(answer))]
    return tuple(told)
