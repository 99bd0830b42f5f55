"""What the engine says to a worked case of the cattle trade (games 000 and 002), asked as a table would ask
it: a match is set up as the case has it and answered, and what it refuses is illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine import CLOCK, TABLE, Answer, Event, Match, Setup, told_to
from engine.errors import BadSetup, RulesError
from engine.games import CATTLE_TRADE, begun, chosen
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.position import Opening
from engine.kuhhandel.rules import CattleTrade
from engine.request import Compose, said_cards

Case = Mapping[str, Any]
Said = dict[str, Any]

KINDS = dict(zip(("000", "002"), CATTLE_TRADE, strict=True))
LETTERS = "ABCDEF"
VARIANTS = {
    "Super-Marchandage": {"trade": "super"},
    "T1 short": {"short": "yes"},
    "T2 fast": {"fast": "yes"},
}
# How a case may name a house option or a choice of it, beside its own name.
ALSO_CALLED = {"variant": "trade", "lots": "fast", "remind": "dove-reminder"}
ALSO_CHOSEN = {("fast", "2"): "yes", ("fast", "1"): "no"}
FEWEST = 3  # seats
RICH = 999_990  # a bid that nobody can pay
ANIMAL = "goose"


def judged(case: Case) -> Said:
    """The engine's answer, in the words of the case's `expected`. Raises KeyError for an unknown op."""
    table = Table(case)
    return OPS[case["action"]["op"]](table)


class Table:
    """A case laid out: the edition with its options, and who sits."""

    def __init__(self, case: Case) -> None:
        self.situation: Mapping[str, Any] = case.get("situation") or {}
        self.action: Mapping[str, Any] = case["action"]
        self.expected: Mapping[str, Any] = case.get("expected") or {}
        self.kind = KINDS[str(case["game"])]
        self.options = chosen(self.kind, self._options(case))
        self.named = self._named()
        self.names = (
            self.named + [one for one in LETTERS if one not in self.named][: FEWEST - len(self.named)]
        )
        self.seats = tuple(range(1, len(self.names) + 1))

    def _options(self, case: Case) -> dict[str, str]:
        found = dict(VARIANTS.get(case.get("edition", ""), {}))
        for part in (case, self.situation, self.action):
            for key, value in {**part, **_mapping(part.get("options"))}.items():
                name = ALSO_CALLED.get(key, key.replace("_", "-"))
                text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
                text = ALSO_CHOSEN.get((name, text), text)
                if any(option.key == name and text in option.choices for option in self.kind.options):
                    found[name] = text
        return found

    def _named(self) -> list[str]:
        """Everybody whom the case names, in the order of the letters."""
        names: set[str] = set()
        high = self.situation.get("high")
        for part in (self.situation, self.action, _mapping(high)):
            for key in ("seller", "auctioneer", "by", "holder", "dove_holder", "shows_money"):
                names |= {part[key]} if isinstance(part.get(key), str) else set()
            for key in ("hands", "holdings", "complete", "deals", "excluded"):
                names |= set(part.get(key) or ())
        return sorted(names)

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def name(self, seat: object) -> str:
        assert isinstance(seat, int)
        return self.names[seat - 1]

    def by_seat(self, key: str) -> dict[int, Any]:
        """What the situation tells by name."""
        return {self.seat(name): what for name, what in _mapping(self.situation.get(key)).items()}

    def match(self, opening: Opening | None, seats: tuple[int, ...] | None = None) -> Match:
        sitting = self.seats if seats is None else seats
        edition = EDITIONS[self.kind.key]
        setup = Setup(self.kind.key, sitting, self.options)
        return Match(setup, begin=lambda: CattleTrade(edition, sitting, self.options, opening))

    def begun(self, seats: tuple[int, ...]) -> Match:
        """A match from its beginning. Raises BadSetup."""
        setup = Setup(self.kind.key, seats, self.options)
        return Match(setup, begin=lambda: begun(self.kind, setup))

    @property
    def seller(self) -> int:
        told = self.situation.get("seller", self.situation.get("auctioneer"))
        return 1 if told is None else self.seat(told)

    def others(self, *seats: int) -> list[int]:
        return [seat for seat in self.seats if seat not in seats]

    def auction(self, animals: Sequence[str] = (), donkeys: int = 0) -> Match:
        """An auction that has just begun, without those whom the situation has out of it."""
        notes = self.by_seat("hands")
        match = self.match(Opening(self.seller, notes=notes, donkeys=donkeys))
        say(match, self.seller, "turn", "auction")
        lot = list(animals) or [ANIMAL] * (2 if self.options.get("fast") == "yes" else 1)
        say(match, TABLE, "cards", said_cards({"spot": lot}))
        for name in self.situation.get("excluded", ()):
            self.insolvent(match, self.seat(name))
        return match

    def insolvent(self, match: Match, seat: int) -> None:
        """Bids what he cannot pay, and is found out."""
        say(match, seat, "bid", str(RICH))
        count(match)
        if asked(match, "right"):
            say(match, self.seller, "right", "sell")


# ---- small steps at a table -----------------------------------------------------------------------------


def say(match: Match, by: int | str, key: str, said: str = "") -> None:
    match.answer(Answer(by, key, said))


def allows(match: Match, by: int | str, key: str, said: str = "") -> bool:
    """Answers, and tells whether the rules took it."""
    try:
        say(match, by, key, said)
    except RulesError:
        return False
    return True


def asked(match: Match, key: str) -> bool:
    return any(request.key == key for request in match.open)


def count(match: Match) -> None:
    """Nobody says anything until the count is over."""
    sales = len(all_events(match, "sold")) + len(all_events(match, "knocked-down"))
    while len(all_events(match, "sold")) + len(all_events(match, "knocked-down")) == sales:
        say(match, CLOCK, "count")


def all_events(match: Match, key: str) -> list[Event]:
    return [event for event in match.events if event.key == key]


def last_event(match: Match, key: str) -> Mapping[str, Any]:
    return all_events(match, key)[-1].values


def pile(notes: Iterable[object]) -> str:
    return " ".join(str(note) for note in notes)


def hands(table: Table, match: Match) -> dict[str, list[int]]:
    """The notes of everybody whom the case names."""
    return {name: list(_you(match, table.seat(name))["notes"]) for name in table.named}


def as_listed(got: Sequence[Any], expected: object) -> list[Any]:
    """What is a set and no row, in the order in which the case lists it."""
    listed = expected if isinstance(expected, list) else []
    return sorted(got, key=lambda one: listed.index(one) if one in listed else len(listed))


def as_written(notes: Sequence[int], expected: object) -> object:
    """Notes as the case writes them: their worth, how many of each, or one by one."""
    if isinstance(expected, int):
        return sum(notes)
    if isinstance(expected, Mapping):
        return {str(value): count for value, count in Counter(notes).items()}
    return list(notes)


def _you(match: Match, seat: int) -> Mapping[str, Any]:
    you = match.view(seat)["you"]
    assert isinstance(you, Mapping)
    return you


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


# ---- the ops: setting up, turning up --------------------------------------------------------------------


def money(table: Table) -> Said:
    """So many sit down; then so many donkeys are turned up."""
    count_of = table.situation["players"]
    seats = tuple(range(1, count_of + 1))
    try:
        table.begun(seats)
    except BadSetup:
        return {"legal": False}
    match = table.match(Opening(1), seats)
    hand = list(_you(match, 1)["notes"])
    for donkey in range(table.situation.get("donkeys", 0)):
        say(match, seats[donkey % count_of], "turn", "auction")
        say(match, TABLE, "cards", "spot:donkey")
        count(match)
    return {
        "legal": True,
        "each": as_written(hand, table.expected.get("each")),
        "hand": as_written(hand, table.expected.get("hand")),
        "deck": match.view(None)["deck"],
        "bank": match.view(None)["bank"],
        "in_play": sum(_you(match, seat)["total"] for seat in seats),
    }


def turned_up(table: Table, animals: Sequence[str]) -> list[Any] | None:
    """What everybody gets when these animals are turned up, or are for sale again; None if they cannot be."""
    try:
        match = table.auction(animals, table.situation.get("donkeys_before", 0))
    except RulesError:
        return None
    before = 0
    if table.action.get("restart"):
        before = len(all_events(match, "donkey"))
        table.insolvent(match, table.others(table.seller)[0])
        assert all_events(match, "again")
    return [event.values["each"] for event in all_events(match, "donkey")[before:]]


def flip(table: Table) -> Said:
    each = turned_up(table, [table.situation["animal"]])
    return {"legal": False} if each is None else {"legal": True, "each_gets": sum(each)}


def reveal(table: Table) -> Said:
    each = turned_up(table, table.situation["cards"])
    return {"legal": False} if each is None else {"legal": True, "each_gets": each}


def short_deal(table: Table) -> Said:
    deals = table.situation["deals"]
    seats = tuple(range(1, len(deals) + 1))
    table.options["short"] = "yes"
    try:
        match = table.begun(seats)
        say(match, 1, "starts", "1")
        say(match, TABLE, "cards", said_cards({str(table.seat(name)): deals[name] for name in deals}))
    except RulesError:
        return {"legal": False}
    sets = _mapping(match.view(None)["sets"])
    return {
        "legal": True,
        "each_gets": [event.values["each"] for event in all_events(match, "donkey")],
        "deck_left": match.view(None)["deck"],
        "complete": {table.name(int(seat)): list(kinds) for seat, kinds in sets.items() if kinds},
    }


# ---- the ops: turns ------------------------------------------------------------------------------------


def turn_options(table: Table) -> Said:
    situation = table.situation
    herds = dict(enumerate([situation.get("own", {}), *situation["others"]], 1))
    opening = Opening(1, deck=situation["deck"], animals=herds)
    match = table.match(opening, tuple(herds))
    if match.result is not None or asked(match, "score"):
        return {"over": True}
    options: list[str] = []
    trades: list[list[Any]] = []
    if any(event.values == {"seat": 1} for event in all_events(match, "passes")):
        options.append("pass")
    for request in match.open:
        for option in getattr(request, "options", ()) if request.by == 1 else ():
            kind, _, animal = option.partition(":")
            options += [kind] if kind not in options else []
            trades += trades_for(table, opening, tuple(herds), animal) if animal else []
    return {
        "options": as_listed(options, table.expected.get("options")),
        "may": as_listed(options, table.expected.get("may")),
        "trades": as_listed(sorted(trades), table.expected.get("trades")),
        "species": as_listed(sorted({trade[1] for trade in trades}), table.expected.get("species")),
    }


def trades_for(table: Table, opening: Opening, seats: tuple[int, ...], animal: str) -> list[list[Any]]:
    """With whom, counted from 0, and for how many: each tried at a table of its own."""
    found: list[list[Any]] = []
    for partner in seats[1:]:
        match = table.match(opening, seats)
        say(match, 1, "turn", f"trade:{animal}")
        if asked(match, "partner") and not allows(match, 1, "partner", str(partner)):
            continue
        proposed = last_event(match, "trade")
        if proposed["partner"] == partner:
            found.append([partner - 2, animal, proposed["size"]])
    return found


def trading(table: Table, notes: Mapping[int, Sequence[int]]) -> Match | None:
    """A has proposed the trade to B; None if that is not allowed."""
    herds = {1: {ANIMAL: table.situation["a"]}, 2: {ANIMAL: table.situation["b"]}}
    try:
        match = table.match(Opening(1, animals=herds, notes=notes), (1, 2, 3))
    except BadSetup:
        return None
    return match if allows(match, 1, "turn", f"trade:{ANIMAL}") else None


def trade_size(table: Table) -> Said:
    match = trading(table, {})
    return {"animals": 0 if match is None else last_event(match, "trade")["size"]}


def trade(table: Table) -> Said:
    offer, counter = table.action["offer"], table.action.get("counter")
    own = table.by_seat("hands")
    match = trading(table, {1: offer, 2: counter or []} | own)
    if match is None:
        return {"legal": False}
    for _ in range(table.situation.get("round", 1) - 1):
        say(match, 1, "offer")
        say(match, 2, "reply", "counter")
        say(match, 2, "counter")
    if not allows(match, 1, "offer", pile(offer)):
        return {"legal": False, "illegal": "offer"}
    reply = table.action.get("reply", "counter" if counter is not None else "accept")
    if (reply == "accept" or asked(match, "reply")) and not allows(match, 2, "reply", reply):
        return {"legal": False, "illegal": "reply"}
    if reply == "counter" and not allows(match, 2, "counter", pile(counter or [])):
        return {"legal": False, "illegal": "counter"}
    handed = last_event(match, "handed")
    everybody: list[Mapping[str, Any]] = list(told_to(match.events, None))
    public = [event for event in everybody if event["key"] == "piles"]
    shown = [event for event in everybody if event["key"] in ("offered", "countered")]
    sizes = [event["cards"] for event in shown][-2 if reply == "counter" else -1 :]
    traded = all_events(match, "traded")
    winner = LETTERS[int(str(traded[-1].values["to"])) - 1] if traded else "again"
    return {
        "legal": True,
        "winner": winner,
        "result": winner,
        "animals": traded[-1].values["size"] if traded else 0,
        "to_A": list(handed["to_by"]),
        "to_B": list(handed["to_partner"]),
        "announce": [sum(public[-1]["offer"]), sum(public[-1]["counter"])] if public else None,
        "public": [*sizes, None][:2],
    }


# ---- the ops: auctions ---------------------------------------------------------------------------------


def bid(table: Table) -> Said:
    match = table.auction()
    by, high = table.seat(table.action["by"]), table.situation.get("high")
    if high is not None:
        amount = high["amount"] if isinstance(high, Mapping) else high
        named = table.seat(high["by"]) if isinstance(high, Mapping) else None
        say(match, named or table.others(table.seller, by)[0], "bid", str(amount))
    return {"legal": allows(match, by, "bid", str(table.action["amount"]))}


def settle_auction(table: Table) -> Said:
    """The count runs out; who has to decide or to pay does as the case has it."""
    match = table.auction()
    high = table.situation.get("high")
    said: Said = {}
    if high is not None:
        bidder = table.seat(high["by"])
        say(match, bidder, "bid", str(high["amount"]))
        count(match)
        said = settled(table, match, bidder)
        if "illegal" in said:
            return said
        if all_events(match, "insolvent")[len(table.situation.get("excluded", ())) :]:
            out = [table.name(seat) for seat in last_event(match, "again")["out"]]
            shown = table.name(last_event(match, "insolvent")["seat"])
            return said | {"restart": True, "shows_money": shown, "excluded": out}
    elif not all_events(match, "sold"):
        count(match)
    sold = last_event(match, "sold")
    return said | {
        "restart": False,
        "animal_to": table.name(sold["to"]),
        "price": sold["price"],
        "hands": hands(table, match),
    }


def settled(table: Table, match: Match, bidder: int) -> Said:
    """In whichever order the edition asks for it: the bidder's payment, the buying right, the seller's
    payment."""
    wants = "buyback" if "buyback" in table.action else "preempt"
    said: Said = {}
    bought = False
    while asked(match, "payment") or asked(match, "right"):
        if asked(match, "right"):
            bought = bool(table.action.get(wants)) and allows(match, table.seller, "right", "buy")
            if not bought:
                say(match, table.seller, "right", "sell")
                said |= {wants: "lapsed"} if table.action.get(wants) else {}
            continue
        (request,) = [one for one in match.open if isinstance(one, Compose)]
        key = "seller_payment" if request.by != bidder and "seller_payment" in table.action else "payment"
        notes = table.action.get(key, request.proposal)
        if not allows(match, request.by, "payment", pile(notes)):
            return {"illegal": key, "legal": False}
    return said


# ---- the ops: the dove, the end ------------------------------------------------------------------------


def dove(table: Table) -> Said:
    situation = table.situation
    by, just = table.seat(situation["by"]), situation["just"]
    other = table.others(by)[0]
    own = dict.fromkeys(situation["completed"], 4) | {just: 3}
    holder = situation.get("holder")
    opening = Opening(
        by,
        animals={by: own, other: {just: 1}},
        notes={by: [10], other: [0]},
        dove=None if holder is None else table.seat(holder),
    )
    match = table.match(opening)
    for who, key, what in ((by, "turn", f"trade:{just}"), (by, "offer", "10"), (other, "counter", "0")):
        say(match, who, key, what)
    may = any(request.key == "dove" and request.by == by for request in match.open)
    if not table.action.get("in_time", True):
        say(match, by % len(table.seats) + 1, "turn", "auction")
    if table.action.get("claim"):
        allows(match, by, "dove")
    now = match.view(None)["dove"]
    return {"may_claim": may, "dove": None if now is None else table.name(now)}


def over(table: Table) -> Said:
    """An animal of which the case lists too few has its fellows with somebody else."""
    herds = table.by_seat("holdings")
    seats = tuple(table.seat(name) for name in table.named)
    lying = Counter[str]()
    for herd in herds.values():
        lying.update(herd)
    herds[len(seats) + 1] = {animal: 4 - count for animal, count in lying.items()}
    seats += (len(seats) + 1,)
    match = table.match(Opening(seats[0], deck=table.situation["deck"], animals=herds), seats)
    return {"over": match.result is not None or asked(match, "score")}


def score(table: Table) -> Said:
    herds = {seat: dict.fromkeys(kinds, 4) for seat, kinds in table.by_seat("complete").items()}
    holder = table.situation.get("dove_holder")
    seats = tuple(table.seat(name) for name in table.named)
    at = None if holder is None else table.seat(holder)
    match = table.match(Opening(seats[0], deck=0, animals=herds, dove=at), seats)
    if asked(match, "score"):
        say(match, seats[0], "score")
    assert match.result is not None
    return {
        "points": {table.name(seat): points for seat, points in match.result.score.items()},
        "winners": [table.name(seat) for seat in match.result.winners],
    }


OPS: Mapping[str, Callable[[Table], Said]] = {
    "setup": money,
    "bank_after_donkeys": money,
    "money": money,
    "flip": flip,
    "reveal": reveal,
    "short_deal": short_deal,
    "turn_options": turn_options,
    "must": turn_options,
    "trade_size": trade_size,
    "size": trade_size,
    "trade": trade,
    "bid": bid,
    "auction_close": settle_auction,
    "settle_auction": settle_auction,
    "dove": dove,
    "over": over,
    "finished": over,
    "score": score,
}
