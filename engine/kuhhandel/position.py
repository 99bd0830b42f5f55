"""What stands on the table of a cattle trade, and the small steps that auction and trade share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.answer import Answer, Seat
from engine.asking import Cards, Witnessed
from engine.errors import BadSetup
from engine.game import Game
from engine.kuhhandel.dove import Dove
from engine.kuhhandel.editions import ANIMALS, FORMS, Edition
from engine.kuhhandel.herd import SET, Herds
from engine.kuhhandel.money import Money, Notes


@dataclass(frozen=True, slots=True)
class Opening:
    """Another position than the first to begin from: at the turn of seat `turn`, with so many cards in the
    deck and donkeys turned up; by seat the animals and the notes; who has the dove."""

    turn: Seat
    deck: int = len(ANIMALS) * SET
    animals: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)
    notes: Mapping[Seat, Sequence[int]] = field(default_factory=dict)
    donkeys: int = 0
    dove: Seat | None = None


@dataclass(slots=True)
class Sale:
    """The auction that runs: what is put up by whom, the bid that stands, the count, who is out (K-12)."""

    animals: Cards
    seller: Seat
    high: int | None = None
    by: Seat | None = None
    counted: int = 0
    shown: bool = False  # whether who bids highest has shown that he can pay
    out: tuple[Seat, ...] = ()


@dataclass(slots=True)
class Deal:
    """The trade that runs, or the last one: who proposed it to whom, for which animals; by `offer` and
    `counter` the piles that have been laid, and who may know what is in them."""

    proposer: Seat
    partner: Seat
    animal: str
    size: int
    round: int = 1
    runs: bool = True
    piles: dict[str, Notes] = field(default_factory=dict)
    known_to: dict[str, tuple[Seat, ...]] = field(default_factory=dict)


class Position(Game):
    """Everything that the views show, and how it changes."""

    def __init__(
        self,
        edition: Edition,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        opening: Opening | None = None,
    ) -> None:
        """`options`: a value for each house option of the edition. Raises BadSetup."""
        super().__init__(seats)
        self.edition = edition
        self.options = options
        form = FORMS[options.get("trade", edition.trades[0])]
        self.form = replace(form, zeros=options.get("zeros", form.zeros))
        self.lot = 2 if options.get("fast") == "yes" else 1
        self.bid_step = int(options["bid-step"])
        self.on_the_table = options["money"] == "table"
        self.opening = opening
        begin = opening or Opening(turn=seats[0])
        if begin.turn not in seats:
            raise BadSetup(f"seat {begin.turn} does not sit here, so it cannot begin")
        self.herds = Herds(ANIMALS, {seat: begin.animals.get(seat, {}) for seat in seats}, begin.deck)
        if self.herds.stuck():
            raise BadSetup("some animals lie where nobody could ever trade for them")
        purses = {seat: begin.notes.get(seat, edition.purse) for seat in seats}
        self.money = Money(edition.notes, edition.purse, purses)
        self.donkeys = begin.donkeys
        self.dove = Dove(edition.dove, begin.dove)
        self.phase = "start"
        self.turn: Seat | None = None if opening is None else begin.turn
        self.sale: Sale | None = None
        self.deal: Deal | None = None
        self.passing: tuple[Seat, ...] = ()
        self.entry = Witnessed[str, Cards]()

    def still_in(self) -> tuple[Seat, ...]:
        return self.seats

    def left_of(self, seat: Seat) -> Seat:
        """The next to the left (G-06)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def goes_to(self, seat: Seat, animals: Iterable[str]) -> None:
        """Animals come to lie before a seat; what becomes complete is told, and may earn the dove."""
        for kind in self.herds.give(seat, animals):
            self.tell("set", seat=seat, animal=kind)
            if self.dove.earned(seat, kind, self.herds.sets(seat)) and self.options["dove-reminder"] == "yes":
                self.tell("dove-due", seat=seat)

    def donkeys_pay(self, count: int) -> None:
        """So many donkeys more were turned up: for each, everybody gets one note (000:L79.2, 002:L223.1)."""
        for _ in range(count):
            note = self.edition.donkeys[self.donkeys]
            self.donkeys += 1
            self.money.hand_out(note)
            self.tell("donkey", number=self.donkeys, each=note)


def notes_of(answer: Answer) -> Notes:
    """The pile that a Compose was answered with."""
    return tuple(sorted(int(word) for word in answer.said.split()))
