"""What stands on the table of a Biz-Bluff, and the small steps that every part of the rules shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.answer import Seat
from engine.asking import Asking, Cards, Witnessed, cards_seen, dice_seen
from engine.biz_bluff.board import CENTRE, Company, Square
from engine.biz_bluff.box import Box, our_box
from engine.biz_bluff.ledger import Ledger, Purse
from engine.game import Game
from engine.request import SPOT, Choose, Confirm

FACES = "123456"


@dataclass(frozen=True, slots=True)
class Opening:
    """Another position than the first to begin from, at the turn of seat `turn`: by seat the company that it
    has claimed, the square that it stands on, its purse, and what it looked at last and may claim late; which
    files have left the game."""

    turn: Seat
    claims: Mapping[Seat, Company] = field(default_factory=dict)
    stands: Mapping[Seat, Square] = field(default_factory=dict)
    purses: Mapping[Seat, Purse] = field(default_factory=dict)
    seen: Mapping[Seat, Company] = field(default_factory=dict)
    gone: tuple[Company, ...] = ()


@dataclass(slots=True)
class Presentation:
    """The company that is presented, by whom, and what each has decided so far: parts bought, or sold if
    less than 0."""

    creditor: Seat
    company: Company
    dealt: dict[Seat, int] = field(default_factory=dict)


class Position(Game):
    """Everything that the views show, and how it changes."""

    def __init__(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        opening: Opening | None = None,
        box: Box | None = None,
    ) -> None:
        """`options`: a value for each house option. `box`: another than the one beside the rules."""
        super().__init__(seats)
        self.options = options
        self.opening = opening
        self.box = box or our_box()
        at = opening or Opening(seats[0])
        self.board = self.box.board
        self.files = tuple([company for company in self.board.companies if company not in at.gone])
        self.claims: dict[Seat, Company | None] = {seat: at.claims.get(seat) for seat in seats}
        self.centre = self.board.centre if options["way"] == "full" else Square("", CENTRE)
        self.stands = {seat: at.stands.get(seat, self.centre) for seat in seats}  # 003:L56.1
        self.ledger = Ledger({seat: at.purses.get(seat, Purse()) for seat in seats})
        self.seen = dict(at.seen)  # who may claim late what he has just looked at (Z-07)
        self.pile = self.whole_pile
        self.phase = "start"
        self.turn: Seat | None = None if opening is None else opening.turn
        self.thrown: tuple[Seat, int] | None = None
        self.card: str | None = None
        self.presents: Presentation | None = None
        self.dice_entry = Witnessed[Seat, str]()
        self.card_entry = Witnessed[str, Cards]()

    # ---- what is read from the table ------------------------------------------------------------

    def throw(self, seat: Seat, why: str) -> Asking[int]:
        """A seat throws the die and says so; then it is read before it."""
        self.phase = "throw"
        yield (Confirm(seat, "throw"),)
        seen = yield from dice_seen(self.seats, {seat: 1}, FACES, self.dice_entry)
        value = int(seen[seat])
        self.thrown = (seat, value)
        self.tell("thrown", reveal=True, by=seat, value=value, why=why)
        return value

    def turned_up(self, sorts: Mapping[str, object]) -> Asking[str]:
        """What lies in the middle, face up, one of `sorts`: a token or a card. How many there are of each,
        only the box on the table knows (Z-01, Z-03)."""
        seen = yield from cards_seen(self.seats, {SPOT: 1}, dict.fromkeys(sorts, 1), self.card_entry)
        return seen[SPOT][0]

    # ---- small steps ----------------------------------------------------------------------------

    def choice(self, seat: Seat, key: str, options: tuple[str, ...], phase: str | None = None) -> Asking[str]:
        """One of `options`; where there is but one, nobody is asked."""
        if len(options) == 1:
            return options[0]
        self.phase = phase or key
        answer = yield (Choose(seat, key, options),)
        return answer.said

    def free(self, company: Company) -> bool:
        """Its file is there and nobody has claimed it."""
        return company in self.files and company not in self.claims.values()

    def moves(self, seat: Seat, square: Square) -> None:
        """A pawn comes to stand somewhere else; what was looked at before can no longer be claimed late."""
        self.stands[seat] = square
        self.seen.pop(seat, None)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody else, from the left on."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    def left_of(self, seat: Seat) -> Seat:
        return self.others(seat)[0]

    @property
    def whole_pile(self) -> int:
        return sum(card.count for card in self.box.cards.values())
