"""Settling a trade: who wins the animals, and which notes change owners (000:L59-L63, L93; 002:L116-L124)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kuhhandel.editions import Form
from engine.kuhhandel.money import Notes, payable

OFFER, COUNTER, AGAIN = "offer", "counter", "again"
LAST_ROUND = 2  # the second tie is decided (K-18)


@dataclass(frozen=True, slots=True)
class Settled:
    """`winner` is whose pile wins the animals, or AGAIN; the notes are those that the other side gives."""

    winner: str
    to_proposer: Notes
    to_partner: Notes


def settle(form: Form, offer: Notes, counter: Notes | None, turn: int) -> Settled:
    """The outcome of an offer and its counter (None: accepted without), in the first or second `turn`."""
    winner = _winner(form, offer, counter, turn)
    theirs = () if counter is None else _travelling(form, counter)
    mine = _travelling(form, offer)
    if form.money == "winner-pays":
        return Settled(winner, () if winner == OFFER else theirs, mine if winner == OFFER else ())
    return Settled(winner, theirs, mine)


def _winner(form: Form, offer: Notes, counter: Notes | None, turn: int) -> str:
    if counter is None or sum(offer) > sum(counter):
        return OFFER
    if sum(offer) < sum(counter):
        return COUNTER
    return AGAIN if form.tie == "again" and turn < LAST_ROUND else OFFER


def _travelling(form: Form, notes: Notes) -> Notes:
    return payable(notes) if form.zeros == "return" else notes
