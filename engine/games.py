"""The games in the house: what a table can pick from, and the way from a setup to a game in play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from engine.answer import Seat
from engine.biz_bluff.options import OPTIONS as BIZ_BLUFF_OPTIONS
from engine.biz_bluff.rules import BizBluff, with_box
from engine.bluff_you.options import OPTIONS as BLUFF_YOU_OPTIONS
from engine.bluff_you.rules import BluffYou
from engine.errors import BadSetup
from engine.game import Game, Option, Setup
from engine.kuhhandel.editions import EDITIONS
from engine.kuhhandel.rules import CattleTrade
from engine.liars_dice.options import OPTIONS as LIARS_DICE_OPTIONS
from engine.liars_dice.rules import LiarsDice

Begin: TypeAlias = Callable[[tuple[Seat, ...], Mapping[str, str]], Game]


@dataclass(frozen=True, slots=True)
class Kind:
    """A game that can be picked: seats from `least` to `most`, its house options, and how it begins.
    `boxed`: how it begins by the papers of a setup, where it can be played with another box than ours."""

    key: str
    least: int
    most: int
    options: tuple[Option, ...]
    begin: Begin
    boxed: Callable[[Mapping[str, str]], Begin] | None = None


CATTLE_TRADE = tuple(
    Kind(edition.key, 3, 5, edition.options, partial(CattleTrade, edition))  # 000:L11.1, 002:L24.1
    for edition in EDITIONS.values()
)

GAMES: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind("liars-dice", 2, 6, LIARS_DICE_OPTIONS, LiarsDice),  # L-01
        *CATTLE_TRADE,
        Kind("bluff-you", 2, 6, BLUFF_YOU_OPTIONS, BluffYou),  # Y-01
        Kind("biz-bluff", 2, 4, BIZ_BLUFF_OPTIONS, BizBluff, with_box),  # 003:L38.1
    )
}


def new_game(setup: Setup) -> Game:
    """The game that `setup` describes, at its beginning. Raises BadSetup (G-02), and BadData for papers that
    are no good."""
    kind = GAMES.get(setup.game)
    if kind is None:
        raise BadSetup(f"there is no game {setup.game!r}; there are {', '.join(GAMES)}")
    return begun(kind, setup)


def begun(kind: Kind, setup: Setup) -> Game:
    """A game of this kind at its beginning. Raises BadSetup (G-02) and BadData."""
    if not kind.least <= len(setup.seats) <= kind.most:
        raise BadSetup(f"{kind.key} is for {kind.least} to {kind.most} seats, not {len(setup.seats)}")
    if len(set(setup.seats)) != len(setup.seats) or min(setup.seats) < 1:
        raise BadSetup("each seat sits once, and its number is 1 or more")
    begin = kind.begin
    if setup.papers:
        if kind.boxed is None:
            raise BadSetup(f"{kind.key} is played by the rules' own data alone")
        begin = kind.boxed(setup.papers)
    return begin(setup.seats, chosen(kind, setup.options))


def chosen(kind: Kind, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of `kind` with its value: the one in `options`, else the sheet's. Raises BadSetup."""
    values = {option.key: option.default for option in kind.options}
    for key, value in options.items():
        option = next((option for option in kind.options if option.key == key), None)
        if option is None:
            raise BadSetup(f"{kind.key} has no option {key!r}; it has {', '.join(values)}")
        if value not in option.choices:
            raise BadSetup(f"{kind.key}: {key} is one of {', '.join(option.choices)}; not {value!r}")
        values[key] = value
    return values
