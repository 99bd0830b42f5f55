"""A trade, to be read beside 000:L53-L65, L93 and 002:L104-L136, L227-L247: an offer, a counter or none, and
who wins the animals. The forms of trade differ as editions.toml names it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answer import Seat
from engine.asking import Asking, together
from engine.event import Event, Value
from engine.kuhhandel.position import Deal, Position, notes_of
from engine.kuhhandel.reading import Laid, anew, as_they_lie
from engine.kuhhandel.settle import AGAIN, COUNTER, OFFER, Settled, settle
from engine.request import Choose, Compose

LAID = {OFFER: "offered", COUNTER: "countered"}


def trade(at: Position, proposer: Seat, partner: Seat, animal: str) -> Asking[None]:
    """Two seats trade for an animal of which both have some; once proposed it is binding (K-22)."""
    deal = at.deal = Deal(proposer, partner, animal, at.herds.stake(proposer, partner, animal))
    at.tell("trade", by=proposer, partner=partner, animal=animal, size=deal.size)
    while (settled := (yield from one_round(at, deal))).winner == AGAIN:
        at.tell("tied", round=deal.round)  # 002:L116.6, L237.3: another offer, out of the new hand (K-17)
        deal.round += 1
    deal.runs = False
    winner, loser = (proposer, partner) if settled.winner == OFFER else (partner, proposer)
    at.tell("traded", animal=animal, size=deal.size, to=winner, of=loser)
    at.herds.take(loser, animal, deal.size)
    at.goes_to(winner, [animal] * deal.size)


def one_round(at: Position, deal: Deal) -> Asking[Settled]:
    """The piles are laid and settled: both, or the first alone where it is accepted."""
    deal.piles, deal.known_to = {}, {}
    asked = {OFFER: (yield from lays(at, deal, OFFER))}
    if (yield from counters(at, deal)):
        asked[COUNTER] = yield from lays(at, deal, COUNTER)
    if at.form.amounts == "announced":
        yield from turned_up(at, deal, asked)
    else:
        yield from counted_in_secret(at, deal, asked)
    settled = settle(at.form, deal.piles[OFFER], deal.piles.get(COUNTER), deal.round)
    at.money.move(settled.to_partner, deal.proposer, deal.partner)
    at.money.move(settled.to_proposer, deal.partner, deal.proposer)
    handed = {"to_by": settled.to_proposer, "to_partner": settled.to_partner}
    tell_who_knows(at, deal, "handed", handed)
    return settled


def lays(at: Position, deal: Deal, which: str) -> Asking[Compose]:
    """A pile face down: any notes, any number of them (000:L55, 002:L108, L227, K-37)."""
    at.phase = which
    seat = deal.proposer if which == OFFER else deal.partner
    asked = Compose(seat, which, at.money.purse(seat), fewest=at.form.fewest)
    answer = yield (asked,)
    deal.piles[which] = notes_of(answer)
    deal.known_to[which] = (seat,)
    at.tell(LAID[which], by=seat, cards=len(deal.piles[which]), round=deal.round)
    return asked


def counters(at: Position, deal: Deal) -> Asking[bool]:
    """Whether the partner lays a counter: he must (000:L57), or may accept instead (002:L124, L241)."""
    if at.form.reply == "counter":
        return True
    at.phase = "reply"
    answer = yield (Choose(deal.partner, "reply", ("accept", "counter")),)
    if answer.said == "accept":
        at.tell("accepted", by=deal.partner)
    return answer.said == "counter"


def turned_up(at: Position, deal: Deal, asked: dict[str, Compose]) -> Asking[None]:
    """000:L59.1: both turn up together, and everybody learns the amounts."""
    laid = tuple([Laid(asked[which], deal.piles[which]) for which in asked])
    deal.piles = dict(zip(asked, (yield from as_they_lie(at, laid)), strict=True))
    become_known(at, deal, at.seats)


def counted_in_secret(at: Position, deal: Deal, asked: dict[str, Compose]) -> Asking[None]:
    """002:L116.2, L235.2, 000:L93.2: only the two learn what was in the piles that change owners (K-35)."""
    become_known(at, deal, (deal.proposer, deal.partner))
    if at.on_the_table:
        at.phase = "reading"
        receivers = {OFFER: deal.partner, COUNTER: deal.proposer}
        yield from together(counted(at, deal, which, asked[which], receivers[which]) for which in asked)


def counted(at: Position, deal: Deal, which: str, asked: Compose, receiver: Seat) -> Asking[None]:
    """Who received a pile says whether it is what was keyed in (G-04); if not, it is keyed anew."""
    while (yield (Choose(receiver, "counted", ("yes", "no"), private=True),)).said == "no":
        at.tell("differs", seat=asked.by)
        answer = yield (anew(Laid(asked, deal.piles[which])),)
        deal.piles[which] = notes_of(answer)
        become_known(at, deal, (deal.proposer, deal.partner))


def become_known(at: Position, deal: Deal, seats: tuple[Seat, ...]) -> None:
    """These seats learn what is in the piles."""
    deal.known_to = dict.fromkeys(deal.piles, seats)
    tell_who_knows(at, deal, "piles", {"offer": deal.piles[OFFER], "counter": deal.piles.get(COUNTER)})


def tell_who_knows(at: Position, deal: Deal, key: str, values: Mapping[str, Value]) -> None:
    """Tells of the notes, which were secret until now, to those who may know the piles."""
    seats = deal.known_to[OFFER]
    known_to = None if seats == at.seats else frozenset(seats)
    said = {"by": deal.proposer, "partner": deal.partner, **values}
    at.events.append(Event(key, said, known_to, reveal=True))
