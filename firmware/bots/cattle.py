"""How a bot thinks at the cattle trade: from its view, what is asked of it, and the cards that it sees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from engine import Seat, View
from engine.request import SPOT, Choose, Compose, Confirm, EnterCards, Request, Step, said_cards
from firmware.bots.worth import Means, near
from firmware.hands import Said
from firmware.words.values import mapping, number, numbers, seat_or_none, texts

TRADE = "trade:"
TRADES = 0.35  # how often a bot trades when there is something good to trade for, and a deck to go on
BLANKS = 0.12  # how often it offers notes of no value alone, or nothing
SWELLS = 0.08  # how often it lays many small notes, to look rich
GREED = 0.75  # the buying right is used up to this part of what it would have bid


class Sees(Protocol):
    """What a seat sees on the table with its own eyes."""

    def spot(self) -> tuple[str, ...]:
        """The animals turned up in the middle."""

    def animals(self, seat: Seat) -> tuple[str, ...]:
        """Those before a seat."""

    def notes(self, seat: Seat) -> tuple[int, ...]:
        """The notes before a seat: those turned up, its own, and those that it was given to count."""


def answer(asked: tuple[Request, ...], view: View, sees: Sees, rng: random.Random) -> Said | None:
    """What to say to the requests of one seat (not its asides); None to say nothing now."""
    step = next((request for request in asked if isinstance(request, Step)), None)
    if step is not None:
        return _bid(step, view)
    match asked:
        case (Choose(key="turn", options=options), *_):
            return Said("turn", _turn(options, Means(view), rng))
        case (Choose(key="partner", options=options), *_):
            return Said("partner", rng.choice(options))
        case (Choose(key="right") as right, *_):
            return Said("right", _right(right, view))
        case (Choose(key="reply"), *_):
            return Said("reply", "accept" if _accepts(view, rng) else "counter")
        case (Choose(key="counted"), *_):
            return Said("counted", "yes" if _is_as_keyed(view, sees) else "no")
        case (Choose(key="agree"), *_):
            return Said("agree", "yes" if _is_as_entered(view, sees) else "no")
        case (Choose(key=key, options=options), *_):
            return Said(key, rng.choice(options))
        case (Compose(key="anew") as anew, *_):
            return _said_pile(anew, sees.notes(anew.by))
        case (Compose(key="payment") as payment, *_):
            return _said_pile(payment, payment.proposal)
        case (Compose() as pile, *_):
            return _said_pile(pile, _pile(pile, view, rng))
        case (Confirm(key=key), *_):
            return Said(key)
    return None


def aside(asides: tuple[Request, ...], settles: bool, view: View, sees: Sees) -> Said | None:
    """What to say of what may be said besides: the dove is claimed. `settles`: the eye is not asked any more,
    or reads nothing, and no person is there to key in what lies on the table; one of the bots does."""
    if any(request.key == "dove" for request in asides):
        return Said("dove")
    entry = next((request for request in asides if isinstance(request, EnterCards)), None)
    if not settles or entry is None:
        return None
    place = next(iter(entry.wanted))
    who = seat_or_none(view["turn"]) if place == SPOT else int(place)
    lies = _lies(place, all(face.isdigit() for face in entry.faces), sees)
    if who != entry.by or len(lies) != entry.wanted[place]:
        return None
    return Said(entry.key, said_cards({place: lies}))


def _bid(step: Step, view: View) -> Said | None:
    """As long as the animals are worth it, and one does not bid highest already."""
    auction, means = mapping(view["auction"]), Means(view)
    lowest, limit = int(step.ladder.lowest), means.limit(texts(auction["animals"]))
    if auction["by"] == means.seat or lowest > limit:
        return None
    step_by = int(step.ladder.moved(step.ladder.lowest, 0, 1)) - lowest
    amount = str(means.bid(lowest, limit, step_by))
    return Said(step.key, amount) if amount in step.ladder else None


def _right(right: Choose, view: View) -> str:
    """The seller keeps what is worth more to him than what is bid."""
    auction, means = mapping(view["auction"]), Means(view)
    keeps = number(auction["high"]) < GREED * min(means.total, means.limit(texts(auction["animals"])))
    return "buy" if keeps and "buy" in right.options else "sell"


def _turn(options: Sequence[str], means: Means, rng: random.Random) -> str:
    """A trade now and then, for what is wanted most; always when there is no deck."""
    trades = [option for option in options if option.startswith(TRADE)]
    if not trades:
        return options[0]
    best = max(trades, key=lambda option: means.appetite(option.removeprefix(TRADE)) + rng.uniform(0, 0.3))
    wanted = means.appetite(best.removeprefix(TRADE))
    if "auction" not in options or (means.total and rng.random() < TRADES * wanted):
        return best
    return "auction"


def _accepts(view: View, rng: random.Random) -> bool:
    """Without a counter: what is not wanted is let go, more readily for a large pile, and by the poor."""
    trade, means = mapping(view["trade"]), Means(view)
    wanted = means.appetite(str(trade["animal"]))
    tempting = min(0.3, 0.06 * number(trade["offer"]))
    return not means.total or rng.random() < 0.55 - 0.6 * wanted + tempting


def _pile(asked: Compose, view: View, rng: random.Random) -> tuple[int, ...]:
    """An offer, or a counter: by how much the animals are wanted, or a bluff."""
    trade, means = mapping(view["trade"]), Means(view)
    wanted = min(1.0, means.appetite(str(trade["animal"])) * (1.0 + 0.3 * (number(trade["size"]) - 1)))
    zeros = [note for note in asked.stock if not note]
    shown = zeros[: rng.randint(0, len(zeros))]
    draw = rng.random()
    if draw < BLANKS:
        pile: tuple[int, ...] = tuple(zeros)
    elif draw < BLANKS + SWELLS:
        pile = (*zeros, *[note for note in asked.stock if 0 < note <= 10])
    else:
        share = (0.05 + 0.5 * wanted) * rng.uniform(0.6, 1.4)
        pile = (*shown, *near(asked.stock, means.total * min(1.0, share)))
    if len(pile) < asked.fewest:
        pile = (*pile, *sorted(asked.stock)[len(pile) : asked.fewest])
    return pile


def _is_as_keyed(view: View, sees: Sees) -> bool:
    """Whether the pile that one was given is what its owner keyed in, as one has been told since."""
    trade, you = mapping(view["trade"]), mapping(view["you"])
    mine = number(trade["by"]) == number(you["seat"])
    which, giver = ("counter", trade["partner"]) if mine else ("offer", trade["by"])
    return Counter(sees.notes(number(giver))) == Counter(numbers(you[which]))


def _is_as_entered(view: View, sees: Sees) -> bool:
    """Whether what another has keyed in is what lies there."""
    entered = mapping(mapping(view["entered"])["cards"])
    return all(
        Counter(texts(cards)) == Counter(_lies(place, _is_money(texts(cards)), sees))
        for place, cards in entered.items()
    )


def _lies(place: str, money: bool, sees: Sees) -> tuple[str, ...]:
    """The faces that lie at a place of the rules."""
    if place == SPOT:
        return sees.spot()
    return tuple(str(note) for note in sees.notes(int(place))) if money else sees.animals(int(place))


def _is_money(faces: Iterable[str]) -> bool:
    return all(face.isdigit() for face in faces)


def _said_pile(asked: Compose, notes: Iterable[int]) -> Said:
    return Said(asked.key, " ".join(str(note) for note in sorted(notes)))
