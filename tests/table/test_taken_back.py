"""Who takes a step back, and who is asked to, reads what it was: in the table's words, and no secret."""

import random

import pytest

from engine import GAMES, Answer, Match, Setup
from engine.answer import CLOCK, TABLE
from firmware.words import LANGUAGES, Words
from firmware.words.talk import step
from firmware.words.values import mapping
from tests.engine.play import any_answer, table_talk
from tests.table.rig import Rig

SEATS = (1, 2, 3)


def started(game: str, *said: str) -> Rig:
    return Rig(SEATS, match=Match.replayed(Setup(game, SEATS), map(Answer.from_text, said)))


def bidding() -> Rig:
    rolls = ("table dice 1:11111 2:22222 3:33333", "1 roll", "2 roll", "3 roll")
    return started("liars-dice", *rolls, "3 bid 6x3")


def offering(offer: str, least: str = "0") -> Rig:
    """Two have a cow each; seat 1 has laid an offer for it."""
    lot = ("1 turn auction", "table cards spot:cow", *["clock count"] * 3)
    other = ("2 turn auction", "table cards spot:cow", *["clock count"] * 3)
    third = ("3 turn auction", "table cards spot:pig", *["clock count"] * 3)
    return started(
        "kuhhandel", "1 starts 1", *lot, *other, *third, "1 turn trade:cow", f"1 offer {offer or least}"
    )


def test_the_menu_says_what_is_taken_back_before_it_is() -> None:
    rig = bidding()
    rig.press(3, "O")
    rig.press(3, "o")
    assert "# Take back" in rig.text(3)
    assert "Seat 3 bids 6 x 3" in rig.text(3)
    assert "All are asked" not in rig.text(3), "it is his own"
    assert rig.answers[-1] == "3 bid 6x3"
    rig.press(3, "b")
    assert rig.answers[-1] == "3 bid 6x3"
    rig.press(3, "oo")
    assert rig.answers[-1] == "3 undo yes"
    assert "Taken back: Seat 3 bids 6 x 3" in rig.text(1)


def test_all_who_are_asked_read_what_they_are_asked_about() -> None:
    rig = bidding()
    rig.press(2, "O")
    rig.press(2, "o")
    assert "All are asked" in rig.text(2)
    rig.press(2, "o")
    rig.press(3, "o")  # the news has been read
    assert "Take the last step back?" in rig.text(3)
    assert "Seat 3 bids 6 x 3" in rig.text(3)
    assert "Yes says Seat 2" in rig.text(3)


def test_an_offer_that_is_taken_back_is_shown_to_nobody() -> None:
    one, other = offering("10 50"), offering("0 0")
    for rig in (one, other):
        rig.choose(2, "undo", "yes")
        for seat in (1, 3):
            rig.press(seat, "o")
    for seat in (2, 3):
        assert one.text(seat) == other.text(seat), "two offers of as many notes"
    assert "Seat 1 offers" in one.text(3)


def test_what_the_table_has_said_since_tells_what_the_step_was() -> None:
    rig = started("kuhhandel", "1 starts 1", "1 turn auction", "table cards spot:cow")
    rig.press(1, "O")
    while "[Take back]" not in rig.text(1):
        rig.press(1, "m")
    rig.press(1, "o")
    assert "Seat 1 auctions: Cow" in rig.text(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_every_game_can_be_said_and_all_are_told_the_same(game: str, language: str) -> None:
    rng, words = random.Random(f"{game}/{language}"), Words(language)
    match = Match(Setup(game, SEATS))
    said: set[str] = set()
    for _ in range(250):
        if match.result is not None:
            match = Match(Setup(game, SEATS))
        talk = [answer for answer in table_talk(match, rng) if answer.key != "end"]
        match.answer(rng.choice(talk) if talk and rng.random() < 0.1 else any_answer(match, rng))
        last = match.view(None)["last"]
        assert all(match.view(seat)["last"] == last for seat in SEATS)
        if last is None:
            assert all(answer.by in (TABLE, CLOCK) for answer in match._kept)
            continue
        told = mapping(last)["told"]
        known = [event for event in match.events if event.known_to is None]
        assert isinstance(told, tuple)
        assert all(any(one["values"] == event.values for event in known) for one in map(mapping, told))
        text = step(words, mapping(last), game)
        assert text
        assert "{" not in text
        said.add(text)
    assert len(said) > 3
