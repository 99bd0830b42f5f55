"""The rules of the cattle trade, to be read beside sheets 000 and 002: turn after turn an auction or a trade,
until every set is complete."""

from __future__ import annotations

from engine.answer import Seat
from engine.asking import Asking, cards_seen
from engine.game import Result, View
from engine.kuhhandel.auction import auction
from engine.kuhhandel.editions import DONKEY
from engine.kuhhandel.herd import SET
from engine.kuhhandel.position import Position
from engine.kuhhandel.score import Score, score
from engine.kuhhandel.trade import trade
from engine.kuhhandel.view import shown_to
from engine.request import Choose, Confirm

TRADE = "trade:"  # how a turn is said that is no auction, before the animal


class CattleTrade(Position):
    """Every printed edition; how they differ, `edition` and `options` name."""

    def play(self) -> Asking[Result]:
        yield from self.dove.beside(self.turns(), lambda seat: self.tell("dove", seat=seat))
        return self.close(self.as_it_lies())

    def turns(self) -> Asking[None]:
        if self.opening is None:
            yield from self.first_seat()
            if self.options.get("short") == "yes":
                yield from self.deals()
        while not self.herds.all_complete():
            assert self.turn is not None
            yield from self.turn_of(self.turn)
            self.turn = self.left_of(self.turn)  # 000:L35.3, 002:L56.1, L197.1
        yield from self.last_word()

    def first_seat(self) -> Asking[None]:
        """000:L31.2, 002:L44.2, L188.3: the players agree who begins, or let the lot say it; the first that
        says it (K-02)."""
        seats = tuple([str(seat) for seat in self.seats])
        answer = yield tuple([Choose(seat, "starts", seats, lot=True) for seat in self.seats])
        self.turn = int(answer.said)
        self.tell("starts", seat=self.turn)

    def deals(self) -> Asking[None]:
        """002:L166, the short game: four animals for each, face up; donkeys among them pay all (K-30)."""
        self.phase = "deal"
        wanted = {str(seat): SET for seat in self.seats}
        dealt = yield from cards_seen(self.seats, wanted, self.herds.can_come(), self.entry)
        self.tell("dealt", reveal=True, cards=dict(dealt))
        for place, animals in dealt.items():
            self.herds.turn_up(animals)
            self.goes_to(int(place), animals)
        self.donkeys_pay(sum(animals.count(DONKEY) for animals in dealt.values()))

    def turn_of(self, seat: Seat) -> Asking[None]:
        """000:L35.2, 002:L52.1, L192.1: an auction or a trade. Without a deck trading is compulsory, and who
        has nothing to trade is passed over, for ever (K-23, K-24, K-43)."""
        self.phase = "turn"
        trades = self.herds.trades(seat)
        options = tuple([f"{TRADE}{animal}" for animal in trades])
        if self.herds.deck:
            options = ("auction", *options)
        if not options:
            if seat not in self.passing:
                self.passing = (*self.passing, seat)
                self.tell("passes", seat=seat)
            return
        answer = yield (Choose(seat, "turn", options),)
        self.dove.lapse()  # K-25
        if answer.said == "auction":
            yield from auction(self, seat)
        else:
            animal = answer.said.removeprefix(TRADE)
            partner = yield from self.partner_of(seat, trades[animal])
            yield from trade(self, seat, partner, animal)

    def partner_of(self, seat: Seat, holders: tuple[Seat, ...]) -> Asking[Seat]:
        """000:L53.2, 002:L104.2: a choice if several have the animal."""
        if len(holders) == 1:
            return holders[0]
        self.phase = "partner"
        answer = yield (Choose(seat, "partner", tuple([str(holder) for holder in holders])),)
        return int(answer.said)

    def last_word(self) -> Asking[None]:
        """The last set may earn the dove too: whose turn it would be lets the points be counted (K-25)."""
        if self.dove.free and self.turn is not None:
            self.phase = "score"
            yield (Confirm(self.turn, "score"),)
            self.dove.lapse()

    # ---- the end --------------------------------------------------------------------------------

    def close(self, result: Result) -> Result:
        """000:L91, 002:L146-L160: every set is complete; most points win. By vote, what ran then is off."""
        self.phase, self.turn, self.sale = "over", None, None
        if self.deal is not None:
            self.deal.runs = False
        for seat, what in self.scores().items():
            self.tell("score", seat=seat, steps=what.steps())
        self.tell("won", seats=result.winners)
        return result

    def scores(self) -> dict[Seat, Score]:
        return {
            seat: score(self.edition.score, self.herds.sets(seat), self.dove.holder == seat)
            for seat in self.seats
        }

    def as_it_lies(self) -> Result:
        """Complete sets count as they lie (G-03); who is even shares (G-01, K-32)."""
        points = {seat: what.points for seat, what in self.scores().items()}
        most = max(points.values())
        return Result(tuple([seat for seat in self.seats if points[seat] == most]), points)

    def view(self, seat: Seat | None) -> View:
        return shown_to(self, seat, self.scores())
