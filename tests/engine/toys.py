"""Toy games that need of the contract what later games will: a free-for-all auction under a running
count, payment in notes without change, secret piles that two seats compose at the same time, and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine import Answer, Match, Result, Seat, Setup, View
from engine.asking import Asking, Cards, Witnessed, cards_seen, together
from engine.game import Game
from engine.ladder import Amounts
from engine.request import SPOT, Choose, Compose, Confirm, Countdown, Step

Pile = tuple[int, ...]
COUNTS = 3


class Market(Game):
    """Each lot in turn: the seller puts a cow up, or two trade for it with secret piles. Most cows wins."""

    def __init__(self, seats: tuple[Seat, ...], wallets: Mapping[Seat, Pile], lots: int) -> None:
        super().__init__(seats)
        self.lots = lots
        self.wallets = {seat: Counter(wallets[seat]) for seat in seats}
        self.cows = dict.fromkeys(seats, 0)
        self.high: tuple[int, Seat] | None = None
        self.counted = 0
        self.piles: dict[Seat, Pile] = {}

    def play(self) -> Asking[Result]:
        for lot in range(self.lots):
            seller = self.seats[lot % len(self.seats)]
            answer = yield (Choose(seller, "lot", ("auction", "trade")),)
            if answer.said == "auction":
                yield from self.auction(seller)
            else:
                yield from self.trade(seller, self.seats[(lot + 1) % len(self.seats)])
        return self.close(self.as_it_lies())

    def auction(self, seller: Seat) -> Asking[None]:
        """Anybody may raise while the count runs; a raise cancels it; the first press wins a race."""
        self.high, self.counted = None, 0
        bidders = [seat for seat in self.seats if seat != seller]
        while self.counted < COUNTS:
            least = 10 if self.high is None else self.high[0] + 10
            answer = yield (
                *(Step(seat, "raise", Amounts(least)) for seat in bidders),
                Countdown("count", self.counted + 1, COUNTS, seller),
            )
            if answer.key == "raise":
                self.high, self.counted = (int(answer.said), int(answer.by)), 0
                self.tell("raised", by=answer.by, amount=int(answer.said))
            else:
                self.counted += 1
                self.tell("counted", step=self.counted)
        if self.high is None:
            self.sold(seller, 0)
            return
        amount, buyer = self.high
        if self.worth(buyer) < amount:
            self.tell("insolvent", reveal=True, seat=buyer)
            return
        yield from self.pay(buyer, seller, amount)
        self.sold(buyer, amount)

    def pay(self, buyer: Seat, seller: Seat, amount: int) -> Asking[None]:
        """No change: the buyer picks notes worth `amount` or more; only the two learn which."""
        answer = yield (Compose(buyer, "payment", self.notes(buyer), least=amount),)
        notes = _pile(answer)
        self.move(notes, buyer, seller)
        self.whisper((buyer, seller), "paid", reveal=True, notes=notes)

    def trade(self, first: Seat, second: Seat) -> Asking[None]:
        """Both lay a pile unseen; then the two, and nobody else, learn what was in them."""
        self.piles = {}
        yield from together(self.laying(seat) for seat in (first, second))
        mine, yours = self.piles[first], self.piles[second]
        self.move(mine, first, second)
        self.move(yours, second, first)
        winner = first if sum(mine) >= sum(yours) else second
        self.whisper((first, second), "piles", reveal=True, first=mine, second=yours)
        self.piles = {}
        self.sold(winner, None)

    def laying(self, seat: Seat) -> Asking[None]:
        answer = yield (Compose(seat, "pile", self.notes(seat)),)
        self.piles[seat] = _pile(answer)
        self.whisper((seat,), "laid", notes=self.piles[seat])
        self.tell("has-laid", seat=seat)

    def sold(self, to: Seat, amount: int | None) -> None:
        self.cows[to] += 1
        self.tell("sold", to=to, amount=amount)

    def move(self, notes: Pile, giver: Seat, taker: Seat) -> None:
        self.wallets[giver] -= Counter(notes)
        self.wallets[taker] += Counter(notes)

    def notes(self, seat: Seat) -> Pile:
        return tuple(sorted(self.wallets[seat].elements()))

    def worth(self, seat: Seat) -> int:
        return sum(self.notes(seat))

    def still_in(self) -> tuple[Seat, ...]:
        return self.seats

    def as_it_lies(self) -> Result:
        most = max(self.cows.values())
        return Result(tuple(seat for seat in self.seats if self.cows[seat] == most), dict(self.cows))

    def close(self, result: Result) -> Result:
        return result

    def view(self, seat: Seat | None) -> View:
        view: View = {
            "cows": {str(owner): count for owner, count in self.cows.items()},
            "high": self.high,
            "counted": self.counted,
            "laid": tuple(sorted(self.piles)),
        }
        if seat is not None:
            view["you"] = {"notes": self.notes(seat), "pile": self.piles.get(seat)}
        return view


def _pile(answer: Answer) -> Pile:
    return tuple(int(note) for note in answer.said.split())


def market(wallets: Mapping[Seat, Pile], lots: int = 4) -> Match:
    """A match of the toy; each seat begins with the notes that `wallets` gives it."""
    seats = tuple(wallets)
    return Match(Setup("market", seats), begin=lambda: Market(seats, wallets, lots))


class Show(Game):
    """A card is put up in the middle and one before each seat, a count runs, and seat 1 ends it."""

    CARDS: Mapping[str, int] = {"cow": 2, "pig": 2}

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        super().__init__(seats)
        self.entry = Witnessed[str, Cards]()
        self.counted = 0

    def play(self) -> Asking[Result]:
        wanted = {SPOT: 1, **{str(seat): 1 for seat in self.seats}}
        seen = yield from cards_seen(self.seats, wanted, self.CARDS, self.entry)
        self.tell("shown", reveal=True, cards=dict(seen))
        for step in range(1, COUNTS + 1):
            yield (Countdown("count", step, COUNTS),)
            self.counted = step
        yield (Confirm(self.seats[0], "done"),)
        return self.close(self.as_it_lies())

    def still_in(self) -> tuple[Seat, ...]:
        return self.seats

    def as_it_lies(self) -> Result:
        return Result(self.seats, dict.fromkeys(self.seats, 0))

    def close(self, result: Result) -> Result:
        return result

    def view(self, seat: Seat | None) -> View:
        del seat
        return {"counted": self.counted, "entered": self.entry.owner, "lies": dict(self.entry.lies)}


def show(*seats: Seat) -> Match:
    return Match(Setup("show", seats), begin=lambda: Show(seats))
