"""Games of Biz-Bluff to be written down: one from near its end to its result where the box knows the board,
one from its first press where players tell what they reached."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Match, Setup
from engine.biz_bluff.box import our_box
from engine.biz_bluff.ledger import Purse
from engine.biz_bluff.position import Opening
from engine.biz_bluff.rules import BizBluff
from engine.games import GAMES, chosen

GAME = "biz-bluff"
Steps = tuple[str, ...]

READ = "1 ok; 2 ok; 3 ok"
SQUARES = our_box().board.squares
LATE = Opening(
    1,
    claims={1: "Y1"},
    stands={1: SQUARES["f2"], 2: SQUARES["f8"], 3: SQUARES["b6"]},
    purses={1: Purse(10, 10), 2: Purse(60, 25), 3: Purse(5, 0)},
    gone=tuple(our_box().board.companies)[4:],
)

FULL: Steps = (
    "1 throw",
    "eye 1:4",
    READ,
    "1 move f6",
    "1 present present",
    READ,
    "2 deal buy",  # the example of the sheet: 60 $ and 25 parts, 50 more
    "2 buy 50",
    "3 deal nothing",
    "1 deal nothing",
    "1 menu enter spot:one",
    "2 agree no",
    "1 menu enter spot:two",
    "2 agree yes",
    READ,
    "2 throw",
    "see 2:cocked",
    "eye 2:2",
    READ,
    "2 move h8",
    "2 look Y2",  # nothing tells the others
    "3 throw",
    "eye 3:1",
    READ,
    "3 menu enter spot:yellow",
    "1 agree yes",
    READ,
    "3 company Y2",
    "3 deed look",
    "1 throw",
    "eye 1:5",
    READ,
    "1 move f1",
    "1 hunt b2",
    READ,
    "1 deed claim",
    "1 throw",
    "eye 1:6",
    "2 menu dispute",
    "wait",
    "eye 1:5",
    READ,
    "1 move f6",
    "1 present decline",
    "2 throw",
    "eye 2:1",
    READ,
    "2 menu enter spot:challenge",
    "3 agree yes",
    READ,
    "2 opponent 1",
    "2 throw",
    "eye 2:5",
    READ,
    "1 throw",
    "eye 1:3",
    READ,
    "2 hunt j2",
    READ,
    "3 throw",
    "eye 3:2",
    READ,
    "3 move c1",  # that file is gone
    "1 throw",
    "eye 1:3",
    READ,
    "1 move g2",
    "2 throw",
    "eye 2:6",
    READ,
    "2 move f6",  # he need not go on
    "2 present present",
    READ,
    "3 deal buy",
    "3 buy 5",
    "1 deal sell",
    "1 menu undo yes",
    "wait",
    "1 deal sell",
    "1 sell 10",
    "2 deal buy",
    "2 buy 20",
    "2 menu enter spot:bluffed",
    "1 agree yes",
    READ,
    "1 press m",  # what everybody has
    "1 press m",
)

LIGHT: Steps = (
    "1 throw",
    "eye 1:3",
    READ,
    "2 throw",
    "eye 2:6",
    READ,
    "3 throw",
    "eye 3:6",
    READ,
    "2 throw",
    "eye 2:2",
    READ,
    "3 throw",
    "eye 3:5",
    READ,
    "3 throw",
    "eye 3:4",
    READ,
    "3 reached company",
    "3 company R2",
    "3 deed look",
    "1 throw",
    "eye 1:5",
    READ,
    "1 reached dahu",
    "2 throw",
    "eye 2:4",
    READ,
    "2 reached dahu",
    "2 met 1",
    READ,
    "3 late claim",
    "3 throw",
    "eye 3:1",
    READ,
    "3 menu enter spot:bluffed-2-4",
    "1 agree yes",
    READ,
    "3 throw",
    "eye 3:6",
    READ,
    "1 menu end yes",
    "wait",
    "2 end yes; 3 end yes",
)

BUSINESSES: Mapping[str, tuple[Opening | None, str, Steps]] = {
    "biz-bluff": (LATE, "full", FULL),
    "biz-bluff-light": (None, "light", LIGHT),
}


def setup_of(way: str) -> Setup:
    return Setup(GAME, (1, 2, 3), {"way": way})


def business(opening: Opening | None, way: str) -> Match:
    """A match of three that begins there; None: at the beginning."""
    setup = setup_of(way)
    values = chosen(GAMES[GAME], setup.options)
    return Match(setup, lambda: BizBluff(setup.seats, values, opening))
