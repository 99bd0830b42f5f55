"""The rules of liar's dice, to be read beside sheet 001: throw for the start, then rounds of roll, bid,
call, settle until one alone has dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from engine.answer import Seat
from engine.asking import Asking, Witnessed, dice_seen, together
from engine.game import Game, Result, View
from engine.liars_dice.dice import DICE_SETS
from engine.liars_dice.track import Bid, Track, track
from engine.liars_dice.verdict import left_of, next_opener, settle
from engine.request import Choose, Confirm, Request, Step

DICE_EACH = 5  # 001:L22.1

T = TypeVar("T")


class LiarsDice(Game):
    """The position: dice left, dice shown, the bid that stands."""

    def __init__(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        dice: Mapping[Seat, int] | None = None,
        opener: Seat | None = None,
        bid: Bid | None = None,
        bidder: Seat | None = None,
    ) -> None:
        """`options`: a value for each house option. The rest sets up another position than the first:
        dice left by seat; who opens the round; a bid that stands, made by `bidder`, whose left is on turn."""
        super().__init__(seats)
        self.options = options
        self.dice_set = DICE_SETS[options["dice"]]
        self.track = track(options["track"], self.dice_set.numbered)
        self.re_rolls = options["re-roll"] == "yes"
        self.dice = dict(dice) if dice is not None else dict.fromkeys(seats, DICE_EACH)
        self.shown: dict[Seat, str] = {}
        self.round = 0
        self.phase = "start"
        self.opener = opener
        self.turn: Seat | None = None
        self.bid = bid
        self.bidder = bidder
        self.challenger: Seat | None = None
        self.entry = Witnessed[Seat, str]()

    # ---- the sheet ------------------------------------------------------------------------------

    def play(self) -> Asking[Result]:
        opener = self.opener
        if opener is None:
            opener = yield from self.first_throw()
        while opener is not None:
            if self.bid is None:
                yield from self.roll(opener)
            bidder, challenger = yield from self.bidding(opener)
            opener = yield from self.settling(bidder, challenger)
        return self.close(self.as_it_lies())

    def first_throw(self) -> Asking[Seat]:
        """001:L25.1: most points start; tied leaders throw again (L-02)."""
        leaders = self.seats
        while len(leaders) > 1:
            thrown = yield from dice_seen(
                self.seats, {seat: self.dice[seat] for seat in leaders}, self.dice_set.faces, self.entry
            )
            leaders = self.first_player(thrown)
            self.tell("first-throw", reveal=True, dice=_by_seat(thrown), tied=leaders if leaders[1:] else ())
        self.tell("starts", seat=leaders[0])
        return leaders[0]

    def first_player(self, thrown: Mapping[Seat, str]) -> tuple[Seat, ...]:
        """Who threw the most points: one seat, or several tied."""
        star_points = int(self.options["star-points"])
        points = {seat: self.dice_set.points(hand, star_points) for seat, hand in thrown.items()}
        most = max(points.values())
        return tuple([seat for seat, count in points.items() if count == most])

    def roll(self, opener: Seat) -> Asking[None]:
        """001:L27: all throw at once, cups stay on. Everybody says when he has looked."""
        self.round += 1
        self.phase, self.opener, self.turn = "roll", opener, None
        self.bid = self.bidder = self.challenger = None
        self.shown = {}
        self.tell("roll", round=self.round, opener=opener, dice=_by_seat(self.dice))
        yield from together(self.roll_of(seat) for seat in self.still_in())

    def roll_of(self, seat: Seat) -> Asking[None]:
        asked = rolled_or_stacked(seat, self.hidden(seat))
        while (answer := (yield asked)).key != "roll":
            self.rethrow_stacked(seat, int(answer.said))
        self.whisper((), "looked", reveal=True, by=seat)  # G-05: nobody throws anew alone what he has seen

    def bidding(self, opener: Seat) -> Asking[tuple[Seat, Seat]]:
        """001:L31-L73: bid, raise, raise ... until the next in turn says "Bluff!"."""
        self.phase, self.opener = "bidding", opener
        self.turn = opener if self.bidder is None else self.left_of(self.bidder)
        while True:
            answer = yield self.asked_in_bidding()
            seat = int(answer.by)
            match answer.key:
                case "bid":
                    self.bid, self.bidder = self.track.bid(answer.said), seat
                    self.turn = self.left_of(seat)
                    self.tell("bid", by=seat, bid=answer.said)
                case "call":
                    self.challenger = seat
                    assert self.bidder is not None
                    self.tell("called", by=seat, bid=str(self.bid), bidder=self.bidder)
                    return self.bidder, seat
                case "stacked":
                    self.rethrow_stacked(seat, int(answer.said))
                case "re-roll":
                    self.shown[seat] = self.shown.get(seat, "") + answer.said
                    self.tell("re-rolled", reveal=True, by=seat, shows=answer.said, throws=self.hidden(seat))

    def settling(self, bidder: Seat, challenger: Seat) -> Asking[Seat | None]:
        """001:L79-L105: lift the cups, count, pay in dice; who is left of the challenger opens."""
        self.phase, self.turn = "reveal", None
        bid = self.bid
        assert bid is not None
        counts = {seat: self.dice[seat] for seat in self.still_in()}
        hands = yield from dice_seen(self.seats, counts, self.dice_set.faces, self.entry)
        verdict = settle(hands, self.dice_set, bid, bidder, challenger)
        opener = next_opener(self.options["opener"], self.seats, verdict, bidder, challenger)
        self.dice.update(verdict.left)
        self.tell(
            "verdict",
            reveal=True,
            bid=str(bid),
            bidder=bidder,
            challenger=challenger,
            actual=verdict.actual,
            dice=_by_seat(hands),
            losses=_by_seat(verdict.losses),
            opener=opener,
        )
        for seat in verdict.eliminated:
            self.tell("out", seat=seat)
        self.bid = self.bidder = None
        self.shown = {}
        return opener

    def close(self, result: Result) -> Result:
        """001:L109.2: the last one with dice. Where several have some it is told how many."""
        self.phase = "over"
        self.bid = self.bidder = self.challenger = self.turn = None
        if self.still_in()[1:]:
            for seat in self.seats:
                self.tell("score", seat=seat, dice=self.dice[seat])
        self.tell("won", seats=result.winners)
        return result

    # ---- what is asked, small steps -------------------------------------------------------------

    def asked_in_bidding(self) -> tuple[Request, ...]:
        """The turn's bid or call, and what anybody may do besides: stacked dice before the first bid
        (L-03), a re-roll in the variant (L-13)."""
        turn = self.turn
        assert turn is not None
        if self.bid is not None:
            asked = bid_or_call(turn, self.track, self.bid)
        else:
            asked = opening_bid(turn, self.track, sum(self.dice.values()))
            asked += tuple([stacked_request(seat, self.hidden(seat)) for seat in self.still_in()])
        if self.re_rolls:
            asked += tuple(
                Choose(seat, "re-roll", tuple(self.dice_set.faces), aside=True)
                for seat in self.still_in()
                if self.hidden(seat) > 1  # one die must remain to be thrown
            )
        return asked

    def rethrow_stacked(self, seat: Seat, stacked: int) -> None:
        """001:L27.5: the stacked dice are shown and thrown again, the others stay (option `all`: none)."""
        again = stacked if self.options["stacked"] == "stacked" else self.hidden(seat)
        self.tell("stacked", by=seat, shows=stacked, throws=again)

    def hidden(self, seat: Seat) -> int:
        """How many dice lie under the cup of `seat`."""
        return self.dice[seat] - len(self.shown.get(seat, ""))

    def left_of(self, seat: Seat) -> Seat:
        """The next to the left who is still in (G-06, L-10)."""
        seat = left_of(seat, self.seats)
        while not self.dice[seat]:
            seat = left_of(seat, self.seats)
        return seat

    # ---- what may be known ----------------------------------------------------------------------

    def still_in(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.seats if self.dice[seat]])

    def as_it_lies(self) -> Result:
        most = max(self.dice.values())
        winners = tuple(seat for seat in self.seats if self.dice[seat] == most)
        return Result(winners, dict(self.dice))

    def view(self, seat: Seat | None) -> View:
        """Everything here is public: what lies under the cups, the engine does not know."""
        view: View = {
            "game": "liars-dice",
            "options": dict(self.options),
            "phase": self.phase,
            "round": self.round,
            "opener": self.opener,
            "turn": self.turn,
            "bid": None if self.bid is None else str(self.bid),
            "bidder": self.bidder,
            "challenger": self.challenger,
            "dice": _by_seat(self.dice),
            "in_play": sum(self.dice.values()),
            "shown": _by_seat(self.shown),
            "entered": None
            if self.entry.owner is None
            else {"by": self.entry.owner, "dice": _by_seat(self.entry.lies)},
        }
        if seat is not None:
            view["you"] = {"seat": seat, "dice": self.dice.get(seat, 0), "hidden": self.hidden(seat)}
        return view


# The same few requests are made over and over: each is made once.


@cache
def opening_bid(turn: Seat, track: Track, in_play: int) -> tuple[Request, ...]:
    """L-15: any bid opens the round, with so many dice in play."""
    return (Step(turn, "bid", track.opening(in_play)),)


@cache
def bid_or_call(turn: Seat, track: Track, stands: Bid) -> tuple[Request, ...]:
    """What whose turn it is may do after the bid that stands."""
    ladder = track.raises(stands)
    bid = () if ladder is None else (Step(turn, "bid", ladder),)  # L-05
    return (*bid, Confirm(turn, "call", deliberate=True))  # L-07, L-08


@cache
def rolled_or_stacked(seat: Seat, dice: int) -> tuple[Request, ...]:
    """What a seat that throws so many `dice` has to say."""
    return (Confirm(seat, "roll"), stacked_request(seat, dice))


@cache
def stacked_request(seat: Seat, dice: int) -> Choose:
    """Whether some of so many `dice` lie stacked: how many."""
    return Choose(seat, "stacked", tuple("12345"[:dice]), aside=True)


def _by_seat(values: Mapping[Seat, T]) -> dict[str, T]:
    """JSON has texts for keys."""
    return {str(seat): value for seat, value in values.items()}
