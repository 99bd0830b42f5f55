"""Which numbers a card of Biz-Bluff wants stays on the glass until they are thrown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.biz_bluff.box import our_box
from firmware.words import LANGUAGES, Words
from firmware.words.biz_bluff_texts import face
from tests.table.businesses import LATE, business
from tests.table.rig import Rig
from tests.table.test_turned_up import read_all, thrown

SEATS = (1, 2, 3)
CARDS = [name for name, card in our_box().cards.items() if card.numbers]


def drawn(card: str, turn: int) -> Rig:
    rig = Rig(SEATS, match=business(replace(LATE, claims={}, turn=turn), "full"))
    thrown(rig, turn, "1")
    rig.lay(**{f"seat_{turn}": card})  # type: ignore[arg-type]
    return rig


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("turn", SEATS)
def test_it_stays_before_all_until_the_die_is_thrown_however_long_that_takes(card: str, turn: int) -> None:
    rig = drawn(card, turn)
    wanted = face(rig.house.words, card)
    for _ in range(20):
        assert all(wanted in rig.text(seat) for seat in SEATS)
        rig.wait(30.0)
    assert "Throw the die" in rig.text(turn)
    thrown(rig, turn, str(our_box().cards[card].numbers[0]))
    assert not any(wanted in rig.text(seat) for seat in SEATS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_the_tables_language(language: str) -> None:
    rig = drawn("bluffed-4-5-6", 1)
    rig.house.language = language
    read_all(rig)
    rig.press(1, "O")
    rig.press(1, "O")
    assert face(Words(language), "bluffed-4-5-6") in rig.text(1)


def test_no_other_throw_wants_a_number() -> None:
    rig = Rig(SEATS, match=business(replace(LATE, claims={}), "full"))
    assert rig.text(1).count("Throw") == 1
    rig = drawn("challenge", 1)
    rig.say(1, "opponent", "2")
    read_all(rig)
    assert rig.text(1).count("Throw") == 1
