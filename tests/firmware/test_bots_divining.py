"""Bots play Bluff You! to its end, sensibly, and from what their seat may know alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import TABLE, Answer, Match, Setup
from engine.bluff_you.rules import DICE
from engine.request import Choose, Confirm, SeeDice
from firmware.bots import thinking
from firmware.bots.agreeing import of_whom
from firmware.bots.divining import answer, chance
from firmware.bots.thinking import keyed_in
from firmware.hands import Said

GAMES = 60
SEATS = (1, 2, 3)


def played(seed: int) -> Match:
    """A whole game of bots, each with what lies under its own cup."""
    rng, match = Random(f"divining/{seed}"), Match(Setup("bluff-you", SEATS))
    dice = ""
    while match.result is None:
        see = next((one for one in match.open if isinstance(one, SeeDice)), None)
        if see is not None:
            (bluffer,) = see.wanted
            match.answer(Answer(TABLE, "dice", f"{bluffer}:{dice}"))
            continue
        request = next(one for one in match.open if not one.aside)
        if isinstance(request, Confirm):
            dice = "".join(sorted(rng.choices("123456", k=DICE)))
        assert isinstance(request.by, int)
        view = match.view(request.by)
        said = answer((request,), view, dice if view["turn"] == request.by else "", {}, rng)
        assert said is not None
        match.answer(Answer(request.by, said.key, said.said))
        assert len(match.journal) < 3000, "it never ends"
    return match


@pytest.fixture(scope="module")
def games() -> list[Match]:
    return [played(seed) for seed in range(GAMES)]


def events(games: list[Match], key: str) -> list[dict[str, object]]:
    return [dict(event.values) for match in games for event in match.events if event.key == key]


def test_every_game_ends_in_a_reasonable_number_of_rounds(games: list[Match]) -> None:
    rounds = [len([event for event in match.events if event.key == "round"]) for match in games]
    assert 16 < sum(rounds) / GAMES < 60


def test_they_gain_steal_and_exchange_lie_and_are_doubted(games: list[Match]) -> None:
    verdicts = events(games, "verdict")
    assert min(Counter(one["deed"] for one in verdicts).values()) > GAMES
    assert min(Counter(one["said"] for one in verdicts).values()) > 3 * GAMES
    true = [one for one in verdicts if sum(map(int, str(one["dice"]))) == one["number"]]
    assert 0.2 < len(true) / len(verdicts) < 0.6, "who always lies or never is no Bluffer"
    assert events(games, "exchanged")


def test_they_claim_few_doubles_that_they_do_not_have(games: list[Match]) -> None:
    shown = events(games, "shown")
    assert sum(bool(one["pair"]) for one in shown) > 0.6 * len(shown)


def test_each_wins_about_as_often_as_the_others(games: list[Match]) -> None:
    wins = Counter(seat for match in games if match.result for seat in match.result.winners)
    assert min(wins[seat] for seat in SEATS) > GAMES / 8


def test_the_bluffer_who_has_no_choice_answers_all_the_same() -> None:
    rng = Random(1)
    view = Match(Setup("bluff-you", SEATS)).view(1)
    assert answer((Choose(1, "number", ("12",)),), view, "345", {}, rng) == Said("number", "12")
    assert answer((Choose(1, "number", ("12",)),), view, "", {}, rng) == Said("number", "12")
    assert answer((), view, "", {}, rng) is None


@pytest.mark.parametrize(("lies", "said"), [("565", "yes"), ("566", "no"), ("666", "no"), ("", "no")])
def test_they_agree_to_no_dice_but_those_that_lie_there(lies: str, said: str) -> None:
    match = Match(Setup("bluff-you", SEATS))
    for told in ("1 starts 1", "1 roll", "1 person 2", "1 number 18", "2 answer bluff", "1 enter 1:556"):
        match.answer(Answer.from_text(told))
    asked = tuple(one for one in match.open if one.by == 2 and not one.aside)
    view = match.view(2)
    assert of_whom(view) == (1,)
    assert answer(asked, view, "", {1: lies}, Random(1)) == Said("agree", said)


@pytest.mark.parametrize("wrong", [False, True])
def test_at_liars_dice_they_agree_to_no_others_either(wrong: bool) -> None:
    match = Match(Setup("liars-dice", SEATS, {}))
    for told in (
        "table dice 1:55555 2:54321 3:111**",
        *(f"{seat} roll" for seat in SEATS),
        "1 bid 7x4",
        "2 call",
        "1 enter 1:1234*",
    ):
        match.answer(Answer.from_text(told))
    lie = {1: "*3214" if not wrong else "*3215"}
    asked = tuple(one for one in match.open if one.by == 2 and not one.aside)
    said = thinking.answer(asked, match.view(2), "54321", lie, Random(1))
    assert said == Said("agree", "no" if wrong else "yes")


def test_whose_dice_are_to_be_keyed_in_keys_them_in() -> None:
    match = Match(Setup("bluff-you", SEATS))
    for said in ("1 starts 2", "2 roll", "2 person 1", "2 number 12", "1 answer ok"):
        match.answer(Answer.from_text(said))
    asides = {seat: tuple(one for one in match.open if one.by == seat) for seat in SEATS}
    assert keyed_in(asides[2], "345") == Said("enter", "2:345")
    assert keyed_in(asides[1], "") is None


def test_the_chances_are_those_of_three_dice() -> None:
    assert [round(216 * chance(total)) for total in range(3, 19)] == [
        1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1,
    ]  # fmt: skip
