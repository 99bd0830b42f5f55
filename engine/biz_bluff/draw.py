"""The Biz-Bluff cards, to be read beside 003:L147-L159: with a 1 the pawn stays, and the top card says what
to do."""

from __future__ import annotations

from engine.answer import Seat
from engine.asking import Asking
from engine.biz_bluff.board import street_of
from engine.biz_bluff.cards import Card
from engine.biz_bluff.moving import WAYS
from engine.biz_bluff.position import Position
from engine.biz_bluff.squares import arrives, loses_claim, sent_to_the_dahu, takes_over, to_the_centre


def draws(at: Position, seat: Seat) -> Asking[bool]:
    """The top card (L149.1). True: he throws again, having claimed a company unseen."""
    at.phase = "card"
    at.card = yield from at.turned_up(at.box.cards)
    card = at.box.cards[at.card]
    at.pile -= 1
    at.tell(
        "drew", reveal=True, by=seat, card=card.name, street=card.street, numbers=card.numbers, pile=at.pile
    )
    if not at.pile:
        at.pile = at.whole_pile
        at.tell("shuffle", pile=at.pile)  # Z-19
    if card.street is not None:
        return (yield from goes_to_a_street(at, seat, card.street))
    if card.numbers:
        yield from must_throw(at, seat, card)
    else:
        yield from challenges(at, seat)
    return False


def goes_to_a_street(at: Position, seat: Seat, street: str) -> Asking[bool]:
    """L151.1: to a free company there, and then as on its square; none free, nothing (Z-16)."""
    free = tuple([company for company in at.files if street_of(company) == street and at.free(company)])
    if not free:
        at.tell("nothing-free", by=seat, street=street)
        return False
    company = yield from at.choice(seat, "company", free)
    return (yield from arrives(at, seat, WAYS[at.options["way"]].before(at, company)))


def must_throw(at: Position, seat: Seat, card: Card) -> Asking[None]:
    """L152: one of the numbers, or to the Dahu hunt, and the claim is lost. It is no throw to move with, so
    that a 1 draws no card (Z-27)."""
    value = yield from at.throw(seat, "numbers")
    if value in card.numbers:
        at.tell("escaped", seat=seat)  # Z-17
        return
    yield from sent_to_the_dahu(at, sender=seat, seat=seat)
    if at.claims[seat] is not None:
        loses_claim(at, seat)


def challenges(at: Position, seat: Seat) -> Asking[None]:
    """L153-L159: whoever has a claim challenges nobody, but goes to the centre. Else both throw, until one
    has more; he sends the other to the Dahu hunt, and the challenger takes a claim over so (Z-18)."""
    if at.claims[seat] is not None:
        yield from to_the_centre(at, seat)
        return
    people = tuple([str(other) for other in at.others(seat)])
    other = int((yield from at.choice(seat, "opponent", people)))
    at.tell("challenged", by=seat, opponent=other)
    own = its = 0
    while own == its:
        own = yield from at.throw(seat, "challenge")
        its = yield from at.throw(other, "challenge")
    winner, loser = (seat, other) if own > its else (other, seat)
    at.tell("duel", by=seat, opponent=other, winner=winner)
    yield from sent_to_the_dahu(at, sender=winner, seat=loser)
    if winner == seat and at.claims[other] is not None:
        takes_over(at, seat, other)
