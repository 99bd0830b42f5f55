"""Arriving on a square, to be read beside 003:L78-L100: who stands there is sent to the Dahu hunt, then the
square does what it does."""

from __future__ import annotations

from engine.answer import Seat
from engine.asking import Asking
from engine.biz_bluff.board import CENTRE, COMPANY, SVP, Square, street_of
from engine.biz_bluff.invest import present
from engine.biz_bluff.moving import WAYS, is_safe
from engine.biz_bluff.position import Position

LOOK, CLAIM, LEAVE = "look", "claim", "leave"


def arrives(at: Position, seat: Seat, square: Square) -> Asking[bool]:
    """The pawn of `seat` comes to `square`. True: he throws again, having claimed a company unseen."""
    at.moves(seat, square)
    at.tell("moved", by=seat, kind=square.kind, of=square.of, square=square.name)
    if not is_safe(at, square):
        other = yield from WAYS[at.options["way"]].met(at, seat, square)
        if other is not None and (yield from bumps(at, seat, other)):
            return False
    return (yield from resolved(at, seat, square))


def bumps(at: Position, seat: Seat, other: Seat) -> Asking[bool]:
    """003:L90-L94: that pawn goes to the Dahu hunt. True: a marker was at stake, so that the turn is over; if
    not, the square acts (Z-08)."""
    claimed, own = at.claims[other], at.claims[seat]
    yield from sent_to_the_dahu(at, sender=seat, seat=other)
    if claimed is None:
        return False
    if own is None:
        takes_over(at, seat, other)
    else:
        loses_claim(at, other)
    return True


def sent_to_the_dahu(at: Position, sender: Seat, seat: Seat) -> Asking[None]:
    square = yield from WAYS[at.options["way"]].hunted(at, sender)
    at.moves(seat, square)
    at.tell("sent", by=sender, seat=seat, square=square.name)


def takes_over(at: Position, seat: Seat, other: Seat) -> None:
    """003:L91: the marker of `other` is replaced; nobody may look beneath it (Z-29)."""
    company = at.claims[other]
    at.claims[seat], at.claims[other] = company, None
    at.tell("taken-over", by=seat, of=other, company=company)


def loses_claim(at: Position, seat: Seat) -> None:
    """003:L92, L152.2: the marker comes off the file."""
    company, at.claims[seat] = at.claims[seat], None
    at.tell("struck-off", seat=seat, company=company)


def resolved(at: Position, seat: Seat, square: Square) -> Asking[bool]:
    """003:L78-L89, L96: what the square does."""
    if square.kind == COMPANY:
        return (yield from before_a_company(at, seat, square.of))
    if square.kind == SVP:
        yield from asks_svp(at, seat, square.of)
    elif square.kind == CENTRE:
        yield from in_the_centre(at, seat)
    return False


def before_a_company(at: Position, seat: Seat, company: str) -> Asking[bool]:
    """003:L79-L84: if it is free, he looks, or claims it unseen and throws again; who has a marker out cannot
    claim (Z-06). To look is a right, not a duty. If it is claimed, or its file is gone, nothing (Z-22,
    Z-26)."""
    if not at.free(company):
        return False
    deeds = (LOOK, CLAIM, LEAVE) if at.claims[seat] is None else (LOOK, LEAVE)
    deed = yield from at.choice(seat, "deed", deeds)
    if deed == CLAIM:
        claims(at, seat, company, late=False)
        return True
    if deed == LOOK:
        looks(at, seat, company)
        at.seen[seat] = company
    return False


def looks(at: Position, seat: Seat, company: str) -> None:
    """What a seat has looked at is its own and the others' to remember (003:L42.2): it is kept, and told to
    nobody. Who has seen it cannot take it back alone, to do something else (G-05)."""
    at.whisper((), "looked", reveal=True, by=seat, company=company)


def claims(at: Position, seat: Seat, company: str, late: bool) -> None:
    at.claims[seat] = company
    at.tell("claimed", by=seat, company=company, late=late)


def late_claim(at: Position, seat: Seat) -> Asking[None]:
    """003:L83.2: before he throws he may claim what he looked at in his last turn, once, if he still stands
    there, it is still free, and he has no other (Z-07)."""
    company = at.seen.pop(seat, None)
    stays = at.stands[seat].kind == COMPANY and at.stands[seat].of == company
    if company is None or not stays or not at.free(company) or at.claims[seat] is not None:
        return
    if (yield from at.choice(seat, "late", (CLAIM, LEAVE))) == CLAIM:
        claims(at, seat, company, late=True)


def asks_svp(at: Position, seat: Seat, street: str) -> Asking[None]:
    """003:L89: a look at one file of the street that nobody has claimed; from here no late claim (Z-07)."""
    free = tuple([company for company in at.files if street_of(company) == street and at.free(company)])
    if not free:
        at.tell("nothing-free", by=seat, street=street)  # Z-32
        return
    company = yield from at.choice(seat, "look", (*free, LEAVE))
    if company != LEAVE:
        looks(at, seat, company)


def in_the_centre(at: Position, seat: Seat) -> Asking[None]:
    """003:L96.1: who has claimed a company may present it, now or after having come again (Z-10)."""
    if at.claims[seat] is None:
        return
    if (yield from at.choice(seat, "present", ("present", "decline"))) == "present":
        yield from present(at, seat)


def to_the_centre(at: Position, seat: Seat) -> Asking[None]:
    """003:L159.1."""
    yield from arrives(at, seat, at.centre)
