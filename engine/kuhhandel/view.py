"""What a seat, or the public, may know of a cattle trade (K-34, K-35)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answer import Seat
from engine.event import Value
from engine.game import View
from engine.kuhhandel.auction import counts
from engine.kuhhandel.position import Deal, Position, Sale
from engine.kuhhandel.score import Score


def shown_to(at: Position, seat: Seat | None, scores: Mapping[Seat, Score]) -> View:
    """The table as everybody sees it; to a seat its own notes besides, and the piles that it may know."""
    view: View = {
        "game": at.edition.key,
        "options": dict(at.options),
        "phase": at.phase,
        "turn": at.turn,
        "deck": at.herds.deck,
        "donkeys": at.donkeys,
        "bank": {str(value): count for value, count in at.money.bank().items()},
        "animals": {str(owner): at.herds.of(owner) for owner in at.seats},
        "sets": {str(owner): at.herds.sets(owner) for owner in at.seats},
        "auction": None if at.sale is None else shown_sale(at, at.sale),
        "trade": None if at.deal is None or not at.deal.runs else shown_deal(at.deal),
        "entered": None if at.entry.owner is None else {"by": at.entry.owner, "cards": dict(at.entry.lies)},
        "scores": {str(owner): what.steps() for owner, what in scores.items()},
    }
    if at.edition.dove:
        view["dove"] = at.dove.holder
    if seat is not None:
        view["you"] = shown_to_owner(at, seat)
    return view


def shown_sale(at: Position, sale: Sale) -> Mapping[str, Value]:
    return {
        "animals": sale.animals,
        "seller": sale.seller,
        "high": sale.high,
        "by": sale.by,
        "counted": sale.counted,
        "who": counts(at, sale),
        "out": sale.out,
    }


def shown_deal(deal: Deal) -> Mapping[str, Value]:
    """Of a pile everybody sees how many notes it has (000:L55.4)."""
    return {
        "by": deal.proposer,
        "partner": deal.partner,
        "animal": deal.animal,
        "size": deal.size,
        "round": deal.round,
        "offer": len(deal.piles["offer"]) if "offer" in deal.piles else None,
        "counter": len(deal.piles["counter"]) if "counter" in deal.piles else None,
    }


def shown_to_owner(at: Position, seat: Seat) -> Mapping[str, Value]:
    deal = at.deal
    piles: dict[str, Value] = {"offer": None, "counter": None}
    if deal is not None:
        piles |= {which: pile for which, pile in deal.piles.items() if seat in deal.known_to[which]}
    return {"seat": seat, "notes": at.money.purse(seat), "total": at.money.worth(seat), **piles}
