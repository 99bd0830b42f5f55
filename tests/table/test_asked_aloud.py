"""What the page says that the table waits for is one plain line in every game and language."""

from __future__ import annotations

from random import Random

import pytest

from engine import GAMES, Match, Setup
from firmware.words import LANGUAGES
from tests.engine.play import any_answer
from tests.table.rig import Rig

SEATS = (1, 2, 3)


@pytest.mark.parametrize("game", GAMES)
def test_whom_it_waits_for_and_then_what_with_one_colon_between(game: str) -> None:
    match, rng = Match(Setup(game, SEATS)), Random(1)
    rig = Rig(SEATS, match=match)
    said: set[str] = set()
    for _ in range(150):
        if match.result is not None:
            break
        for language in LANGUAGES:
            rig.house.language = language
            said.add(str(rig.play.public()["asked"]))
        match.answer(any_answer(match, rng, asides=False))
    assert len(said) > len(LANGUAGES)
    assert not [line for line in said if line.count(":") > 1]
