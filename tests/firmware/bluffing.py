"""The screens of Bluff You! that people see most, each by a short name, in any words."""

from random import Random

from engine import Event, Match, Setup
from engine.bluff_you.rules import BluffYou, Opening
from engine.bluff_you.tokens import TOKENS
from engine.games import GAMES, chosen
from firmware.glass.screen import Screen
from firmware.hands.over import OverHand
from firmware.hands.sure import DisputeHand
from firmware.words import Words
from tests.engine.play import finish, play
from tests.firmware.trading import SEATS, Trade

GAME = "bluff-you"
HELD = {1: (5, 8, 9, 10, 13), 2: (12, 17), 3: (3, 6, 7, 11, 14, 15, 16)}
LATE = Opening(1, HELD, (4, 18))


def bluffing(opening: Opening | None = None) -> Match:
    """A match of four at the game's beginning, or at another position."""
    values = chosen(GAMES[GAME], {})
    return Match(Setup(GAME, SEATS, {}), begin=lambda: BluffYou(SEATS, values, opening))


def whole_bluffs() -> tuple[tuple[str, Event], ...]:
    """What is told in a few whole games, each with the game's key."""
    told: list[tuple[str, Event]] = []
    for seed in range(4):
        match, rng = bluffing(), Random(seed)
        play(match, rng, 200, restless=0.2)
        finish(match, rng, bound=5_000)
        told += [(GAME, event) for event in match.events]
    return tuple(told)


def screens(words: Words) -> dict[str, Screen]:
    """All of them, in the order in which an evening shows them."""
    parts = (_gain, _steal, _double, _end)
    return {f"you-{key}": screen for part in parts for key, screen in part(words).items()}


def _gain(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, bluffing()), {}
    found["starts"] = table.hand(2)
    (found["begin"],) = table.news("1 starts 1", 1)
    found["roll"] = table.hand(1)
    found["rolls"] = table.status(2)
    table.say("1 roll")
    found["person"] = table.hand(1)
    found["thinks"] = table.status(2)
    table.say("1 person 3")
    found["number"] = table.hand(1)
    found["number-low"] = table.hand(1, "bbb")
    table.say("1 number 12")
    found["answer"] = table.hand(3)
    found["answer-bluff"] = table.hand(3, "m")
    found["answers"] = table.status(2)
    (found["ok"],) = table.news("3 answer ok", 2)
    found["lift"] = table.hand(2)
    found["keying"] = table.menu(2, "o")
    table.say("4 enter 1:345")
    found["keyed"] = table.hand(2)
    table.say("2 agree no")
    (found["verdict"],) = table.news("table dice 1:345", 3)
    found["dispute"] = DisputeHand(table.match.last_read).screen(words, table.match.view(2))
    return found


def _steal(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, bluffing(LATE)), {}
    table.say("1 roll")
    found["deed"] = table.hand(1)
    table.say("1 deed steal")
    found["whom"] = table.hand(1)
    table.say("1 person 2")
    found["which"] = table.hand(1)
    table.say("1 number 12")
    found["stolen"] = table.hand(2)
    found["steals"] = table.status(3)
    (found["bluff"],) = table.news("2 answer bluff", 3)
    (found["failed"],) = table.news("table dice 1:344", 1)
    found["give"] = table.hand(1)
    found["gives"] = table.status(3)
    (found["given"],) = table.news("1 give 5", 2)
    return found


def _double(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, bluffing(LATE)), {}
    table.say("1 roll")
    (found["double"],) = table.news("1 deed double", 2)
    found["shows"] = table.hand(2)
    (found["none"],) = table.news("table dice 1:345", 1)
    table.say("3 dispute")
    (found["pair"],) = table.news("table dice 1:335", 2)
    found["take"] = table.hand(1)
    table.say("1 take 4")
    found["put"] = table.hand(1)
    found["exchanges"] = table.status(2)
    (found["exchanged"],) = table.news("1 put 9+10+13", 2)
    return found


def _end(words: Words) -> dict[str, Screen]:
    opening = Opening(1, HELD | {3: (*HELD[3], 4)}, (18,))
    table, found = Trade(words, bluffing(opening)), {}
    found["own"] = table.page(1)
    found["middle"] = table.page(1, "m")
    found["most"] = table.page(1, "mmm")
    found["nothing"] = table.page(4)
    table.say("1 roll", "1 deed gain", "1 person 2", "2 answer ok", "table dice 1:111")
    assert sum(map(len, HELD.values())) + 2 == len(TOKENS)
    view, result = table.match.view(1), table.match.result
    assert result is not None
    hand = OverHand(result, 1)
    found["over"] = hand.screen(words, view)
    found["ended"] = table.status(2)
    found |= {f"sum-{place}": screen for place, screen in enumerate(words.result(result, 1, view)[1:])}
    return found
