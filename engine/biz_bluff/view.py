"""What may be known of a Biz-Bluff: all but what lies in the files, and who has looked where."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answer import Seat
from engine.biz_bluff.board import street_of
from engine.biz_bluff.position import Position, Presentation
from engine.event import Value
from engine.game import View


def shown_to(at: Position, seat: Seat | None) -> View:
    """The table as everybody sees it. Nobody's view holds more: what a seat has looked at it remembers
    itself."""
    view: View = {
        "game": "biz-bluff",
        "options": dict(at.options),
        "phase": at.phase,
        "turn": at.turn,
        "thrown": None if at.thrown is None else {"by": at.thrown[0], "value": at.thrown[1]},
        "card": at.card,
        "pile": at.pile,
        "companies": {
            company: {"name": name, "street": street_of(company), "there": company in at.files}
            for company, name in at.board.companies.items()
        },
        "files": len(at.files),
        "claims": {str(owner): company for owner, company in at.claims.items()},
        "stands": {
            str(owner): {"square": square.name, "kind": square.kind, "of": square.of}
            for owner, square in at.stands.items()
        },
        "purses": {
            str(owner): {"cash": purse.cash, "parts": purse.parts, "worth": purse.worth}
            for owner, purse in at.ledger.purses.items()
        },
        "blocked": at.ledger.blocked,
        "presented": None if at.presents is None else shown_presentation(at.presents),
        "entered": entered(at),
    }
    if seat is not None:
        view["you"] = {"seat": seat, "claim": at.claims.get(seat)}
    return view


def shown_presentation(presented: Presentation) -> Mapping[str, Value]:
    return {
        "by": presented.creditor,
        "company": presented.company,
        "dealt": {str(seat): parts for seat, parts in presented.dealt.items()},
    }


def entered(at: Position) -> Mapping[str, Value] | None:
    """What was keyed in by hand and waits for a second to confirm it (G-04)."""
    if at.dice_entry.owner is not None:
        dice: dict[str, Value] = {str(seat): shown for seat, shown in at.dice_entry.lies.items()}
        return {"by": at.dice_entry.owner, "dice": dice}
    if at.card_entry.owner is not None:
        return {"by": at.card_entry.owner, "cards": dict(at.card_entry.lies)}
    return None
