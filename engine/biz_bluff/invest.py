"""A presentation, to be read beside 003:L102-L145: everybody buys or sells in turn, the file is opened, and
the bank pays or takes."""

from __future__ import annotations

from engine.answer import DIGITS, Seat
from engine.asking import Asking
from engine.biz_bluff.position import Position, Presentation
from engine.ladder import Amounts
from engine.request import Step

NOTHING, BUY, SELL = "nothing", "buy", "sell"
TOP = 10**DIGITS - 1  # no higher number can be said


def present(at: Position, creditor: Seat) -> Asking[None]:
    """The creditor presents his company (L104.2): the others from his left on, then he himself (L106)."""
    company = at.claims[creditor]
    assert company is not None
    at.presents = Presentation(creditor, company)
    at.tell("presents", by=creditor, company=company)
    for seat in (*at.others(creditor), creditor):
        yield from invests(at, at.presents, seat)
    yield from opened(at, at.presents)
    at.presents = None


def invests(at: Position, presented: Presentation, seat: Seat) -> Asking[None]:
    """One decision: buy for what he has (L108-L109), sell what he has (L113), or nothing (L110); one of them,
    once (Z-11), the creditor too (Z-12)."""
    purse = at.ledger.purses[seat]
    deals = (NOTHING, *([BUY] if purse.cash else []), *([SELL] if purse.parts else []))
    deal = yield from at.choice(seat, "deal", deals, phase="invest")
    if deal == NOTHING:
        presented.dealt[seat] = 0
        at.tell("abstained", by=seat)
        return
    most = min(purse.cash if deal == BUY else purse.parts, TOP)
    answer = yield (Step(seat, deal, Amounts(1, step=1, most=most)),)
    parts = int(answer.said)
    if deal == BUY:
        at.ledger.buy(seat, parts, presented.creditor)
        presented.dealt[seat] = parts
        at.tell("bought", by=seat, parts=parts, blocked=at.ledger.blocked)
    else:
        at.ledger.sell(seat, parts)
        presented.dealt[seat] = -parts
        at.tell("sold", by=seat, parts=parts)


def opened(at: Position, presented: Presentation) -> Asking[None]:
    """L115.1-L125.1: the file is turned over; the bank settles with everybody; the creditor takes the blocked
    account and his marker, and the file leaves the game."""
    at.phase = "opening"
    name = yield from at.turned_up(at.box.tokens)
    blocked, creditor = at.ledger.blocked, presented.creditor
    before = {seat: (purse.cash, purse.parts) for seat, purse in at.ledger.purses.items()}
    at.ledger.settle(at.box.tokens[name], creditor)
    at.files = tuple([company for company in at.files if company != presented.company])
    at.claims[creditor] = None
    at.tell("opened", reveal=True, by=creditor, company=presented.company, token=name, files=len(at.files))
    for seat, purse in at.ledger.purses.items():
        cash, parts = before[seat]
        own = blocked if seat == creditor else 0
        lost = parts - purse.parts
        gain = purse.cash - cash - own
        at.tell(
            "settled",
            seat=seat,
            token=name,
            paid=gain,
            lost=lost,
            blocked=own,
            cash=purse.cash,
            parts=purse.parts,
        )
