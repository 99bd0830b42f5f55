"""Settling "Bluff!": what was there, who loses how many dice, who opens next (sheet 001:L73-L105)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.answer import Seat
from engine.liars_dice.dice import DiceSet
from engine.liars_dice.track import Bid


@dataclass(frozen=True, slots=True)
class Verdict:
    """`actual` dice matched the bid; `losses` by seat (never more than it has, L-09); `left` after that."""

    actual: int
    losses: Mapping[Seat, int]
    left: Mapping[Seat, int]

    @property
    def eliminated(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.losses if self.left[seat] == 0])

    @property
    def survivors(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, count in self.left.items() if count])


def settle(hands: Mapping[Seat, str], dice: DiceSet, bid: Bid, bidder: Seat, challenger: Seat) -> Verdict:
    """The three cases of the sheet: bid safe, bid too high, bid exact. `hands`: every die still in, shown
    ones included, seats in order of play."""
    actual = dice.matching("".join(hands.values()), bid.face)
    if actual > bid.count:
        due = {challenger: actual - bid.count}
    elif actual < bid.count:
        due = {bidder: bid.count - actual}
    else:
        due = {seat: 1 for seat in hands if seat != bidder}  # the challenger too (001:L99.1, L-11)
    losses = {seat: min(count, len(hands[seat])) for seat, count in due.items()}
    left = {seat: len(hand) - losses.get(seat, 0) for seat, hand in hands.items()}
    return Verdict(actual, losses, left)


def next_opener(
    rule: str, order: tuple[Seat, ...], verdict: Verdict, bidder: Seat, challenger: Seat
) -> Seat | None:
    """Who opens the next round, or None when one alone is left. `rule`: the house option `opener`."""
    survivors = verdict.survivors
    if len(survivors) < 2:
        return None
    loser = bidder if bidder in verdict.losses else challenger
    winner = challenger if loser == bidder else bidder
    seat = {"left-of-challenger": left_of(challenger, order), "winner": winner, "loser": loser}[rule]
    while seat not in survivors:
        seat = left_of(seat, order)
    return seat


def left_of(seat: Seat, order: tuple[Seat, ...]) -> Seat:
    """The next to the left, that is clockwise (G-06)."""
    return order[(order.index(seat) + 1) % len(order)]
