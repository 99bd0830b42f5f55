"""The banker's book (003:L69.2): what everybody has in money and parts, without limit (Z-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.answer import Seat
from engine.biz_bluff.tokens import Token

CASH = 10  # 003:L69.2: two notes of 5 $
PARTS = 10  # 003:L69.2: two shares of 5 parts


@dataclass(slots=True)
class Purse:
    """What one seat has."""

    cash: int = CASH
    parts: int = PARTS

    @property
    def worth(self) -> int:
        """003:L165.1: both together; a part is always 1 $ (Z-14)."""
        return self.cash + self.parts


class Ledger:
    """The purses, and the blocked account in the middle of the board."""

    def __init__(self, purses: Mapping[Seat, Purse]) -> None:
        self.purses = {seat: Purse(purse.cash, purse.parts) for seat, purse in purses.items()}
        self.blocked = 0

    def buy(self, seat: Seat, parts: int, creditor: Seat) -> None:
        """1 $ a part: into the blocked account (003:L108.1-2), or the bank's if it is one's own (L109.1)."""
        purse = self.purses[seat]
        purse.cash -= parts
        purse.parts += parts
        if seat != creditor:
            self.blocked += parts

    def sell(self, seat: Seat, parts: int) -> None:
        """003:L113.2: parts back to the bank for as much money."""
        purse = self.purses[seat]
        purse.parts -= parts
        purse.cash += parts

    def settle(self, token: Token, creditor: Seat) -> None:
        """003:L117-L125: everybody, on all his parts (L142.1); then the creditor takes the blocked account
        whatever the token was (Z-30)."""
        for purse in self.purses.values():
            purse.cash += purse.parts * token.pays
            if not token.keeps:
                purse.parts = 0
        self.purses[creditor].cash += self.blocked
        self.blocked = 0
