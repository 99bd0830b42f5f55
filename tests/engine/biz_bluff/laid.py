"""Positions of Biz-Bluff to begin a test from."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Answer, Match, Seat, Setup
from engine.biz_bluff.board import COMPANY, Square
from engine.biz_bluff.box import Box, our_box
from engine.biz_bluff.ledger import Purse
from engine.biz_bluff.options import OPTIONS
from engine.biz_bluff.position import Opening
from engine.biz_bluff.rules import BizBluff

GAME = "biz-bluff"
NONE: Mapping[Seat, str] = {}
LIGHT = {"way": "light"}
COMPANIES = tuple(our_box().board.companies)


def options(chosen: Mapping[str, str] | None = None) -> dict[str, str]:
    return {option.key: option.default for option in OPTIONS} | dict(chosen or {})


def begun(seats: int = 3, chosen: Mapping[str, str] | None = None, box: Box | None = None) -> Match:
    """A match from its beginning."""
    values, order = options(chosen), tuple(range(1, seats + 1))
    return Match(Setup(GAME, order, values), lambda: BizBluff(order, values, box=box))


def laid(
    *texts: str,
    claims: Mapping[Seat, str] = NONE,
    stands: Mapping[Seat, str] = NONE,
    purses: Mapping[Seat, tuple[int, int]] | None = None,
    seen: Mapping[Seat, str] = NONE,
    gone: tuple[str, ...] = (),
    blocked: int = 0,
    seats: tuple[Seat, ...] = (1, 2, 3),
    turn: Seat = 1,
    chosen: Mapping[str, str] | None = None,
    box: Box | None = None,
) -> Match:
    """The match after `texts`, begun at the turn of seat `turn`. `stands`: the name of a square, or in the
    light way its kind, or its company; else in the centre. `purses`: money and parts. `seen`: what a seat may
    claim late; `blocked`: what lies in the account of the presentation that is to come."""
    values = options(chosen)
    board = (box or our_box()).board

    def square(said: str) -> Square:
        if values["way"] == "full":
            return board.before(said) if said in board.companies else board.squares[said]
        if said in board.companies:
            return Square("", COMPANY, said)
        kind, _, of = said.partition(":")
        return Square("", kind, of)

    opening = Opening(
        turn,
        dict(claims),
        {seat: square(said) for seat, said in stands.items()},
        {seat: Purse(*purse) for seat, purse in (purses or {}).items()},
        dict(seen),
        gone,
    )

    def game() -> BizBluff:
        made = BizBluff(seats, values, opening, box)
        made.ledger.blocked = blocked
        return made

    match = Match(Setup(GAME, seats, values), game)
    for text in texts:
        match.answer(Answer.from_text(text))
    return match


def threw(seat: Seat, value: int) -> tuple[str, str]:
    """A seat throws the die."""
    return (f"{seat} throw", f"table dice {seat}:{value}")


def drew(seat: Seat, card: str) -> tuple[str, str, str]:
    """A seat throws a one and draws this card."""
    return (*threw(seat, 1), f"table cards spot:{card}")


def reached(seat: Seat, kind: str, of: str = "", value: int = 3) -> tuple[str, ...]:
    """A seat throws, and says in the light way which square it has reached."""
    also = {"company": (f"{seat} company {of}",), "svp": (f"{seat} zone {of}",)}.get(kind, ())
    return (*threw(seat, value), f"{seat} reached {kind}", *also)
