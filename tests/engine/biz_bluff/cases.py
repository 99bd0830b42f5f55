"""What the engine says to a worked case of Biz-Bluff (game 003), asked as a table would ask it: a match is
set up as the case has it and answered, and what it refuses is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import GAMES, TABLE, Answer, Match, Setup
from engine.biz_bluff.board import CENTRE, COLUMNS, COMPANY, DAHU, THROWS, WHITE, Board, Square, street_of
from engine.biz_bluff.box import Box, our_box
from engine.biz_bluff.cards import Card
from engine.errors import BadSetup, RulesError
from engine.games import begun
from engine.request import SeeCards
from tests.engine.biz_bluff.laid import COMPANIES, GAME, laid

Case = Mapping[str, Any]
Said = dict[str, Any]

KIND = GAMES[GAME]
TOKENS = {"1": "one", "2": "two", "blank": "blank", "bluffed": "bluffed"}
CARD = "card"  # the one that the case is about


class Refused(Exception):
    """The rules do not let it be done."""


def judged(case: Case) -> Said:
    """The engine's answer, in the words of the case's `expected`. Raises KeyError for an unknown op."""
    return OPS[case["action"]["op"]](Table(case.get("situation") or {}, case["action"]))


class Table:
    """A case laid out: who sits there, what he has claimed, and which company of ours each of its names
    is."""

    def __init__(self, situation: Mapping[str, Any], action: Mapping[str, Any]) -> None:
        self.situation, self.action = situation, action
        self.names = self._names()
        self.by = self.seat(action.get("by", situation.get("by", self.names[0])))
        self._companies: dict[str, str] = {}
        for name in situation.get("street_files", ()):
            self.company(name)  # the first that are named lie in one street

    def _names(self) -> list[str]:
        for key in ("seats", "claims", "players", "rolls"):
            told = self.situation.get(key)
            if isinstance(told, Mapping | list):
                names = [str(name) for name in told]
                return names + [name for name in "ABC" if name not in names][: max(0, 2 - len(names))]
        return ["A", "B"]

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def name(self, seat: int) -> str:
        return self.names[seat - 1]

    def company(self, name: str) -> str:
        left = [company for company in COMPANIES if company not in self._companies.values()]
        return self._companies.setdefault(name, left[0])

    def named(self, company: str | None) -> str | None:
        return next((name for name, ours in self._companies.items() if ours == company), None)

    def claims(self) -> dict[int, str]:
        told: Mapping[str, str | None] = self.situation.get("claims") or {}
        return {self.seat(name): self.company(file) for name, file in told.items() if file}

    def purses(self) -> dict[int, tuple[int, int]] | None:
        told = self.situation.get("players")
        if not isinstance(told, Mapping):
            return None
        return {self.seat(name): (cash, parts) for name, (cash, parts) in told.items()}

    def lay(self, **also: Any) -> Match:
        """The match at the turn of whom the case is about; what `also` says is as the case does not."""
        told: dict[str, Any] = {"turn": self.by, "seats": tuple(range(1, len(self.names) + 1))}
        told |= {"claims": self.claims(), "purses": self.purses(), "chosen": self._chosen()}
        return laid(**told | also)

    def _chosen(self) -> dict[str, str]:
        told = {**(self.situation.get("options") or {}), **(self.action.get("options") or {})}
        safe = told.get("dahu_safe", self.situation.get("dahu_safe", self.action.get("dahu_safe")))
        return {"dahu-safe": "yes"} if safe else {}

    def claims_told(self, match: Match) -> dict[str, str | None]:
        claims: Any = match.view(None)["claims"]
        return {name: self.named(claims[str(self.seat(name))]) for name in self.situation["claims"]}


# ---- small steps at a table -----------------------------------------------------------------------------


def does(match: Match, seat: int, key: str, said: str) -> None:
    """Answers, if it is asked. Raises Refused."""
    try:
        match.answer(Answer(seat, key, said))
    except RulesError as fault:
        raise Refused(str(fault)) from fault


def asked(match: Match, key: str) -> tuple[str, ...]:
    """The options of what is asked under this key; none if it is not."""
    found: Any = next((request for request in match.open if request.key == key), None)
    return () if found is None else tuple(found.options)


def throws(match: Match, seat: int, value: int) -> None:
    does(match, seat, "throw", "")
    match.answer(Answer(TABLE, "dice", f"{seat}:{value}"))


def turns_up(match: Match, name: str) -> None:
    match.answer(Answer(TABLE, "cards", f"spot:{name}"))


def sends_away(match: Match) -> None:
    """Whoever sends somebody to the Dahu hunt takes the first square."""
    for request in match.open:
        if request.key == "hunt" and isinstance(request.by, int):
            does(match, request.by, "hunt", asked(match, "hunt")[0])
            return


def square_like(kind: str, company: str = "") -> Square:
    board = our_box().board
    return board.before(company) if kind == COMPANY else board.of_kind(kind)[0]


def arrived(table: Table, square: Square, stands: Mapping[int, str] | None = None, **also: Any) -> Match:
    """The match when the pawn of the case has just come to this square."""
    board, has_claim = our_box().board, table.by in table.claims()
    start, throw = next(
        (start.name, throw)
        for throw in reversed(THROWS)
        for start in board.of_kind(WHITE)
        if start != square and square in board.reached(start.name, throw, has_claim)
    )
    match = table.lay(stands={table.by: start, **(stands or {})}, **also)
    throws(match, table.by, throw)
    if asked(match, "move"):
        does(match, table.by, "move", square.name)
    return match


def is_over(match: Match, seat: int) -> bool:
    """Whether the turn of this seat has ended."""
    return match.view(None)["turn"] != seat


def told(match: Match, key: str) -> Mapping[str, Any] | None:
    return next((event.values for event in reversed(match.events) if event.key == key), None)


def drawn(table: Table, card: Card) -> Match:
    box = replace(our_box(), cards={CARD: card})
    streets = table.situation.get("street_files")
    gone: tuple[str, ...] = ()
    if streets is not None:
        here = [table.company(name) for name in streets]
        gone = tuple([one for one in COMPANIES if street_of(one) == card.street and one not in here])
    match = table.lay(box=box, gone=gone)
    throws(match, table.by, 1)
    turns_up(match, CARD)
    return match


# ---- what a case may ask --------------------------------------------------------------------------------


def setup(table: Table) -> Said:
    try:
        game = begun(KIND, Setup(GAME, tuple(range(1, int(table.situation["players"]) + 1))))
    except BadSetup:
        return {"legal": False}
    view: Any = game.view(None)
    purse = view["purses"]["1"]
    tokens = sum(token.count for token in our_box().tokens.values())
    return {
        "legal": True,
        "cash": purse["cash"],
        "shares": purse["parts"],
        "files_on_board": view["files"],
        "tokens_aside": tokens - view["files"],
        "cards": view["pile"],
    }


def first_player(table: Table) -> Said:
    rolls = table.situation["rolls"]
    game = Match(
        Setup(GAME, tuple(range(1, len(rolls) + 1))),
        lambda: begun(KIND, Setup(GAME, tuple(range(1, len(rolls) + 1)))),
    )
    for name in rolls:
        throws(game, table.seat(name), rolls[name])
    tied, starts = told(game, "tied"), told(game, "starts")
    again = [] if tied is None else [table.name(seat) for seat in tied["seats"]]
    first = None if starts is None else table.name(starts["seat"])
    return {"reroll": again, "first": first, "starts": first, "starter": first}


def roll(table: Table) -> Said:
    match = table.lay()
    throws(match, table.by, int(table.situation["value"]))
    card = any(isinstance(request, SeeCards) for request in match.open)
    thrown: Any = match.view(None)["thrown"]
    return {"card": card, "steps": 0 if card else thrown["value"]}


def reach_centre(table: Table) -> Said:
    """Along a lane of white squares, at whose end the centre lies."""
    distance, claim = int(table.situation["distance"]), bool(table.situation["claim"])
    names = [f"{column}1" for column in COLUMNS[: distance + max(THROWS) + 1]]
    squares = {name: Square(name, WHITE if at else CENTRE) for at, name in enumerate(names)}
    beside = {
        name: tuple(names[max(0, at - 1) : at] + names[at + 1 : at + 2]) for at, name in enumerate(names)
    }
    ours = our_box()
    lane = Board({**squares, "z2": Square("z2", DAHU)}, beside, ours.board.crossed, ours.board.companies)
    match = table.lay(
        box=Box(lane, ours.tokens, ours.cards),
        claims={table.by: COMPANIES[0]} if claim else {},
        stands={table.by: names[distance]},
    )
    throws(match, table.by, int(table.situation["steps"]))
    stands: Any = match.view(None)["stands"]
    there = stands[str(table.by)]["kind"] == CENTRE
    return {"may_stop": there or names[0] in asked(match, "move")}


def square(table: Table) -> Said:
    kind = table.situation["kind"]
    if kind != "coloured":
        match = arrived(table, square_like(kind))
        choices = asked(match, "present")
        if asked(match, "look"):
            choices = ("look",)
    else:
        company = table.company(table.situation["company"])
        away = table.situation.get("on_board") is False or table.situation.get("file") == "removed"
        match = arrived(table, square_like(COMPANY, company), gone=(company,) if away else ())
        choices = tuple([deed for deed in asked(match, "deed") if deed != "leave"])
    return {"choices": list(choices), "turn_over": is_over(match, table.by)}


def choose(table: Table) -> Said:
    match = arrived(table, square_like(COMPANY, COMPANIES[-1]))
    try:
        does(match, table.by, "deed", table.action["choice"])
    except Refused:
        return {"legal": False}
    return {"legal": True, **after_the_deed(table, match)}


def after_the_deed(table: Table, match: Match) -> Said:
    over = is_over(match, table.by)
    again = not over and any(request.key == "throw" for request in match.open)
    return {"turn_over": over, "throw_again": again, "sees_token": told(match, "looked") is not None}


def late_claim(table: Table) -> Said:
    told = table.situation
    company, other = COMPANIES[4], COMPANIES[0]
    claims = {} if told["company_free"] else {2: company}
    claims |= {1: other} if told.get("own_claim") else {}
    match = table.lay(
        claims=claims,
        stands={1: company} if told["still_on_square"] else {},
        seen={1: company},
        gone=() if told["on_board"] else (company,),
    )
    return {"may_claim": bool(asked(match, "late"))}


def bump(table: Table) -> Said:
    victim = table.seat(table.action["victim"])
    place = square_like(table.situation.get("kind", WHITE))
    match = arrived(table, place, {victim: place.name})
    sends_away(match)
    sent = told(match, "sent")
    ends = told(match, "taken-over") or told(match, "struck-off")
    return {
        "bumped": sent is not None and sent["seat"] == victim,
        "claims": table.claims_told(match),
        "turn_over": is_over(match, table.by) if ends else None,
    }


def presenting(table: Table, **also: Any) -> Match:
    """Whom the case is about presents a company."""
    match = arrived(table, our_box().board.centre, claims={table.by: COMPANIES[0]}, **also)
    does(match, table.by, "present", "present")
    return match


def order(table: Table) -> Said:
    table.by = table.seat(table.action["creditor"])
    asked_of = []
    match = presenting(table)
    while (seat := next((one.by for one in match.open if one.key == "deal"), None)) is not None:
        asked_of.append(table.name(int(seat)))
        does(match, int(seat), "deal", "nothing")
    return {"order": asked_of}


def invest(table: Table) -> Said:
    told = table.situation
    investor = 1 if told["creditor"] else 2
    purses = {1: (0, 0), 2: (0, 0), investor: (told["cash"], told["shares"])}
    match = presenting(table, purses=purses)
    try:
        deals = [(key, int(table.action[key])) for key in ("buy", "sell") if table.action.get(key)]
        for key, parts in deals:
            does(match, investor, "deal", key)
            does(match, investor, key, str(parts))
        if not deals and asked(match, "deal"):
            does(match, investor, "deal", "nothing")
    except Refused:
        return {"legal": False}
    view: Any = match.view(None)
    purse = view["purses"][str(investor)]
    return {"legal": True, "cash": purse["cash"], "shares": purse["parts"], "blocked": view["blocked"]}


def reveal(table: Table) -> Said:
    table.by = creditor = table.seat(table.situation["creditor"])
    match = presenting(table, blocked=int(table.situation["blocked"]))
    while seats := [one.by for one in match.open if one.key == "deal"]:
        does(match, int(seats[0]), "deal", "nothing")
    turns_up(match, TOKENS[str(table.action["token"])])
    view: Any = match.view(None)
    purses = {name: view["purses"][str(table.seat(name))] for name in table.situation["players"]}
    free = view["claims"][str(creditor)] is None
    return {
        "players": {name: [purse["cash"], purse["parts"]] for name, purse in purses.items()},
        "marker_back": table.name(creditor) if free else None,
        "file": "on board" if view["companies"][COMPANIES[0]]["there"] else "removed",
    }


def card_a(table: Table) -> Said:
    company = table.company(table.action["company"])
    match = drawn(table, Card(CARD, 1, street=street_of(company)))
    if told(match, "nothing-free") is not None:
        return {"effect": None, "turn_over": is_over(match, table.by)}
    try:
        if asked(match, "company"):
            does(match, table.by, "company", company)
        does(match, table.by, "deed", table.action["choice"])
    except Refused:
        return {"legal": False}
    stands: Any = match.view(None)["stands"]
    pawn = stands[str(table.by)]["of"]
    return {"legal": pawn == company, "pawn": table.named(pawn), **after_the_deed(table, match)}


def card_b(table: Table) -> Said:
    match = drawn(table, Card(CARD, 1, numbers=tuple(table.situation["wanted"])))
    throws(match, table.by, int(table.action["thrown"]))
    sends_away(match)
    return {
        "dahu": told(match, "sent") is not None,
        "claims": table.claims_told(match),
        "turn_over": is_over(match, table.by),
    }


def card_c(table: Table) -> Said:
    match = drawn(table, Card(CARD, 1))
    if told(match, "challenged") is None and not asked(match, "opponent"):
        return {"goes_to": CENTRE, "may_present": bool(asked(match, "present"))}
    victim: str | None = table.action.get("victim")
    try:
        if victim is None or victim not in table.names:
            raise Refused("an opponent must be chosen")
        if asked(match, "opponent"):
            does(match, table.by, "opponent", str(table.seat(victim)))
        elif table.seat(victim) == table.by:
            raise Refused("that is himself")
    except Refused:
        return {"legal": False}
    flat = [
        throw for part in table.action["throws"] for throw in (part if isinstance(part, list) else [part])
    ]
    for seat, value in zip([table.by, table.seat(victim)] * len(flat), flat, strict=False):
        throws(match, seat, value)
    again = told(match, "duel") is None
    sends_away(match)
    sent = told(match, "sent")
    return {
        "legal": True,
        "dahu": None if sent is None else table.name(sent["seat"]),
        "claims": table.claims_told(match),
        "turn_over": is_over(match, table.by),
        "reroll": again,
        "throw_again": again,
    }


def over(table: Table) -> Said:
    left = int(table.situation["files_on_board"])
    return {"over": table.lay(gone=COMPANIES[left:]).result is not None}


def score(table: Table) -> Said:
    result = table.lay(gone=COMPANIES[2:]).result
    assert result is not None
    return {
        "worth": {table.name(seat): worth for seat, worth in result.score.items()},
        "winners": [table.name(seat) for seat in result.winners],
    }


OPS: Mapping[str, Callable[[Table], Said]] = {
    one.__name__: one
    for one in (
        *(setup, first_player, roll, reach_centre, square, choose, late_claim, bump, order, invest, reveal),
        *(card_a, card_b, card_c, over, score),
    )
}
