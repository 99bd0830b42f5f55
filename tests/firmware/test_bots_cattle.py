"""Bots play the cattle trade to its end, sensibly, and from what their seat may know alone."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from engine import Match
from engine.kuhhandel.editions import ANIMALS
from tests.firmware.cattle import EDITIONS, Evening, any_setup

NIGHTLY = "BLUFFBOX_NIGHTLY" in os.environ
GAMES_EACH = 200 if NIGHTLY else 8
TWINS = 300 if NIGHTLY else 40


class NoEyes:
    """Nothing lies there."""

    def spot(self) -> tuple[str, ...]:
        return ()

    def animals(self, _seat: int) -> tuple[str, ...]:
        return ()

    def notes(self, _seat: int) -> tuple[int, ...]:
        return ()


@pytest.mark.parametrize("game", EDITIONS)
def test_every_game_ends_and_all_lies_where_it_is_on_record(game: str) -> None:
    for number in range(GAMES_EACH):
        rng = Random(f"{game}/{number}")
        evening = Evening(any_setup(rng, game), number, mislaid=0.1)
        match = evening.run()
        lies = {seat: evening.world.animals(seat) for seat in match.setup.seats}
        assert lies == evening.animals(), f"game {number}"
        assert sum(lies.values(), Counter()) == Counter(dict.fromkeys(ANIMALS, 4))
        if match.setup.options["money"] == "table":
            for seat in match.setup.seats:
                assert evening.world.purse(seat) == notes(match, seat), f"game {number}, seat {seat}"


def notes(match: Match, seat: int) -> tuple[int, ...]:
    you = match.view(seat)["you"]
    assert isinstance(you, dict)
    return tuple(you["notes"])
