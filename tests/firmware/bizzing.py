"""The screens of Biz-Bluff that people see most, each by a short name, in any words."""

from random import Random

from engine import Event
from firmware.glass.screen import Screen
from firmware.hands.asked import hand_of
from firmware.hands.over import OverHand
from firmware.words import Words
from tests.engine.biz_bluff.laid import COMPANIES, LIGHT, begun, drew, laid, reached, threw
from tests.engine.play import finish
from tests.firmware.trading import SEATS, Trade

GAME = "biz-bluff"
CLAIMS = {1: "Y1", 2: "R2", 3: "B3"}
STANDS = {1: "f2", 2: "a6", 3: "b2", 4: "b2"}
PURSES = {1: (120, 75), 2: (1250, 2500), 3: (0, 0), 4: (64, 10)}


def whole_games() -> tuple[tuple[str, Event], ...]:
    """What is told in a few whole games, each with the game's key."""
    told: list[tuple[str, Event]] = []
    for seed in range(4):
        match = begun(3, {"way": "light" if seed % 2 else "full"})
        finish(match, Random(seed), bound=20_000)
        told += [(GAME, event) for event in match.events]
    return tuple(told)


def screens(words: Words) -> dict[str, Screen]:
    """All of them, in the order in which an evening shows them."""
    parts = (_start, _moves, _light, _cards, _presentation, _end)
    return {f"biz-{key}": screen for part in parts for key, screen in part(words).items()}


def _at(words: Words, *texts: str, light: bool = False, **also: object) -> Trade:
    chosen = {"seats": SEATS, "claims": CLAIMS, "purses": PURSES, **also}
    match = laid(*texts, **({"chosen": LIGHT} if light else {"stands": STANDS}) | chosen)  # type: ignore[arg-type]
    return Trade(words, match)


def _start(words: Words) -> dict[str, Screen]:
    table, found = Trade(words, begun(4)), {}
    found["throw"] = table.hand(1)
    found["throws"] = table.status(2)
    table.say("1 throw")
    found["die"] = table.hand(2)
    found["keying"] = table.menu(2, "o")
    table.say("2 enter 1:6")
    found["keyed"] = table.hand(3)
    found["keyed-others"] = table.status(2)
    (found["thrown"],) = (screen for screen in table.news("3 agree yes", 2))
    table.say(*threw(2, 3), *threw(3, 6), "4 throw")
    found["thrown-last"], found["tie"] = table.news("table dice 4:1", 1)
    table.say(*threw(1, 2), "3 throw")
    _, found["starts"] = table.news("table dice 3:5", 3)
    return found


def _moves(words: Words) -> dict[str, Screen]:
    table, found = _at(words, *threw(1, 4), claims={2: "R2"}), {}
    found["move"] = table.hand(1)
    found["moves"] = table.status(2)
    table.say("1 move f6")
    table = _at(words, *drew(1, "yellow"), claims={2: "R2"})
    found["company"] = table.hand(1)
    table.say("1 company Y2")
    found["deed"] = table.hand(1)
    found["thinks"] = table.status(3)
    table = _at(words, seen={1: "Y2"}, stands={1: "Y2"}, claims={})
    found["late"] = table.hand(1)
    table = _at(words, *drew(1, "yellow"), "1 company Y2", claims={1: "R1"})
    found["deed-claimed"] = table.hand(1)
    table = _at(words, *threw(1, 5), stands={1: "f3", 3: "b2", 4: "b2"}, claims={3: "B3"})
    table.say("1 move b2")
    found["met"] = table.hand(1)
    table.say("1 met 3")
    found["hunt"] = table.hand(1)
    found["sent"], found["taken"] = table.news("1 hunt j10", 3)
    return found


def _light(words: Words) -> dict[str, Screen]:
    table, found = _at(words, *threw(1, 4), light=True), {}
    found["reached"] = table.hand(1)
    table.say("1 reached svp")
    found["zone"] = table.hand(1)
    table.say("1 zone green")
    found["look"] = table.hand(1, "mmm")
    table = _at(words, *reached(1, "white"), light=True, stands={2: "white"})
    found["met-light"] = table.hand(1)
    return found


def _cards(words: Words) -> dict[str, Screen]:
    table, found = _at(words, *threw(1, 1), claims={2: "R2"}), {}
    found["draw"] = table.hand(1)
    found["draws"] = table.hand(2)
    entry = next(one for one in table.match.open if one.by == 2)
    found["enter-card"] = hand_of(entry).screen(words, table.match.view(2))
    table.say("2 enter spot:bluffed-4-5-6")
    found["agree"] = table.hand(3)
    table.say("3 agree no")
    (found["drew"],) = table.news("table cards spot:bluffed-4-5-6", 2)
    table = _at(words, *drew(1, "challenge"), claims={2: "R2"})
    found["opponent"] = table.hand(1)
    table.say("1 opponent 2", *threw(1, 5), "2 throw")
    _, found["duel"] = table.news("table dice 2:3", 3)
    table = _at(words, *threw(1, 1), claims={2: "Y1"}, gone=("Y2", "Y3"))
    _, found["nothing-free"] = table.news("table cards spot:yellow", 3)
    return found


def _presentation(words: Words) -> dict[str, Screen]:
    table, found = _at(words, *threw(1, 4), "1 move f6"), {}
    found["present"] = table.hand(1)
    (found["presents"],) = table.news("1 present present", 2)
    found["deal"] = table.hand(2)
    found["invests"] = table.status(3)
    table.say("2 deal buy")
    found["buy"] = table.hand(2)
    found["buy-more"] = table.hand(2, "mmmm")
    table.say("2 buy 250", "4 deal sell")
    found["sell"] = table.hand(4)
    table.say("4 sell 10", "1 deal nothing")
    found["open"] = table.hand(1)
    found["opens"] = table.hand(2)
    found["opened"], found["settled"] = table.news("table cards spot:two", 1)
    table.say("3 dispute")
    _, found["bluffed"] = table.news("table cards spot:bluffed", 2)
    return found


def _end(words: Words) -> dict[str, Screen]:
    table, found = (
        _at(words, *threw(1, 4), "1 move f6", "1 present present", gone=COMPANIES[3:], claims=HAS),
        {},
    )
    for place in range(8):
        found[f"page-{place}"] = table.page(1, "m" * place)
    table.say("2 deal nothing", "4 deal nothing", "1 deal nothing", "table cards spot:one")
    view, result = table.match.view(1), table.match.result
    assert result is not None
    found["over"] = OverHand(result, 1).screen(words, view)
    found["ended"] = table.status(2)
    found |= {f"sum-{place}": screen for place, screen in enumerate(words.result(result, 1, view)[1:])}
    return found


HAS = {1: "Y1"}
