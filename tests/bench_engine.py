"""How fast the rules play: `python -m tests.bench_engine` prints whole random games a second through the
contract, beside a plain program that plays the same game without one.

Both draw the same choices from the same random numbers, so that game for game they do the same: any legal
raise or a call with equal chance. Times are of the processor, so that a busy machine disturbs them less.
The cattle trade has no plain program beside it: its rows say what a whole game, and an answer of it, costs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

from engine import TABLE, Answer, Match, Setup
from engine.liars_dice.track import Raises
from engine.request import Choose, Compose, Countdown, SeeCards, SeeDice, Step, said_cards

SEATS = 4
DICE = 5
FACES = "12345*"
BIDDING = ("bid", "call")
BAR_GAMES = 1_500  # a second, through the contract, on an idle machine
BAR_RATIO = 10  # how much dearer the contract may be than the plain program

Play = Callable[[Random], tuple[int, int]]  # a whole game: who won, and how many bids were made


def through_the_contract(rng: Random) -> tuple[int, int]:
    """A game as the box plays it: requests are read, answers are made, checked and journalled."""
    match = Match(Setup("liars-dice", tuple(range(1, SEATS + 1))))
    bids = 0
    while match.result is None:
        asked = match.open
        request = asked[0]
        if isinstance(request, SeeDice):
            dice = [f"{seat}:{throw(rng, count)}" for seat, count in request.wanted.items()]
            match.answer(Answer(TABLE, "dice", " ".join(dice)))
            continue
        said = ""
        if isinstance(request, Step):
            ladder = request.ladder
            assert isinstance(ladder, Raises)
            rung = pick(rng, len(ladder) + (asked[1].key == "call"))
            if rung < len(ladder):
                said = ladder[rung]
            else:
                request = asked[1]
        bids += request.key in BIDDING
        match.answer(Answer(request.by, request.key, said))
    return match.result.winners[0], bids


def pick(rng: Random, count: int) -> int:
    """One of `count`, cheaply: the player should cost little beside the rules."""
    return int(rng.random() * count)


def throw(rng: Random, count: int) -> str:
    return "".join([FACES[int(rng.random() * 6)] for _ in range(count)])


SPACES = "1 *1 2 3 *2 4 5 *3 6 7 *4 8 9 *5 10 11 *6 12 13 *7 14 15 *8 16 17 *9 18 19 *10 20"
TRACK = [
    (int(space.lstrip("*")), face)
    for space in SPACES.split()
    for face in ("*" if space.startswith("*") else "12345")
]


def plainly(rng: Random) -> tuple[int, int]:
    """The same game as one function with the rules written into it: nothing is asked, checked or kept."""
    dice = [DICE] * SEATS
    leaders = list(range(SEATS))
    while len(leaders) > 1:
        points = {}
        for seat in leaders:
            hand = throw(rng, DICE)
            points[seat] = sum([int(face) for face in hand if face != "*"])
        most = max(points.values())
        leaders = [seat for seat in leaders if points[seat] == most]
    turn, bids = leaders[0], 0
    while True:
        low, bidder = 0, -1
        while True:
            rung = pick(rng, len(TRACK) - low + (bidder >= 0)) if low < len(TRACK) else len(TRACK)
            bids += 1
            if low + rung >= len(TRACK):
                break
            low, bidder = low + rung + 1, turn
            turn = next_seat(dice, turn)
        challenger = turn
        count, face = TRACK[low - 1]
        hands = [throw(rng, left) for left in dice]
        actual = sum([hand.count("*") for hand in hands])
        if face != "*":
            actual += sum([hand.count(face) for hand in hands])
        if actual > count:
            dice[challenger] -= min(dice[challenger], actual - count)
        elif actual < count:
            dice[bidder] -= min(dice[bidder], count - actual)
        else:
            dice = [left - (left > 0 and seat != bidder) for seat, left in enumerate(dice)]
        if sum([left > 0 for left in dice]) == 1:
            return next_seat(dice, challenger) + 1, bids
        turn = next_seat(dice, challenger)


def next_seat(dice: list[int], seat: int) -> int:
    """The next to the left who has dice."""
    seat = (seat + 1) % SEATS
    while not dice[seat]:
        seat = (seat + 1) % SEATS
    return seat


CATTLE = ("bluff-auction", "kuhhandel")
RAISES = 0.4  # how often a bid comes before the next strike of the count
TURNS_UP = 0.5  # how often a note goes into a pile


def cattle_trade(edition: str, rng: Random) -> int:
    """A whole game of four seats; gives how many answers it took."""
    match = Match(Setup(edition, tuple(range(1, SEATS + 1))))
    while match.result is None:
        waited_for = [request for request in match.open if not request.aside]
        bids = [request for request in waited_for if isinstance(request, Step)]
        if bids and rng.random() > RAISES:
            waited_for = [request for request in waited_for if isinstance(request, Countdown)]
        request = bids[pick(rng, len(bids))] if bids and len(waited_for) > 1 else waited_for[0]
        match request:
            case Step():
                said = request.ladder.lowest
            case Choose():
                said = request.options[pick(rng, len(request.options))]
            case Compose(least=0):
                pile = [note for note in request.stock if rng.random() < TURNS_UP] or request.stock
                said = " ".join([str(note) for note in pile])
            case Compose():
                said = " ".join([str(note) for note in request.proposal])
            case SeeCards():
                deck = [name for name, count in request.faces.items() for _ in range(count)]
                seen = {place: [deck[pick(rng, len(deck))]] for place in request.wanted}
                said = said_cards(seen)
            case _:
                said = ""
        match.answer(Answer(request.by, request.key, said))
    return len(match.journal)


def cattle_rate(edition: str, games: int, runs: int) -> dict[str, float]:
    """Best and median games a second, and microseconds an answer in the best run."""
    rates: list[float] = []
    each = 0.0
    for run in range(runs):
        rng, start = Random(run), process_time()
        answers = sum([cattle_trade(edition, rng) for _ in range(games)])
        took = process_time() - start
        if not rates or games / took > max(rates):
            each = took / answers * 1e6
        rates.append(games / took)
    return {f"{edition}_best": max(rates), f"{edition}_median": median(rates), f"{edition}_us": each}


def rate(play: Play, games: int, seed: int) -> float:
    """Games a second."""
    rng, start = Random(seed), process_time()
    for _ in range(games):
        play(rng)
    return games / (process_time() - start)


def measured(games: int, runs: int) -> dict[str, float]:
    """Best and median games a second of both. They take turns, each pair with the same games, and the
    ratio is the median of the pairs': what else the machine does falls on both alike."""
    ours: list[float] = []
    plain: list[float] = []
    for run in range(runs):
        ours.append(rate(through_the_contract, games, run))
        plain.append(rate(plainly, games, run))
    return {
        "contract_best": max(ours),
        "contract_median": median(ours),
        "plain_best": max(plain),
        "plain_median": median(plain),
        "ratio": median(fast / slow for fast, slow in zip(plain, ours, strict=True)),
    }


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench_engine")
    parser.add_argument("--games", type=int, default=200, help="games a run")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    chosen = parser.parse_args(arguments)
    figures = measured(chosen.games, chosen.runs)
    for edition in CATTLE:
        figures |= cattle_rate(edition, max(1, chosen.games // 20), chosen.runs)
    if chosen.json:
        print(json.dumps({key: round(value, 2) for key, value in figures.items()}))
        return 0
    print(f"whole random games of {SEATS} seats a second ({chosen.runs} runs)     best   median")
    print(f"  through the contract                        {_row(figures, 'contract')}   bar {BAR_GAMES}")
    print(f"  plain program, no contract                  {_row(figures, 'plain')}")
    print(f"  the contract costs a factor of {figures['ratio']:.1f}, bar {BAR_RATIO}")
    for edition in CATTLE:
        each = f"{figures[f'{edition}_us']:.0f} us an answer"
        print(f"  {edition:43} {_row(figures, edition)}   {each}")
    return 0


def _row(figures: dict[str, float], name: str) -> str:
    return f"{figures[f'{name}_best']:8.0f} {figures[f'{name}_median']:8.0f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
