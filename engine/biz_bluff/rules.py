"""The rules of Biz-Bluff, to be read beside sheet 003: throw, move or draw a card, look, claim and present,
until only two files are left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.answer import Seat
from engine.asking import Asking
from engine.biz_bluff.box import read_box
from engine.biz_bluff.draw import draws
from engine.biz_bluff.moving import WAYS
from engine.biz_bluff.position import Position
from engine.biz_bluff.squares import arrives, late_claim
from engine.biz_bluff.view import shown_to
from engine.game import Result, View

LAST_FILES = 2  # 003:L163.1
CARD = 1  # 003:L149.1


class BizBluff(Position):
    """A whole game."""

    def play(self) -> Asking[Result]:
        if self.turn is None:
            self.turn = yield from self.first_seat()
        while len(self.files) > LAST_FILES:
            yield from self.turn_of(self.turn)
            self.turn = self.left_of(self.turn)  # 003:L75.2
        return self.close(self.as_it_lies())

    def first_seat(self) -> Asking[Seat]:
        """003:L75.1: the highest throw begins; who is even throws again (Z-24)."""
        leaders = self.seats
        while len(leaders) > 1:
            thrown: dict[Seat, int] = {}
            for seat in leaders:
                thrown[seat] = yield from self.throw(seat, "start")
            leaders = highest(thrown)
            if leaders[1:]:
                self.tell("tied", seats=leaders)
        self.tell("starts", seat=leaders[0])
        return leaders[0]

    def turn_of(self, seat: Seat) -> Asking[None]:
        """003:L76-L84: a claim unseen lets him throw and move again."""
        self.turn = seat
        yield from late_claim(self, seat)
        again = True
        while again:
            self.card = None
            steps = yield from self.throw(seat, "move")
            if steps == CARD:
                again = yield from draws(self, seat)
            else:
                square = yield from WAYS[self.options["way"]].moved(self, seat, steps)
                again = yield from arrives(self, seat, square)

    # ---- the end --------------------------------------------------------------------------------

    def close(self, result: Result) -> Result:
        """003:L165.1: money and parts; who is richest. By vote, what is being presented is not opened."""
        self.phase, self.turn, self.presents = "over", None, None
        for seat, purse in self.ledger.purses.items():
            self.tell("score", seat=seat, cash=purse.cash, parts=purse.parts, worth=purse.worth)
        self.tell("won", seats=result.winners)
        return result

    def as_it_lies(self) -> Result:
        """Who is even shares (Z-20). What lies in the blocked account is nobody's yet."""
        worth = {seat: purse.worth for seat, purse in self.ledger.purses.items()}
        return Result(highest(worth), worth)

    def still_in(self) -> tuple[Seat, ...]:
        return self.seats

    def view(self, seat: Seat | None) -> View:
        return shown_to(self, seat)


def with_box(papers: Mapping[str, str]) -> partial[BizBluff]:
    """A game with the box that these papers describe. Raises BadData."""
    return partial(BizBluff, box=read_box(papers))


def highest(counts: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Who has most: one seat, or several who are even."""
    most = max(counts.values())
    return tuple([seat for seat, count in counts.items() if count == most])
