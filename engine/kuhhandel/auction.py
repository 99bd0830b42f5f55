"""An auction, to be read beside 000:L39-L51 and 002:L60-L84, L199-L219: turn up, bid and count, then pay and
decide who keeps the animal, in the order that the edition has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from engine.answer import Seat
from engine.asking import Asking, cards_seen
from engine.kuhhandel.editions import DONKEY
from engine.kuhhandel.money import Notes, cheapest, payable
from engine.kuhhandel.position import Position, Sale, notes_of
from engine.kuhhandel.reading import Laid, as_they_lie
from engine.ladder import Amounts
from engine.request import SPOT, Choose, Compose, Confirm, Countdown, Request, Step

COUNTS = 3
TOP = 999_999_990  # no higher bid can be said


def auction(at: Position, seller: Seat) -> Asking[None]:
    """The top card, or two in the fast game, goes to the highest bidder or to the seller."""
    sale = yield from put_up(at, seller)
    settled = False
    while not settled:
        yield from bidding(at, sale)
        if sale.by is None or sale.high is None:
            sold(at, sale, seller, 0)  # nobody bids: it is the seller's (000:L49.2, 002:L217.2)
            return
        # From here on the others rely on the bid: taking it back is for all of them to allow (G-05).
        at.tell("knocked-down", reveal=True, to=sale.by, amount=sale.high)
        settled = yield from ORDERS[at.edition.right](at, sale, sale.by, sale.high)


def put_up(at: Position, seller: Seat) -> Asking[Sale]:
    """000:L39.1, 002:L64.1: turned face up; a donkey pays before it is bid for (000:L79, 002:L98.1)."""
    at.phase = "flip"
    seen = yield from cards_seen(at.seats, {SPOT: at.lot}, at.herds.can_come(), at.entry)
    animals = seen[SPOT]
    at.herds.turn_up(animals)
    at.sale = Sale(animals, seller)
    at.tell("turned-up", reveal=True, by=seller, animals=animals, deck=at.herds.deck)
    at.donkeys_pay(animals.count(DONKEY))
    return at.sale


def bidding(at: Position, sale: Sale) -> Asking[None]:
    """000:L41-L49, 002:L64-L68: anybody may raise at any moment, and a raise cancels the count. With no
    bid the seller counts too (K-07)."""
    at.phase = "bidding"
    while sale.counted < COUNTS and set(at.seats) - {sale.seller, *sale.out}:
        answer = yield asked_of_bidders(at, sale)
        match answer.key:
            case "bid":
                sale.high, sale.by, sale.counted, sale.shown = int(answer.said), int(answer.by), 0, False
                at.tell("bid", by=sale.by, amount=sale.high)
            case "insolvent":
                shows_money(at, sale)
            case _:
                sale.counted += 1
                at.tell(
                    "strike",
                    step=sale.counted,
                    by=counts(at, sale),
                    amount=sale.high,
                    animals=sale.animals,
                )


def asked_of_bidders(at: Position, sale: Sale) -> tuple[Request, ...]:
    """The seller never bids (000:L41.4, 002:L66.1), nor who is out (K-12); all others may, at any moment."""
    bidders = tuple([seat for seat in at.seats if seat != sale.seller and seat not in sale.out])
    least = (sale.high or 0) + at.bid_step
    declares = None if sale.shown else sale.by
    return bid_or_count(bidders, least, at.bid_step, sale.counted + 1, counts(at, sale), declares)


@lru_cache(maxsize=4096)  # the same bids come again, auction after auction
def bid_or_count(
    bidders: tuple[Seat, ...], least: int, step: int, strike: int, who: Seat, declares: Seat | None
) -> tuple[Request, ...]:
    """Every bid is asked for, also such as a seat could not pay (K-04). `declares`: who bids highest may say
    that he cannot pay (K-41)."""
    bids = [Step(seat, "bid", Amounts(least, step, TOP)) for seat in bidders if least <= TOP]
    count = Countdown("count", strike, COUNTS, who)
    if declares is None:
        return (*bids, count)
    return (*bids, count, Confirm(declares, "insolvent", deliberate=True, aside=True))


def counts(at: Position, sale: Sale) -> Seat:
    """Who counts to three (K-06)."""
    bidder = at.edition.counts == "bidder" and sale.by is not None
    return sale.by if bidder and sale.by is not None else sale.seller


def paid_then_decided(at: Position, sale: Sale, bidder: Seat, price: int) -> Asking[bool]:
    """000:L45.2-L51.2: the bidder pays; the seller may give the very notes back, add the price out of what
    he had before, and keep the animal (K-09, K-10). False: the auction starts again."""
    if not can_pay(at, sale, bidder, price):
        return False
    able = at.money.worth(sale.seller) >= price
    notes = yield from pays(at, bidder, sale.seller, price)
    if (yield from decides(at, sale.seller, able)):
        at.tell("bought", by=sale.seller, of=bidder)
        at.money.move(notes, sale.seller, bidder)
        at.tell("returned", by=sale.seller, to=bidder, notes=notes)
        yield from pays(at, sale.seller, bidder, price)
        sold(at, sale, sale.seller, price)
    else:
        sold(at, sale, bidder, price)
    return True


def decided_then_paid(at: Position, sale: Sale, bidder: Seat, price: int) -> Asking[bool]:
    """002:L72-L82: the seller decides first, and only who gets the animal pays (K-08). False: the auction
    starts again."""
    if (yield from decides(at, sale.seller, at.money.worth(sale.seller) >= price)):
        at.tell("bought", by=sale.seller, of=bidder)
        yield from pays(at, sale.seller, bidder, price)
        sold(at, sale, sale.seller, price)
        return True
    if not can_pay(at, sale, bidder, price):
        return False
    yield from pays(at, bidder, sale.seller, price)
    sold(at, sale, bidder, price)
    return True


ORDERS: Mapping[str, Callable[[Position, Sale, Seat, int], Asking[bool]]] = {
    "after": paid_then_decided,
    "before": decided_then_paid,
}


def decides(at: Position, seller: Seat, able: bool) -> Asking[bool]:
    """The buying right. Whoever could not pay is asked too, lest the others learn it: his right lapses
    unseen (K-11)."""
    at.phase = "right"
    answer = yield (Choose(seller, "right", ("sell", "buy") if able else ("sell",)),)
    return answer.said == "buy"


def pays(at: Position, payer: Seat, taker: Seat, price: int) -> Asking[Notes]:
    """000:L81, 002:L215: no change; who cannot pay exactly pays more. Zeros pay nothing (K-13)."""
    at.phase = "payment"
    stock = payable(at.money.purse(payer))
    asked = Compose(payer, "payment", stock, least=price, proposal=cheapest(stock, price))
    answer = yield (asked,)
    (notes,) = yield from as_they_lie(at, (Laid(asked, notes_of(answer)),))
    at.money.move(notes, payer, taker)
    at.tell("paid", reveal=True, by=payer, to=taker, notes=notes, price=price)
    return notes


def can_pay(at: Position, sale: Sale, bidder: Seat, price: int) -> bool:
    """Whether the bidder can; if not he shows all his money, and is out of the auction that starts again."""
    if at.money.worth(bidder) >= price:
        return True
    shows_money(at, sale)
    return False


def shows_money(at: Position, sale: Sale) -> None:
    """000:L83.1, 002:L82, L215.4: who bids highest shows all he has. If it covers the bid, the bid stands
    (K-41); if not, the auction starts again without him (K-12)."""
    assert sale.by is not None
    assert sale.high is not None
    covers = at.money.worth(sale.by) >= sale.high
    notes = at.money.purse(sale.by)
    at.tell("insolvent", reveal=True, seat=sale.by, notes=notes, amount=sale.high, covers=covers)
    sale.shown = True
    if not covers:
        sale.out = (*sale.out, sale.by)
        sale.high = sale.by = None
        sale.counted = 0
        at.tell("again", out=sale.out)


def sold(at: Position, sale: Sale, to: Seat, price: int) -> None:
    at.tell("sold", animals=sale.animals, to=to, by=sale.seller, price=price)
    at.sale = None
    at.goes_to(to, sale.animals)
