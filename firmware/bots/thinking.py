"""How a bot thinks at liar's dice: from its seat's view and its own dice, and from nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import comb

from engine import View
from engine.liars_dice.dice import DICE_SETS, STAR, DiceSet
from engine.liars_dice.track import Bid, Raises
from engine.request import Choose, Confirm, EnterDice, Request, Step, said_hands
from firmware.bots.agreeing import agreed
from firmware.hands import Said

TRUSTS_ABOVE = 0.55  # what a bot likes to bid
BLUFFS = 0.12  # how often it bids what it does not believe
BELIEVABLE = 0.15  # but no less likely than this, nor ever what its own dice rule out
MOOD = 0.08  # by so much it may misjudge whether to call
NEAR = 18  # bids that it looks at
RE_ROLLS = 0.25  # how often on its turn it shows a die and throws the others again, where that is allowed


def answer(
    asked: tuple[Request, ...], view: View, own: str, lie: Mapping[int, str], rng: random.Random
) -> Said | None:
    """What to say to the requests of one seat (not its asides); None to leave it to others.

    `own`: the faces of the seat's dice as its player sees them, shown ones included; `lie`: those that lie
    open before each seat.
    """
    step = next((request for request in asked if isinstance(request, Step)), None)
    call = next((request for request in asked if isinstance(request, Confirm) and request.deliberate), None)
    if step is not None or call is not None:
        return _bid_or_call(step, call, view, own, rng)
    match asked:
        case (Confirm(key=key), *_):
            return Said(key)
        case (Choose(key="agree"), *_):
            return Said("agree", agreed(view, lie))
        case (Choose(key=key, options=options), *_):
            return Said(key, "yes" if "yes" in options else options[0])
        case (EnterDice(key=key, by=seat), *_):
            return Said(key, said_hands({seat: own}))
    return None


def aside(asides: tuple[Request, ...], view: View, own: str, rng: random.Random) -> Said | None:
    """What a seat whose turn it is may say before it bids: the variant's re-roll, now and then, with a die
    that helps the bid that stands."""
    asked = next((one for one in asides if isinstance(one, Choose) and one.key == "re-roll"), None)
    if asked is None or view["bid"] is None or rng.random() >= RE_ROLLS:
        return None
    options, shown, you = view["options"], view["shown"], view["you"]
    assert isinstance(options, dict) and isinstance(shown, dict) and isinstance(you, dict)  # noqa: PT018
    hidden = Counter(own) - Counter(str(shown.get(str(you["seat"]), "")))
    dice, bid = DICE_SETS[str(options["dice"])], bid_of(str(view["bid"]))
    helps = sorted(face for face in hidden if dice.matching(face, bid.face))
    return Said(asked.key, rng.choice(helps)) if helps else None


def keyed_in(asides: tuple[Request, ...], own: str) -> Said | None:
    """What a seat keys in where the eye is not asked any more: its own dice, each seat after the last."""
    entry = next((one for one in asides if isinstance(one, EnterDice)), None)
    if entry is None or min(entry.wanted) != entry.by or len(own) != entry.wanted[entry.by]:
        return None
    return Said(entry.key, said_hands({entry.by: own}))


def _bid_or_call(
    step: Step | None, call: Confirm | None, view: View, own: str, rng: random.Random
) -> Said | None:
    options = view["options"]
    assert isinstance(options, dict)
    dice = DICE_SETS[str(options["dice"])]
    others = int(str(view["in_play"])) - len(own)
    if step is None:
        return None if call is None else Said(call.key)
    ladder = step.ladder
    assert isinstance(ladder, Raises)
    near = ladder.track.bids[ladder.least : ladder.least + NEAR]
    likely = {bid: chance(bid, own, others, dice) for bid in near}
    if call is not None:
        fails = 1 - chance(bid_of(str(view["bid"])), own, others, dice)
        if fails + rng.uniform(-MOOD, MOOD) > max(likely.values()):
            return Said(call.key)
    liked = [bid for bid in near if likely[bid] >= TRUSTS_ABOVE]
    bluffs = [bid for bid in near if BELIEVABLE <= likely[bid] < TRUSTS_ABOVE][:4]
    if bluffs and (not liked or rng.random() < BLUFFS):
        return Said(step.key, str(rng.choice(bluffs)))
    if liked:
        return Said(step.key, str(rng.choice(liked[len(liked) // 2 :] if call is None else liked[:6])))
    return Said(step.key, str(max(near, key=likely.__getitem__)))


def chance(bid: Bid, own: str, others: int, dice: DiceSet) -> float:
    """How likely `bid` holds, given one's own dice and `others` dice that one does not see."""
    return _at_least(bid.count - dice.matching(own, bid.face), others, 1 if bid.face == STAR else 2)


@lru_cache(maxsize=4096)
def _at_least(needed: int, dice: int, sixths: int) -> float:
    """The chance of `needed` or more of `dice` dice, each matching with sixths / 6."""
    p = sixths / 6
    return sum(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(max(0, needed), dice + 1))


def bid_of(said: str) -> Bid:
    count, _, face = said.partition("x")
    return Bid(int(count), face)
