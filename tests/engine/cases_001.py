"""What the engine says to a worked case of liar's dice (game 001), asked as a table would ask it: a match
is set up as the case has it and answered, and what it refuses is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

from engine import GAMES, TABLE, Answer, Event, Match, Setup
from engine.errors import BadSetup, RulesError
from engine.games import chosen
from engine.liars_dice.dice import STAR
from engine.liars_dice.rules import LiarsDice
from engine.liars_dice.track import Bid
from engine.request import Step, said_hands

Case = Mapping[str, Any]
Said = dict[str, Any]

KIND = GAMES["liars-dice"]
LETTERS = "ABCDEF"
STARS = frozenset({STAR, "★", "star", "stars"})
EDITIONS = {"re-roll variant": {"re-roll": "yes"}}
# How a case may name a house option, beside the option's own name.
ALSO_CALLED = {"star-value": "star-points", "starter": "opener", "joker": "dice", "variant": "re-roll"}
FULL = 5  # dice of a hand


def judged(case: Case) -> Said:
    """The engine's answer, in the words of the case's `expected`. Raises KeyError for an unknown op."""
    table = Table(case)
    return OPS[case["action"]["op"]](table)


class Table:
    """A case laid out: who sits, which options, the match that stands as the situation says."""

    def __init__(self, case: Case) -> None:
        self.situation: Mapping[str, Any] = case.get("situation") or {}
        self.action: Mapping[str, Any] = case["action"]
        self.expected: Mapping[str, Any] = case.get("expected") or {}
        self.options = chosen(KIND, _options(case))
        self.names = self._names()
        self.seats = tuple(range(1, len(self.names) + 1))

    def _names(self) -> list[str]:
        told = self.situation.get("seats")
        if isinstance(told, list):
            return [str(name) for name in told]
        for key in ("dice", "rolls"):
            if isinstance(self.situation.get(key), Mapping):
                return list(self.situation[key])
        count = self.situation.get("players")
        if isinstance(count, int):
            return list(LETTERS[:count])
        named = {
            str(part.get(key)) for part in (self.situation, self.action) for key in ("turn", "by", "bidder")
        }
        needed = max((LETTERS.index(name) + 1 for name in named if name in LETTERS), default=0)
        in_play = self.situation.get("dice_in_play", 0)
        return list(LETTERS[: max(2, needed, -(-in_play // FULL))])

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def name(self, seat: int | str) -> str:
        return self.names[int(seat) - 1]

    def match(self, dice: Mapping[int, int], opener: int, bid: str | None = None, bidder: int = 0) -> Match:
        """The match at `opener`'s turn, all dice thrown: before any bid, or after `bid` by `bidder`."""
        track = self._begin().track
        stands: Bid | None = None if bid is None else track.bid(bid)
        whose = None if bid is None else bidder
        match = Match(
            Setup(KIND.key, self.seats, self.options),
            begin=lambda: self._begin(dice, opener, stands, whose),
        )
        if bid is None:
            rolled(match)
        return match

    def _begin(self, *position: Any) -> LiarsDice:
        return LiarsDice(self.seats, self.options, *position)

    def turn(self) -> int:
        return self.seat(str(self.situation.get("turn", self.names[0])))

    def on_turn(self) -> Match:
        """The match at the turn of whom the situation names, `last` being the bid to beat."""
        turn = self.turn()
        dice = {seat: self._left(seat) for seat in self.seats}
        last = self.situation.get("last")
        if last is None:
            return self.match(dice, turn)
        order = self.seats[turn:] + self.seats[: turn - 1]
        before = next(seat for seat in reversed(order) if dice[seat])
        return self.match(dice, turn, said(last), self._bidder(before))

    def _bidder(self, before: int) -> int:
        named = self.situation.get("bidder")
        return before if named is None else self.seat(named)

    def _left(self, seat: int) -> int:
        told = self.situation.get("dice")
        if isinstance(told, Mapping):
            held = told[self.name(seat)]
            return held if isinstance(held, int) else len(held)
        in_play = self.situation.get("dice_in_play")
        if isinstance(in_play, int):
            return in_play // len(self.seats) + (seat <= in_play % len(self.seats))
        return FULL


# ---- how a case writes things, and how the engine does ------------------------------------------------


def said(bid: Sequence[Any] | str) -> str:
    """A bid as an answer says it: [6, 2] is 6x2, [4, "*"] is 4x*."""
    if isinstance(bid, str):
        return bid.replace("★", STAR)
    count, face = tuple(bid)
    return f"{count}x{STAR if face in STARS else face}"


def faces(hand: Sequence[Any] | str) -> str:
    return "".join(STAR if face in STARS else str(face) for face in hand)


def written(text: str) -> list[int | str]:
    """The inverse of `said` and, for faces, of `faces`."""
    return [int(part) if part.isdigit() else part for part in (text.split("x") if "x" in text else text)]


def _options(case: Case) -> dict[str, str]:
    found = dict(EDITIONS.get(case.get("edition", ""), {}))
    for part in (case, case.get("situation") or {}, case["action"]):
        for key, value in {**part, **_mapping(part.get("options"))}.items():
            name = key.replace("_", "-")
            name = ALSO_CALLED.get(name, name)
            text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            if any(option.key == name and text in option.choices for option in KIND.options):
                found[name] = text
    return found


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


# ---- small steps at a table -----------------------------------------------------------------------------


def allows(match: Match, answer: Answer) -> bool:
    """Answers, and tells whether the rules took it."""
    try:
        match.answer(answer)
    except RulesError:
        return False
    return True


def rolled(match: Match) -> None:
    """Everybody says that he has thrown and looked."""
    while confirms := [request for request in match.open if request.key == "roll"]:
        match.answer(Answer(confirms[0].by, "roll"))


def step_of(match: Match) -> Step | None:
    """What whose turn it is may bid; None after the top of the track."""
    return next((request for request in match.open if isinstance(request, Step)), None)


def bid_lowest(match: Match, times: int) -> None:
    for _ in range(times):
        step = step_of(match)
        assert step is not None
        match.answer(Answer(step.by, "bid", step.ladder.lowest))


def last_event(match: Match, key: str) -> Event:
    return next(event for event in reversed(match.events) if event.key == key)


# ---- the ops --------------------------------------------------------------------------------------------


def setup(table: Table) -> Said:
    count = table.situation["players"]
    try:
        Match(Setup(KIND.key, tuple(range(1, count + 1)), table.options))
    except BadSetup:
        return {"legal": False}
    return {"legal": True}


def rank(table: Table) -> Said:
    bid = table.situation.get("bid", table.action.get("bid"))
    return {"rank": table._begin().track.rank(said(bid))}


def legal_bid(table: Table) -> Said:
    by = table.seat(table.action.get("by", table.name(table.turn())))
    return {"legal": allows(table.on_turn(), Answer(by, "bid", said(table.action["bid"])))}


def next_bids(table: Table) -> Said:
    match = table.on_turn()
    step = step_of(match)
    every = {f"{count}x{face}" for count in range(31) for face in "123456*"}
    return {
        "raises": 0 if step is None else sum(bid in step.ladder for bid in every),
        "cheapest": None if step is None else written(step.ladder.lowest),
        "may_call": allows(match, Answer(table.turn(), "call")),
    }


def may_call(table: Table) -> Said:
    match = table.on_turn()
    if table.situation.get("called"):
        match.answer(Answer(table.turn(), "call"))
    return {"legal": allows(match, Answer(table.seat(table.action["by"]), "call"))}


def call(table: Table) -> Said:
    hands = _all_hands(table)
    bidder = table.seat(table.situation["bidder"])
    dice = {seat: len(hand) for seat, hand in hands.items()}
    match = table.match(dice, bidder, said(table.situation["bid"]), bidder)
    if not allows(match, Answer(table.seat(table.action["challenger"]), "call")):
        return {"legal": False}
    match.answer(Answer(TABLE, "dice", said_hands({seat: hand for seat, hand in hands.items() if hand})))
    verdict = last_event(match, "verdict").values
    left = match.view(None)["dice"]
    assert _is_counts(verdict["losses"])
    assert _is_counts(left)
    starts = verdict["opener"]
    asked = _mapping(table.expected.get("left"))
    return {
        "legal": True,
        "actual": verdict["actual"],
        "losses": {table.name(seat): count for seat, count in verdict["losses"].items()},
        # Whom the situation had out already a case may leave away.
        "left": {
            table.name(seat): count
            for seat, count in left.items()
            if dice[int(seat)] or table.name(seat) in asked
        },
        "eliminated": [table.name(str(event.values["seat"])) for event in match.events if event.key == "out"],
        "starts": None if starts is None else table.name(int(str(starts))),
        "winner": None if match.result is None else table.name(match.result.winners[0]),
    }


def _all_hands(table: Table) -> dict[int, str]:
    """Every die of every seat: what is under the cup and what was shown beside it."""
    shown = _mapping(table.situation.get("shown"))
    hands: dict[int, str] = {}
    for seat in table.seats:
        name = table.name(seat)
        hand = faces(_mapping(table.situation.get("dice", table.situation.get("hidden"))).get(name, []))
        beside = faces(shown.get(name, []))
        # More than a whole hand: the case has counted the shown ones in already.
        hands[seat] = hand if len(hand + beside) > FULL else hand + beside
    return hands


def _is_counts(value: object) -> TypeGuard[Mapping[str, int]]:
    return isinstance(value, Mapping) and all(isinstance(count, int) for count in value.values())


def first_player(table: Table) -> Said:
    hands = {table.seat(name): faces(hand) for name, hand in table.situation["rolls"].items()}
    dice = {seat: len(hand) for seat, hand in hands.items()}
    match = Match(
        Setup(KIND.key, table.seats, table.options), begin=lambda: LiarsDice(table.seats, table.options, dice)
    )
    events = match.answer(Answer(TABLE, "dice", said_hands(hands)))
    for event in events:
        if event.key == "starts":
            return {"starts": table.name(str(event.values["seat"]))}
    tied = events[0].values["tied"]
    assert isinstance(tied, tuple)
    return {"reroll": [table.name(str(seat)) for seat in tied]}


def reroll(table: Table) -> Said:
    hidden, shown = faces(table.situation["hidden"]), faces(table.situation.get("shown", []))
    keep = table.action.get("keep_out")
    kept = faces(keep if isinstance(keep, list) else [] if keep is None else [keep])
    # What lies under a cup only its owner sees: that he has such a die is for the table to say.
    if len(kept) != 1 or kept not in hidden:
        return {"legal": False}
    match = table.match({**dict.fromkeys(table.seats, FULL), 1: len(hidden + shown)}, opener=1)
    if not all(allows(match, Answer(1, "re-roll", face)) for face in shown):
        return {"legal": False}
    bid_lowest(match, table.situation.get("bids_made", 0))
    if table.situation.get("called"):
        bid_lowest(match, 1)
        match.answer(Answer(int(str(match.view(None)["turn"])), "call"))
    if not allows(match, Answer(1, "re-roll", kept)):
        return {"legal": False}
    beside = match.view(None)["shown"]
    assert isinstance(beside, Mapping)
    return {
        "legal": True,
        "rolls_again": last_event(match, "re-rolled").values["throws"],
        "shown": written(str(beside["1"])),
    }


def stacked(table: Table) -> Said:
    situation = table.situation
    count = situation.get("stacked_dice", 0) + situation.get("cocked_dice", 0)
    match = table.match({**dict.fromkeys(table.seats, FULL), 1: situation.get("total", FULL)}, opener=1)
    bid_lowest(match, situation.get("bids_made", 0))
    if not allows(match, Answer(1, "stacked", str(count))):
        return {"throw_again": 0}
    return {"throw_again": last_event(match, "stacked").values["throws"]}


OPS: Mapping[str, Callable[[Table], Said]] = {
    op.__name__: op
    for op in (setup, rank, legal_bid, next_bids, may_call, call, first_player, reroll, stacked)
}
