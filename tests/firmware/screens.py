"""The screens that people see most, each by a short name, in any words: for goldens and for what must fit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine import Answer, Match, Setup
from engine.game import Result, View
from engine.request import Choose, Compose, Countdown
from firmware.glass.screen import Screen
from firmware.hands import Hand, hand_for
from firmware.hands.asked import hand_of
from firmware.hands.choose import ChooseHand
from firmware.hands.join import JoinHand
from firmware.hands.level import LevelHand
from firmware.hands.menu import table_menu
from firmware.hands.name import NameHand
from firmware.hands.order import OrderHand
from firmware.hands.over import OverHand
from firmware.hands.pick import PickHand
from firmware.hands.resume import LeavingHand, ResumeHand
from firmware.hands.sure import DisputeHand
from firmware.hands.wait import WaitHand
from firmware.words import Words
from tests.firmware.presses import press
from vision.seats import SeatReading, TableReading, Trouble

SEATS = (1, 2, 3, 4)
NAMES = {1: "Anna", 2: "Ben", 3: "Chloé"}


@dataclass
class House:
    language: str = "en"
    brightness: int = 160
    hints: bool = True
    sound: bool = True
    known: list[str] = field(default_factory=lambda: list(NAMES.values()))


class Table:
    """A game of four, seen by one seat after another."""

    def __init__(self, words: Words, options: Mapping[str, str] | None = None) -> None:
        self.words = words
        self.match = Match(Setup("liars-dice", SEATS, options or {}))

    def say(self, *answers: str) -> None:
        for answer in answers:
            self.match.answer(Answer.from_text(answer))

    def hand(self, seat: int, presses: str = "") -> Screen:
        hand = hand_for(seat, self.match.open)
        assert hand is not None
        assert press(hand, presses) is None
        return hand.screen(self.words, self.match.view(seat))

    def waits(self, seat: int, reading: TableReading) -> Screen:
        hand = hand_for(seat, self.match.open)
        assert isinstance(hand, WaitHand)
        hand.hear(reading)
        return hand.screen(self.words, self.match.view(seat))

    def menu(self, seat: int, presses: str = "") -> Screen:
        asides = [request for request in self.match.open if request.aside and request.by == seat]
        menu = table_menu(self.match.may(seat), asides, House(self.words.language))
        press(menu, presses)
        return menu.screen(self.words, self.match.view(seat))

    def status(self, seat: int) -> Screen:
        return self.words.status(self.match.view(seat), seat)

    def news(self, answer: str, seat: int) -> Iterator[Screen]:
        for event in self.match.answer(Answer.from_text(answer)):
            screen = self.words.news(event, self.match.view(seat), seat)
            if screen is not None:
                yield screen


def screens(words: Words) -> dict[str, Screen]:
    """All of them, in the order in which an evening shows them."""
    parts = (_lobby, _start, _round, _asides, _reading, _money)
    return {key: screen for part in parts for key, screen in part(words).items()}


def _lobby(words: Words) -> dict[str, Screen]:
    setup = Setup("liars-dice", SEATS, {"dice": "joker-6"})
    join = JoinHand(4)
    host, guest = JoinHand(1, list(NAMES.values())), JoinHand(2)
    for hand in (join, host, guest):
        hand.joined, hand.host = (1, 2, 3), 1
    pick, options, choices = PickHand(4, setup), PickHand(4, setup), PickHand(4, setup)
    press(options, "mom")
    press(choices, "momo")
    name, spelled = NameHand(list(NAMES.values())), NameHand([])
    press(spelled, "ommommmo")
    hands: dict[str, Hand] = {
        "resume": ResumeHand(setup),
        "join": join,
        "guest": guest,
        "host": host,
        "order": OrderHand(SEATS),
        "name": name,
        "spelling": spelled,
        "pick": pick,
        "options": options,
        "choices": choices,
        "over": OverHand(Result((2,), {}), 1),
        "won": OverHand(Result((1,), {}), 1),
        "shared": OverHand(Result((1, 2), {}, by_vote=True), 3),
    }
    offer: View = {"left": setup.game, "seats": SEATS, "votes": {"new-game": (2, 3)}, "late": (1, 4)}
    leave: dict[str, Hand] = {
        "new-game": ChooseHand(Choose(4, "new-game", ("yes", "no"))),
        "leaving": LeavingHand(),
    }
    found = {key: hand.screen(words, {}) for key, hand in hands.items()}
    return found | {key: hand.screen(words, offer) for key, hand in leave.items()}


def _start(words: Words) -> dict[str, Screen]:
    table, found = Table(words), {}
    found["first-throw"] = table.hand(1)
    (found["tie"],) = table.news("table dice 1:12345 2:12345 3:111** 4:11111", 1)
    found["thrown"], found["starts"] = table.news("table dice 1:12341 2:54321", 1)
    found["roll"] = table.hand(1)
    table.say("1 roll")
    found["rolled"] = table.status(1)
    found["stacked"] = table.menu(2, "o")
    (found["stacked-news"],) = table.news("3 stacked 2", 1)
    return found


def _round(words: Words) -> dict[str, Screen]:
    table, found = Table(words), {}
    table.say("table dice 1:11111 2:54321 3:111** 4:11111", *(f"{seat} roll" for seat in SEATS))
    found["opening"] = table.hand(2)
    found["opens"] = table.status(1)
    table.say("2 bid 7x4")
    found["bid"] = table.status(1)
    found["count"] = table.hand(3)
    found["face"] = table.hand(3, "o")
    found["lowest"] = table.hand(3, "bb")
    found["call"] = table.hand(3, "bbb")
    found["calling"] = table.hand(3, "bbbm")
    table.say("3 bid 8x*")
    found["stars"] = table.status(4)
    found["menu"] = table.menu(3)
    found["take-back"] = table.menu(3, "o")
    found["take-back-asks"] = table.menu(1, "o")
    found["sure"] = table.menu(3, "mo")
    found["left-twice"] = table.menu(3, "mb")
    (found["vote"],) = table.news("3 end yes", 1)
    found["voting-undo"] = hand_of(Choose(1, "undo", ("yes", "no"))).screen(words, table.match.view(1))
    found["voting"] = hand_of(Choose(1, "end", ("yes", "no"))).screen(words, table.match.view(1))
    decided = hand_of(Choose(1, "end", ("yes", "no")))
    press(decided, "m")
    found["voting-no"] = decided.screen(words, table.match.view(1))
    (found["vote-lost"],) = table.news("1 end no", 3)
    (found["called"],) = table.news("4 call", 1)
    found["reveal"] = table.hand(1)
    found["whose"] = table.menu(2, "o")
    found["keying"] = table.menu(2, "oo" + "mmo" + "mo")
    table.say("2 enter 1:1234*")
    found["entered"] = table.status(2)
    found["agree"] = table.hand(3)
    table.say("3 agree yes")
    answer = "table dice 2:44444 3:*1234 4:55555"
    found["verdict"], found["out"] = table.news(answer, 1)
    found["dispute"] = DisputeHand(table.match.last_read).screen(words, table.match.view(2))
    (found["disputed"],) = table.news("1 dispute", 2)
    (found["verdict-own"], found["out-own"]) = table.news(answer.replace("dice", "dice 1:1234*"), 3)
    (found["taken-back"],) = (
        *table.news("1 undo yes", 1),
        *table.news("2 undo yes", 1),
        *table.news("4 undo yes", 1),
    )[-1:]
    return found


def _asides(words: Words) -> dict[str, Screen]:
    table, found = Table(words, {"re-roll": "yes"}), {}
    table.say("table dice 1:55555 2:54321 3:111** 4:11111", *(f"{seat} roll" for seat in SEATS), "1 bid 3x3")
    found["re-roll"] = table.menu(3, "o")
    (found["re-rolled"],) = table.news("3 re-roll *", 1)
    table.say("3 re-roll 5", "4 re-roll 2")
    found["shown"] = table.status(1)
    table.say("2 bid 4x3", "3 call")
    (found["exact"],) = table.news("table dice 1:33111 2:31111 3:5*111 4:22222", 1)
    (found["disputed-1"],) = table.news("1 dispute", 2)
    table.say("table dice 1:33111 2:31111 3:5*111 4:22222")
    (found["disputed-2"],) = table.news("1 dispute", 2)
    found["by-hand"] = table.status(1)
    found["brightness"] = LevelHand("brightness", 160).screen(words, {})
    found["no-seat"] = words.no_seat()
    return found


def _reading(words: Words) -> dict[str, Screen]:
    table = Table(words)
    table.say("table dice 1:55555 2:54321 3:111** 4:11111", *(f"{seat} roll" for seat in SEATS))
    table.say("1 bid 3x3", "2 call")

    def seat(number: int, seen: int, reason: Trouble) -> TableReading:
        return TableReading(0.0, (SeatReading(number, 5, seen, (), None, reason),))

    readings = {
        "missing": seat(2, 4, Trouble.MISSING),
        "too-many": seat(2, 6, Trouble.TOO_MANY),
        "under-cup": seat(2, 0, Trouble.MISSING),
        "elsewhere": seat(1, 4, Trouble.MISSING),
        **{trouble.value: TableReading(0.0, trouble=trouble) for trouble in (Trouble.HAND, Trouble.DARK)},
    }
    return {key: table.waits(2, reading) for key, reading in readings.items()}


def _money(words: Words) -> dict[str, Screen]:
    """Requests that the games to come will make; the words of liar's dice stand in."""
    table = Table(words)
    pay = hand_of(Compose(1, "bid", (0, 10, 10, 50, 100), least=60, proposal=(10, 50)))
    short = hand_of(Compose(1, "bid", (0, 10, 10, 50, 100), least=60))
    press(short, "mmmmo")
    adding = hand_of(Compose(1, "bid", (0, 10, 10, 50, 100), least=60, proposal=(10, 50)))
    press(adding, "b")
    counting = hand_for(2, (Countdown("count", 2, 3, who=2),))
    assert counting is not None
    hands = {"pay": pay, "adding": adding, "short": short, "counting": counting}
    return {key: hand.screen(words, table.match.view(1)) for key, hand in hands.items()}
