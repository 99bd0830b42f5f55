"""Money on the table: notes that are turned up are read, and what differs from what was keyed in is keyed
anew (G-04). The table is right; who keyed otherwise is not judged."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.asking import Asking
from engine.kuhhandel.money import Notes
from engine.kuhhandel.position import Position, notes_of
from engine.request import Compose, EnterCards, Request, SeeCards, cards_at


class Laid(NamedTuple):
    """A pile: what was asked for, and what its owner keyed in."""

    asked: Compose
    notes: Notes


def as_they_lie(at: Position, piles: tuple[Laid, ...]) -> Asking[tuple[Notes, ...]]:
    """What piles hold that are face up: with the money on the pods, what was keyed in. On the table, each
    is read by the camera or by another than its owner; its owner may key it anew before that."""
    if not at.on_the_table:
        return tuple([pile.notes for pile in piles])
    at.phase = "reading"
    laid = {pile.asked.by: pile for pile in piles}
    unread = list(laid)
    while unread:
        answer = yield asked_of_the_table(at, [laid[seat] for seat in unread])
        by = answer.by
        if answer.key == "anew" and isinstance(by, int):
            laid[by] = Laid(laid[by].asked, notes_of(answer))
            if (yield from confirmed(at, laid[by])):
                unread.remove(by)
            continue
        found = cards_at(answer.said)
        if isinstance(by, int) and not (yield from at.entry.confirmed(at.seats, by, found)):
            continue
        for place, names in found.items():
            seat = int(place)
            unread.remove(seat)
            if tuple(sorted(int(name) for name in names)) != laid[seat].notes:
                at.tell("differs", seat=seat)
                laid[seat] = yield from keyed_anew(at, laid[seat])
    return tuple([pile.notes for pile in laid.values()])


def asked_of_the_table(at: Position, piles: list[Laid]) -> tuple[Request, ...]:
    """The notes before the seats, by the camera or by hand, and the owners' chance to key them anew."""
    wanted = {str(pile.asked.by): len(pile.notes) for pile in piles}
    faces = {str(value): count for value, count in at.edition.notes.items()}
    return (
        SeeCards("cards", wanted, faces),
        *[EnterCards(seat, "enter", wanted, faces) for seat in at.seats],
        *[anew(pile, aside=True) for pile in piles],
    )


def anew(pile: Laid, aside: bool = False) -> Compose:
    return replace(pile.asked, key="anew", proposal=pile.notes, aside=aside)


def confirmed(at: Position, pile: Laid) -> Asking[bool]:
    """Whether another seat sees on the table what the owner keyed in."""
    owner = pile.asked.by
    return at.entry.confirmed(at.seats, owner, {str(owner): tuple([str(note) for note in pile.notes])})


def keyed_anew(at: Position, pile: Laid) -> Asking[Laid]:
    """The owner keys in what lies there until another seat confirms it."""
    while True:
        answer = yield (anew(pile),)
        pile = Laid(pile.asked, notes_of(answer))
        if (yield from confirmed(at, pile)):
            return pile
