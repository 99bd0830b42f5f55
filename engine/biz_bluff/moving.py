"""Two ways to move (Z-02): the box knows the board and offers the squares, or players move by hand and tell
it what they have reached."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from engine.answer import Seat
from engine.asking import Asking
from engine.biz_bluff.board import CENTRE, COMPANY, DAHU, KINDS, STREETS, SVP, WHITE, Company, Square
from engine.biz_bluff.position import Position

NOBODY = "nobody"


class Way(ABC):
    """How the box learns where pawns are."""

    @abstractmethod
    def moved(self, at: Position, seat: Seat, steps: int) -> Asking[Square]:
        """Where the pawn of `seat` ends with so many steps (003:L76.1)."""

    @abstractmethod
    def before(self, at: Position, company: Company) -> Square:
        """The coloured square of a company."""

    @abstractmethod
    def hunted(self, at: Position, sender: Seat) -> Asking[Square]:
        """To which square of the Dahu hunt `sender` sends a pawn, occupied or not (003:L90.1, Z-25)."""

    @abstractmethod
    def met(self, at: Position, seat: Seat, square: Square) -> Asking[Seat | None]:
        """Whose pawn stands where `seat` has arrived. Where several do, who arrives says which he means."""


class Full(Way):
    """The box knows the board."""

    def moved(self, at: Position, seat: Seat, steps: int) -> Asking[Square]:
        ends = at.board.reached(at.stands[seat].name, steps, at.claims[seat] is not None)
        said = yield from at.choice(seat, "move", tuple([square.name for square in ends]))
        return at.board.squares[said]

    def before(self, at: Position, company: Company) -> Square:
        return at.board.before(company)

    def hunted(self, at: Position, sender: Seat) -> Asking[Square]:
        squares = tuple([square.name for square in at.board.of_kind(DAHU)])
        said = yield from at.choice(sender, "hunt", squares)
        return at.board.squares[said]

    def met(self, at: Position, seat: Seat, square: Square) -> Asking[Seat | None]:
        there = tuple([str(other) for other in at.others(seat) if at.stands[other] == square])
        if not there:
            return None
        return int((yield from at.choice(seat, "met", there)))


class Light(Way):
    """Players move by hand. Of a square the box knows the kind, and the company or the street that it
    shows."""

    def moved(self, at: Position, seat: Seat, steps: int) -> Asking[Square]:
        del steps  # he counts them himself
        kind = yield from at.choice(seat, "reached", KINDS)
        if kind == COMPANY:
            company = yield from at.choice(seat, "company", at.files)
            return self.before(at, company)
        if kind == SVP:
            return square_of(kind, (yield from at.choice(seat, "zone", STREETS)))
        return square_of(kind)

    def before(self, at: Position, company: Company) -> Square:
        del at
        return square_of(COMPANY, company)

    def hunted(self, at: Position, sender: Seat) -> Asking[Square]:
        """Which one, he need not tell."""
        del at, sender
        yield from ()
        return square_of(DAHU)

    def met(self, at: Position, seat: Seat, square: Square) -> Asking[Seat | None]:
        """Before a company there is but one square; of the others there are several, and only who moves sees
        whether it is the same."""
        there = tuple([str(other) for other in at.others(seat) if looks_like(at, at.stands[other]) == square])
        if not there:
            return None
        options = there if square.kind == COMPANY else (NOBODY, *there)
        said = yield from at.choice(seat, "met", options)
        return None if said == NOBODY else int(said)


def square_of(kind: str, of: str = "") -> Square:
    """A square of the light way: it has no place, only what it is."""
    return Square("", kind, of)


def looks_like(at: Position, square: Square) -> Square:
    """A company's square is white when its file is gone (Z-22)."""
    gone = square.kind == COMPANY and square.of not in at.files
    return square_of(WHITE) if gone else square_of(square.kind, square.of)


def is_safe(at: Position, square: Square) -> bool:
    """Whether nobody is bumped there: several may stand in the centre (003:L100.1), and in a house that wants
    it in the Dahu hunt (Z-09)."""
    return square.kind == CENTRE or (square.kind == DAHU and at.options["dahu-safe"] == "yes")


WAYS: Mapping[str, Way] = {"full": Full(), "light": Light()}
