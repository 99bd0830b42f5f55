"""Bots play the cattle trade to its end, sensibly, and from what their seat may know alone."""

from __future__ import annotations

import os
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from random import Random

import pytest

from engine import Answer, Match, Setup
from engine.kuhhandel.editions import ANIMALS
from engine.ladder import Amounts
from engine.request import Compose, Countdown, EnterCards, EnterDice, Step
from firmware.bots import thinking
from firmware.bots.cattle import answer, aside
from firmware.bots.presses import gestures, presses
from firmware.bots.worth import Means, near
from firmware.hands import Hand, Said
from firmware.hands.bid import BidHand
from firmware.hands.menu import table_menu
from firmware.journal import Journal
from firmware.table.house import House
from firmware.words.values import mapping, numbers
from tests.engine.test_kuhhandel_properties import Twins
from tests.firmware.cattle import EDITIONS, Evening, any_setup

NIGHTLY = "BLUFFBOX_NIGHTLY" in os.environ
GAMES_EACH = 200 if NIGHTLY else 6
TWINS = 400 if NIGHTLY else 40


class NoEyes:
    """Nothing lies there."""

    def spot(self) -> tuple[str, ...]:
        return ()

    def animals(self, _seat: int) -> tuple[str, ...]:
        return ()

    def notes(self, _seat: int) -> tuple[int, ...]:
        return ()


@pytest.fixture(scope="module", params=EDITIONS)
def evenings(request: pytest.FixtureRequest) -> list[Evening]:
    """Whole games of an edition, with options as they come and notes mislaid."""
    played = []
    for number in range(GAMES_EACH):
        evening = Evening(any_setup(Random(f"{request.param}/{number}"), request.param), number, mislaid=0.1)
        evening.run()
        played.append(evening)
    return played


def test_every_game_ends_and_all_lies_where_it_is_on_record(evenings: list[Evening]) -> None:
    for evening in evenings:
        match, lies = evening.match, {}
        for seat in match.setup.seats:
            lies[seat] = evening.world.animals(seat)
            if match.setup.options["money"] == "table":
                assert evening.world.purse(seat) == notes(match, seat)
        assert lies == evening.animals()
        assert sum(lies.values(), Counter()) == Counter(dict.fromkeys(ANIMALS, 4))


def test_they_bid_within_their_means_but_for_a_rare_bluff(evenings: list[Evening]) -> None:
    bids = [bid for evening in evenings for bid in evening.bids]
    assert len(bids) > 60 * len(evenings)
    assert sum(bid > has for bid, has in bids) < 0.03 * len(bids)


def test_they_pay_no_more_than_they_must(evenings: list[Evening]) -> None:
    """Of all that is paid, hardly anything is overpaid: bids are such as the bidder has the notes for."""
    paid = due = 0
    for evening in evenings:
        for event in evening.match.events:
            if (
                event.key == "paid" and evening.match.setup.options["money"] == "pods"
            ):  # else notes are mislaid
                paid += sum(numbers(event.values["notes"]))
                due += int(str(event.values["price"]))
    assert due <= paid < 1.15 * due


def test_they_bluff_and_trade_and_use_the_buying_right_now_and_then(evenings: list[Evening]) -> None:
    said = Counter(
        (one.key, one.said)
        for evening in evenings
        for one in evening.match.journal
        if one.key in ("turn", "right", "reply")
    )
    assert sum(count for (key, what), count in said.items() if key == "turn" and "trade" in what) > len(
        evenings
    )
    assert said["right", "buy"] > len(evenings)
    assert said["right", "sell"] > len(evenings)
    piles = [
        [int(note) for note in one.said.split()]
        for evening in evenings
        for one in evening.match.journal
        if one.key in ("offer", "counter")
    ]
    assert 0.04 < sum(not sum(pile) for pile in piles) / len(piles) < 0.5
    assert sum(bool(sum(pile)) and 0 in pile for pile in piles) > len(evenings)


def notes(match: Match, seat: int) -> tuple[int, ...]:
    return numbers(mapping(match.view(seat)["you"])["notes"])


@pytest.mark.parametrize("game", EDITIONS)
def test_nobody_plays_by_what_is_anothers_secret(game: str) -> None:
    """At two tables that differ only in what one seat holds and lays, the others say the same."""
    compared = 0
    for number in range(TWINS):
        rng = Random(f"twins/{game}/{number}")
        options = {"money": "pods"}
        twins = Twins(Setup(game, (1, 2, 3, 4), options), rng)
        for _ in range(60):
            for seat in (one for one in twins.outsiders if one is not None):
                says = [thinks(match, seat, number) for match in twins.tables]
                assert says[0] == says[1]
                compared += says[0] is not None
            if twins.tables[0].result is not None or not twins.step():
                break
    assert compared > 4 * TWINS


def thinks(match: Match, seat: int, seed: int) -> Said | None:
    own = tuple(request for request in match.open if request.by == seat)
    asked = tuple(request for request in own if not request.aside)
    if not asked or asked[0].key in ("counted", "agree", "anew"):
        return None  # by what lies before their eyes
    return answer(asked, match.view(seat), NoEyes(), Random(seed))


# ---- what they think --------------------------------------------------------------------------------


def view(notes: tuple[int, ...], herds: dict[int, dict[str, int]], deck: int = 20) -> dict[str, object]:
    """Seat 1's view, as far as it thinks about money."""
    return {
        "you": {"seat": 1, "notes": notes, "total": sum(notes)},
        "animals": {str(seat): herd for seat, herd in herds.items()},
        "deck": deck,
        "dove": None,
    }


PURSE = (0, 0, 10, 10, 10, 10, 50, 100, 200)


def test_an_animal_is_worth_more_to_who_has_more_of_it() -> None:
    wants = [
        Means(view(PURSE, {1: {"pig": own}, 2: {}})).appetite("pig")  # type: ignore[arg-type]
        for own in range(4)
    ]
    assert wants == sorted(wants)
    assert wants[3] > 1.5 * wants[0]
    assert Means(view(PURSE, {1: {}, 2: {}})).appetite("horse") > Means(  # type: ignore[arg-type]
        view(PURSE, {1: {}, 2: {}})  # type: ignore[arg-type]
    ).appetite("goose")


def test_a_rivals_last_animal_is_bid_for() -> None:
    alone = Means(view(PURSE, {1: {}, 2: {"cat": 2}})).appetite("cat")  # type: ignore[arg-type]
    threatened = Means(view(PURSE, {1: {}, 2: {"cat": 3}})).appetite("cat")  # type: ignore[arg-type]
    assert threatened != alone
    assert threatened >= 0.5 * (ANIMALS["cat"] / max(ANIMALS.values())) ** 0.5


def test_it_bids_what_it_can_pay_exactly_if_that_is_near() -> None:
    means = Means(view((0, 50, 50, 100), {1: {}, 2: {}}))  # type: ignore[arg-type]
    assert means.bid(30, 120, 10) == 50
    assert means.bid(110, 140, 10) == 120, "nothing exact is near"
    assert near((0, 10, 50, 50, 200), 120) == (10, 50, 50)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("step", ["10", "1"])
def test_bids_go_up_now_by_little_and_now_by_much(edition: str, step: str) -> None:
    """Also where a bid may be higher by 1: there it was always the next ten, twelve times in an auction."""
    evening = Evening(Setup(edition, (1, 2, 3, 4), {"bid-step": step}), 0)
    evening.run()
    bids = [bid for bid, _ in evening.bids]
    raised = Counter(bid - last if bid > last else bid for last, bid in pairwise([0, *bids]))
    assert len(raised) > 3
    assert max(raised.values()) < 0.7 * len(bids), raised
    assert len(bids) < 8 * sum(event.key == "turned-up" for event in evening.match.events)


def test_it_keys_in_what_lies_there_where_the_eye_is_not_asked() -> None:
    class Sees(NoEyes):
        def spot(self) -> tuple[str, ...]:
            return ("cow",)

    entry = tuple(EnterCards(seat, "enter", {"spot": 1}, {"cow": 4, "pig": 4}) for seat in (1, 2))
    assert aside(entry[:1], True, {"turn": 1}, Sees()) == Said("enter", "spot:cow")
    assert aside(entry[1:], True, {"turn": 1}, Sees()) is None, "one of them is enough"
    assert aside(entry[:1], False, {"turn": 1}, Sees()) is None, "the eye is still asked"
    dice = EnterDice(2, "enter", {2: 3, 5: 1}, "12345*")
    assert thinking.keyed_in((dice,), "11*") == Said("enter", "2:11*")
    assert thinking.keyed_in((EnterDice(5, "enter", {2: 3, 5: 1}, "12345*"),), "1") is None


def test_it_says_no_to_what_does_not_lie_there() -> None:
    match = Match(Setup("kuhhandel", (1, 2, 3)))
    match.answer(Answer(1, "starts", "1"))
    match.answer(Answer(1, "turn", "auction"))
    match.answer(Answer(2, "enter", "spot:cow"))

    class Sees(NoEyes):
        def __init__(self, face: str) -> None:
            self.face = face

        def spot(self) -> tuple[str, ...]:
            return (self.face,)

    asked = tuple(request for request in match.open if request.by == 3)
    for face, says in (("cow", "yes"), ("pig", "no")):
        assert answer(asked, match.view(3), Sees(face), Random(1)) == Said("agree", says)


# ---- how they press ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "amount"), [(10, 30), (10, 80), (10, 410), (1, 31), (1, 40), (1, 97)])
def test_a_bid_is_pressed_in_few_seconds(step: int, amount: int) -> None:
    house = House.remembered(Journal(None), "en", 160)
    hand = BidHand(Step(1, "bid", Amounts(30 if step == 10 else 31, step)), Countdown("count", 1, 3, 2))
    made = presses(hand, Said("bid", str(amount)), house.words, {})
    assert made is not None
    said = [said for press in made for gesture in gestures(press) if (said := hand.on(gesture))]
    assert said == [Said("bid", str(amount))]
    assert len(made) <= 14


def test_what_lies_there_is_keyed_in_by_the_menu() -> None:
    house = House.remembered(Journal(None), "en", 160)
    faces = {"cow": 4, "pig": 4, "cat": 2}
    asked = EnterCards(2, "enter", {"1": 2, "2": 3}, faces)
    dice = EnterDice(2, "enter", {1: 2, 2: 3}, "12345*")
    for request, said in ((asked, "2:cat,pig,cat"), (asked, "1:pig,cow"), (dice, "2:11*"), (dice, "1:53")):
        wanted = Said("enter", said)
        menu = table_menu(["undo"], [request], house)
        made = presses(menu, wanted, house.words, {})
        assert made is not None
        heard = [one for press in made for gesture in gestures(press) if (one := menu.on(gesture))]
        assert heard == [wanted]


def test_a_pile_that_cannot_be_laid_is_not_pressed() -> None:
    house = House.remembered(Journal(None), "en", 160)
    menu = table_menu([], [Compose(1, "anew", (10, 10), aside=True)], house)
    assert presses(menu, Said("anew", "50"), house.words, {}) is None


def test_what_is_keyed_in_or_spelled_is_not_tried_for_what_stands_further_down_the_menu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House.remembered(Journal(None), "en", 160)
    tried = 0

    def counting(hand: Hand, memo: dict[int, object]) -> Hand:
        nonlocal tried
        tried += 1
        return deepcopy(hand, memo)

    monkeypatch.setattr("firmware.bots.presses.copy.deepcopy", counting)
    request = EnterCards(2, "enter", {str(seat): 4 for seat in range(1, 6)}, dict.fromkeys(ANIMALS, 4))
    menu, wanted = table_menu([], [request], house), Said("house.language", "nl")
    made = presses(menu, wanted, house.words, {})
    assert made is not None
    assert [one for press in made for gesture in gestures(press) if (one := menu.on(gesture))] == [wanted]
    assert tried < 200
